import assert from "node:assert/strict";
import { type Database, DatabaseUnavailableError } from "../store/database.ts";
import { openDatabase } from "../store/open.ts";
import { ALERT_KINDS, type AlertKind, type AlertToRaise } from "./alert_kinds.ts";
import { Alerts, type StoredAlert } from "./alerts.ts";
import { calendar } from "./calendar.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21, 12);

interface Bench {
  alerts: Alerts;
  db: Database;
  clock: { now: number };
  /** Days that alerts are kept. */
  settings: { days: number };
  /** Set to make the database unavailable. */
  gone: boolean;
  log: string[];
  /** Runs the timers that are due. */
  wake: () => Promise<void>;
  /** Another service over the same database, as after a restart. */
  restarted: () => Alerts;
  /** Raises, waits, and returns the stored alerts, oldest first. */
  raise: (...alerts: AlertToRaise[]) => Promise<StoredAlert[]>;
}

async function withAlerts(run: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const clock = { now: START };
  const settings = { days: 365 };
  const log: string[] = [];
  const workerUrl = new URL("../store/thread.ts", import.meta.url);
  const stored = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const timers = new Set<() => void>();
  const refuse = () =>
    Promise.reject(new DatabaseUnavailableError("The database box cannot be used"));
  const db: Database = {
    all: (...given) => bench.gone ? refuse() : stored.all(...given),
    run: (...given) => bench.gone ? refuse() : stored.run(...given),
    batch: (statements) => bench.gone ? refuse() : stored.batch(statements),
    close: () => stored.close(),
  };
  const open = () =>
    new Alerts({
      db,
      runtime: testRuntime({
        now: () => clock.now,
        after: (_, call) => {
          timers.add(call);
          return () => void timers.delete(call);
        },
        log: (_, text) => void log.push(text),
      }),
      dayOf: calendar(() => "Europe/Paris"),
      days: () => settings.days,
    });
  const bench: Bench = {
    alerts: open(),
    db,
    clock,
    settings,
    gone: false,
    log,
    restarted: open,
    async wake() {
      const due = [...timers];
      timers.clear();
      for (const call of due) call();
      await settled(bench.alerts);
    },
    async raise(...alerts) {
      alerts.forEach(bench.alerts.raise);
      return await settled(bench.alerts);
    },
  };
  try {
    await run(bench);
  } finally {
    await stored.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function settled(alerts: Alerts): Promise<StoredAlert[]> {
  await alerts.close();
  return (await alerts.page({}, 1000)).reverse();
}

const restricted = (deviceId: number, name: string): AlertToRaise => ({
  kind: "restricted",
  deviceId,
  name,
  detail: name,
});

Deno.test("an alert is stored with the facts of its kind and passed to followers", () =>
  withAlerts(async ({ alerts, raise }) => {
    const seen: StoredAlert[] = [];
    alerts.follow((batch) => void seen.push(...batch));
    const [alert] = await raise({
      kind: "breach",
      detail: "m@example.com|Site",
      personId: 3,
      name: "m@example.com",
    });
    assert.deepEqual(alert, {
      id: 1,
      time: START,
      kind: "breach",
      group: "security",
      severity: 6,
      deviceId: 0,
      personId: 3,
      name: "m@example.com",
      detail: "m@example.com|Site",
      count: 1,
      last: START,
      acknowledged: 0,
      acknowledgedBy: "",
    });
    assert.deepEqual(seen, [alert]);
  }));

Deno.test("the same subject is reported once in the period of its kind and counted meanwhile", () =>
  withAlerts(async (bench) => {
    const { clock, raise } = bench;
    const cases: readonly [AlertToRaise, AlertToRaise, number][] = [
      [
        { kind: "restricted", deviceId: 1, name: "a.example" },
        { kind: "restricted", deviceId: 2, name: "a.example" },
        DAY,
      ],
      [{ kind: "beacon", deviceId: 1, name: "b.example" }, {
        kind: "beacon",
        deviceId: 1,
        name: "c.example",
      }, 7 * DAY],
      [{ kind: "remote", deviceId: 1, name: "Tool" }, {
        kind: "remote",
        deviceId: 1,
        name: "Other",
      }, 30 * DAY],
      [
        { kind: "network.ipv6dns", detail: "fe80::1|2001:db8::53|aa|Router" },
        { kind: "network.ipv6dns", detail: "fe80::1|2001:db8::54|aa|Router" },
        7 * DAY,
      ],
      [{ kind: "bypass.mobile", deviceId: 1 }, { kind: "bypass.mobile", deviceId: 2 }, 30 * 60_000],
    ];
    for (const [alert, other, period] of cases) {
      const of = (rows: StoredAlert[]) => rows.filter(({ kind }) => kind === alert.kind);
      assert.equal(of(await raise(alert, alert, other)).length, 2, alert.kind);
      clock.now += 1000;
      assert.deepEqual(of(await raise(alert)).map(({ count }) => count), [3, 1], alert.kind);
      clock.now += period;
      assert.deepEqual(of(await raise(alert)).map(({ count }) => count), [3, 1, 1], alert.kind);
    }
    const again = { kind: "network.ipv6dns", detail: "fe80::1|2001:db8::53|bb|Renamed" } as const;
    const before = (await raise()).length;
    assert.equal(
      (await raise(again)).length,
      before,
      "the label of a router makes no other router",
    );
  }));

Deno.test("duplicates are suppressed across a restart, also for `ever`", () =>
  withAlerts(async (bench) => {
    const breach: AlertToRaise = { kind: "breach", detail: "m@example.com|Site" };
    await bench.raise(breach, restricted(1, "a.example"));
    bench.alerts = bench.restarted();
    assert.deepEqual(
      (await bench.raise(breach, restricted(1, "A.example"))).map(({ count }) => count),
      [2, 2],
    );
    bench.clock.now += 400 * DAY;
    await bench.raise(restricted(1, "later.example"));
    await bench.alerts.retain();
    bench.alerts = bench.restarted();
    const kept = await bench.raise(breach);
    assert.deepEqual(
      kept.map(({ name }) => name),
      ["later.example"],
      "its alert is gone, and is not raised again",
    );
  }));

Deno.test("a reported look-alike is reported again when it becomes blocked", () =>
  withAlerts(async ({ raise }) => {
    const alert = {
      kind: "lookalike",
      deviceId: 1,
      name: "bamk.example",
      detail: "bamk.example|bank.example|typosquat",
    } as const;
    assert.equal(
      (await raise(alert, { ...alert, detail: `${alert.detail}|young` }, alert)).length,
      2,
    );
  }));

Deno.test("beyond its daily cap a kind is only counted, also across a restart", () =>
  withAlerts(async (bench) => {
    const many = (device: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => restricted(device, `n${from + i}.example`));
    assert.equal((await bench.raise(...many(1, 0, 15), ...many(2, 0, 3))).length, 18);
    bench.alerts = bench.restarted();
    assert.equal((await bench.raise(...many(1, 15, 40))).length, 23);
    assert.equal(bench.alerts.beyond("restricted"), 20);
    assert.equal((await bench.raise(...many(1, 40, 60))).length, 23);
    assert.equal(bench.alerts.beyond("restricted"), 40);
    bench.clock.now += DAY;
    assert.equal((await bench.raise(restricted(1, "n50.example"))).length, 24);
  }));

Deno.test("a day ends at midnight in the time zone of the box", () =>
  withAlerts(async ({ clock, raise }) => {
    clock.now = Date.UTC(2026, 10, 21, 22, 59);
    await raise(restricted(1, "a.example"));
    clock.now += 2 * 60_000;
    assert.equal((await raise(restricted(1, "a.example"))).length, 2);
  }));

Deno.test("a clock that jumps causes one extra alert at most and loses none", () =>
  withAlerts(async ({ clock, raise }) => {
    const beacon: AlertToRaise = { kind: "beacon", deviceId: 1, name: "b.example" };
    clock.now = START + 4000 * DAY;
    await raise(beacon);
    clock.now = START;
    assert.equal(
      (await raise(beacon, beacon)).length,
      2,
      "an alert of the future does not silence the present",
    );
    clock.now = START + 5000;
    assert.equal((await raise(beacon)).length, 2);
  }));

Deno.test("a clock that jumps into the future deletes nothing", () =>
  withAlerts(async ({ alerts, clock, raise }) => {
    await raise({ kind: "breach", detail: "m@example.com|Site" });
    clock.now += 4000 * DAY;
    await alerts.retain();
    assert.equal((await raise()).length, 1);
  }));

Deno.test("a notice for a person stays for 30 days, however short alerts are kept", () =>
  withAlerts(async ({ alerts, raise, settings, clock }) => {
    const about = { deviceId: 1, name: "spy.example", detail: "" };
    await raise({ ...about, kind: "spyware" }, { ...about, kind: "spyware.mine", personId: 4 });
    settings.days = 1;
    const left = async () => [
      (await alerts.page({ kind: "spyware" }, 10)).length,
      (await alerts.page({ person: 4 }, 10)).length,
    ];
    clock.now += 3 * DAY;
    await raise({ kind: "tunnel", deviceId: 9, name: "a.example", detail: "told|" });
    await alerts.retain();
    assert.deepEqual(await left(), [0, 1]);
    clock.now += 28 * DAY;
    await raise({ kind: "tunnel", deviceId: 9, name: "a.example", detail: "told|" });
    await alerts.retain();
    assert.deepEqual(await left(), [0, 0]);
  }));

Deno.test("without the database alerts are queued up to a limit and written later", () =>
  withAlerts(async (bench) => {
    bench.gone = true;
    for (let i = 0; i < 3000; i++) {
      bench.alerts.raise({ kind: "beacon", deviceId: i, name: "b.example" });
    }
    bench.alerts.raise({ kind: "nothing" as AlertKind });
    assert.match(bench.log.at(-1)!, /undeclared kind.*: nothing/);
    await new Promise((resolve) => setTimeout(resolve, 0));
    bench.gone = false;
    await bench.wake();
    assert.equal((await bench.alerts.page({}, 5000)).length, 2000);
    assert.match(bench.log.at(-1)!, /Alerts lost .*: 1000$/);
  }));

Deno.test("repeated alerts of one subject take one place in the queue", () =>
  withAlerts(async (bench) => {
    bench.gone = true;
    for (let i = 0; i < 5000; i++) bench.alerts.raise(restricted(1, "a.example"));
    bench.alerts.raise(restricted(2, "b.example"));
    await new Promise((resolve) => setTimeout(resolve, 0));
    bench.gone = false;
    await bench.wake();
    assert.deepEqual((await bench.raise()).map(({ name, count }) => [name, count]), [[
      "a.example",
      5000,
    ], [
      "b.example",
      1,
    ]]);
    assert.deepEqual(bench.log, []);
  }));

Deno.test("forget() removes the alerts of a subject, which is reported again when it returns", () =>
  withAlerts(async ({ alerts, db, raise }) => {
    const of = (address: string): AlertToRaise => ({ kind: "breach", detail: `${address}|Site` });
    await raise(of("m@example.com"), of("mm@example.com"));
    await db.run("create table addresses (address text) strict");
    await alerts.forget({ kind: "breach", detailPrefix: "m@example.com|" }, [
      { sql: "insert into addresses values ('gone')" },
    ]);
    assert.deepEqual((await raise()).map(({ detail }) => detail), ["mm@example.com|Site"]);
    assert.equal((await db.all("select * from addresses")).length, 1);
    assert.equal((await raise(of("m@example.com"), of("mm@example.com"))).length, 2);
  }));

Deno.test("raiseWith() writes alerts and changes in one transaction", () =>
  withAlerts(async ({ alerts, db, raise }) => {
    await db.run("create table noted (name text unique) strict");
    const breach: AlertToRaise = { kind: "breach", detail: "m@example.com|Site" };
    const insert = { sql: "insert into noted values ('Site')" };
    await alerts.raiseWith([breach], [insert]);
    await assert.rejects(
      alerts.raiseWith([{ kind: "breach", detail: "n@example.com|Site" }], [insert]),
    );
    assert.equal((await raise()).length, 1);
    assert.equal(
      (await raise({ kind: "breach", detail: "n@example.com|Site" })).length,
      2,
      "what failed raised no alert",
    );
  }));

Deno.test("alerts for a person are separate from those for administrators", () =>
  withAlerts(async ({ alerts, raise }) => {
    const followed: string[] = [];
    alerts.follow((batch) => void followed.push(...batch.map(({ kind }) => kind)));
    const about = { deviceId: 1, personId: 4, name: "spy.example" };
    const shown = await raise({ kind: "spyware", ...about }, { kind: "spyware.mine", ...about });
    assert.deepEqual([shown.map(({ kind }) => kind), followed], [["spyware"], ["spyware"]]);
    assert.deepEqual((await alerts.page({ person: 4 }, 10)).map(({ kind }) => kind), [
      "spyware.mine",
    ]);
    assert.deepEqual(await alerts.page({ person: 5 }, 10), []);
    assert.equal(await alerts.open(), 1);
    assert.equal(await alerts.acknowledge({ all: true }, "admin"), 1);
    assert.equal((await alerts.since(0, 10)).length, 1);
  }));

Deno.test("spyware is reported again on the same day once it is blocked, or no longer blocked", () =>
  withAlerts(async ({ alerts, raise }) => {
    const about = { deviceId: 1, personId: 4, name: "spy.example" };
    for (const detail of ["blocked", "", "blocked", ""]) {
      await raise({ kind: "spyware", ...about, detail }, {
        kind: "spyware.mine",
        ...about,
        detail,
      });
    }
    for (const filter of [{ kind: "spyware" }, { person: 4 }] as const) {
      const rows = await alerts.page(filter, 10);
      assert.deepEqual(rows.map(({ detail, count }) => [detail, count]), [["", 2], ["blocked", 2]]);
    }
  }));

Deno.test("a person gets one notice of a server a day; days begin at midnight of the household", () =>
  withAlerts(async ({ alerts, clock, raise }) => {
    const spyware = {
      kind: "spyware.mine",
      deviceId: 1,
      personId: 4,
      name: "spy.example",
    } as const;
    const counts = async () => (await alerts.page({ person: 4 }, 10)).map(({ count }) => count);
    // In Paris.
    const midnight = Date.UTC(2026, 10, 21, 23);
    await raise(spyware, spyware);
    clock.now = midnight - 1;
    await raise(spyware);
    assert.deepEqual(await counts(), [3]);
    // Another server, device or person is another notice.
    await raise({ ...spyware, name: "other.example" }, { ...spyware, deviceId: 2 }, {
      ...spyware,
      personId: 5,
    });
    assert.deepEqual(await counts(), [1, 1, 3]);
    clock.now = midnight;
    await raise(spyware, spyware);
    assert.deepEqual(await counts(), [2, 1, 1, 3]);
    assert.equal((await alerts.page({ person: 5 }, 10)).length, 1);
  }));

Deno.test("people who share a device each get their notices of spyware, up to the cap", () =>
  withAlerts(async ({ alerts, raise }) => {
    for (let server = 0; server < 25; server++) {
      for (const personId of [4, 5, 6, 7]) {
        await raise({ kind: "spyware.mine", deviceId: 1, personId, name: `s${server}.example` });
      }
    }
    for (const person of [4, 5, 6, 7]) {
      assert.equal((await alerts.page({ person }, 100)).length, 20, String(person));
    }
    await alerts.forget({ kind: "spyware.mine", deviceId: 9 });
    await raise({ kind: "spyware.mine", deviceId: 1, personId: 4, name: "more.example" });
    assert.equal((await alerts.page({ person: 4 }, 100)).length, 20, "read from the table");
  }));

Deno.test("after a restore of an older database, alerts are raised anew", () =>
  withAlerts(async ({ db, raise }) => {
    await raise(restricted(1, "a.example"), restricted(1, "b.example"));
    for (const table of ["alerts", "alerts_told", "sqlite_sequence"]) {
      await db.run(`delete from ${table}`);
    }
    await raise({ kind: "list.held", name: "Ads" });
    assert.deepEqual(
      (await raise(restricted(1, "a.example"))).map(({ kind, count }) => [kind, count]),
      [
        ["list.held", 1],
        ["restricted", 1],
      ],
    );
  }));

Deno.test("alerts are found by kind, group, device, time and acknowledgement, and acknowledged once", () =>
  withAlerts(async ({ alerts, clock, raise }) => {
    await raise(restricted(1, "a.example"));
    clock.now += 1000;
    await raise({ kind: "list.failing", name: "Ads" }, restricted(2, "b.example"));
    const ids = async (filter: Parameters<Alerts["page"]>[0]) =>
      (await alerts.page(filter, 10)).map(({ id }) => id);
    assert.deepEqual(await ids({ kind: "restricted" }), [3, 1]);
    assert.deepEqual([await ids({ group: "system" }), await ids({ severity: 4 })], [[2], [3, 1]]);
    assert.deepEqual([await ids({ deviceId: 1 }), await ids({ to: START + 1 })], [[1], [1]]);
    assert.deepEqual([await ids({ from: START + 1 }), (await alerts.page({}, 2, 3)).length], [[
      3,
      2,
    ], 2]);
    assert.equal(await alerts.acknowledge({ ids: [1, 1, 99] }, "admin"), 1);
    assert.equal(
      await alerts.acknowledge({ ids: [1] }, "other") +
        await alerts.reopen({ since: 0, by: "other" }),
      0,
    );
    assert.equal((await alerts.get(1))?.acknowledgedBy, "admin");
    assert.equal(
      await alerts.reopen({ ids: [1, 3] }) + await alerts.acknowledge({ until: 2 }, "admin"),
      3,
    );
    assert.equal(
      await alerts.reopen({ since: START, by: "admin" }) +
        await alerts.acknowledge({ until: 2 }, "x"),
      4,
    );
    assert.deepEqual(await ids({ acknowledged: false }), [3]);
    assert.equal(await alerts.acknowledge({ kind: "restricted" }, ""), 1);
  }));

Deno.test("raise() never throws, and stored texts are one line of limited length", () =>
  withAlerts(async ({ raise }) => {
    const odd = [
      "\x00\r\n\x1b[2J\u202eevil",
      "\ud800",
      "x".repeat(5000),
      "a|b|c||",
      "'; drop table alerts; --",
    ];
    const kinds = Object.keys(ALERT_KINDS) as AlertKind[];
    const all = kinds.flatMap((kind) =>
      odd.map((text, i) => ({ kind, name: text, detail: text, deviceId: i - 2 }))
    );
    const kept = await raise(
      ...all,
      { kind: "dlp", deviceId: NaN, name: undefined, detail: 7 } as unknown as AlertToRaise,
    );
    assert.ok(kept.length > kinds.length);
    for (const { name, detail } of kept) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(name + detail, /[\x00-\x1f\u202e]/);
      assert.ok(name.length <= 255 && detail.length <= 1000);
    }
  }));
