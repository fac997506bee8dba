import assert from "node:assert/strict";
import { REASONS } from "../../../../policy/reasons.ts";
import { whyOf } from "./why.ts";

const LISTS: Readonly<Record<number, string>> = {
  1: "ads",
  2: "phishing",
  3: "mining",
  4: "child_abuse",
  5: "mine",
};
const why = (
  reason: Parameters<typeof whyOf>[0]["reason"],
  list: number,
  origin: string,
  cause: "" | "time" = "",
) => whyOf({ reason, cause, list, origin }, (id) => LISTS[id] ?? "");

Deno.test("every reason is told, with what a person may ask as the table says", () => {
  for (const { reason, cause, mayAsk } of REASONS) {
    const { kind, mayAsk: may } = whyOf({ reason, cause, list: -1, origin: reason }, () => "");
    assert.equal(may, mayAsk, reason);
    assert.notEqual(kind, "");
  }
});

Deno.test("hours, a cut and used-up time are three things", () => {
  assert.equal(why("schedule", -1, "schedule:hours").kind, "hours");
  assert.equal(why("schedule", -1, "schedule:cut").kind, "cut");
  assert.deepEqual(why("category", -1, "category:games", "time"), {
    ...{ kind: "time", category: "games", service: "", mayAsk: "more-time" },
  });
});

Deno.test("lists that protect from attacks say so, and no request lifts them", () => {
  assert.deepEqual(why("list", 1, "list:1"), {
    kind: "list",
    category: "ads",
    service: "",
    mayAsk: "unblock",
  });
  for (const list of [2, 3, 4]) {
    assert.deepEqual([why("list", list, "").kind, why("list", list, "").mayAsk], ["danger", "no"]);
  }
  assert.deepEqual(why("category", 2, "category:phishing").kind, "danger");
  assert.deepEqual(why("list", 5, "list:5").mayAsk, "unblock");
  assert.deepEqual(why("list", 99, "list:99"), {
    kind: "list",
    category: "",
    service: "",
    mayAsk: "unblock",
  });
});

Deno.test("a service is told by its word", () => {
  assert.deepEqual(why("service", -1, "service:tiktok"), {
    ...{ kind: "service", category: "", service: "tiktok", mayAsk: "unblock" },
  });
});
