import assert from "node:assert/strict";
import type { ListsInForce } from "../../../schema/lists.ts";
import { healthOf } from "./health.ts";
import type { ListRow } from "./table.ts";

const ROW: ListRow = {
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

function health(
  row: Partial<ListRow>,
  contents: ListsInForce["contents"] = new Map(),
  problem = "",
): string {
  return healthOf({ ...ROW, ...row }, { problem, contents }, 2000).health;
}

Deno.test("a list is failing while the policy in force has another copy of it, or none", () => {
  assert.equal(health({}, new Map(), "it broke"), "failing");
  assert.equal(health({}, new Map([[3, "b"]]), "it broke"), "failing");
  assert.equal(health({}, new Map([[3, "a"]]), "it broke"), "ok");
  assert.equal(health({}, new Map([[3, undefined]]), "it broke"), "ok");
  assert.equal(health({ sha256: "" }, new Map(), "it broke"), "waiting");
  assert.equal(health({ id: 0, source: "embedded", sha256: "" }, new Map(), "it broke"), "failing");
  assert.equal(health({}), "ok");
});

Deno.test("what a download, a person or a copy wants is told in this order", () => {
  const held = { lines: 1, bytes: 1, sha256: "c", at: 1 };
  assert.equal(health({ enabled: false, lastError: "404" }), "off");
  assert.equal(health({ lastError: "404", held }), "failing");
  assert.equal(health({ held }), "held");
  assert.equal(health({ counts: { ...REPORT, error: "too long" } }), "failing");
  assert.equal(health({ counts: REPORT }), "ok");
});

Deno.test("a zone of which nothing is used is failing, with what is wrong with it", () => {
  const message = (counts: Partial<typeof REPORT>, format: ListRow["format"] = "rpz") =>
    healthOf(
      { ...ROW, format, counts: { ...REPORT, ...counts } },
      { problem: "", contents: new Map() },
      2000,
    ).message;
  assert.equal(health({ format: "rpz", counts: REPORT }), "ok");
  assert.equal(health({ format: "rpz", counts: { ...REPORT, used: 0 } }), "failing");
  assert.match(message({ used: 0 }), /^List 'Ads' blocks nothing: no record .* below its apex/);
  assert.match(message({ used: 0, refused: { "out-of-zone": 3 } }), /below its apex/);
  assert.match(message({ used: 0, ignored: { "unsupported-trigger": 3 } }), /name servers/);
  assert.match(message({ used: 0, refused: { "bad-record": 3 } }), /can use no record/);
  // A list of comments alone says what it means to say.
  assert.equal(message({ used: 0 }, "auto"), "");
});
