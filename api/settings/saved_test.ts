import assert from "node:assert/strict";
import { openDatabase } from "../store/open.ts";
import { resolveSettings } from "./resolve.ts";
import { DomainError } from "../schema/errors.ts";
import { savedSettings, settingStatements } from "./saved.ts";

Deno.test("saved settings are read with their actor, and invalid changes are refused together", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-settings-" });
  const workerUrl = new URL("../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const change = (changes: Record<string, unknown>, by: string, now: number) =>
    database.batch(settingStatements(changes, by, now));
  try {
    await change({ blocked_ttl: 5 }, "anna", 1000);
    await change({ blocked_ttl: "7", upstreams: "9.9.9.9,1.1.1.1" }, "bert", 1001);
    const saved = await savedSettings(database);
    const { values, sources } = resolveSettings({ database: saved.values });
    assert.deepEqual([values.blocked_ttl, values.upstreams], [7, ["9.9.9.9", "1.1.1.1"]]);
    assert.equal(sources.upstreams, "database");
    assert.deepEqual(saved.traces.get("blocked_ttl"), { changed: 1001, by: "bert" });
    await change({ upstreams: null }, "bert", 1002);
    await database.run("update settings set value = '{'");
    assert.equal(
      resolveSettings({ database: (await savedSettings(database)).values }).errors.length,
      1,
    );
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("every bad value of a change is reported by key, an unknown one with the nearest name", () => {
  assert.throws(
    () => settingStatements({ blocked_ttl: "x", blockd_ttl: 1, cache_size: 1024 }, "", 0),
    (error) => {
      assert.ok(error instanceof DomainError && error.code === "bad_value");
      const faults = error.details.body!.settings as Record<string, string>;
      assert.deepEqual(Object.keys(faults), ["blocked_ttl", "blockd_ttl"]);
      assert.match(faults.blocked_ttl, /allowed is a whole number/);
      assert.match(faults.blockd_ttl, /perhaps blocked_ttl is meant: blockd_ttl/);
      return true;
    },
  );
});
