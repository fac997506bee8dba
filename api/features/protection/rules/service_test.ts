import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { DomainError, type ErrorCode } from "../../../schema/errors.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import { RuleService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const SECOND = 1000;
const DAY = 86_400_000;
const START = 1_800_000_000_000;

/** Names that the box answers itself: one of a record, and those of a zone. */
const LOCAL = /^nas\.example$|(?:^|\.)zone\.example$/;

/** A service with its own database, clock and timers. */
class Bench {
  now = START;
  /** The pending timers, with the time at which each is due. */
  readonly timers = new Map<() => void, number>();
  published = 0;
  readonly service: RuleService;

  constructor(readonly db: StoredDatabase) {
    this.service = new RuleService({
      db,
      runtime: testRuntime({
        now: () => this.now,
        after: (ms, run) => {
          this.timers.set(run, this.now + ms);
          return () => void this.timers.delete(run);
        },
      }),
      protectedNames: () => ["box.home.arpa"],
      answersItself: (names) => Promise.resolve(names.map((name) => LOCAL.test(name))),
      ended: () => void this.published++,
    });
  }

  static async run(test: (bench: Bench) => Promise<void>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
    const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
    try {
      const bench = new Bench(db);
      await test(bench);
      bench.service.close();
      assert.equal(bench.timers.size, 0, "timers that nobody ended");
    } finally {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** Writes rules for everyone with their ends in Unix seconds, past the service. */
  async insert(rules: readonly (readonly [domain: string, until: number])[]): Promise<void> {
    await this.db.run(
      "insert into rules (scope, domain, action, kind, types, target, until, created, changed, changed_by) " +
        "select 'all', value ->> 0, 'block', 'exact', '[]', '[]', value ->> 1, 0, 0, '' from json_each(?)",
      [JSON.stringify(rules)],
    );
    this.service.reload();
  }

  /** Advances time, timer by timer. */
  pass(ms: number): void {
    for (const end = this.now + ms;;) {
      const [next] = [...this.timers].sort(([, a], [, b]) => a - b);
      if (next === undefined || next[1] > end) return void (this.now = end);
      this.now = Math.max(this.now, next[1]);
      this.timers.delete(next[0]);
      next[0]();
    }
  }

  async set(domain: string, change: Partial<PersonalRule> = {}, by = "anna") {
    const rule = {
      scope: "all",
      domain,
      action: "allow",
      kind: "subdomains",
      types: [],
      to: [],
      until: 0,
    } as const;
    return await this.service.set({ ...rule, ...change }, by);
  }

  async domains(): Promise<string[]> {
    return (await this.service.page({}, 100)).map(({ domain }) => domain);
  }
}

function refused(code: ErrorCode, message: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof DomainError && error.code === code && message.test(error.message);
}

Deno.test("a rule replaces the one of its domain, keeps its position and records its last author", () =>
  Bench.run(async (bench) => {
    const first = await bench.set("Shop.example.", { types: ["aaaa"] });
    await bench.set("other.example");
    bench.now += 5 * SECOND;
    const second = await bench.set("shop.example", {
      action: "rewrite",
      to: ["192.0.2.1"],
      kind: "exact",
    }, "ben");
    assert.deepEqual(first, {
      id: first.id,
      scope: "all",
      domain: "shop.example",
      action: "allow",
      kind: "subdomains",
      types: ["AAAA"],
      to: [],
      until: 0,
      created: START,
      changed: START,
      by: "anna",
    });
    assert.deepEqual(second, {
      ...first,
      action: "rewrite",
      kind: "exact",
      types: [],
      to: ["192.0.2.1"],
      changed: START + 5000,
      by: "ben",
    });
    assert.deepEqual(await bench.domains(), ["other.example", "shop.example"]);
  }));

Deno.test("rules are listed newest first by page, and filtered by name and action", () =>
  Bench.run(async (bench) => {
    for (const domain of ["a.example", "b.example", "c.test.com"]) await bench.set(domain);
    await bench.set("d_%.example", { action: "block", kind: "regex" });
    const page = await bench.service.page({}, 2);
    assert.deepEqual(page.map(({ domain }) => domain), ["d_%.example", "c.test.com"]);
    const rest = await bench.service.page({}, 2, page[1].id);
    assert.deepEqual(rest.map(({ domain }) => domain), ["b.example", "a.example"]);
    const found = async (filter: Parameters<RuleService["page"]>[0]) =>
      (await bench.service.page(filter, 10)).map(({ domain }) => domain);
    assert.deepEqual(await found({ name: "example", action: "allow" }), ["b.example", "a.example"]);
    assert.deepEqual(await found({ name: "%" }), ["d_%.example"]);
  }));

Deno.test("invalid, unknown and too many rules are refused", () =>
  Bench.run(async (bench) => {
    await assert.rejects(bench.set("a..b"), refused("bad_value", /not a domain name/));
    await assert.rejects(
      bench.set("box.home.arpa", { action: "block" }),
      refused("bad_value", /the box itself/),
    );
    await assert.rejects(
      bench.set("a.example", { until: START / SECOND }),
      refused("bad_value", /in the past/),
    );
    await assert.rejects(
      bench.service.remove("all", "a.example"),
      refused("not_found", /no rule for: a\.example/),
    );
    const { most } = LIMITS.rules;
    await bench.insert(Array.from({ length: most }, (_, i) => [`n${i}.example`, 0]));
    const full = refused("conflict", new RegExp(`can be ${most} rules`));
    await assert.rejects(bench.set("one.more.example"), full);
    assert.equal((await bench.set("n7.example")).action, "allow");
    await bench.service.remove("all", "n8.example");
    assert.equal((await bench.set("one.more.example")).domain, "one.more.example");
  }));

Deno.test("of rules written at once, those beyond the limit are refused, changes of present ones are not", () =>
  Bench.run(async (bench) => {
    const { most } = LIMITS.rules;
    await bench.insert(Array.from({ length: most - 2 }, (_, i) => [`n${i}.example`, 0]));
    const rule = (domain: string): PersonalRule => ({
      scope: "all",
      domain,
      action: "allow",
      kind: "exact",
      types: [],
      to: [],
      until: 0,
    });
    const names = ["new1.example", "n7.example", "new1.example", "new2.example", "new3.example"];
    const written = await bench.service.setAll(names.map(rule), "anna");
    assert.deepEqual(
      written.map((each) => each instanceof DomainError ? each.code : each.domain),
      ["new1.example", "n7.example", "new1.example", "new2.example", "conflict"],
    );
    // With room for all of them nothing is counted.
    await bench.service.remove("all", "new1.example");
    await bench.service.remove("all", "new2.example");
    const [one, two] = await bench.service.setAll(["new4.example", "n8.example"].map(rule), "anna");
    assert.ok(!(one instanceof DomainError) && !(two instanceof DomainError));
    assert.equal((await bench.service.forSnapshot()).length, most - 1);
  }));

Deno.test("loops of rewrites are refused with their names; expired rewrites are ignored", () =>
  Bench.run(async (bench) => {
    const rewrite = (domain: string, to: string, change: Partial<PersonalRule> = {}) =>
      bench.set(domain, { action: "rewrite", to: [to], ...change });
    await rewrite("a.example", "b.example");
    await rewrite("b.example", "c.example", { scope: "device:1", until: START / SECOND + 60 });
    const circle = /would lead in a circle: c\.example → a\.example → b\.example → c\.example/;
    await assert.rejects(rewrite("c.example", "a.example"), refused("bad_value", circle));
    assert.equal((await rewrite("c.example", "192.0.2.1")).action, "rewrite");
    bench.now += 61 * SECOND;
    assert.deepEqual((await rewrite("c.example", "a.example")).to, ["a.example"]);
  }));

Deno.test("a domain has one rule per scope, and rules are found by scope", () =>
  Bench.run(async (bench) => {
    for (const scope of ["all", "group:1", "device:2"]) await bench.set("a.example", { scope });
    await bench.set("a.example", { scope: "group:1", action: "block" });
    const of = async (scope: string) =>
      (await bench.service.page({ scope }, 10)).map(({ action }) => action);
    assert.deepEqual([await of("all"), await of("group:1"), await of("person:1")], [["allow"], [
      "block",
    ], []]);
    assert.deepEqual(
      (await bench.service.page({ scope: "group:1", action: "allow" }, 10)).length,
      0,
    );
    assert.equal((await bench.service.forSnapshot()).length, 3);
    await assert.rejects(
      bench.service.remove("person:1", "a.example"),
      refused("not_found", /no rule/),
    );
  }));

Deno.test("a rule is removed by its domain in any notation", () =>
  Bench.run(async (bench) => {
    await bench.set("bücher.example");
    await bench.set("^ads", { kind: "regex" });
    assert.equal(
      (await bench.service.remove("all", "Bücher.Example.")).domain,
      "xn--bcher-kva.example",
    );
    assert.equal((await bench.service.remove("all", "/^ads/")).domain, "^ads");
    assert.deepEqual(await bench.domains(), []);
  }));

Deno.test("an expired rule calls back, is hidden, and can be written as a new one", () =>
  Bench.run(async (bench) => {
    const until = START / SECOND + 90;
    await bench.set("a.example", { until });
    await bench.set("b.example", { until: until + 100 });
    const inSnapshot = async () => (await bench.service.forSnapshot()).map(({ domain }) => domain);
    assert.deepEqual(await inSnapshot(), ["a.example", "b.example"]);
    bench.pass(89_999);
    assert.equal(bench.published, 0);
    bench.pass(1);
    assert.equal(bench.published, 1);
    // It is kept for a day, in case the clock is set back: decisions use the current time.
    assert.deepEqual([await inSnapshot(), await bench.domains()], [["a.example", "b.example"], [
      "b.example",
    ]]);
    assert.equal((await bench.set("a.example")).created, bench.now);
    await bench.service.remove("all", "b.example");
    await bench.service.remove("all", "a.example");
    assert.deepEqual(await inSnapshot(), []);
    bench.pass(DAY);
    assert.equal(bench.published, 1);
  }));

Deno.test("page() finds the rules that may cover a name: its own, those above it, and patterns", () =>
  Bench.run(async (bench) => {
    await bench.set("shop.example");
    await bench.set("www.shop.example", { kind: "exact" });
    await bench.set("*.ads.example", { kind: "wildcard" });
    await bench.set("other.example");
    const covering = async (...covers: readonly string[]) =>
      (await bench.service.page({ covers }, 10)).map(({ domain }) => domain);
    const pattern = "*.ads.example";
    assert.deepEqual(await covering("www.shop.example"), [
      pattern,
      "www.shop.example",
      "shop.example",
    ]);
    assert.deepEqual(await covering("shop.example"), [pattern, "shop.example"]);
    assert.deepEqual(await covering("nothing.test"), [pattern]);
    assert.deepEqual(await covering("a.other.example", "x.shop.example"), [
      "other.example",
      pattern,
      "shop.example",
    ]);
  }));

Deno.test("setting the clock ahead ends rules within a minute, setting it back restores them", () =>
  Bench.run(async (bench) => {
    await bench.set("a.example", { until: START / SECOND + 7200 });
    await bench.service.forSnapshot();
    const jumped = bench.now + 3 * 3_600_000;
    for (const [run] of bench.timers) bench.timers.set(run, jumped + 60 * SECOND);
    bench.now = jumped;
    bench.pass(60 * SECOND);
    assert.equal(bench.published, 1);
    await bench.set("b.example");
    assert.deepEqual(await bench.domains(), ["b.example"]);
    bench.now = START;
    assert.deepEqual(await bench.domains(), ["b.example", "a.example"]);
    bench.now = START + 7200 * SECOND + DAY;
    await bench.set("c.example");
    bench.now = START;
    assert.deepEqual(await bench.domains(), ["c.example", "b.example"]);
  }));

Deno.test("expired rules do not accumulate", () =>
  Bench.run(async (bench) => {
    const { most } = LIMITS.rules;
    const ended = START / SECOND - most - 1000;
    await bench.insert(Array.from({ length: most + 100 }, (_, i) => [`n${i}.example`, ended + i]));
    await bench.set("a.example");
    const [{ rules }] = await bench.db.all("select count(*) as rules from rules");
    assert.equal(rules, most + 1);
  }));

/** The statements that a database runs. */
function counting(db: StoredDatabase): { readonly db: StoredDatabase; readonly all: string[] } {
  const all: string[] = [];
  const counted: StoredDatabase = Object.assign(Object.create(db), {
    all: (sql: string, args?: readonly (string | number)[]) => {
      all.push(sql);
      return db.all(sql, args);
    },
    run: (sql: string, args?: readonly (string | number)[]) => {
      all.push(sql);
      return db.run(sql, args);
    },
    batch: (statements: Parameters<StoredDatabase["batch"]>[0]) => {
      all.push(...statements.map(({ sql }) => sql));
      return db.batch(statements);
    },
  });
  return { db: counted, all };
}

Deno.test("a thousand lines take as many statements as one, and later snapshots none", () =>
  Bench.run(async (bench) => {
    const { db, all } = counting(bench.db);
    const { service } = new Bench(db);
    await service.forSnapshot();
    const rule = {
      scope: "all",
      action: "block",
      kind: "subdomains",
      types: [],
      to: [],
      until: 0,
    } as const;
    const lines = Array.from({ length: 1000 }, (_, i) => ({ ...rule, domain: `n${i}.example` }));
    all.length = 0;
    const results = await service.setAll([...lines, { ...rule, domain: "a..b" }, lines[0]], "me");
    assert.equal(all.length, 3);
    assert.equal(results.filter((result) => !(result instanceof DomainError)).length, 1001);
    assert.ok(results[1000] instanceof DomainError && results[1000].code === "bad_value");
    all.length = 0;
    const rules = await service.forSnapshot();
    assert.deepEqual([rules.length, all.length, await service.forSnapshot() === rules], [
      1000,
      0,
      true,
    ]);
    await service.set({ ...rule, domain: "n5.example", action: "allow" }, "me");
    await service.remove("all", "n6.example");
    service.forget(new Set(["person:1"]));
    const stored = await bench.db.all("select domain, action from rules order by id");
    const held = await service.forSnapshot();
    assert.deepEqual(
      held.map(({ domain, action }) => ({ domain, action })),
      stored.map(({ domain, action }) => ({ domain, action })),
    );
    service.close();
  }));

Deno.test("a rule for a name that the box answers itself is refused with the reason", () =>
  Bench.run(async (bench) => {
    const set = bench.set.bind(bench);
    const refused = (error: Error) =>
      error instanceof DomainError && error.code === "no_effect" &&
      /answers this name itself.*local record/.test(error.message);
    await assert.rejects(set("nas.example", { kind: "exact" }), refused);
    await assert.rejects(set("nas.example", { kind: "exact", action: "allow" }), refused);
    await assert.rejects(set("zone.example"), refused);
    await assert.rejects(set("*.zone.example", { kind: "wildcard" }), refused);
    assert.equal((await set("nas.example")).domain, "nas.example", "it is for those below too");
    assert.equal((await set("other.example", { kind: "exact" })).kind, "exact");
  }));
