/** Every table can be exported and imported as it declares (docs/decisions/0062). */
import assert from "node:assert/strict";
import { TABLES } from "../../api/app/tables.ts";
import { columnValue } from "../../api/store/transfer/format.ts";
import { SETTINGS } from "../../api/settings/list.ts";
import { sourceFiles, textOf } from "../support/source_files.ts";
import { inFolder, TransferBox } from "../support/transfer_scene.ts";

const BOX = TABLES.filter(({ database }) => database === "box");
const PURPOSES = { backup: "inBackups", secondary: "toSecondary" } as const;
const EXAMPLES: Readonly<Record<string, unknown>> = { integer: 1, text: "a", blob: { b: "AA==" } };

Deno.test("Only tables of box.db are exported", () => {
  for (const { name, database, inBackups, toSecondary } of TABLES) {
    assert.ok(database === "box" || !inBackups && !toSecondary, name);
  }
});

Deno.test("Every exported table has columns that the format supports, and exported owners", () =>
  inFolder(async (folder) => {
    const { database } = await TransferBox.open(`${folder}/box.db`);
    try {
      for (const [purpose, declared] of Object.entries(PURPOSES)) {
        const going = BOX.filter((table) => table[declared]);
        for (const { name, sealed, local } of going) {
          const columns = await database.all(`select name, type from pragma_table_info('${name}')`);
          assert.ok(columns.length > 0, name);
          for (const { name: column, type } of columns) {
            const kind = String(type).toLowerCase();
            assert.ok(
              columnValue(kind, EXAMPLES[kind]) !== undefined,
              `${name}.${column} has a type that is not exported: ${type}`,
            );
          }
          const names = columns.map((column) => String(column.name));
          if (sealed !== undefined) assert.ok(names.includes(sealed.column), name);
          if (sealed !== undefined) assert.ok(names.includes(sealed.row), name);
          const condition = local?.[purpose as keyof typeof PURPOSES] ?? "false";
          await database.all(`select 1 from "${name}" where ${condition}`);
          const owners = await database.all(
            `select "table" as owner from pragma_foreign_key_list('${name}')`,
          );
          for (const { owner } of owners) {
            const isThere = going.some((table) => table.name === owner);
            assert.ok(isThere, `${name} goes into a ${purpose}, and its owner ${owner} does not`);
          }
        }
      }
    } finally {
      await database.close();
    }
  }));

Deno.test("An export contains exactly the declared tables, each after the table it belongs to", () =>
  inFolder(async (folder) => {
    const box = await TransferBox.open(`${folder}/box.db`);
    try {
      for (const [purpose, declared] of Object.entries(PURPOSES)) {
        const text = await box.export(purpose as keyof typeof PURPOSES);
        const names = JSON.parse(text.split("\n")[0]).tables.map((each: { name: string }) =>
          each.name
        );
        const expected = BOX.filter((table) => table[declared]).map(({ name }) => name);
        assert.deepEqual(names, expected);
      }
    } finally {
      await box.database.close();
    }
  }));

Deno.test("Values sealed with the key of the box are never exported, unless declared", () => {
  const fields = sourceFiles().filter((path) =>
    path.startsWith("api/") && !path.endsWith("_test.ts")
  )
    .flatMap((path) => [
      ...textOf(path).matchAll(/table: "(\w+)",\s*row: [^,]+,\s*field: "(\w+)"/g),
    ]);
  assert.ok(fields.length >= 3, "the sealed fields were not found");
  for (const [, table, field] of fields) {
    const declared = TABLES.find(({ name }) => name === table);
    assert.ok(declared, table);
    const leaves = declared.inBackups || declared.toSecondary;
    assert.ok(!leaves || declared.sealed?.column === field, `${table}.${field} is not declared`);
  }
});

Deno.test("Settings of one box are in no backup, and no secondary gets them", () =>
  inFolder(async (folder) => {
    const box = await TransferBox.open(`${folder}/box.db`);
    try {
      for (const { key } of SETTINGS) {
        const sql = "insert into settings (key, value, changed) values (?, '1', 1)";
        await box.database.run(sql, [key]);
      }
      for (const [purpose, declared] of Object.entries(PURPOSES)) {
        const rows = (await box.export(purpose as keyof typeof PURPOSES)).split("\n").slice(1, -2)
          .map((line) => JSON.parse(line)).filter(([table]) => table === 0);
        assert.deepEqual(
          rows.map(([, key]) => key).sort(),
          SETTINGS.filter((setting) => setting[declared]).map(({ key }) => key as string).sort(),
        );
      }
    } finally {
      await box.database.close();
    }
  }));
