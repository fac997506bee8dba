import assert from "node:assert/strict";
import { textOf, walk } from "../support/source_files.ts";
import {
  citationFailures,
  citationsIn,
  duplicateFailures,
  entriesOf,
  headingsOf,
  pathFailures,
  recordFailures,
  REQUIREMENTS,
  RULE_SYNTAX,
} from "./citations.ts";

const ENTRIES = [REQUIREMENTS, RULE_SYNTAX].flatMap((path) => entriesOf(textOf(path)));
/** This test and its module contain examples of bad citations. */
const OWN = /^tests\/architecture\/citations(_test)?\.ts$/;
const TEXTS = walk().filter((path) => /\.(?:ts|md|scn|sql|css|c)$/.test(path) && !OWN.test(path));

function numbers(text: string): string[] {
  return citationsIn(text).flatMap((citation) => citation.numbers);
}

Deno.test("Every citation leads to exactly one entry of the requirements or of the rule syntax", () => {
  const known = new Set(ENTRIES);
  assert.deepEqual(TEXTS.flatMap((path) => citationFailures(path, textOf(path), known)), []);
  for (const path of [REQUIREMENTS, RULE_SYNTAX]) {
    assert.deepEqual(duplicateFailures(path, entriesOf(textOf(path))), []);
  }
});

Deno.test("Every cited heading of the requirements exists", () => {
  const headings = new Set(headingsOf(textOf(REQUIREMENTS)));
  const cited = TEXTS.flatMap((path) =>
    [...textOf(path).matchAll(/docs\/requirements\.md#([\w-]+)/g)].map(([, heading]) => ({
      path,
      heading,
    }))
  );
  assert.ok(cited.length > 0);
  assert.deepEqual(cited.filter(({ heading }) => !headings.has(heading)), []);
});

Deno.test("Every path that a document names in backquotes or links to exists", () => {
  const files = new Set(walk());
  const topLevel = new Set([...files].map((path) => path.split("/")[0]));
  const documents = [...files].filter((path) => path.endsWith(".md"));
  assert.deepEqual(
    documents.flatMap((path) => pathFailures(path, textOf(path), files, topLevel)),
    [],
  );
});

Deno.test("Every cited decision has exactly one record", () => {
  const files = new Set(walk());
  assert.deepEqual(TEXTS.flatMap((path) => recordFailures(path, textOf(path), files)), []);
});

Deno.test("Every decision has a row in the README of the decisions, in the order of the numbers", () => {
  const folder = "docs/decisions/";
  const records = walk().filter((path) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path)).sort();
  const rows = textOf(`${folder}README.md`).split("\n").flatMap((line) => {
    const [, number, file] = /^\| \[(\d{4})\]\((.*?)\)/.exec(line) ?? [];
    return file === undefined ? [] : [{ number, path: folder + file }];
  });
  assert.deepEqual(rows.map(({ path }) => path), records);
  assert.ok(rows.every(({ number, path }) => path.startsWith(`${folder}${number}-`)));
});

Deno.test("Every feature is named in the README of its area", () => {
  const features = walk().filter((path) => /^api\/features\/\w+\/\w+\/$/.test(path));
  assert.ok(features.length > 40);
  const unnamed = features.filter((path) => {
    const [, , area, feature] = path.split("/");
    return !textOf(`api/features/${area}/README.md`).includes(`\`${feature}/\``);
  });
  assert.deepEqual(unnamed, []);
});

Deno.test("A decision without a record, or with two, fails", () => {
  const files = new Set([
    "docs/decisions/0001-a.md",
    "docs/decisions/0002-b.md",
    "docs/decisions/0002-c.md",
  ]);
  const check = (text: string) => recordFailures("api/a.ts", text, files);
  assert.deepEqual(check("// why (docs/decisions/0001)"), []);
  assert.deepEqual(check("//\n// (docs/decisions/0003)"), [
    "api/a.ts:2 cites docs/decisions/0003, which is not one record",
  ]);
  assert.equal(check("// (docs/decisions/0002)").length, 1);
});

