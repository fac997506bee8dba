import assert from "node:assert/strict";
import {
  BLOCKED,
  DAY,
  NOW,
  QUERY,
  recordAll,
  withJournal,
} from "../../../../tests/support/journal_scene.ts";
import type { Journal } from "./service.ts";

Deno.test("every field of a filter narrows the result", () =>
  withJournal(async ({ journal }) => {
    journal.record([QUERY, BLOCKED, {
      ...QUERY,
      client: "fd00::1",
      type: 28,
      time: NOW - DAY,
      name: "a_b.example",
    }]);
    const count = async (filter: Parameters<Journal["recent"]>[0]) =>
      (await journal.recent(filter)).entries.length;
    assert.equal(await count({ name: "EXAMPLE" }), 3);
    assert.equal(await count({ name: "a_b" }), 1);
    assert.equal(await count({ name: "a%b" }), 0);
    assert.equal(await count({ client: "fd00::1" }), 1);
    assert.equal(await count({ client: "unknown" }), 0);
    assert.equal(await count({ status: "blocked" }), 1);
    assert.equal(await count({ reason: "list" }), 1);
    assert.equal(await count({ type: 28 }), 1);
    assert.equal(await count({ since: NOW / 1000 - 60 }), 2);
    assert.equal(await count({ until: NOW / 1000 - 60 }), 1);
  }));

Deno.test("names are found by a part, as a whole and by their ending, few and many", () =>
  withJournal(async ({ journal }) => {
    const names = Array.from({ length: 21_000 }, (_, i) => `n${i}.cdn${i % 3}.example`);
    await recordAll(journal, [...names, "cdn0.example"].map((name) => ({ ...QUERY, name })));
    const found = async (name: string) => (await journal.recent({ name }, 1000)).entries;
    assert.deepEqual((await found("=N7.cdn1.example")).map(({ name }) => name), [
      "n7.cdn1.example",
    ]);
    assert.equal((await found("*.cdn0.example")).at(-1)!.name, "n18000.cdn0.example");
    assert.equal((await found("N1234")).length, 11);
    assert.equal((await found("cdn")).length, 1000);
    assert.deepEqual(await found("cdn3"), []);
    assert.deepEqual([(await found("n*.example")).length, (await found("cdn*")).length], [1000, 1]);
  }));

Deno.test("a long search returns its entries and a cursor, and skips nothing", () =>
  withJournal(async ({ journal, clock }) => {
    await recordAll(
      journal,
      Array.from({ length: 100_000 }, (_, i) => ({ ...QUERY, type: i % 20_000 === 0 ? 15 : 1 })),
    );
    let reads = 0;
    Object.defineProperty(clock, "now", { get: () => NOW + 60 * reads++ });
    const ids: number[] = [];
    const pages: number[] = [];
    for (let cursor: number | undefined = Number.MAX_SAFE_INTEGER; cursor !== undefined;) {
      const page = await journal.recent({ type: 15 }, 100, cursor);
      ids.push(...page.entries.map(({ id }) => id));
      pages.push(page.entries.length);
      cursor = page.next;
    }
    assert.deepEqual(ids, [80_001, 60_001, 40_001, 20_001, 1]);
    assert.ok(pages.length > 1, String(pages));
  }));

Deno.test("entries are found by hour, also after the clock jumped", () =>
  withJournal(async ({ journal, database }) => {
    const HOUR = 3_600_000;
    const hour = (n: number) => NOW - n * HOUR;
    for (const n of [50, 49, 3, 400, 2, 1]) {
      await recordAll(
        journal,
        Array.from({ length: 30 }, () => ({ ...QUERY, time: hour(n), name: `h${n}.example` })),
      );
    }
    const names = async (since: number, until: number) => {
      const { entries } = await journal.recent({ since: since / 1000, until: until / 1000 }, 1000);
      return [...new Set(entries.map(({ name }) => name))].join(" ");
    };
    assert.equal(await names(hour(3), hour(1)), "h2.example h3.example");
    assert.equal(await names(hour(450), hour(50)), "h400.example");
    assert.equal(await names(hour(50), hour(49)), "h50.example");
    assert.equal(await names(hour(48), hour(4)), "");
    await database.run("delete from queries where id <= 60");
    await journal.retain();
    assert.equal((await database.all("select count(*) as hours from hours"))[0].hours, 4);
  }));

Deno.test("the most queried names of a client are counted from its entries", () =>
  withJournal(async ({ journal }) => {
    const hour = NOW / 1000 - 3600;
    const other = { client: "fd00::1" };
    journal.record([QUERY, QUERY, BLOCKED, { ...QUERY, ...other }, {
      ...QUERY,
      time: NOW - DAY,
      name: "old.example",
    }]);
    const top = (client: string, blocked: boolean, since = hour) =>
      journal.askedMost({ by: { client }, blocked, since, until: NOW / 1000 + 1 }, 10);
    assert.deepEqual(await top("192.168.1.2", false), {
      top: [{ key: "www.example.com", count: 2 }, { key: "ads.example", count: 1 }],
      since: NOW / 1000,
    });
    assert.deepEqual((await top("192.168.1.2", true)).top, [{ key: "ads.example", count: 1 }]);
    assert.equal((await top("192.168.1.2", false, hour - 86_400)).top.length, 3);
    assert.deepEqual((await top("10.0.0.1", false)).top, []);
  }));

