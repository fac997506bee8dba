import assert from "node:assert/strict";
import { sourceFiles, textOf } from "../support/source_files.ts";

Deno.test("The box creates one client of the online service", () => {
  // The service takes a second client for another box with the same key (docs/decisions/0145).
  const calls = sourceFiles().flatMap((path) =>
    path.endsWith("_test.ts") || path.startsWith("tests/")
      ? []
      : [...textOf(path).matchAll(/(?<!function )\bcreateCloud\(|new CloudClient\(/g)].map(() =>
        path
      )
  );
  assert.deepEqual(calls.toSorted(), ["api/app/cloud.ts", "api/app/control.ts"]);
});