Deno.test("Citations are found alone, in lists, in ranges and in parentheses", () => {
  assert.deepEqual(numbers("/** Why (A 7.1.2, 7.6.2). */"), ["A 7.1.2", "A 7.6.2"]);
  assert.deepEqual(numbers("(A 2.4, 4.4)"), ["A 2.4", "A 4.4"]);
  assert.deepEqual(numbers("A 7.2.3, B 7.5.3"), ["A 7.2.3", "B 7.5.3"]);
  assert.deepEqual(numbers("(A 7.6.3 to 7.6.8; B 6)"), ["A 7.6.3", "A 7.6.8", "B 6"]);
  assert.deepEqual(numbers("A 4.1-4.4 and A 5"), ["A 4.1", "A 4.4", "A 5"]);
  assert.deepEqual(numbers("see A 7.6.9."), ["A 7.6.9"]);
  assert.deepEqual(numbers('doc: "A 4.2, 5.4",'), ["A 4.2", "A 5.4"]);
  assert.deepEqual(numbers("(rule-syntax E4, E9) and rule-syntax E2 to E5"), [
    "E4",
    "E9",
    "E2",
    "E5",
  ]);
});

Deno.test("Records with an address and other uses of the letter are not citations", () => {
  const texts = [
    "tv.lan A 192.168.1.5",
    "box.lan A 10.0.0.1",
    "a 52-bit hash",
    "A 64-bit number",
    "$GENERATE 1-9 a A 1",
  ];
  for (const text of texts) assert.deepEqual(numbers(text), [], text);
});

Deno.test("A citation without an entry fails with its file and line", () => {
  const entries = new Set(["A 7.6.5", "E5"]);
  assert.deepEqual(
    citationFailures("api/a.ts", "// (A 7.6.5)\n// (A 7.6.5, 7.6.55; rule-syntax E6)", entries),
    [
      "api/a.ts:2 cites A 7.6.55, which has no entry",
      "api/a.ts:2 cites E6, which has no entry",
    ],
  );
});

Deno.test("A citation of a document outside the repository fails", () => {
  const texts = [
    "(DESIGN 6)",
    "DESIGN section 3",
    "(PLATFORM 0.4)",
    "(A 6, UI 1)",
    '"UI, Principles 3"',
    "(reliability E 15)",
    "(migration D3)",
    "rule-syntax E as a whole",
    "as the reference says",
    "(issue 12)",
  ];
  const known = new Set(ENTRIES);
  for (const text of texts) assert.equal(citationFailures("a.md", text, known).length, 1, text);
  for (const text of ["the UI is quick", "a migration is never edited", "by reference"]) {
    assert.deepEqual(citationFailures("a.md", text, known), [], text);
  }
});

Deno.test("Two entries with one number fail, and a line without text is not an entry", () => {
  const entries = entriesOf("- **A 1** One.\n- **A 1** Two.\n- **A 2**\n- **E1** Three.\n");
  assert.deepEqual(entries, ["A 1", "A 1", "E1"]);
  assert.deepEqual(duplicateFailures("docs/a.md", entries), [
    "docs/a.md has more than one entry for A 1",
  ]);
});

Deno.test("A path or link to a missing file fails with its line", () => {
  const files = new Set(["api/", "api/README.md", "api/http/", "api/http/route.ts"]);
  const topLevel = new Set(["api"]);
  const check = (text: string) => pathFailures("api/README.md", text, files, topLevel);
  assert.deepEqual(
    check("`api/http/route.ts`, `http/route.ts`, `http/`, `api/http`, [x](http/route.ts#a)"),
    [],
  );
  assert.deepEqual(check("`api/<area>/routes.ts`, `a.example.com`, `/api/v1/x`, `box help`"), []);
  assert.deepEqual(check("```\n`none.ts` <data>/api/none.ts api/http/route.ts\n```"), []);
  assert.deepEqual(check("```\ndeno test -A api/none_test.ts\n```"), [
    "api/README.md:2 names api/none_test.ts, which does not exist",
  ]);
  assert.deepEqual(check("a\n`api/none.ts` and `none.ts`"), [
    "api/README.md:2 names api/none.ts, which does not exist",
    "api/README.md:2 names none.ts, which does not exist",
  ]);
  assert.deepEqual(check("[x](../none.md)"), [
    "api/README.md:1 names ../none.md, which does not exist",
  ]);
});
