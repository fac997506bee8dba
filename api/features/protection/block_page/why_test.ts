import assert from "node:assert/strict";
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
) => whyOf({ reason, list, origin }, (id) => LISTS[id] ?? "");

Deno.test("hours, a cut, homework and a daily limit have separate kinds, all of time", () => {
  assert.equal(why("schedule", -1, "schedule:hours").kind, "hours");
  assert.equal(why("schedule", -1, "schedule:cut").kind, "cut");
  for (const kind of ["homework", "limit"] as const) {
    assert.deepEqual(why("category", -1, `${kind}:games`), {
      kind,
      category: "games",
      service: "",
      mayAsk: "more-time",
    });
  }
});

Deno.test("lists against attacks have their own kind, and no request is offered", () => {
  assert.deepEqual(why("list", 1, "list:1"), {
    kind: "list",
    category: "ads",
    service: "",
    mayAsk: "unblock",
  });
  for (const category of ["phishing", "mining", "child_abuse"]) {
    const { kind, mayAsk } = why("category", 2, `category:${category}`);
    assert.deepEqual([kind, mayAsk], ["danger", "no"], category);
  }
  assert.deepEqual(why("list", 5, "list:5").mayAsk, "unblock");
  assert.deepEqual(why("list", 99, "list:99"), {
    kind: "list",
    category: "",
    service: "",
    mayAsk: "unblock",
  });
});

Deno.test("the reason of a blocked service names the service", () => {
  assert.deepEqual(why("service", -1, "service:tiktok"), {
    kind: "service",
    category: "",
    service: "tiktok",
    mayAsk: "unblock",
  });
});

Deno.test("a category blocked by choice is not blocked by time", () => {
  assert.equal(why("category", -1, "category:gambling").mayAsk, "unblock");
});
