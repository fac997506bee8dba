import assert from "node:assert/strict";
import { NO_FACTORS } from "../../../accounts/factors/factor.ts";
import { AccountService } from "../../../accounts/service.ts";
import { PLAIN_HASHER } from "../../../../tests/support/account_scene.ts";
import { BoxSettings } from "../../../settings/box_settings.ts";
import { inspectFile } from "../../../../tests/support/list_bench.ts";
import { OFFERED } from "../../../app/control.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { RIGHTS } from "../../../http/rights.ts";
import { type Database, DatabaseUnavailableError } from "../../../store/database.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import { openHousehold } from "../../household/open.ts";
import { ListService } from "../../protection/lists/service.ts";
import { TermsService } from "../terms/service.ts";
import { NETWORKS } from "./networks.ts";
import { Setup, type SetupChoices, type SetupServices } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const finishSetup: Setup["finish"] = (choices, by, services) =>
  new Setup().finish(choices, by, services);
const BY: Principal = { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) };
const CHOICES: SetupChoices = {
  account: { name: "anna", password: "a long way to tipperary", email: "anna@example.org" },
  accept_terms: true,
  terms_version: "2026-10-13",
  telemetry: false,
  country: "fr",
  time_zone: "europe/paris",
  language: "fr",
  network: "school",
  upstreams: ["quad9/dot"],
  lists: ["hagezi-light", "hagezi-fake"],
};

interface Scene {
  readonly db: StoredDatabase;
  /**
   * Starts a box over the database; from the given write on, all writes fail, as if the box was
   * killed.
   */
  start(
    writes?: number,
    flags?: Record<string, string>,
  ): Promise<
    SetupServices & { settingsOf: BoxSettings; accounts: AccountService; terms: TermsService }
  >;
}

