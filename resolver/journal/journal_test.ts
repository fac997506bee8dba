import assert from "node:assert/strict";
import fc from "fast-check";
import { addressToText, parseAddress } from "../../policy/model/address.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { JournalWriter, ROW_BURST } from "./journal.ts";
import { emptyObservation, type ObservationFields } from "./observation.ts";
import * as layout from "./journal_layout.ts";
import { JournalReader } from "./journal_reader.ts";

function pair(bytes = 8192) {
  const ring = layout.createJournalRing(bytes);
  const counters = layout.createJournalCounters();
  const reader = new JournalReader(ring, counters);
  return { ring, counters, reader, writer: new JournalWriter(ring, counters) };
}

function fields(over: Partial<ObservationFields> & { text?: string } = {}): ObservationFields {
  const { text, ...rest } = over;
  const name = nameFromText(text ?? "a.example")!;
  return { ...emptyObservation(), name, nameLength: name.length, ...rest };
}

/** Like the recorder: the rate is checked once. */
function record(writer: JournalWriter, given: ObservationFields): void {
  writer.record(given, writer.admitsRow(given.time));
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((a, b) => a + b, 0);

/** A response for `a.example` A: CNAME b.a.example by a pointer, then 192.0.2.1. */
const RESPONSE = Uint8Array.from([
  ...[0, 1, 0x81, 0x80, 0, 1, 0, 2, 0, 0, 0, 0],
  ...[1, 97, 7, 101, 120, 97, 109, 112, 108, 101, 0, 0, 1, 0, 1],
  ...[0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 4, 1, 98, 0xc0, 12],
  ...[0xc0, 39, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1],
]);

Deno.test("rows are read as written, wherever the ring wraps", () => {
  const { writer, reader } = pair();
  const row = fc.record({
    labels: fc.array(fc.stringMatching(/^[a-z0-9-]{1,63}$/), { minLength: 1, maxLength: 3 }),
    type: fc.nat(65_535),
    rcode: fc.nat(4095),
    status: fc.nat(5),
    transport: fc.nat(6),
    reason: fc.nat(layout.REASONS.length - 1),
    address: fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
    ),
    time: fc.nat(4_000_000_000_000),
    duration: fc.nat(0x7fffffff),
    list: fc.integer({ min: -1, max: 0x7fffffff }),
    upstream: fc.string({ maxLength: 30 }),
    origin: fc.string({ maxLength: 30, unit: "grapheme" }),
    spyware: fc.string({ maxLength: 30 }),
    rule: fc.string({ maxLength: 30 }),
  });
  fc.assert(
    fc.property(row, ({ labels, ...given }) => {
      record(
        writer,
        fields({
          ...given,
          match: given,
          text: labels.join("."),
          addressLength: given.address.length,
        }),
      );
      const [read, more] = reader.drain(10);
      assert.equal(more, undefined);
      assert.deepEqual(read, {
        time: given.time,
        duration: given.duration,
        client: addressToText(given.address),
        transport: layout.TRANSPORTS[given.transport],
        name: labels.join("."),
        type: given.type,
        rcode: given.rcode,
        status: layout.STATUSES[given.status],
        reason: layout.REASONS[given.reason],
        origin: given.origin,
        spyware: given.spyware,
        list: given.list,
        rule: given.rule,
        upstream: given.upstream,
        size: 0,
        answer: "",
      });
    }),
    { numRuns: 2000, seed: 7 },
  );
});

Deno.test("the first records of the answer are stored in short form", () => {
  const { writer, reader } = pair();
  record(
    writer,
    fields({
      response: RESPONSE,
      size: RESPONSE.length,
      address: parseAddress("fd00::1")!,
      addressLength: 16,
    }),
  );
  const [row] = reader.drain(1);
  assert.deepEqual([row.answer, row.size, row.client], [
    "CNAME b.a.example, 192.0.2.1",
    RESPONSE.length,
    "fd00::1",
  ]);
});

/** A response for `a.example` with records of these types and data. */
function responseWith(...records: readonly (readonly [type: number, data: Iterable<number>])[]) {
  return Uint8Array.from([
    ...[0, 1, 0x81, 0x80, 0, 1, records.length >> 8, records.length & 255, 0, 0, 0, 0],
    ...RESPONSE.subarray(12, 27),
    ...records.flatMap(([type, data]) => {
      const bytes = [...data];
      return [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes];
    }),
  ]);
}

