/**
 * Compares the matcher with a slow one that implements rule-syntax E2 to E5 literally, over random
 * rules.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { decideAfter, decideBefore } from "../../policy/decide/decide.ts";
import { parseAddress } from "../../policy/model/address.ts";
import type { Verdict } from "../../policy/model/decision.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";

const SEED = 20_261_121;
const RUNS = 300;
const LABELS = ["ads", "track3r", "cdn", "www", "x-1", "_dmarc"];
const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28, HTTPS: 65 } as const;
const CLIENTS = ["192.0.2.7", "192.0.2.8", "2001:db8::7"];

type TypeName = keyof typeof TYPES;
interface AdblockRule {
  readonly on: "rule";
  readonly allow: boolean;
  readonly left: "" | "|" | "||";
  readonly body: string;
  readonly right: "" | "^" | "|";
  readonly important: boolean;
  readonly types: readonly TypeName[];
  readonly notTypes: boolean;
  readonly client: string | undefined;
  readonly notClient: boolean;
  readonly denyallow: readonly string[];
  readonly rewrite: string | undefined;
  readonly order: number;
  readonly badfilter: boolean;
}
interface NameLine {
  readonly on: "name" | "below" | "null" | "real";
  readonly name: string;
}
type Line = AdblockRule | NameLine;
interface List {
  readonly kind: "block" | "allow";
  readonly lines: readonly Line[];
}

const domain = fc.array(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 3 })
  .map((labels) => [...labels, "example"].join("."));
/**
 * A part of a name, sometimes with stars, that never yields a pattern of fewer than three letters.
 */