Deno.test("the status `allowed` finds entries that were neither blocked nor failed", () =>
  withJournal(async ({ journal }) => {
    const statuses = ["answered", "cached", "stale", "local", "blocked", "failed"] as const;
    await recordAll(journal, statuses.map((status) => ({ ...QUERY, status })));
    const { entries } = await journal.recent({ status: "allowed" });
    assert.deepEqual(entries.map(({ status }) => status).reverse(), [
      "answered",
      "cached",
      "stale",
      "local",
    ]);
  }));

Deno.test("entries are found by device, combined with other fields, and by any of several devices", () =>
  withJournal(async ({ journal }) => {
    const rows = Array.from(
      { length: 300 },
      (_, i) => ({ ...QUERY, device: i % 4, name: `n${i % 3}.example` }),
    );
    await recordAll(journal, [...rows, { ...BLOCKED, device: 9 }]);
    const ids = async (filter: Parameters<Journal["recent"]>[0]) =>
      (await journal.recent(filter, 1000)).entries.map(({ device }) => device);
    assert.deepEqual([(await ids({ devices: [2] })).length, new Set(await ids({ devices: [2] }))], [
      75,
      new Set([2]),
    ]);
    assert.equal((await ids({ devices: [1, 3, 9] })).length, 151);
    assert.deepEqual(await ids({ devices: [9], status: "blocked" }), [9]);
    assert.deepEqual(await ids({ devices: [9], status: "failed" }), []);
    assert.equal((await ids({ devices: [1], name: "=n1.example" })).length, 25);
    assert.equal(
      (await ids({ devices: Array.from({ length: 500 }, (_, i) => i + 1), name: "n" })).length,
      225,
    );
    assert.deepEqual([await ids({ devices: [] }), await ids({ devices: [77] })], [[], []]);
    const [first, rest] = [await journal.recent({ devices: [1, 2] }, 100), [] as number[]];
    for (let cursor = first.next; cursor !== undefined;) {
      const page = await journal.recent({ devices: [1, 2] }, 20, cursor);
      rest.push(...page.entries.map(({ id }) => id));
      cursor = page.next;
    }
    assert.deepEqual([rest.length, new Set(rest).size], [50, 50]);
    const most = await journal.askedMost({
      by: { devices: [1, 9] },
      blocked: false,
      since: 0,
      until: 1e10,
    }, 2);
    assert.deepEqual(most.top.map(({ count }) => count), [25, 25]);
  }));

Deno.test("a query without a name is stored and found by other fields, but not sent to followers", () =>
  withJournal(async ({ journal, database }) => {
    const batches: number[] = [];
    journal.follow((batch) => batch.length && batches.push(batch.length));
    journal.record([QUERY, { ...BLOCKED, name: "", answer: "", rule: "", device: 3 }]);
    const { entries } = await journal.recent();
    assert.deepEqual(entries.map(({ name }) => name), ["", "www.example.com"]);
    assert.equal((await journal.recent({ devices: [3], status: "blocked" })).entries.length, 1);
    for (const name of ["=", "e", "*", "."]) {
      assert.ok((await journal.recent({ name })).entries.every(({ name }) => name !== ""), name);
    }
    assert.deepEqual((await database.all("select name from names")).map(({ name }) => name), [
      "www.example.com",
    ]);
    assert.deepEqual([(await journal.live({}, 9)).length, batches], [1, [1]]);
    assert.deepEqual(await journal.liveAfter(1), { entries: [], gap: false });
    const most = await journal.askedMost({
      by: { client: "192.168.1.2" },
      blocked: false,
      since: 0,
      until: 1e10,
    }, 5);
    assert.deepEqual(most.top, [{ key: "www.example.com", count: 1 }]);
    await journal.retain();
    assert.equal((await journal.recent()).entries.length, 2);
  }));

Deno.test("queries of a device move to the one it is merged into", () =>
  withJournal(async ({ journal }) => {
    await recordAll(
      journal,
      Array.from({ length: 12_000 }, (_, i) => ({ ...QUERY, device: i % 2 + 3 })),
    );
    await journal.moveDevice(4, 3);
    const count = async (device: number) =>
      (await journal.recent({ devices: [device] }, 1000)).entries.length;
    assert.deepEqual([await count(3), await count(4)], [1000, 0]);
    const { top } = await journal.askedMost({
      by: { devices: [3] },
      blocked: false,
      since: 0,
      until: 1e10,
    }, 1);
    assert.equal(top[0].count, 12_000);
  }));

Deno.test("queries of excluded devices are left out of a search and of the most queried names", () =>
  withJournal(async ({ journal }) => {
    const asked = (name: string, device: number) => ({ ...QUERY, name, device });
    await recordAll(journal, [
      asked("a.example", 5),
      asked("a.example", 3),
      asked("b.example", 5),
      asked("a.example", 0),
    ]);
    const found = async (filter: Parameters<Journal["recent"]>[0]) =>
      (await journal.recent(filter)).entries.map(({ device }) => device);
    assert.deepEqual(await found({ name: "a.example", except: [5] }), [0, 3]);
    assert.deepEqual(await found({ name: "=b.example", except: [5] }), []);
    assert.deepEqual(await found({ name: "example", except: [5, 3] }), [0]);
    assert.deepEqual(await found({ except: [] }), [0, 5, 3, 5]);
    const wanted = {
      by: { client: QUERY.client, except: [5] },
      blocked: false,
      since: 0,
      until: NOW / 1000 + 60,
    };
    assert.deepEqual((await journal.askedMost(wanted, 10)).top, [{ key: "a.example", count: 2 }]);
  }));
