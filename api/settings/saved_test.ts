import assert from "node:assert/strict";
import { openDatabase } from "../store/open.ts";
import { resolveSettings } from "./resolve.ts";
import { forgetSetting, savedSettings, saveSetting } from "./saved.ts";

Deno.test("a saved setting is found again, a bad one refused, a forgotten one gone", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-settings-" });
  const workerUrl = new URL("../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  try {
    await saveSetting(database, "blocked_ttl", 5, 1000);
    await saveSetting(database, "blocked_ttl", "7", 1001);
    await saveSetting(database, "upstreams", "9.9.9.9,1.1.1.1", 1001);
    await assert.rejects(saveSetting(database, "blocked_ttl", "x", 1002), /allowed is a whole number/);
    await assert.rejects(saveSetting(database, "nothing", 1, 1002), /no such setting/);
    const { values, sources } = resolveSettings({ database: await savedSettings(database) });
    assert.deepEqual([values.blocked_ttl, values.upstreams], [7, ["9.9.9.9", "1.1.1.1"]]);
    assert.equal(sources.upstreams, "database");
    await forgetSetting(database, "upstreams");
    await database.run("update settings set value = '{'");
    assert.equal(resolveSettings({ database: await savedSettings(database) }).errors.length, 1);
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
});
