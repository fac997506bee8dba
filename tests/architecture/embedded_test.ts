import assert from "node:assert/strict";
import { modulesByUrl, readFacts, sourceFiles, textOf } from "../support/source_files.ts";
import { ENTRIES } from "../../packaging/entries.ts";
import { addressFailures } from "./shape.ts";

function check(path: string, text: string): string[] {
  return addressFailures(path, readFacts(path, text));
}

Deno.test("No product module looks for files next to itself", () => {
  assert.deepEqual(sourceFiles().flatMap((path) => check(path, textOf(path))), []);
});

Deno.test("A module that builds a URL from its own is reported, an entry module is not", () => {
  const text =
    `const u = new URL("./x.ts", import.meta.url);\nconst d = import.meta.dirname;\nif (import.meta.main) u;\n`;
  assert.deepEqual(check("api/a.ts", text).map((failure) => failure.split(":")[1]), [
    "1 uses import.meta.url",
    "2 uses import.meta.dirname",
  ]);
  assert.deepEqual(check("main.ts", text), []);
});

Deno.test("Every module loaded by URL is an entry, so that packaging includes it", () => {
  const product = sourceFiles().filter((path) => /^(api|ui|cli|tasks)\//.test(path));
  const loaded = product.filter((path) => !path.endsWith("_test.ts")).flatMap((path) =>
    modulesByUrl(textOf(path))
  );
  assert.ok(loaded.includes("api/store/thread.ts"), loaded.join());
  assert.deepEqual(loaded.filter((module) => !ENTRIES.includes(module)), []);
});
