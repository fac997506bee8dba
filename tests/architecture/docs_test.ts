import assert from "node:assert/strict";
import { readFacts, sourceFiles, textOf } from "../support/source_files.ts";
import { docFailures } from "./shape.ts";

function check(text: string): string[] {
  return docFailures("api/a.ts", readFacts("api/a.ts", text)).map((failure) =>
    failure.split(" ")[1]!
  );
}

Deno.test("Every exported symbol has a doc comment", () => {
  const files = sourceFiles().filter((path) => !/_(test|bench)\.ts$/.test(path));
  assert.deepEqual(files.flatMap((path) => docFailures(path, readFacts(path, textOf(path)))), []);
});

Deno.test("An export of any kind without a doc comment is reported", () => {
  const text =
    `export const a = 1;\nexport function b() {}\nexport class C {}\nexport interface D {}\nexport type E = 1;\n` +
    `export enum F {}\nexport default {};\n`;
  assert.deepEqual(check(text), ["a", "b", "C", "D", "E", "F", "default"]);
});

Deno.test("A doc comment counts when it stands right before the export", () => {
  assert.deepEqual(check(`/** The first of all letters. */\nexport const a = 1;\n`), []);
  assert.deepEqual(
    check(`/** The first of all letters. */\n// deno-lint-ignore x\nexport const a = 1;\n`),
    [],
  );
  assert.deepEqual(
    check(`/** Of the file, not of a. */\nimport "./b.ts";\nexport const a = 1;\n`),
    ["a"],
  );
  assert.deepEqual(check(`/** Nothing. */\nexport const a = 1;\n`), ["a"]);
  assert.deepEqual(check(`/* No doc comment this. */\nexport const a = 1;\n`), ["a"]);
});

Deno.test("A re-export needs no second doc comment", () => {
  assert.deepEqual(
    check(`export { b } from "./b.ts";\nexport * from "./c.ts";\nconst d = 1;\nexport { d };\n`),
    [],
  );
});
