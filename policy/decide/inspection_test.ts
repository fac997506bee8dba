import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import { STARTER_LIST } from "../catalogue/starter.ts";
import { findConcerns, isConfirmed, SAMPLE_NAMES } from "../lists/concerns.ts";
import type { ListFormat } from "../model/rule.ts";
import { inspectList } from "./inspection.ts";

const encoder = new TextEncoder();

function blocked(text: string, names: readonly string[], format: ListFormat = "auto"): string[] {
  return [...inspectList([encoder.encode(text)], { format, kind: "block", names }).blocked];
}

function concerns(
  text: string,
  category = "",
  kind: "block" | "allow" = "block",
  format: ListFormat = "auto",
) {
  const found = inspectList([encoder.encode(text)], { format, kind, names: SAMPLE_NAMES });
  return findConcerns({ ...found, kind, category, hidden: false });
}

const kinds = (...given: Parameters<typeof concerns>) => concerns(...given).map(({ kind }) => kind);

Deno.test("inspectList() reports the names that the resolver would block with this list", () => {
  const names = ["shop.example", "www.shop.example", "news.example", "a.b.games.example"];
  assert.deepEqual(blocked("||shop.example^\nother.example\n", names), names.slice(0, 2));
  assert.deepEqual(blocked("SHOP.example\n*.games.example\n", names), [names[0], names[3]]);
  assert.deepEqual(blocked("||shop.example^\n@@||www.shop.example^\n", names), [names[0]]);
  assert.deepEqual(blocked("||shop.example^\n||shop.example^$badfilter\n", names), []);
  assert.deepEqual(blocked("/^news\\./\n192.0.2.1 a.b.games.example\n", names), names.slice(2));
  assert.deepEqual(blocked("games.example CNAME .\n*.games.example CNAME .\n", names, "rpz"), [
    names[3],
  ]);
  const hash = createHash("sha256").update("shop.example").digest("hex");
  assert.deepEqual(blocked(`${hash}\n`, names, "sha256"), names.slice(0, 2));
  const text = encoder.encode("||shop.example^\n");
  assert.deepEqual(inspectList([text], { format: "auto", kind: "allow", names }).blocked, []);
});

Deno.test("inspectList() handles a million names with little time and memory", () => {
  const piece = encoder.encode(
    Array.from({ length: 1000 }, (_, i) => `ads${i}.example${i}.com\n`).join(""),
  );
  const pieces = function* () {
    for (let i = 0; i < 1000; i++) yield piece;
    yield encoder.encode("||google.com^\n");
  };
  const { report, blocked } = inspectList(pieces(), {
    format: "auto",
    kind: "block",
    names: SAMPLE_NAMES,
  });
  assert.deepEqual([report.lines, report.used, blocked], [
    1_000_001,
    1_000_001,
    ["google.com", "www.google.com"],
  ]);
});

Deno.test("the sample has 1,000 unique names, none of them blocked by the starter list", () => {
  assert.equal(new Set(POPULAR_NAMES).size, 1000);
  for (const name of POPULAR_NAMES) assert.match(name, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  assert.deepEqual(concerns(STARTER_LIST), []);
});

Deno.test("concernsOf() reports lists that block popular names, and lists with refused or unused lines", () => {
  const ads = Array.from({ length: 100 }, (_, i) => `ads${i}.example\n`).join("");
  assert.deepEqual(kinds(ads), []);
  assert.deepEqual(concerns(`${ads}||google.com^\nwww.netflix.com\n`), [
    { kind: "popular", count: 2, of: 1000, examples: ["google.com", "netflix.com"] },
  ]);
  assert.deepEqual(kinds(`${ads}*$dnstype=A\n`), ["widespread"]);
  assert.deepEqual(kinds("||com^$dnstype=A\n"), ["widespread"]);
  assert.deepEqual(
    kinds(
      "0.0.0.0.rpz-client-ip CNAME .\n16.0.0.168.192.rpz-client-ip CNAME .\n",
      "",
      "block",
      "rpz",
    ),
    [
      "refused",
      "widespread",
    ],
  );
  assert.deepEqual(kinds("This is a text.\nIt has some lines.\nThey are no rules.\n"), [
    "refused",
    "unused",
  ]);
  assert.deepEqual(kinds("name,count\nshop.example,3\nnews.example,4\n"), ["unused"]);
  assert.deepEqual(kinds("# comments alone\n"), ["unused"]);
  assert.deepEqual(kinds("# c\n\n# c\nads.example\ntrk.example\n0.1\n"), []);
  assert.deepEqual(kinds("# c\n\n# c\nads.example\n0.1\n"), ["refused"]);
  assert.deepEqual(concerns("ads.example\n0.1\n")[0], {
    kind: "refused",
    count: 1,
    of: 2,
    examples: ["0.1"],
  });
  // Ignored lines are not refused: most lines of a browser list concern pages.
  assert.deepEqual(kinds("||ads.example^\n" + "shop.example##.banner\n".repeat(50)), []);
});

Deno.test("block lists of chosen categories and allow lists may contain popular names", () => {
  const some = "||facebook.com^\n||instagram.com^\n||twitter.com^\n";
  assert.deepEqual(kinds(some), ["popular"]);
  assert.deepEqual(kinds(some, "ads"), ["popular"]);
  assert.deepEqual(kinds(some, "malware"), ["popular"]);
  assert.deepEqual(kinds(some, "own word"), ["popular"]);
  assert.deepEqual(kinds(some, "social"), []);
  assert.deepEqual(kinds(some, "", "allow"), []);
  assert.deepEqual(kinds("*$dnstype=A\n", "social"), ["widespread"]);
  assert.deepEqual(concerns(`${some}0.1\n0.2\n`, "child_abuse").map(({ examples }) => examples), [
    [],
    [],
  ]);
});

Deno.test("isConfirmed() compares kinds of concerns", () => {
  const popular = concerns("||facebook.com^\n");
  const wide = concerns("*$dnstype=A\n");
  assert.ok(isConfirmed([], []));
  assert.ok(!isConfirmed(popular, []));
  assert.ok(isConfirmed(popular, ["popular"]));
  assert.ok(!isConfirmed(wide, ["popular"]));
});

const REAL = Deno.env.get("BOX_REAL_LISTS");

Deno.test({
  name: "no list of BOX_REAL_LISTS raises a concern",
  ignore: REAL === undefined,
  fn() {
    for (const { name } of Deno.readDirSync(REAL!)) {
      if (!name.endsWith(".txt")) continue;
      const category = name.includes("bypass") ? "bypass" : "ads";
      const bytes = Deno.readFileSync(`${REAL}/${name}`);
      for (const format of ["auto", "adblock"] as const) {
        const start = performance.now();
        const found = inspectList([bytes], { format, kind: "block", names: SAMPLE_NAMES });
        console.log(name, format, found.report.lines, Math.round(performance.now() - start), "ms");
        assert.deepEqual(
          findConcerns({ ...found, kind: "block", category, hidden: false }),
          [],
          name,
        );
      }
    }
  },
});
