/** Lines that the compiler itself refuses because of protected names. Each line counts once. */
import assert from "node:assert/strict";
import { ListParser } from "../lists/parser.ts";
import type { ListFormat } from "../model/rule.ts";
import { type CompiledLists, TableBuilder } from "./compile.ts";

const SECRET = Uint8Array.from({ length: 16 }, (_, i) => i);
const NEEDED = ["box.home.arpa", "dns.quad9.net"];

function compile(
  text: string,
  format: ListFormat = "auto",
  kind: "block" | "allow" = "block",
): CompiledLists {
  const builder = new TableBuilder(SECRET, NEEDED);
  builder.beginList(0, kind);
  const parser = new ListParser(format, builder);
  parser.push(new TextEncoder().encode(text));
  parser.end();
  builder.endList(parser);
  return builder.finish();
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

Deno.test("a rule for all names of a type or client excludes protected names", () => {
  const lines = [
    "*$dnstype=HTTPS",
    "*$client=192.0.2.66",
    "*$denyallow=com|org",
    "/^/$ctag=device_tv",
  ];
  const { rules, reports } = compile(lines.join("\n"));
  assert.equal(reports[0].used, 4);
  assert.deepEqual(rules.map(({ conditions }) => conditions?.denyallow), [
    NEEDED,
    NEEDED,
    ["com", "org", ...NEEDED],
    NEEDED,
  ]);
});

Deno.test("badfilter removes a rule that excludes protected names", () => {
  assert.deepEqual(compile("*$dnstype=HTTPS\n*$dnstype=HTTPS,badfilter\n").rules, []);
});

Deno.test("no rewrite applies to a protected name", () => {
  const { rules, reports } = compile(
    "203.0.113.66 dns.quad9.net\n||quad9.net^$dnsrewrite=203.0.113.66\n/quad/$dnsrewrite=203.0.113.66\n" +
      "203.0.113.66 nas.example\n",
  );
  assert.deepEqual(reports[0].refused, { "protected-name": 3 });
  assert.equal(rules.length, 1);
});

Deno.test("a line is refused once, and not at all if a part of it is used", () => {
  const needed = "dns.quad9.net box.home.arpa";
  for (
    const [text, used, refused] of [
      [`0.0.0.0 ${needed} ${needed}\n`, 0, 1],
      [`0.0.0.0 ${needed} ads.example\n`, 1, 0],
      [`0.0.0.0 ads.example ${needed}\n`, 1, 0],
      [`0.0.0.0 ${needed}\n0.0.0.0 ads.example ${needed}\n0.0.0.0 ${needed}\n`, 1, 2],
    ] as const
  ) {
    const { reports: [report] } = compile(text, "hosts");
    assert.equal(report.used, used, text);
    assert.equal(sum(report.refused), refused, text);
    assert.equal(report.samples.length, refused, text);
    assert.equal(report.lines, report.used + sum(report.ignored) + sum(report.refused), text);
  }
});

Deno.test("parents of zone names count neither as names nor as duplicates", () => {
  const lines = ["a.b.x.example CNAME .", "c.b.x.example CNAME .", "b.x.example CNAME ."];
  const { table, reports, sets } = compile(lines.join("\n"), "rpz");
  assert.equal(reports[0].names, 3);
  assert.equal(reports[0].duplicates, 0);
  assert.equal(reports[0].used, 3);
  // Besides the three names there is x.example, which no line contains.
  assert.equal(table?.names, 3);
  const named = (each: { readonly exact: boolean; readonly below: boolean }) =>
    each.exact || each.below;
  assert.ok(sets.some((set) => set.length === 1 && !named(set[0])));
});
