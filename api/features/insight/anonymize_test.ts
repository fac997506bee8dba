import assert from "node:assert/strict";
import { anonymizedClient } from "./anonymize.ts";

Deno.test("a client keeps its address, its network or nothing", () => {
  for (
    const [client, off, prefix, all] of [
      ["192.168.1.77", "192.168.1.77", "192.168.1.0", ""],
      ["2001:db8:1:2::3", "2001:db8:1:2::3", "2001:db8:1::", ""],
      ["garbage", "garbage", "", ""],
    ]
  ) {
    const modes = ["off", "prefix", "all"] as const;
    assert.deepEqual(modes.map((mode) => anonymizedClient(client, mode)), [off, prefix, all]);
  }
});
