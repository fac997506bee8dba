import assert from "node:assert/strict";
import { testsOf } from "./changed.ts";
import { sourceFiles } from "./support/source_files.ts";

Deno.test("testsOf() gives the tests that reach a changed file, and no others", () => {
  const tests = testsOf(new Set(["api/async/mutex.ts"]), sourceFiles());
  assert.ok(tests.includes("api/app/https_test.ts"), "reached over other modules");
  assert.ok(!tests.includes("policy/reasons_test.ts"));
});

Deno.test("testsOf() gives nothing when no module changed", () => {
  assert.deepEqual(testsOf(new Set(["README.md"]), sourceFiles()), []);
});
