import assert from "node:assert/strict";
import { walk } from "../support/source_files.ts";
import { nameFailures } from "./shape.ts";

Deno.test("No file or folder has a meaningless name", () => {
  assert.deepEqual(walk().flatMap(nameFailures), []);
});

Deno.test("utils, helpers, common and misc are refused as file and folder names, but not as part of a word", () => {
  const bad = [
    "api/utils/",
    "api/utils.ts",
    "cli/_helpers.ts",
    "policy/common/",
    "ui/misc.ts",
    "api/helper_test.ts",
  ];
  for (const path of bad) assert.equal(nameFailures(path).length, 1, path);
  for (const path of ["policy/common_names.ts", "api/miscount.ts"]) {
    assert.deepEqual(nameFailures(path), []);
  }
});

Deno.test("The top level has only known folders, and each has a README", () => {
  const paths = walk();
  const folders = paths.filter((path) => /^[^/]+\/$/.test(path));
  const known = [
    "api/",
    "cli/",
    "docs/",
    "packaging/",
    "policy/",
    "resolver/",
    "tasks/",
    "tests/",
    "ui/",
  ];
  assert.deepEqual(folders.filter((folder) => !known.includes(folder)), []);
  assert.deepEqual(folders.filter((folder) => !paths.includes(`${folder}README.md`)), []);
});