const body = fc.tuple(domain, fc.nat(6), fc.nat(6), fc.boolean(), fc.nat(12)).map(
  ([name, front, back, star, at]) => {
    const part = name.slice(Math.min(front, name.length - 8), name.length - Math.min(back, 3))
      .replace(/^\.+|\.+$/g, "");
    return star
      ? part.slice(0, at % (part.length - 4)) + "*" + part.slice(at % (part.length - 4) + 1)
      : part;
  },
);
const rule = fc.record({
  on: fc.constant("rule" as const),
  allow: fc.boolean(),
  left: fc.constantFrom("", "|", "||", "||"),
  body: fc.oneof(domain, domain, body),
  right: fc.constantFrom("", "^", "|", "^"),
  important: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  types: fc.oneof(
    fc.constant([]),
    fc.subarray(["A", "CNAME", "TXT", "AAAA", "HTTPS"] as TypeName[]),
  ),
  notTypes: fc.boolean(),
  client: fc.option(fc.constantFrom(...CLIENTS, "192.0.2.0/29", "phone"), {
    nil: undefined,
    freq: 3,
  }),
  notClient: fc.boolean(),
  denyallow: fc.oneof(fc.constant([]), fc.array(domain, { maxLength: 2 })),
  rewrite: fc.option(
    fc.constantFrom("192.0.2.1", "192.0.2.2", "NXDOMAIN", "other.example", "www.example"),
    {
      nil: undefined,
      freq: 4,
    },
  ),
  order: fc.nat(5),
  badfilter: fc.constant(false),
}) as fc.Arbitrary<AdblockRule>;
const nameLine = fc.record({
  on: fc.constantFrom("name", "below", "null", "real"),
  name: domain,
}) as fc.Arbitrary<NameLine>;
const lines = fc.array(fc.oneof(rule, rule, nameLine), { maxLength: 7 }).chain((made) => {
  const rules = made.filter((line) => line.on === "rule");
  if (rules.length === 0) return fc.constant(made as Line[]);
  const gone = fc.tuple(fc.constantFrom(...rules), fc.nat(5))
    .map(([rule, order]) => ({ ...rule, order, badfilter: true }) as Line);
  return fc.option(gone, { nil: undefined, freq: 3 }).map((one) =>
    one === undefined ? made as Line[] : [...made, one]
  );
});
const lists = fc.array(
  fc.record({ kind: fc.constantFrom("block", "block", "block", "allow"), lines }),
  { minLength: 1, maxLength: 3 },
) as fc.Arbitrary<List[]>;
const question = fc.record({
  name: domain,
  type: fc.constantFrom("A", "AAAA", "TXT", "HTTPS") as fc.Arbitrary<TypeName>,
  client: fc.constantFrom(...CLIENTS),
  device: fc.constantFrom("phone", undefined),
  target: fc.option(domain, { nil: undefined }),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

function textOf(line: Line): string {
  if (line.on !== "rule") {
    return { name: "", below: "*.", null: "0.0.0.0 ", real: "10.0.0.1 " }[line.on] + line.name;
  }
  const not = (on: boolean) => on ? "~" : "";
  const options = [
    line.important && "important",
    line.types.length > 0 &&
    `dnstype=${line.types.map((type) => not(line.notTypes) + type).join("|")}`,
    line.client !== undefined && `client=${not(line.notClient)}${line.client}`,
    line.denyallow.length > 0 && `denyallow=${line.denyallow.join("|")}`,
    line.rewrite !== undefined && `dnsrewrite=${line.rewrite}`,
    line.badfilter && "badfilter",
  ].filter((option) => typeof option === "string");
  const turned = [...options.slice(line.order), ...options.slice(0, line.order)];
  return `${line.allow ? "@@" : ""}${line.left}${line.body}${line.right}${
    options.length > 0 ? `$${turned}` : ""
  }`;
}

/** Whether a star pattern matches at the beginning of a text, and at its end too if it must. */
function stands(pattern: string, text: string, ends: boolean): boolean {
  if (pattern === "") return !ends || text === "";
  if (pattern[0] !== "*") {
    return pattern[0] === text[0] && stands(pattern.slice(1), text.slice(1), ends);
  }
  return [...text, ""].some((_, at) => stands(pattern.slice(1), text.slice(at), ends));
}

function isBelow(name: string, parent: string): boolean {
  return name.endsWith(`.${parent}`);
}

function meets(line: Line, name: string): boolean {
  if (line.on === "below") return isBelow(name, line.name);
  if (line.on !== "rule") return name === line.name;
  // A bare name matches only that name, in any format (rule-syntax E1).
  if (textOf({ ...line, allow: false }) === line.body && !line.body.includes("*") && !line.allow) {
    return name === line.body;
  }
  const starts = [...name].map((_, at) => at).filter((at) =>
    at === 0 || line.left === "" || line.left === "||" && name[at - 1] === "."
  );
  // `*.d` matches everything below d (rule-syntax E2).
  const isMask = line.left === "" && /^\*\.[^*]+$/.test(line.body);
  return starts.some((at) => stands(line.body, name.slice(at), line.right !== "" || isMask));
}

function holds(line: Line, name: string, type: TypeName, { client, device }: Question): boolean {
  if (!meets(line, name)) return false;
  if (line.on !== "rule") return true;
  if (line.types.length > 0 && line.types.includes(type) === line.notTypes) return false;
  const inRange = line.client === "192.0.2.0/29" && client === "192.0.2.7";
  const isClient = line.client === client || line.client === device || inRange;
  if (line.client !== undefined && isClient === line.notClient) return false;
  return !line.denyallow.some((parent) => name === parent || isBelow(name, parent));
}

/**
 * The decision of rule-syntax E5 on a name: allow lists, rewrites, adblock rules and names by
 * weight, then hosts lines.
 */
function model(lists: readonly List[], name: string, type: TypeName, asked: Question): string {
  const all = lists.flatMap(({ kind, lines }) => lines.map((line) => ({ kind, line })));
  const sameText = (line: Line) => textOf({ ...line, badfilter: false, order: 0 } as Line);
  const sorted = (line: Line) =>
    line.on === "rule" ? { ...line, types: [...line.types].sort() } : line;
  const gone = new Set(
    all.flatMap(({ line }) => line.on === "rule" && line.badfilter ? [sameText(sorted(line))] : []),
  );
  const found = all.filter(({ line }) =>
    !(line.on === "rule" && (line.badfilter || gone.has(sameText(sorted(line))))) &&
    holds(line, name, type, asked)
  );
  if (found.some(({ kind }) => kind === "allow")) return "allow";
  const rules = found.map(({ line }) => line).filter((line) => line.on === "rule");
  const rewritten = rewriteOf(rules.filter((rule) => rule.rewrite !== undefined), name);
  if (rewritten !== "") return rewritten;
  const plain = rules.filter((rule) => rule.rewrite === undefined);
  const has = (allow: boolean, important: boolean) =>
    plain.some((rule) => rule.allow === allow && rule.important === important);
  if (has(true, true)) return "allow";
  if (has(false, true)) return "block";
  if (has(true, false)) return "allow";
  if (has(false, false) || found.some(({ line }) => line.on !== "rule" && line.on !== "real")) {
    return "block";
  }
  const hosts = found.filter(({ line }) => line.on === "real").map(() => "10.0.0.1");
  return hosts.length > 0 ? `rewrite ${hosts}` : "none";
}

/** The result of rewrites by rule-syntax E4; "" = none. */
function rewriteOf(rules: readonly AdblockRule[], name: string): string {
  const left = rules.filter((rule) =>
    !rule.allow &&
    !rules.some((other) =>
      other.allow && other.rewrite === rule.rewrite && (other.important || !rule.important)
    )
  );
  const important = left.filter((rule) => rule.important);
  const values = (important.length > 0 ? important : left)
    .map(({ rewrite }) => rewrite!);
  const alias = values.find((value) => value.endsWith(".example"));
  if (alias !== undefined) return alias === name ? "" : `rewrite ${alias}`;
  if (values.includes("NXDOMAIN")) return "rewrite NXDOMAIN";
  return values.length > 0 ? `rewrite ${values.sort()}` : "";
}

function wording(verdict: Verdict): string {
  if (verdict.do === "block") return "block";
  if (verdict.do === "local") return "local";
  if (verdict.do === "resolve") return verdict.match === undefined ? "none" : "allow";
  const { cname, rcode, records } = verdict.to;
  if (cname !== undefined) return `rewrite ${nameToText(cname)}`;
  return rcode === 3
    ? "rewrite NXDOMAIN"
    : `rewrite ${records.map(({ rdata }) => rdata.join(".")).sort()}`;
}

Deno.test("Names and their CNAME targets are decided as docs/rule-syntax.md says, for any combination of rules", () => {
  const asked = fc.array(question, { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(lists, asked, (lists, questions) => {
      const texts = lists.map(({ kind, lines }) => ({ kind, text: lines.map(textOf).join("\n") }));
      const snapshot = compileInMemory(texts);
      for (const one of questions) {
        const { name, type, client: address, device, target } = one;
        const client = {
          policy: snapshot.classes[0],
          address: parseAddress(address)!,
          place: "home",
          ...(device !== undefined && { name: device }),
        } as const;
        const wire = { name: nameFromText(name)!, type: TYPES[type], class: 1 };
        const actual = wording(decideBefore(wire, client, snapshot, 0).verdict);
        assert.equal(actual, model(lists, name, type, one), JSON.stringify([texts, one]));
        if (target === undefined || actual !== "none") continue;
        const content = { targets: [nameFromText(target)!], addresses: [] };
        const after = wording(decideAfter(wire, client, content, snapshot, 0).verdict);
        const expected = model(lists, target, "CNAME", one);
        assert.equal(after, expected === "allow" ? "none" : expected, `by ${target}`);
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
