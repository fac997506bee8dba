import assert from "node:assert/strict";
import fc from "fast-check";
import { BLOCKED, NOW, QUERY, withJournal } from "../../../../tests/support/journal_scene.ts";
import { JournalBatch } from "./batch.ts";
import { FIELDS, type JournalObservation, ROW_BYTES, STATUSES, TRANSPORTS } from "./rows.ts";

/**
 * The fields of a row, with numbers up to the largest that the ring and the household can produce.
 */
const row = fc.record({
  time: fc.nat(2 ** 48 - 1),
  duration: fc.nat(0x7fffffff),
  client: fc.constantFrom("", "192.168.1.2", "fd00::1"),
  transport: fc.constantFrom(...TRANSPORTS),
  name: fc.constantFrom("", ".", "www.example.com", "a.example", "b.example"),
  type: fc.nat(65_535),
  rcode: fc.nat(4095),
  status: fc.constantFrom(...STATUSES),
  reason: fc.constantFrom("" as const, "list", "rule"),
  origin: fc.constantFrom("", "list:3", "rebinding:10.0.0.1"),
  list: fc.constantFrom(-1, 0, 1, 9, 10, 0x7fffffff),
  rule: fc.constantFrom("", "||ads.example^", "/ä|\u{1f600}/"),
  upstream: fc.constantFrom("", "tls://dns.quad9.net"),
  size: fc.nat(65_535),
  answer: fc.constantFrom("", "192.0.2.1", "CNAME ä.example, 192.0.2.1", `TXT ${"x".repeat(700)}`),
  device: fc.constantFrom(0, 1, 10_000, 2 ** 31, 9_999_999_999),
});

Deno.test("rows are read back unchanged, for any numbers, texts and row counts", () =>
  withJournal(async ({ database }) => {
    let first = 1;
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 200, size: "max" }),
        async (rows) => {
          const batch = new JournalBatch(first);
          for (const one of rows) batch.add(one as JournalObservation);
          assert.equal(batch.size, rows.length);
          await database.batch(batch.statements());
          const read = await database.all(
            "select q.*, (select text from texts where id = q.client) as c, (select text from texts where id = q.reason) as r, " +
              "(select text from texts where id = q.origin) as o, (select text from texts where id = q.rule) as l, " +
              "(select text from texts where id = q.upstream) as u, (select name from names where id = q.name) as n " +
              "from queries q where id >= ? order by id",
            [first],
          );
          const expected = rows.map((one, i) => ({
            id: first + i,
            time: one.time,
            duration: one.duration,
            client: one.client,
            name: one.name,
            transport: TRANSPORTS.indexOf(one.transport),
            type: one.type,
            rcode: one.rcode,
            status: STATUSES.indexOf(one.status),
            reason: one.reason || null,
            origin: one.origin || null,
            list: one.list < 0 ? null : one.list,
            rule: one.rule || null,
            upstream: one.upstream || null,
            size: one.size,
            answer: one.answer || null,
            device: one.device || null,
          }));
          const plain = read.map(({ c, r, o, l, u, n, ...rest }) => ({
            ...rest,
            client: c,
            reason: r,
            origin: o,
            rule: l,
            upstream: u,
            name: n ?? "",
          }));
          assert.deepEqual(plain, expected);
          first += rows.length;
        },
      ),
      { seed: 5, numRuns: 30 },
    );
    assert.deepEqual(await database.all("select count(*) as names from names where name = ''"), [{
      names: 0,
    }]);
  }));

Deno.test("numbers too large for their field are clamped, without effect on other fields", () =>
  withJournal(async ({ database }) => {
    const batch = new JournalBatch(1);
    batch.add({ ...QUERY, time: -5, duration: 1e300, size: NaN, device: -1, type: 1.9 });
    batch.add(BLOCKED);
    await database.batch(batch.statements());
    const read = await database.all(
      "select time, duration, size, device, type, list, rcode from queries order by id",
    );
    assert.deepEqual(read, [
      {
        time: 0,
        duration: 10 ** FIELDS.duration.width - 1,
        size: 0,
        device: null,
        type: 1,
        list: null,
        rcode: 0,
      },
      { time: NOW, duration: 250, size: 60, device: null, type: 1, list: 3, rcode: 0 },
    ]);
  }));

Deno.test("grow() increases all row numbers and hours; a text is stored once per batch", () => {
  const batch = new JournalBatch(7);
  const hour = NOW / 3_600_000;
  batch.add(QUERY);
  batch.add({ ...QUERY, time: NOW + 3_600_000 });
  batch.add({ ...BLOCKED, upstream: QUERY.upstream });
  batch.grow(100);
  const args = batch.statements().flatMap(({ args }) => args ?? []);
  assert.ok(args.includes(107));
  assert.ok(args.includes(JSON.stringify([[hour, 107, 109], [hour + 1, 108, 108]])));
  assert.ok(args.includes(JSON.stringify([QUERY.name, BLOCKED.name])));
  assert.ok(
    args.includes(
      JSON.stringify([QUERY.client, QUERY.upstream, BLOCKED.reason, BLOCKED.origin, BLOCKED.rule]),
    ),
  );
  assert.ok(args.some((arg) => arg instanceof Uint8Array && arg.length === 3 * ROW_BYTES));
});
