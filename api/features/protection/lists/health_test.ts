import assert from "node:assert/strict";
import type { AppliedLists } from "../../../schema/lists.ts";
import { type HealthFacts, healthOf } from "./health.ts";
import type { ListRow } from "./table.ts";

const ROW: ListRow = {
  scopes: ["all"],
  except: [],
  schedule: "",
  id: 3,
  name: "Ads",
  source: "url",
  url: "https://lists.example/ads",
  format: "auto",
  kind: "block",
  category: "",
  enabled: true,
  created: 0,
  etag: "",
  lastModified: "",
  lastAttempt: 0,
  lastSuccess: 1000,
  nextAttempt: 0,
  failures: 0,
  lastError: "",
  bytes: 10,
  lines: 1,
  sha256: "a",
};
const REPORT = {
  lines: 1,
  used: 1,
  names: 1,
  rules: 0,
  duplicates: 0,
  ignored: {},
  refused: {},
  samples: [],
};

function facts(inForce: AppliedLists | undefined, hasCopy = true): HealthFacts {
  return { inForce, hasCopy, now: 2000 };
}

function health(
  row: Partial<ListRow>,
  contents: AppliedLists["contents"] = new Map(),
  problem = "",
): string {
  return healthOf({ ...ROW, ...row }, facts({ problem, contents })).health;
}

Deno.test("a list is failing while the current policy has another copy of it, or none", () => {
  assert.equal(health({}, new Map(), "it broke"), "failing");
  assert.equal(health({}, new Map([[3, "b"]]), "it broke"), "failing");
  assert.equal(health({}, new Map([[3, "a"]]), "it broke"), "ok");
  assert.equal(health({}, new Map([[3, undefined]]), "it broke"), "ok");
  assert.equal(health({ sha256: "" }, new Map(), "it broke"), "waiting");
  assert.equal(health({ id: 0, source: "embedded", sha256: "" }, new Map(), "it broke"), "failing");
  assert.equal(health({}), "ok");
});

Deno.test("the message reports a download, a decision or a copy, in this order", () => {
  const held = { lines: 1, bytes: 1, sha256: "c", at: 1 };
  assert.equal(health({ enabled: false, lastError: "404" }), "off");
  assert.equal(health({ lastError: "404", held }), "failing");
  assert.equal(health({ held }), "held");
  assert.equal(health({ counts: { ...REPORT, error: "too long" } }), "failing");
  assert.equal(health({ counts: REPORT }), "ok");
});

Deno.test("a list whose scopes were all removed says so, unless it has another problem or is off", () => {
  const facts = { inForce: undefined, hasCopy: true, now: 2000 };
  const none = healthOf({ ...ROW, scopes: [] }, facts);
  assert.deepEqual([none.health, none.trouble], ["for_no_one", ""]);
  assert.match(none.message, /all whom it was for have been removed/);
  assert.equal(health({ scopes: [], enabled: false }), "off");
  assert.equal(health({ scopes: [], lastError: "no answer" }), "failing");
});

Deno.test("a zone without any used rule is failing, with the reason", () => {
  const message = (counts: Partial<typeof REPORT>, format: ListRow["format"] = "rpz") =>
    healthOf(
      { ...ROW, format, counts: { ...REPORT, ...counts } },
      facts({ problem: "", contents: new Map() }),
    ).message;
  assert.equal(health({ format: "rpz", counts: REPORT }), "ok");
  assert.equal(health({ format: "rpz", counts: { ...REPORT, used: 0 } }), "failing");
  assert.match(message({ used: 0 }), /^List 'Ads' blocks nothing: no record .* below its apex/);
  assert.match(message({ used: 0, refused: { "out-of-zone": 3 } }), /below its apex/);
  assert.match(message({ used: 0, ignored: { "unsupported-trigger": 3 } }), /name servers/);
  assert.match(message({ used: 0, refused: { "bad-record": 3 } }), /can use no record/);
  // A list that contains only comments is not a failure.
  assert.equal(message({ used: 0 }, "auto"), "");
});

