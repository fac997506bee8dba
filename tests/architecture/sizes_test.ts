import assert from "node:assert/strict";
import { readFacts, sourceFiles, textOf } from "../support/source_files.ts";
import { MAX_FILE_LINES, sizeFailures } from "./shape.ts";

function check(path: string, text: string): string[] {
  return sizeFailures(path, text, readFacts(path, text));
}

Deno.test("files and functions are short enough to be read in one go", () => {
  assert.deepEqual(sourceFiles().flatMap((path) => check(path, textOf(path))), []);
});

Deno.test("a file of 301 lines is too long, one of 300 is not", () => {
  assert.deepEqual(check("api/a.ts", "\n".repeat(MAX_FILE_LINES)), []);
  assert.deepEqual(check("api/a.ts", "\n".repeat(MAX_FILE_LINES + 1)), [
    "api/a.ts has 301 lines, at most 300",
  ]);
});

Deno.test("a function of 51 lines is too long, whatever way it is written", () => {
  const body = "{\n" + "  step();\n".repeat(49) + "}";
  const failures = check(
    "api/a.ts",
    `function named() ${body}\nconst arrow = () => ${body};\nclass C { method() ${body} }\nconst o = { own: function () ${body} };\n`,
  );
  assert.deepEqual(failures.map((failure) => failure.replace(/^\S+ /, "")), [
    "named has 51 lines, at most 50",
    "arrow has 51 lines, at most 50",
    "method has 51 lines, at most 50",
    "own has 51 lines, at most 50",
  ]);
  assert.deepEqual(check("api/a.ts", `function named() ${body.replace("  step();\n", "")}`), []);
});

Deno.test("a catalogue may be as long as the world asks", () => {
  assert.deepEqual(check("policy/catalogue/services.ts", "\n".repeat(5000)), []);
});
