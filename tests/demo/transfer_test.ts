import assert from "node:assert/strict";
import { TABLES } from "../../api/app/tables.ts";
import { BOX_TABLES, inFolder, TransferBox } from "../support/transfer_scene.ts";
import { DEMO_LISTS, DemoListServer } from "./lists.ts";
import { seed } from "./seed.ts";

/** A Wednesday, at noon UTC. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 12);

/**
 * Tables of a purpose whose rows are equal on both boxes: no sealed values, nothing specific to one
 * box.
 */
function samesOf(declared: "inBackups" | "toSecondary"): readonly string[] {
  return TABLES.filter((table) =>
    BOX_TABLES.includes(table.name) && table[declared] && table.sealed === undefined &&
    table.local === undefined
  ).map(({ name }) => name);
}

Deno.test("The demonstration household is the same after an export and an import", () =>
  inFolder(async (folder) => {
    const lists = new DemoListServer(0, DEMO_LISTS);
    try {
      await seed({
        dataDir: folder,
        seed: "household",
        days: 1,
        hostile: true,
        upstreams: ["127.0.0.1:1", "127.0.0.1:2"],
        lists,
        until: WEDNESDAY,
        progress: () => {},
      });
    } finally {
      await lists.close();
    }
    const from = await TransferBox.open(`${folder}/box.db`);
    const to = await TransferBox.open(`${folder}/other/box.db`, 2);
    try {
      const { rows } = await to.import(from.chunks("secondary"), "secondary");
      assert.ok(rows > 200, `${rows} rows`);
      const followed = samesOf("toSecondary");
      assert.equal(await to.content(followed), await from.content(followed));

      // After a backup consent is requested again and reported, and lists are downloaded again.
      const changed = ["people", "account_notices", "lists"];
      const kept = samesOf("inBackups").filter((name) => !changed.includes(name));
      await to.import(from.chunks("backup"));
      assert.equal(await to.content(kept), await from.content(kept));
      assert.deepEqual(await to.database.all("pragma foreign_key_check"), []);
    } finally {
      await Promise.all([from.database.close(), to.database.close()]);
    }
  }));