Deno.test("the first three records are stored, of services their targets", () => {
  const { writer, reader } = pair();
  const of = (name: string) => nameFromText(name)!;
  const service = (target: string) => [0, 1, ...of(target)];
  const [A, CNAME, DNAME, SVCB, HTTPS] = [1, 5, 39, 64, 65];
  const address = [A, [192, 0, 2, 1]] as const;
  const links = ["b", "c", "d"].map((label) => [CNAME, of(`${label}.example`)] as const);
  const first = "CNAME b.example, CNAME c.example, CNAME d.example";
  const stored = (response: Uint8Array) => {
    record(writer, fields({ response, size: response.length }));
    return reader.drain(1)[0].answer;
  };
  assert.equal(stored(responseWith([HTTPS, service("e.example")])), "HTTPS e.example");
  assert.equal(stored(responseWith([DNAME, of("e.example")])), "DNAME e.example");
  assert.equal(
    stored(responseWith([SVCB, service("e.example")], address)),
    "SVCB e.example, 192.0.2.1",
  );
  assert.equal(stored(responseWith([HTTPS, service(".")])), "HTTPS", "the owner itself");
  assert.equal(stored(responseWith([HTTPS, [0, 1]])), "HTTPS", "no target at all");
  assert.equal(
    stored(responseWith(address, address, address, address)),
    Array(3).fill("192.0.2.1").join(", "),
  );
  assert.equal(stored(responseWith(...links, [CNAME, of("f.example")])), first);
  const many = Array.from({ length: 500 }, (_, i) => [CNAME, of(`n${i}.example`)] as const);
  assert.equal(stored(responseWith(...links, ...many)), first);
  assert.equal(stored(responseWith(...links, [CNAME, [63, 1]])), first);
  const cut = responseWith(...links, [CNAME, of("f.example")]);
  assert.equal(stored(cut.subarray(0, cut.length - 4)), first);
});

Deno.test("names are in lower case, with escapes where needed", () => {
  const { writer, reader } = pair();
  const reported: string[] = [];
  const names = [
    ["WWW.eXaMpLe", "www.example"],
    ["www.Example", "www.example"],
    ["@[`{Z.example", "@[`{z.example"],
    [".", "."],
    ["A\\.b\\032.X", "a\\.b\\032.x"],
    [`${"L".repeat(63)}.${"M".repeat(63)}.org`, `${"l".repeat(63)}.${"m".repeat(63)}.org`],
  ];
  for (const [asked] of names) {
    const name = nameFromText(asked)!;
    // The message keeps the case of the query.
    let at = 0;
    for (const char of asked.replace(/\\\d{3}|\\./g, "*")) {
      at++;
      if (/[A-Z]/.test(char)) name[at] &= ~0x20;
    }
    record(writer, fields({ name, nameLength: name.length }));
    reported.push(...reader.drain(2).map((row) => row.name));
  }
  assert.deepEqual(reported, names.map(([, lower]) => lower));
});

Deno.test("a malformed response loses only its summary", () => {
  const { writer, reader } = pair();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(60), (garbage, at) => {
      const response = RESPONSE.slice();
      response.set(
        garbage.subarray(0, RESPONSE.length - at < 0 ? 0 : RESPONSE.length - at),
        Math.min(at, RESPONSE.length),
      );
      record(writer, fields({ response, size: response.length }));
      record(writer, fields({ response: garbage, size: garbage.length }));
      assert.equal(reader.drain(10).length, 2);
      assert.equal(reader.totals().resets, 0);
    }),
    { numRuns: 1000, seed: 8 },
  );
});

