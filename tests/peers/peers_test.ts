/** The rule semantics of other products, case by case, against the whole engine. */
import assert from "node:assert/strict";
import { readCaseFile } from "./case_file.ts";
import { evaluate } from "./evaluate.ts";

const PRODUCTS = [
  "adblock",
  "answers",
  "hosts",
  "lists",
  "pihole",
  "precedence",
  "rpz",
  "syntax",
  "zones",
];

for (const product of PRODUCTS) {
  const file = `${product}.cases`;
  const cases = readCaseFile(Deno.readTextFileSync(new URL(file, import.meta.url)));
  for (const title of new Set(cases.map((one) => one.title))) {
    Deno.test(`${product}: ${title}`, () => {
      for (const one of cases.filter((other) => other.title === title)) {
        assert.equal(
          evaluate(one.lists, one),
          one.expected,
          `${file}:${one.line} ${one.name} ${one.type}`,
        );
      }
    });
  }
}

Deno.test("The case files contain hundreds of cases", () => {
  const count = PRODUCTS
    .map((file) =>
      readCaseFile(Deno.readTextFileSync(new URL(`${file}.cases`, import.meta.url))).length
    )
    .reduce((sum, cases) => sum + cases, 0);
  assert.ok(count >= 600, String(count));
});

Deno.test("A case file with an invalid format is reported by line", () => {
  assert.throws(() => readCaseFile("== a [banana]\n--\n"), /Line 1/);
  assert.throws(() => readCaseFile("== a\n||x^\n--\nx block\n"), /Line 4/);
});
