import assert from "node:assert/strict";
import { SETTINGS } from "../../api/settings/list.ts";
import { TABLES } from "../../api/app/tables.ts";
import { textOf } from "../support/source_files.ts";

Deno.test("Every table is in the schema, and every table of the schema is declared", () => {
  const created = [
    ...textOf("api/store/schema.sql").matchAll(/create table (?:if not exists )?"?(\w+)"?/gi),
  ].map((
    match,
  ) => match[1]!);
  assert.deepEqual([...new Set(created)].sort(), TABLES.map(({ name }) => name).sort());
});

Deno.test("Every table says what it stores and for how long", () => {
  const settings = new Set(SETTINGS.map(({ key }) => key as string));
  for (const { name, doc, keep } of TABLES) {
    assert.ok(doc.split(" ").length >= 3, `${name} says too little: ${doc}`);
    if (keep.startsWith("setting:")) {
      assert.ok(
        settings.has(keep.slice(8)),
        `${name} is kept by a setting that is not there: ${keep}`,
      );
    }
  }
});