Deno.test("rows that exceed a full ring are counted by status, and every query is counted", () => {
  const { writer, reader } = pair();
  for (let i = 0; i < 1000; i++) {
    record(writer, fields({ status: i % 6, type: i % 2 ? 28 : 12_345, rcode: 3 }));
  }
  writer.drop("rate");
  const rows = reader.drain(10_000);
  const totals = reader.totals();
  assert.equal(rows.length + sum(totals.full), 1000);
  assert.ok(sum(totals.full) > 0);
  assert.deepEqual([
    totals.queries,
    sum(totals.byStatus),
    sum(totals.byReason),
    sum(totals.byTransport),
  ], [
    1000,
    1000,
    1000,
    1000,
  ]);
  assert.deepEqual([
    totals.byType.AAAA,
    totals.byType.other,
    totals.byRcode.NXDOMAIN,
    totals.dropped.rate,
  ], [
    500,
    500,
    1000,
    1,
  ]);
});

Deno.test("rows are limited to 2,000 a second after the burst, and the rest is counted", () => {
  const { writer, reader } = pair();
  let rows = 0;
  for (let i = 0; i < ROW_BURST + 5000; i++) {
    record(writer, fields({ time: 1000, status: 4 }));
    rows += reader.drain(2).length;
  }
  assert.equal(rows, ROW_BURST);
  assert.equal(reader.totals().overRate.blocked, 5000);
  for (let i = 0; i < 100; i++) record(writer, fields({ time: 1010 }));
  assert.equal(reader.drain(1000).length, 20);
});

Deno.test("more texts than the table has are defined again, and each row keeps its own", () => {
  const { writer, reader } = pair();
  for (let i = 0; i < 3 * layout.MAX_TEXTS; i++) {
    record(
      writer,
      fields({
        upstream: "9.9.9.9",
        origin: `restricted:n${i}.example`,
        match: { rule: `||n${i}^` },
      }),
    );
    const [row] = reader.drain(1);
    assert.deepEqual([row.upstream, row.origin, row.rule], [
      "9.9.9.9",
      `restricted:n${i}.example`,
      `||n${i}^`,
    ]);
  }
});

Deno.test("invalid bytes in the ring empty it once, and later rows have their texts", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(600), (garbage, at) => {
      const { ring, writer, reader } = pair();
      for (let i = 0; i < 10; i++) record(writer, fields({ upstream: `u${i % 3}` }));
      new Uint8Array(ring, layout.CONTROL_BYTES).set(garbage, at);
      reader.drain(100);
      record(writer, fields({ text: "later.example" }));
      assert.equal(reader.drain(100).at(-1)?.name, "later.example");
    }),
    { numRuns: 500, seed: 9 },
  );
  const { ring, writer, reader } = pair();
  record(writer, fields({ upstream: "u1" }));
  new Uint32Array(ring, layout.CONTROL_BYTES)[0] = 0xffffffff;
  assert.equal(reader.drain(10).length, 0);
  record(writer, fields({ upstream: "u1" }));
  assert.equal(reader.drain(10)[0].upstream, "u1");
  assert.equal(reader.totals().resets, 1);
});

Deno.test("a restarted worker continues the ring and the counters", () => {
  const { ring, counters, writer, reader } = pair();
  record(writer, fields({ upstream: "old" }));
  record(new JournalWriter(ring, counters), fields({ upstream: "new" }));
  assert.deepEqual(reader.drain(10).map((row) => row.upstream), ["old", "new"]);
  assert.equal(reader.totals().queries, 2);
});

Deno.test("two threads lose no row without counting it", async () => {
  const { ring, counters, reader } = pair(1 << 20);
  const rows = 300_000;
  const worker = new Worker(import.meta.resolve("./journal_producer_fixture.ts"), {
    type: "module",
  });
  let done = false;
  let read = 0;
  let last = -1;
  worker.onmessage = () => done = true;
  worker.postMessage({ ring, counters, rows });
  for (;;) {
    const finished = done;
    const batch = reader.drain(5000);
    for (const row of batch) {
      assert.ok(row.duration > last);
      assert.equal(row.upstream, `tls://upstream${row.duration % 5}.example`);
      assert.equal(row.name, "www.example.org");
      last = row.duration;
    }
    read += batch.length;
    if (finished && batch.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  worker.terminate();
  const totals = reader.totals();
  assert.ok(read > 0);
  assert.deepEqual(
    [read + sum(totals.full) + sum(totals.overRate), totals.queries, totals.resets],
    [rows, rows, 0],
  );
});
