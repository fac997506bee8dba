import assert from "node:assert/strict";
import { modulesByUrl, readFacts, sourceFiles, textOf } from "../support/source_files.ts";
import { ENTRIES } from "../../packaging/entries.ts";
import { addressFailures } from "./shape.ts";

function check(path: string, text: string): string[] {
  return addressFailures(path, readFacts(path, text));
}

Deno.test("no product module looks for files beside itself", () => {
  assert.deepEqual(sourceFiles().flatMap((path) => check(path, textOf(path))), []);
});

Deno.test("a module that builds an address from its own is told, an entry module is not", () => {
  const text =
    `const u = new URL("./x.ts", import.meta.url);\nconst d = import.meta.dirname;\nif (import.meta.main) u;\n`;
  assert.deepEqual(check("api/a.ts", text).map((failure) => failure.split(":")[1]), [
    "1 uses import.meta.url",
    "2 uses import.meta.dirname",
  ]);
  assert.deepEqual(check("main.ts", text), []);
});

Deno.test("every module that is loaded by its URL is an entry, so that packaging keeps it", () => {
  const product = sourceFiles().filter((path) => /^(api|ui|cli|tasks)\//.test(path));
  const loaded = product.filter((path) => !path.endsWith("_test.ts")).flatMap((path) =>
    modulesByUrl(textOf(path))
  );
  assert.ok(loaded.includes("api/store/thread.ts"), loaded.join());
  assert.deepEqual(loaded.filter((module) => !ENTRIES.includes(module)), []);
});