Deno.test("the message, the state in the policy and the alert text agree in every state", () => {
  const none = new Map<number, string>();
  const held = { lines: 1, bytes: 1, sha256: "c", at: 1 };
  const concerns = [{ kind: "unused", count: 1, of: 1, examples: [] }] as const;
  const never = { sha256: "", lastSuccess: 0, bytes: 0 };
  const of = (contents: AppliedLists["contents"], problem = "") => ({ problem, contents });
  const states: readonly (readonly [
    name: string,
    row: Partial<ListRow>,
    facts: HealthFacts,
    expected: readonly [inForce: string, message: RegExp, trouble: string],
  ])[] = [
    ["in force", {}, facts(of(new Map([[3, "a"]]))), ["copy", /^$/, ""]],
    ["from an earlier start", {}, facts(of(new Map([[3, undefined]]))), ["copy", /^$/, ""]],
    ["being compiled", {}, facts(of(none)), ["", /^$/, ""]],
    ["before the first publish", {}, facts(undefined), ["copy", /^$/, ""]],
    ["off", { enabled: false }, facts(of(none)), ["", /^$/, ""]],
    [
      "off, and still in force",
      { enabled: false },
      facts(of(new Map([[3, "a"]]), "it broke")),
      ["copy", /still in use: it broke/, ""],
    ],
    ["waiting", never, facts(of(none), false), ["", /^$/, ""]],
    [
      "never downloaded",
      { ...never, lastError: "it answered 404" },
      facts(of(none), false),
      ["", /has no copy yet: it answered 404/, "it answered 404; it has no effect"],
    ],
    [
      "download fails, the last copy holds",
      { lastError: "it answered 404" },
      facts(of(new Map([[3, "a"]]))),
      ["copy", /kept its copy of/, "it answered 404; its last copy stays in force"],
    ],
    [
      "download fails, the copy was never taken up",
      { lastError: "it answered 404" },
      facts(of(none, "it broke")),
      [
        "",
        /it broke\. It has no effect yet;/,
        "the lists could not be applied: it broke; it has no effect",
      ],
    ],
    [
      "an older copy holds",
      {},
      facts(of(new Map([[3, "b"]]), "it broke")),
      [
        "older",
        /An older copy of it stays in force;/,
        "the lists could not be applied: it broke; an older copy stays in force",
      ],
    ],
    [
      "the copy is gone",
      {},
      facts(of(none), false),
      ["", /has lost its copy and has no effect/, "its copy is gone; it has no effect"],
    ],
    [
      "the copy is gone and does not come",
      { lastError: "it answered 404" },
      facts(of(none), false),
      ["", /has no copy any more: it answered 404/, "it answered 404; it has no effect"],
    ],
    [
      "the first copy is doubtful",
      { ...never, held: { ...held, concerns } },
      facts(of(none), false),
      ["", /is doubtful and has no effect yet/, ""],
    ],
    [
      "a new copy is doubtful",
      { held: { ...held, concerns } },
      facts(of(new Map([[3, "a"]]))),
      ["copy", /kept its copy: the new one is doubtful/, ""],
    ],
    [
      "the copy in force is doubtful",
      { held: { ...held, sha256: "a", concerns } },
      facts(of(new Map([[3, "a"]]))),
      ["copy", /is in force, but doubtful/, ""],
    ],
    [
      "a copy that was not read to its end",
      { counts: { ...REPORT, error: "too long" } },
      facts(of(new Map([[3, "a"]]))),
      ["copy", /What was read of it holds/, "its copy was not read to its end: too long"],
    ],
  ];
  for (const [name, row, given, [inForce, message, trouble]] of states) {
    const state = healthOf({ ...ROW, ...row }, given);
    assert.equal(state.inForce, inForce, name);
    assert.match(state.message, message, name);
    assert.equal(state.trouble, trouble, name);
  }
});
