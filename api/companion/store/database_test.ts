import assert from "node:assert/strict";
import { hranaServer } from "../../../tests/support/hrana_server.ts";
import { Names } from "../names.ts";
import { SignedCalls } from "../signed_calls.ts";
import { TelemetryCounts } from "../telemetry.ts";
import { CompanionDatabase, CompanionDatabaseError } from "./database.ts";
import { COMPANION_MIGRATIONS } from "./migrations.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const now = () => Date.UTC(2026, 10, 21);

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box companion-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("services that start concurrently migrate one database once", () =>
  inFolder(async (folder) => {
    const file = `${folder}/x y.db`;
    const open = () => CompanionDatabase.open({ file });
    const opened = await Promise.all([open(), open(), open()]);
    for (const database of opened) {
      const ids = (await database.all("select id from migrations order by id")).map(({ id }) => id);
      assert.deepEqual(ids, COMPANION_MIGRATIONS.map(({ id }) => id));
      database.close();
    }
    (await open()).close();
  }));

Deno.test("a newer schema and a file that is no database are refused with a sentence", () =>
  inFolder(async (folder) => {
    const file = `${folder}/companion.db`;
    const database = await CompanionDatabase.open({ file });
    await database.run("insert into migrations (id, name) values (99, 'later')");
    database.close();
    await assert.rejects(
      CompanionDatabase.open({ file }),
      /schema 99 is newer than this program.*install the newer/,
    );
    await Deno.writeTextFile(
      `${folder}/broken.db`,
      "no database at all, but text that is long enough".repeat(9),
    );
    await assert.rejects(
      CompanionDatabase.open({ file: `${folder}/broken.db` }),
      CompanionDatabaseError,
    );
    await assert.rejects(
      CompanionDatabase.open({ file: `${folder}/missing/x.db` }),
      /cannot be opened/,
    );
  }));

Deno.test("batch() is atomic", () =>
  inFolder(async (folder) => {
    const database = await CompanionDatabase.open({ file: `${folder}/companion.db` });
    const bad = database.batch([
      { sql: "insert into signatures values ('a', 1)" },
      { sql: "insert into signatures values ('b', 'no number')" },
    ]);
    await assert.rejects(bad, CompanionDatabaseError);
    assert.deepEqual(await database.all("select * from signatures"), []);
    database.close();
  }));

Deno.test("several services share names, challenges, counts and signatures on a libSQL server", () =>
  inFolder(async (folder) => {
    const server = hranaServer(`${folder}/server.db`, "token of the server");
    try {
      const place = { url: server.url, token: "token of the server" };
      const [one, two] = await Promise.all([
        CompanionDatabase.open(place),
        CompanionDatabase.open(place),
      ]);
      const [here, there] = [one, two].map((database) =>
        new Names({ database, runtime: testRuntime({ randomBytes, now }) })
      );
      const given = await Promise.all([here.give("key"), there.give("key"), here.give("key")]);
      assert.equal(new Set(given).size, 1);
      const values = ["a".repeat(43), "b".repeat(43)];
      const serial = await here.serial();
      await here.setChallenge(given[0], values);
      assert.deepEqual(await there.known(given[0]), { given: true, values });
      assert.ok(await there.serial() > serial);
      const signal = { version: "0.9.0", install: "deb", country: "", arch: "arm64" } as const;
      const counts = [one, two].map((database) => new TelemetryCounts(database, now));
      await Promise.all(counts.map((each) => each.take({ id: "0".repeat(32), ...signal })));
      assert.deepEqual(await counts[0].of("2026-11-21"), [{
        day: "2026-11-21",
        ...signal,
        count: 1,
      }]);
      await new SignedCalls({ database: one, hosts: [], runtime: testRuntime({ now }) }).sweep();
      [one, two].forEach((database) => database.close());
      assert.ok(server.calls() > 10);
      await assert.rejects(
        CompanionDatabase.open({ ...place, token: "wrong" }),
        CompanionDatabaseError,
      );
    } finally {
      await server.close();
    }
    await assert.rejects(
      CompanionDatabase.open({ url: server.url, token: "" }),
      CompanionDatabaseError,
    );
  }));

Deno.test("a call to a silent server times out with an error", async () => {
  const hanging = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    request.signal.addEventListener("abort", () => resolve(new Response()));
    return promise;
  });
  const place = { url: `http://127.0.0.1:${hanging.addr.port}`, token: "" };
  await assert.rejects(CompanionDatabase.open(place, 200), CompanionDatabaseError);
  await hanging.shutdown();
});

Deno.test("migration 4 gives existing names the full period", () =>
  inFolder(async (folder) => {
    const file = `${folder}/companion.db`;
    const before = await CompanionDatabase.open({ file });
    await before.batch([
      { sql: "drop table instances" },
      { sql: "drop table freed_names" },
      { sql: "drop table released_names" },
      { sql: "drop index names_seen" },
      { sql: "alter table names drop column seen" },
      { sql: "delete from migrations where id >= 4" },
      { sql: "insert into names (name, key, given) values ('bbbbbbbbbb', 'key', 1)" },
    ]);
    before.close();
    const database = await CompanionDatabase.open({ file });
    const names = new Names({
      database,
      runtime: testRuntime({ randomBytes, now: () => Date.now() + 399 * 86_400_000 }),
    });
    await names.sweep();
    assert.equal((await names.known("bbbbbbbbbb")).given, true);
    assert.equal(await names.find("key"), "bbbbbbbbbb");
    database.close();
  }));