async function withScene(test: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-setup-" });
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  await Deno.mkdir(`${folder}/lists`);
  const now = () => Date.UTC(2026, 10, 21);
  try {
    await test({
      db,
      async start(writes = Infinity, flags = {}) {
        const dying = mortal(db, writes);
        const log = () => {};
        const settings = await BoxSettings.open(folder, { flags });
        await settings.attach(db);
        const accounts = new AccountService({
          db: dying,
          passwords: PLAIN_HASHER,
          factors: NO_FACTORS,
          runtime: testRuntime({ now, log }),
          failed: log,
          raise: log,
        });
        const lists = new ListService({
          offset: () => 0,
          db: dying,
          dataDir: folder,
          runtime: testRuntime({ now, random: () => 0.5, log }),
          refreshHours: () => 24,
          changed: log,
          offered: (id) => OFFERED.find((list) => list.id === id),
          examine: () => Promise.reject(new Error("Nothing is examined here")),
          inspect: inspectFile,
          fetch: { lookup: () => Promise.resolve([]), allowPrivate: () => false },
        });
        // The settings are read from the real database, and written through the one that fails.
        const dyingSettings = await BoxSettings.open(folder, { flags });
        await dyingSettings.attach(dying);
        return {
          settingsOf: settings,
          settings: {
            resolved: () => dyingSettings.resolved(),
            started: () => dyingSettings.started,
            trace: (key) => dyingSettings.trace(key),
            change: (change) => dyingSettings.change({ ...change, now: now() / 1000 }),
          },
          // Downloads begin after the end; nothing is downloaded here.
          lists: {
            list: () => lists.list(),
            add: (list) => lists.add(list),
            refresh: () => Promise.resolve([]),
          },
          learning: openHousehold({
            db: dying,
            runtime: testRuntime({ now, log }),
            machineOf: () => undefined,
            newDevices: () => "open",
            raise: log,
            changed: log,
            own: () => ({ macs: [], addresses: [] }),
            pauses: () => Promise.resolve([]),
          }).learning,
          accounts,
          catalogue: OFFERED,
          terms: new TermsService({ db: dying, runtime: testRuntime({ now }) }),
          publish: () => Promise.resolve(),
          runtime: testRuntime({ log }),
        };
      },
    });
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a database that refuses every write from the given one on. */
function mortal(db: Database, writes: number): Database {
  let left = writes;
  const dead = () => Promise.reject(new DatabaseUnavailableError("The box was killed"));
  return {
    all: (sql, args) => db.all(sql, args),
    run: (sql, args) => left-- > 0 ? db.run(sql, args) : dead(),
    batch: (statements) => left-- > 0 ? db.batch(statements) : dead(),
    close: () => Promise.resolve(),
  };
}

const count = async (db: Database, table: string) =>
  Number((await db.all(`select count(*) as n from ${table}`))[0].n);

Deno.test("the setup writes account, settings, lists and acceptance, and ends the default account", () =>
  withScene(async ({ db, start }) => {
    const services = await start();
    assert.equal(await services.accounts.isFinished(), false);
    const done = await finishSetup(CHOICES, BY, services);
    assert.deepEqual([done.account, done.termsRecorded], ["anna", true]);
    const again = await start();
    const { values } = again.settingsOf;
    assert.deepEqual(
      [
        values.telemetry,
        values.country,
        values.time_zone,
        values.language,
        values.network_kind,
        values.upstreams,
      ],
      [false, "FR", "Europe/Paris", "fr", "school", ["quad9/dot"]],
    );
    assert.deepEqual([values.journal_days, values.anonymize_clients], [30, "prefix"]);
    assert.equal(await again.accounts.isFinished(), true);
    assert.deepEqual(
      again.accounts.accounts.list().map(({ name, role, language }) => [name, role, language]),
      [
        ["anna", "full", ""],
      ],
    );
    assert.equal(again.accounts.accounts.byName("admin"), undefined);
    assert.equal((await again.terms.accepted())!.by, "anna");
    assert.equal(await count(db, "lists"), 3);
    await assert.rejects(
      finishSetup(CHOICES, BY, again),
      (error) => (error as DomainError).code === "setup_finished",
    );
  }));

Deno.test("invalid choices are refused before anything is changed", () =>
  withScene(async ({ db, start }) => {
    const wrong: readonly [Partial<SetupChoices>, string][] = [
      [{ accept_terms: false }, "terms_needed"],
      [{ terms_version: "2026-10-12" }, "terms_needed"],
      [{ account: { name: "anna", password: "short" } }, "weak_password"],
      [{ account: { name: "box", password: CHOICES.account.password } }, "bad_value"],
      [{ account: { ...CHOICES.account, email: "nobody" } }, "bad_value"],
      [{ upstreams: ["quda9"] }, "bad_value"],
      [{ upstreams: ["192.0.2.1"] }, "bad_value"],
      [{ lists: ["no-such-list"] }, "list_refused"],
      [{ country: "XX" }, "bad_value"],
      [{ time_zone: "Europe/Atlantis" }, "bad_value"],
      [{ time_zone: "+01:00" }, "bad_value"],
    ];
    for (const [changes, code] of wrong) {
      const refused = finishSetup({ ...CHOICES, ...changes }, BY, await start());
      await assert.rejects(
        refused,
        (error) => error instanceof DomainError && error.code === code,
        JSON.stringify(changes),
      );
    }
    assert.deepEqual([
      await count(db, "settings"),
      await count(db, "terms"),
      await count(db, "lists"),
    ], [0, 0, 1]);
    assert.equal(await (await start()).accounts.isFinished(), false);
  }));

Deno.test("killed before any of its writes, the setup is repeated to its end, and nothing is there twice", async () => {
  let ended = false;
  for (let writes = 0; !ended && writes < 12; writes++) {
    await withScene(async ({ db, start }) => {
      await (await start()).accounts.ready();
      const first = await finishSetup(CHOICES, BY, await start(writes)).catch((error) => error);
      ended = !(first instanceof Error) && first.termsRecorded;
      const services = await start();
      const finished = await services.accounts.isFinished();
      // The choice of statistics is recorded before the account, and the account before the
      // acceptance (A 7.12.1).
      if (finished) assert.equal(services.settingsOf.values.telemetry, false);
      if (await services.terms.accepted() !== undefined) assert.ok(finished);
      if (first instanceof Error) {
        assert.equal(finished, false, `refused after ${writes} writes, and yet finished`);
        await finishSetup(CHOICES, BY, services);
      }
      assert.equal(await (await start()).accounts.isFinished(), true);
      assert.equal(await count(db, "accounts"), 1);
      assert.equal(await count(db, "lists"), 3);
    });
  }
  assert.ok(ended, "the setup never came to its end");
});

Deno.test("of two concurrent setups, the second changes nothing", () =>
  withScene(async ({ start }) => {
    const services = await start();
    const setup = new Setup();
    const first = setup.finish(CHOICES, BY, services);
    const second = setup.finish({ ...CHOICES, telemetry: true, country: "DE" }, BY, services);
    await first;
    await assert.rejects(second, (error) => (error as DomainError).code === "setup_finished");
    const { values } = (await start()).settingsOf;
    assert.deepEqual([values.telemetry, values.country], [false, "FR"]);
  }));

Deno.test("when the acceptance cannot be recorded, the account still exists and can accept later", () =>
  withScene(async ({ db, start }) => {
    await db.run(
      "create trigger refuse before insert on terms begin select raise(abort, 'no'); end",
    );
    const done = await finishSetup(CHOICES, BY, await start());
    assert.equal(done.termsRecorded, false);
    await db.run("drop trigger refuse");
    const again = await start();
    assert.deepEqual([await again.accounts.isFinished(), await again.terms.accepted()], [
      true,
      undefined,
    ]);
    assert.equal((await again.terms.accept("anna")).by, "anna");
  }));

Deno.test("a fixed setting keeps its value, and a different choice for it is refused", () =>
  withScene(async ({ start }) => {
    const flags = { upstreams: "9.9.9.9", telemetry: "off", journal_days: "5" };
    await assert.rejects(
      finishSetup(CHOICES, BY, await start(Infinity, flags)),
      /upstreams is fixed by the option/,
    );
    const { upstreams: _, ...choices } = CHOICES;
    await finishSetup(choices, BY, await start(Infinity, flags));
    const { settingsOf } = await start(Infinity, flags);
    assert.deepEqual([settingsOf.values.journal_days, settingsOf.values.anonymize_clients], [
      5,
      "prefix",
    ]);
  }));

Deno.test("every kind of network proposes lists of the catalogue and changes existing settings", () => {
  assert.equal(new Set(NETWORKS.map(({ id }) => id)).size, NETWORKS.length);
  for (const { id, lists, summary } of NETWORKS) {
    const proposed = lists.map((each) => OFFERED.find((list) => list.id === each)!);
    const categories = proposed.map(({ category }) => category);
    assert.ok(categories.includes("malware"), id);
    assert.equal(categories.includes("phishing"), id === "home");
    // A licence for non-commercial use suits a home, not a company, a school or a café.
    assert.equal(proposed.some(({ licence = "" }) => licence.includes("-NC")), id === "home");
    assert.match(summary, /queries are kept/);
  }
});
