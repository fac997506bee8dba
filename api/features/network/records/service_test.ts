import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError, type ErrorCode } from "../../../schema/errors.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import type { RecordType } from "./record_type.ts";
import type { RecordDraft } from "./record.ts";
import { RecordService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const START = 1_800_000_000_000;

class Bench {
  now = START;
  zones: string[] = [];
  forwarded: string[] = [];
  readonly service: RecordService;

  constructor(readonly db: StoredDatabase) {
    this.service = new RecordService({
      db,
      runtime: testRuntime({ now: () => this.now }),
      ownNames: () => ["box", "box.home.arpa"],
      zones: () => this.zones,
      forwarded: () => this.forwarded,
      settings: () => [],
    });
  }

  static async run(test: (bench: Bench) => Promise<void>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
    const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
    try {
      await test(new Bench(db));
    } finally {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    }
  }

  async add(name: string, type: RecordType, value: string, change: Partial<RecordDraft> = {}) {
    return await this.service.add({
      name,
      type,
      value,
      ttl: 60,
      enabled: true,
      comment: "",
      ...change,
    }, "anna");
  }

  async rows(text = ""): Promise<string[]> {
    return (await this.service.all({ text })).map(({ readable, type, value }) =>
      `${readable} ${type} ${value}`
    );
  }
}

function refused(code: ErrorCode, message: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof DomainError && error.code === code && message.test(error.message);
}

Deno.test("records are normalised, shown readable, found by any part, changed and removed", () =>
  Bench.run(async (bench) => {
    const first = await bench.add("Bücher.example.", "AAAA", "FD00::5", {
      comment: " the shelf ",
      ttl: 300,
    });
    assert.deepEqual(first, {
      id: 1,
      name: "xn--bcher-kva.example",
      readable: "bücher.example",
      type: "AAAA",
      value: "fd00::5",
      ttl: 300,
      enabled: true,
      comment: "the shelf",
      created: START,
      changed: START,
      by: "anna",
    });
    await bench.add("a.example", "TXT", "hello");
    assert.deepEqual(await bench.rows("BÜCHER"), ["bücher.example AAAA fd00::5"]);
    assert.deepEqual(await bench.rows("shelf"), ["bücher.example AAAA fd00::5"]);
    assert.deepEqual(await bench.rows("hell"), ['a.example TXT "hello"']);
    bench.now += 5000;
    const changed = await bench.service.change(
      1,
      () => ({ value: "fd00::6", enabled: false }),
      "ben",
    );
    assert.deepEqual([
      changed.value,
      changed.ttl,
      changed.enabled,
      changed.created,
      changed.changed,
      changed.by,
    ], [
      "fd00::6",
      300,
      false,
      START,
      START + 5000,
      "ben",
    ]);
    assert.deepEqual((await bench.service.forSnapshot()).map(({ name }) => name), ["a.example"]);
    assert.equal((await bench.service.remove(1)).name, "xn--bcher-kva.example");
    await assert.rejects(
      bench.service.remove(1),
      refused("not_found", /no local record with the number: 1$/),
    );
    await assert.rejects(
      bench.service.change(1, () => ({}), "ben"),
      refused("not_found", /number: 1/),
    );
  }));

Deno.test("a record that is off conflicts with nothing until it is turned on", () =>
  Bench.run(async (bench) => {
    await bench.add("nas.example", "A", "192.168.1.5");
    await assert.rejects(
      bench.add("nas.example", "CNAME", "b.example"),
      refused("conflict", /has some \(A\)/),
    );
    const off = await bench.add("nas.example", "CNAME", "b.example", { enabled: false });
    await assert.rejects(
      bench.service.change(off.id, () => ({ enabled: true }), "anna"),
      refused("conflict", /this name has some/),
    );
    await assert.rejects(
      bench.add("NAS.example", "A", "192.168.1.5"),
      refused("conflict", /already exists/),
    );
    await assert.rejects(bench.add("box", "A", "192.168.1.5"), refused("bad_value", /box itself/));
    bench.zones = ["lab.example"];
    await assert.rejects(
      bench.add("lab.example", "CNAME", "a.b"),
      refused("conflict", /top of a local zone/),
    );
  }));

Deno.test("two concurrent changes cannot make a loop of two valid CNAMEs", () =>
  Bench.run(async (bench) => {
    const ends = await Promise.allSettled([
      bench.add("a.example", "CNAME", "b.example"),
      bench.add("b.example", "CNAME", "a.example"),
    ]);
    assert.deepEqual(ends.map(({ status }) => status), ["fulfilled", "rejected"]);
    assert.match(
      String((ends[1] as PromiseRejectedResult).reason),
      /circle: b\.example -> a\.example -> b\.example/,
    );
  }));

Deno.test("lines are added up to the limit, the others are reported", () =>
  Bench.run(async (bench) => {
    const { most } = LIMITS.records;
    const lines = Array.from({ length: most }, (_, i) => `n${i}.example A 192.168.1.5`);
    const { records, refused: refusals } = await bench.service.addLines([
      ...lines,
      "x.example A 192.168.1.6",
    ], "anna");
    assert.equal(records.length, most);
    assert.deepEqual(refusals, [
      {
        line: most + 1,
        text: "x.example A 192.168.1.6",
        why: `There can be ${most} local records; remove one first`,
      },
    ]);
    await assert.rejects(
      bench.add("y.example", "A", "192.168.1.7"),
      refused("conflict", /There can be 1000/),
    );
    assert.equal((await bench.service.change(1, () => ({ ttl: 5 }), "anna")).ttl, 5);
    assert.equal((await bench.service.forSnapshot()).length, most);
  }));

Deno.test("of conflicting lines the first one is added, and a row of another version is not answered", () =>
  Bench.run(async (bench) => {
    const { records, refused: refusals } = await bench.service.addLines([
      "cname=a.example,b.example",
      "cname=b.example,a.example",
      "192.168.1.5 a.example",
      "what",
    ], "anna");
    assert.deepEqual(records.map(({ name }) => name), ["a.example"]);
    assert.deepEqual(refusals.map(({ line }) => line), [2, 3, 4]);
    await bench.db.run(
      "insert into dns_records (name, type, value, ttl, created, changed, changed_by) values " +
        "('z.example', 'LOC', '1 2 3', 60, 0, 0, '')",
    );
    assert.equal((await bench.service.all()).length, 2);
    assert.deepEqual((await bench.service.forSnapshot()).map(({ name }) => name), ["a.example"]);
    await bench.add("c.example", "A", "192.168.1.5");
  }));
