import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../model/name.ts";
import { LIMITS } from "../limits.ts";
import { ListParser } from "../lists/parser.ts";
import type { Coverage, ListFormat, Rule } from "../model/rule.ts";
import { isCancelled } from "./claim.ts";
import { type CompiledLists, TableBuilder } from "./compile.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { NameTable } from "./name_table.ts";
import type { ListMatchFlags } from "./snapshot_parts.ts";

const secret = new Uint8Array(16).fill(5);
const encoder = new TextEncoder();

function give(
  builder: TableBuilder,
  name: string,
  covers: Coverage = "tree",
  allow = false,
  important = false,
): void {
  const bytes = encoder.encode(name);
  builder.name(bytes, 0, bytes.length, covers, allow, important);
}

function open(compiled: CompiledLists): NameTable {
  const table = NameTable.open(new Uint8Array(compiled.table!.toBuffer()));
  if (typeof table === "string") throw new Error(table);
  return table;
}

function claimsOn(
  compiled: CompiledLists,
  table: NameTable,
  name: string,
): readonly ListMatchFlags[] {
  const fingerprinter = new Fingerprinter(secret);
  const labels = fingerprinter.ofWire(nameFromText(name)!);
  return compiled.sets[table.lookup(fingerprinter.h1[labels - 1], fingerprinter.h2[labels - 1])];
}

const plainNames = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z]{2,5}){1,3}$/), {
  maxLength: 300,
});

Deno.test("every compiled name is found, and no other", () => {
  fc.assert(
    fc.property(plainNames, plainNames, (names, others) => {
      const builder = new TableBuilder(secret);
      builder.beginList(0, "block");
      for (const name of names) give(builder, name);
      const compiled = builder.finish();
      if (names.length === 0) return assert.equal(compiled.table, undefined);
      const table = open(compiled);
      const known = new Set(names);
      for (const name of names) assert.equal(claimsOn(compiled, table, name).length, 1, name);
      for (const name of others) {
        if (!known.has(name)) assert.equal(claimsOn(compiled, table, name).length, 0, name);
      }
    }),
    { numRuns: 60, seed: 1 },
  );
});

Deno.test("a name has the union of the claims of all lists", () => {
  const claim = fc.record({
    name: fc.constantFrom("a.example", "b.example", "c.example"),
    covers: fc.constantFrom<Coverage>("exact", "tree", "below"),
    allow: fc.boolean(),
    important: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fc.array(claim, { maxLength: 12 }), { maxLength: 6 }), (lists) => {
      const builder = new TableBuilder(secret);
      const expected = new Map<string, Set<string>>();
      lists.forEach((claims, list) => {
        builder.beginList(list, "block");
        for (const { name, covers, allow, important } of claims) {
          give(builder, name, covers, allow, important);
          const held = expected.get(name) ?? new Set<string>();
          expected.set(name, held);
          if (covers !== "below") held.add([list, "exact", allow, important].join());
          if (covers !== "exact") held.add([list, "below", allow, important].join());
        }
      });
      const compiled = builder.finish();
      if (expected.size === 0) return;
      const table = open(compiled);
      for (const [name, held] of expected) {
        const found = claimsOn(compiled, table, name).flatMap((
          { list, exact, below, allow, important },
        ) => [
          ...exact ? [[list, "exact", allow, important].join()] : [],
          ...below ? [[list, "below", allow, important].join()] : [],
        ]);
        assert.deepEqual(found.sort(), [...held].sort());
      }
    }),
    { numRuns: 200, seed: 2 },
  );
});

Deno.test("names with equal claims share a set, so that sets are few", () => {
  const builder = new TableBuilder(secret);
  for (const list of [0, 1]) {
    builder.beginList(list, "block");
    for (let i = 0; i < 2000; i++) if (i % 2 === 0 || list === 0) give(builder, `n${i}.example`);
  }
  const compiled = builder.finish();
  assert.equal(compiled.sets.length, 3);
  assert.equal(compiled.table!.names, 2000);
  assert.equal(compiled.reports[1].duplicates, 1000);
});

Deno.test("$badfilter removes the equal name where its list applies, and nothing else", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  give(builder, "a.example");
  give(builder, "a.example", "exact");
  give(builder, "b.example");
  builder.beginList(1, "block");
  give(builder, "b.example", "tree", false, true);
  builder.badfilter({ name: "a.example", covers: "tree", allow: false, important: false });
  builder.badfilter({ name: "b.example", covers: "tree", allow: false, important: false });
  const compiled = builder.finish();
  const table = open(compiled);
  const left = (name: string, applies: readonly number[]) => {
    const claims = claimsOn(compiled, table, name);
    return claims.filter((claim) =>
      claim.cancels !== true && !isCancelled(claim, claims, Uint8Array.from(applies))
    ).map(({ list, exact, below, important }) => [list, exact, below, important]);
  };
  assert.deepEqual(left("a.example", [1, 1]), [[0, true, false, false]]);
  assert.deepEqual(left("b.example", [1, 1]), [[1, true, true, true]]);
  assert.deepEqual(left("a.example", [1, 0]), [
    [0, true, false, false],
    [0, true, true, false],
  ]);
  assert.deepEqual(left("b.example", [1, 0]), [[0, true, true, false], [1, true, true, true]]);
  assert.equal(compiled.table!.names, 2);
});

