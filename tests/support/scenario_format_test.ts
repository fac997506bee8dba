import assert from "node:assert/strict";
import fc from "fast-check";
import { parseScenario } from "./scenario_format.ts";
import { readTime } from "./scenario_words.ts";

Deno.test("parseScenario() reads a query with its expectation", () => {
  const { name, steps } = parseScenario(
    "# A name\nask 2x www.example A from 10.0.0.1 do -> NOERROR A 192.0.2.1; ttl 60; status cached\n",
  );
  assert.equal(name, "A name");
  const step = steps[0]!;
  assert.ok(step.do === "ask");
  assert.deepEqual([step.line, step.count, step.name, step.type, step.options.from], [
    2,
    2,
    "www.example",
    "A",
    "10.0.0.1",
  ]);
  assert.ok(step.options.flags.has("do"));
  assert.deepEqual(step.expected.records, [{ type: "A", data: "192.0.2.1" }]);
  assert.deepEqual([...step.expected.clauses], [["ttl", "60"], ["status", "cached"]]);
});

Deno.test("parseScenario() joins indented lines to the line above", () => {
  const step = parseScenario("# A\nlist ads rpz\n  a CNAME .\n  b CNAME .\n").steps[0]!;
  assert.ok(step.do === "list");
  assert.deepEqual([step.format, step.text], ["rpz", "a CNAME .\nb CNAME .\n"]);
});

const WRONG: readonly (readonly [line: string, why: RegExp])[] = [
  ["do something", /no line begins so/],
  ["ask www.example", /"->" is missing/],
  ["ask www.example A -> NOERROR; colour blue", /no such clause/],
  ["ask www.example A loudly -> NOERROR", /no such option/],
  ["upstream www.example A -> NOERROR A 192.0.2.1", /no record/],
  ["wait a while", /no time/],
  ["list ads bsd", /no format/],
];

for (const [line, why] of WRONG) {
  Deno.test(`parseScenario() reports the line and why it is invalid: ${line}`, () => {
    assert.throws(
      () => parseScenario(`# A\n${line}\n`),
      (error: Error) => /^Line 2/.test(error.message) && why.test(error.message),
    );
  });
}

Deno.test("parseScenario() throws only SyntaxError on garbage", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "ask",
          "upstream",
          "list",
          "->",
          "|",
          ";",
          ",",
          "A",
          "NOERROR",
          "1",
          "\n",
          " ",
          "x",
        ),
      ),
      (words) => {
        try {
          parseScenario("# A\n" + words.join(" "));
        } catch (error) {
          assert.ok(error instanceof SyntaxError, String(error));
        }
      },
    ),
    { seed: 2, numRuns: 300 },
  );
});

Deno.test("readTime() knows its units", () => {
  assert.deepEqual(["500ms", "1.8s", "2m", "3h", "1d"].map(readTime), [
    500,
    1800,
    120_000,
    10_800_000,
    86_400_000,
  ]);
});
