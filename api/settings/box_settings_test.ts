import "./with_suffixes.ts";
import assert from "node:assert/strict";
import { DomainError } from "../schema/errors.ts";
import { BoxSettings } from "./box_settings.ts";
import { DatabaseUnavailableError } from "../store/database.ts";
import { openDatabase, type StoredDatabase } from "../store/open.ts";

async function withSettings(
  test: (settings: BoxSettings, db: StoredDatabase, folder: string) => Promise<void>,
) {
  const folder = await Deno.makeTempDir({ prefix: "box-settings-" });
  const workerUrl = new URL("../store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  try {
    const settings = await BoxSettings.open(folder, {});
    await settings.attach(db);
    await test(settings, db, folder);
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a change with a bad value or statement has no effect", () =>
  withSettings(async (settings, db) => {
    const change = (values: Record<string, unknown>, more: string[] = []) =>
      settings.change({ values, by: "anna", now: 1000, with: more.map((sql) => ({ sql })) });
    await assert.rejects(change({ blocked_ttl: 5, cache_size: "x" }), { code: "bad_value" });
    await assert.rejects(change({ blocked_ttl: 5 }, ["insert into nothing values (1)"]));
    assert.equal(settings.values.blocked_ttl, 10);
    await change({ blocked_ttl: 5 }, [
      "insert into terms (version, accepted, account) values ('1', 2, 'anna')",
    ]);
    assert.deepEqual([settings.values.blocked_ttl, settings.trace("blocked_ttl")], [5, {
      changed: 1000,
      by: "anna",
    }]);
    assert.equal((await db.all("select version from terms")).length, 1);
  }));

Deno.test("of concurrent changes that saw the same value one succeeds and the others are refused", () =>
  withSettings(async (settings) => {
    const results = await Promise.allSettled(
      Array.from(
        { length: 20 },
        (_, i) =>
          settings.change({
            values: { blocked_ttl: 100 + i },
            seen: { blocked_ttl: 10 },
            by: `admin ${i}`,
            now: i,
          }),
      ),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    const refused = results.filter((result) => result.status === "rejected");
    assert.ok(
      refused.every(({ reason }) =>
        reason instanceof DomainError && reason.code === "changed_meanwhile" &&
        /admin 0 changed blocked_ttl/.test(reason.message)
      ),
    );
    assert.deepEqual([settings.values.blocked_ttl, settings.trace("blocked_ttl")!.by], [
      100,
      "admin 0",
    ]);
  }));

Deno.test("a setting that needs a restart applies at the next start, even without the database", () =>
  withSettings(async (settings, _, folder) => {
    await settings.change({ values: { time_zone: "europe/paris" }, by: "anna", now: 1 });
    assert.deepEqual([settings.values.time_zone, settings.started.time_zone], ["Europe/Paris", ""]);
    const next = await BoxSettings.open(folder, {});
    assert.deepEqual([next.values.time_zone, next.started.time_zone], [
      "Europe/Paris",
      "Europe/Paris",
    ]);
    await assert.rejects(next.change({ values: {}, by: "anna", now: 1 }), DatabaseUnavailableError);
  }));

Deno.test("an invalid saved name is reported, and the default is used", () =>
  withSettings(async (settings, db, folder) => {
    const row = "insert into settings (key, value, changed, changed_by) values (?, ?, 1, 'anna')";
    await db.run(row, ["box_name", JSON.stringify("<b>\"&'")]);
    await db.run(row, ["local_domain", JSON.stringify("com")]);
    await settings.attach(db);
    assert.deepEqual([settings.values.box_name, settings.values.local_domain], [
      "box",
      "home.arpa",
    ]);
    const next = await BoxSettings.open(folder, {});
    assert.deepEqual([next.values.box_name, next.values.local_domain], ["box", "home.arpa"]);
    assert.match(next.problems.join("\n"), /box_name, allowed is one word.*: <b>"&'/);
    assert.match(
      next.problems.join("\n"),
      /local_domain\. Others register names below this one.*com/,
    );
  }));

Deno.test("without the database changes are refused, and the active values remain", () =>
  withSettings(async (settings, db) => {
    await settings.change({ values: { blocked_ttl: 5 }, by: "anna", now: 1 });
    await db.close();
    await assert.rejects(
      settings.change({ values: { blocked_ttl: 6 }, by: "anna", now: 2 }),
      DatabaseUnavailableError,
    );
    assert.equal(settings.values.blocked_ttl, 5);
  }));

Deno.test("an unreadable box.toml is reported, and an endless one is not read", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/box.toml`;
  try {
    const problems = async () => (await BoxSettings.open(folder, {})).problems.join();
    assert.equal(await problems(), "");
    await Deno.mkdir(path);
    assert.match(await problems(), /^box\.toml cannot be read and is left out: it is no file$/);
    await Deno.remove(path);
    await Deno.symlink("/dev/zero", path);
    assert.match(await problems(), /box\.toml cannot be read/);
    await Deno.remove(path);
    await Deno.writeFile(path, new Uint8Array(17 * 1024 ** 2));
    assert.match(await problems(), /16 MiB/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