Deno.test("what a list removes of its own is not compiled", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  give(builder, "a.example");
  builder.badfilter({ name: "a.example", covers: "tree", allow: false, important: false });
  builder.rule(limited("b.example", "||b.example^$dnstype=AAAA"));
  builder.badfilter(limited("b.example", "||b.example^$dnstype=AAAA,badfilter"));
  const { table, rules } = builder.finish();
  assert.deepEqual([table, rules], [undefined, []]);
});

const limited = (name: string, text: string): Rule => ({
  trigger: { on: "name", name, covers: "tree" },
  effect: { do: "block" },
  important: false,
  conditions: { types: { only: [28] } },
  text,
});

Deno.test("$badfilter removes the equal rule, whatever its text", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  builder.rule(limited("a.example", "||a.example^$dnstype=AAAA"));
  builder.rule(limited("b.example", "||b.example^$dnstype=AAAA"));
  builder.badfilter(limited("a.example", "||a.example^$dnstype=AAAA,badfilter"));
  assert.deepEqual(builder.finish().rules.map((rule) => rule.text), ["||b.example^$dnstype=AAAA"]);
});

Deno.test("a block without conditions is stored in the table with its answer", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  const effect = { do: "block", answer: "nxdomain" } as const;
  builder.rule({
    trigger: { on: "name", name: "a.example", covers: "exact" },
    effect,
    important: false,
    text: "",
  });
  const compiled = builder.finish();
  assert.equal(compiled.rules.length, 0);
  assert.equal(claimsOn(compiled, open(compiled), "a.example")[0].answer, "nxdomain");
});

Deno.test("no block covers a protected name", () => {
  const builder = new TableBuilder(secret, ["dns.quad9.net", "box.home.arpa"]);
  builder.beginList(0, "block");
  for (const name of ["quad9.net", "dns.quad9.net", "net"]) give(builder, name);
  give(builder, "quad9.net", "exact");
  give(builder, "dns.quad9.net", "below");
  give(builder, "dns.quad9.net", "tree", true);
  builder.rule(limited("quad9.net", "||quad9.net^$dnstype=AAAA"));
  const pattern = { on: "pattern", regex: "quad[0-9]" } as const;
  builder.rule({
    trigger: pattern,
    effect: { do: "block" },
    important: false,
    text: "/quad[0-9]/",
  });
  builder.endList({ lines: 8, used: 8 });
  builder.beginList(1, "allow");
  give(builder, "quad9.net");
  const { reports } = builder.finish();
  assert.equal(reports[0].refused["protected-name"], 5);
  assert.equal(reports[0].used, 3);
  assert.equal(reports[0].names, 3);
  assert.equal(reports[1].names, 1);
  assert.equal(reports[0].samples[0].text, "quad9.net");
});

Deno.test("a list with a million equal lines costs no more than one with different lines", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  for (let i = 0; i < 300_000; i++) give(builder, "same.example", "tree", i % 2 === 0);
  const compiled = builder.finish();
  assert.equal(compiled.table!.names, 1);
  assert.equal(compiled.reports[0].duplicates, 299_999);
});

Deno.test("reports keep at most 20 samples and count the rest", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  for (let i = 1; i <= 50; i++) builder.refused("bad-value", i, "x".repeat(500));
  builder.ignored("comment");
  const [report] = builder.finish().reports;
  assert.equal(report.refused["bad-value"], 50);
  assert.equal(report.samples.length, 20);
  assert.equal(report.samples[0].text.length, 200);
  assert.equal(report.ignored.comment, 1);
});

Deno.test("lines refused by the builder are reported with their number", () => {
  const builder = new TableBuilder(secret, ["dns.quad9.net"]);
  const read = (list: number, format: ListFormat, text: string) => {
    builder.beginList(list, "block");
    const parser = new ListParser(format, builder);
    for (const piece of text.match(/[^]{1,7}/g) ?? []) parser.push(encoder.encode(piece));
    parser.end();
    builder.endList(parser);
  };
  read(0, "auto", "! comment\nfine.example\n||quad9.net^\n\n/quad[0-9]/\n||quad9.net^$dnstype=A");
  read(1, "rpz", "@ SOA a. b. (\n 1 2 3 4 5 )\nfine.example A 192.0.2.1\ndns.quad9.net CNAME .\n");
  const { reports } = builder.finish();
  assert.deepEqual(reports[0].samples.map(({ line }) => line), [3, 5, 6]);
  assert.deepEqual(reports[1].samples.map(({ line, why }) => [line, why]), [[4, "protected-name"]]);
});

Deno.test("rules beyond the limit are refused with their line; names are not", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(0, "block");
  for (let i = 0; i < LIMITS.lists.rules; i++) builder.rule(limited(`n${i}.example`, ""));
  const parser = new ListParser("adblock", builder);
  parser.push(encoder.encode("||a.example^\n||b.example^$dnstype=A\n"));
  parser.end();
  builder.endList(parser);
  const [report] = builder.finish().reports;
  assert.deepEqual(report.samples, [{
    why: "too-many-rules",
    line: 2,
    text: "||b.example^$dnstype=A",
  }]);
  assert.deepEqual([report.used, report.names], [1, 1]);
});

Deno.test("lists must be added in ascending order", () => {
  const builder = new TableBuilder(secret);
  builder.beginList(1, "block");
  assert.throws(() => builder.beginList(1, "block"), RangeError);
});
