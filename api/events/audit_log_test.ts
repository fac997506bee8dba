import assert from "node:assert/strict";
import { MATRIX } from "../http/rights.ts";
import type { Principal } from "../http/principal.ts";
import { type Database, DatabaseUnavailableError } from "../store/database.ts";
import { openDatabase } from "../store/open.ts";
import { AuditLog } from "./audit_log.ts";
import { maskAddress } from "./mask.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21, 12);
const SOCKET: Principal = { kind: "socket", rights: MATRIX.full, address: "", name: "box" };
const account = {
  id: 7,
  name: "ada",
  kind: "administrator",
  role: "full",
  personId: 0,
  language: "",
} as const;
const ADA: Principal = {
  kind: "session",
  account,
  sessionId: 1,
  setup: false,
  rights: MATRIX.full,
  address: "192.168.1.9",
  name: "ada",
};

interface Bench {
  log: AuditLog;
  db: Database;
  clock: { now: number };
  gone: boolean;
  raised: string[];
  wake: () => Promise<void>;
}

async function withLog(run: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const clock = { now: START };
  const raised: string[] = [];
  const workerUrl = new URL("../store/thread.ts", import.meta.url);
  const stored = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  let timers: (() => void)[] = [];
  const refuse = () =>
    Promise.reject(new DatabaseUnavailableError("The database box cannot be used"));
  const db: Database = {
    all: (...given) => bench.gone ? refuse() : stored.all(...given),
    run: (...given) => bench.gone ? refuse() : stored.run(...given),
    batch: (statements) => bench.gone ? refuse() : stored.batch(statements),
    close: () => stored.close(),
  };
  const log = new AuditLog({
    db,
    runtime: testRuntime({
      now: () => clock.now,
      after: (
        _,
        call,
      ) => {
        timers.push(call);
        return () => timers = timers.filter((other) => other !== call);
      },
      log: () => {},
    }),
    raise: ({ kind, detail }) => void raised.push(`${kind} ${detail}`),
    days: () => 730,
  });
  const wake = async () => {
    timers.splice(0).forEach((call) => call());
    await log.close();
  };
  const bench: Bench = { log, db, clock, gone: false, raised, wake };
  try {
    await run(bench);
  } finally {
    await log.close();
    await stored.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("an entry has its actor and only declared fields, masked as declared", () =>
  withLog(async ({ log }) => {
    const detail = { address: "marie@example.com", person: 3, password: "hunter2" };
    await log.record(ADA, "breach.address.add", detail);
    await log.recordOwn("sites.removed", { organisation: "Acme" });
    const [own, entry] = await log.page({}, 10);
    assert.deepEqual(entry, {
      id: 1,
      time: START,
      action: "breach.address.add",
      by: { kind: "session", name: "ada", accountId: 7, address: "192.168.1.9" },
      detail: { address: "m…@example.com", person: 3 },
    });
    assert.equal(own.by.kind, "service");
  }));

Deno.test("maskAddress() masks every kind of address", () => {
  assert.equal(maskAddress("m@x.org"), "m…@x.org");
  assert.equal(maskAddress("no address"), "n…");
  assert.equal(maskAddress("@x.org"), "@…");
  assert.equal(maskAddress("😀@x.org"), "😀…@x.org");
  assert.equal(maskAddress(""), "");
});

Deno.test("entries are found by action, action prefix, account, time and text, in pages", () =>
  withLog(async ({ log, clock }) => {
    await log.record(SOCKET, "lookalike.typos.on", {});
    await log.record(SOCKET, "lookalike.on", {});
    clock.now += 1000;
    await log.record(ADA, "settings.change", { settings: ["blocked_ttl", "rate_limit"] });
    const ids = async (filter: Parameters<AuditLog["page"]>[0]) =>
      (await log.page(filter, 10)).map(({ id }) => id);
    assert.deepEqual(await ids({ action: "lookalike" }), [2, 1]);
    assert.deepEqual(await ids({ action: "lookalike.typos" }), [1]);
    assert.deepEqual(await ids({ action: "look" }), []);
    assert.deepEqual(await ids({ account: "ADA" }), [3]);
    assert.deepEqual(await ids({ from: START + 1 }), [3]);
    assert.deepEqual(await ids({ to: START + 1 }), [2, 1]);
    assert.deepEqual(await ids({ text: "RATE_l" }), [3]);
    assert.deepEqual(await ids({ text: "%" }), []);
    assert.deepEqual((await log.page({}, 1, 3)).map(({ id }) => id), [2]);
    assert.deepEqual((await log.since(1, 1)).map(({ id }) => id), [2]);
  }));

Deno.test("entries are never rewritten", () =>
  withLog(async ({ log, db }) => {
    await log.record(SOCKET, "system.restart", {});
    await assert.rejects(db.run("update audit set name = 'nobody'"), /never rewritten/);
  }));

Deno.test("without the database entries are queued, and lost ones are counted and reported", () =>
  withLog(async (bench) => {
    const { log } = bench;
    bench.gone = true;
    for (let i = 0; i < 1005; i++) await log.record(ADA, "task.run", { task: `t${i}` });
    bench.gone = false;
    await bench.wake();
    const [lost, last] = await log.page({}, 10);
    assert.deepEqual([lost.action, lost.detail, last.detail], ["audit.lost", { actions: 5 }, {
      task: "t999",
    }]);
    assert.equal((await log.page({}, 5000)).length, 1001);
    assert.deepEqual(bench.raised, ["audit.lost 5"]);
  }));

Deno.test("followers receive each entry when it is written", () =>
  withLog(async ({ log }) => {
    const seen: string[] = [];
    const end = log.follow((entries) =>
      void seen.push(...entries.map(({ id, action }) => `${id} ${action}`))
    );
    log.follow(() => {
      throw new Error("A reader that fails");
    });
    await log.record(SOCKET, "system.restart", {});
    end();
    await log.record(SOCKET, "system.poweroff", {});
    assert.deepEqual(seen, ["1 system.restart"]);
  }));

Deno.test("entries that are too old are deleted", () =>
  withLog(async ({ log, clock }) => {
    await log.record(SOCKET, "system.restart", {});
    clock.now += 730 * DAY + 1;
    await log.record(SOCKET, "system.poweroff", {});
    await log.retain();
    assert.deepEqual((await log.page({}, 10)).map(({ action }) => action), ["system.poweroff"]);
  }));

Deno.test("details have limited lengths whatever the input", () =>
  withLog(async ({ log }) => {
    const odd = { settings: Array.from({ length: 500 }, () => "x".repeat(2000)) };
    await log.record(ADA, "settings.change", odd);
    const [{ detail }] = await log.page({}, 1);
    assert.ok(JSON.stringify(detail).length < 60_000);
  }));
