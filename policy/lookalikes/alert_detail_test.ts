import assert from "node:assert/strict";
import { readLookalikeDetail } from "./alert_detail.ts";

Deno.test("readLookalikeDetail() takes bars for a part of the name", () => {
  for (
    const [detail, ...parts] of [
      ["paypa1.com|paypal.com|typosquat", "paypa1.com", "paypal.com", "typosquat", false],
      ["paypa|.com|paypal.com|typosquat", "paypa|.com", "paypal.com", "typosquat", false],
      ["pa|pa|.com|paypal.com|typosquat|young", "pa|pa|.com", "paypal.com", "typosquat", true],
      ["xn--wrd-sed.com||homograph", "xn--wrd-sed.com", "", "homograph", false],
      ["something else", "something else", "", "", false],
      ["", "", "", "", false],
    ] as const
  ) {
    const { name, imitates, kind, isYoung } = readLookalikeDetail(detail);
    assert.deepEqual([name, imitates, kind, isYoung], parts, detail);
  }
});
