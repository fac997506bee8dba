/** Rules, rewrites and lists of AdGuardHome.yaml (rule-syntax E4, E5). */
import { asciiName } from "../../../../policy/lists/host_name.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { asList, asText, asTexts, type DocumentValue, isOn, valueAt } from "./document.ts";
import {
  ALL,
  type Findings,
  type FoundRule,
  type ItemReason,
  type ItemScope,
  plainName,
} from "./model.ts";
import { OverridingRules } from "./overriding_rules.ts";
import { type LineRule, rulesOfLine } from "./rule_line.ts";

/**
 * Returns the scope that a client of a rule means, by address, hardware address or name, or why
 * the box knows no such client.
 */
export type ClientOf = (client: string) => ItemScope | "client_id" | "unknown_device";

/** Reads `filters` and `whitelist_filters`; `except` = the clients that they do not filter. */
export function readFilters(
  filters: DocumentValue,
  kind: "block" | "allow",
  except: readonly ItemScope[],
  findings: Findings,
): void {
  for (const filter of asList(filters)) {
    const url = (asText(valueAt(filter, "url")) ?? "").trim();
    const name = plainName(asText(valueAt(filter, "name")) ?? "");
    const from = `${kind === "block" ? "filters" : "whitelist_filters"}: ${url}`;
    if (url === "") {
      findings.cannot("list", from, "bad_value");
      continue;
    }
    if (!/^https?:\/\//i.test(url)) findings.cannot("list", from, "local_file");
    else {
      const enabled = isOn(valueAt(filter, "enabled"));
      findings.add(from, { what: "list", url, kind, name, enabled, scopes: [ALL], except });
    }
  }
}

/**
 * Reads lines in the syntax of lists; each becomes a rule for everyone, or for the clients or ages
 * that it names. A rule that another one always overrides in AdGuard Home is left out.
 */
export function readRuleLines(
  lines: readonly string[],
  clientOf: ClientOf,
  findings: Findings,
): void {
  const removed = new Set(lines.filter((line) => BADFILTER.test(line)).map(withoutBadfilter));
  const overriding = new Overriding();
  const found = lines.flatMap((line) => {
    if (BADFILTER.test(line)) {
      findings.cannot("rule", line, "not_needed");
      return [];
    }
    if (!removed.has(line.trim())) return rulesFor(line, clientOf, findings);
    findings.cannot("rule", line, "turned_off");
    return [];
  });
  for (const rule of found) overriding.add(rule);
  for (const each of found) {
    const { line, rule, whom, important } = each;
    const before = overriding.before(each);
    if (before !== undefined) {
      findings.cannot("rule", line, "conflict", before);
      continue;
    }
    const why = important && each.why === "" ? "important_lost" : each.why;
    findings.add(line, { what: "rule", whom, rule }, { why });
  }
}

const BADFILTER = /[$,]badfilter\b/;

/** A rule of a line, with the scope that it applies to. */
interface RuleFor extends LineRule {
  readonly line: string;
  readonly whom: ItemScope;
}

/** In AdGuard Home exceptions override blocks, and `$important` overrides what lacks it. */
class Overriding {
  readonly #exceptions = new OverridingRules("allow");
  readonly #importantExceptions = new OverridingRules("allow");
  readonly #importantBlocks = new OverridingRules("block");

  add({ rule, whom, important }: RuleFor): void {
    // A rule with `$denyallow` does not cover all names below it.
    if (rule.except !== undefined) return;
    this.#exceptions.add(rule, whom);
    if (!important) return;
    this.#importantExceptions.add(rule, whom);
    this.#importantBlocks.add(rule, whom);
  }

  before({ rule, whom, important }: RuleFor): string | undefined {
    if (important) return this.#importantExceptions.before(rule, whom);
    return this.#exceptions.before(rule, whom) ?? this.#importantBlocks.before(rule, whom);
  }
}

function rulesFor(line: string, clientOf: ClientOf, findings: Findings): RuleFor[] {
  const { rules, why, detail } = rulesOfLine(line, "auto");
  if (rules.length === 0 && why !== "") findings.cannot("rule", line, why, detail);
  return rules.flatMap((found) =>
    scopesOf(found, clientOf, (why, client) => findings.cannot("rule", line, why, client))
      .map((whom) => ({ ...found, line, whom }))
  );
}

function scopesOf(
  { clients, profiles }: LineRule,
  clientOf: ClientOf,
  onUnknown: (why: ItemReason, client: string) => void,
): ItemScope[] {
  if (profiles.length > 0) return profiles.map((name) => ({ kind: "profile", name }));
  if (clients.length === 0) return [ALL];
  return clients.flatMap((client) => {
    const whom = clientOf(client);
    if (typeof whom !== "string") return whom;
    onUnknown(whom, client);
    return [];
  });
}

function withoutBadfilter(line: string): string {
  return line.trim().replace(/,badfilter(?=,|$)/, "").replace(/\$badfilter,/, "$").replace(
    /\$badfilter$/,
    "",
  );
}

/**
 * Reads `rewrites`, which give answers by name; the answers for one name become one rule of the
 * box.
 */
export function readRewrites(
  rewrites: DocumentValue,
  isEnabled: boolean,
  findings: Findings,
): void {
  const byName = new Map<
    string,
    { from: string[]; addresses: string[]; names: string[]; isException: boolean }
  >();
  for (const rewrite of asList(rewrites)) {
    const domain = (asText(valueAt(rewrite, "domain")) ?? "").trim().toLowerCase();
    const answer = (asText(valueAt(rewrite, "answer")) ?? "").trim();
    const from = `rewrites: ${domain} → ${answer}`;
    const below = domain.startsWith("*.");
    const name = asciiName(below ? domain.slice(2) : domain);
    // Before schema 31 a rewrite could not be turned off.
    if (!isEnabled || valueAt(rewrite, "enabled") === false) {
      findings.cannot("rule", from, "turned_off");
    } else if (name === undefined) findings.cannot("rule", from, "bad_value");
    else if (answer === "A" || answer === "AAAA") findings.cannot("rule", from, "no_equivalent");
    else {
      const key = below ? `*.${name}` : name;
      const held = byName.get(key) ?? { from: [], addresses: [], names: [], isException: false };
      held.from.push(from);
      if (parseAddress(answer) !== undefined) held.addresses.push(answer);
      else if (answer.toLowerCase() === domain) held.isException = true;
      else held.names.push(answer);
      byName.set(key, held);
    }
  }
  for (const [domain, { from, addresses, names, isException }] of byName) {
    const base = {
      domain,
      kind: domain.startsWith("*.") ? "wildcard" : "exact",
      types: [],
    } as const;
    // A name takes precedence over addresses; a name that is rewritten to itself is resolved by the
    // upstreams.
    const rule: FoundRule = isException
      ? { ...base, action: "allow", to: [] }
      : { ...base, action: "rewrite", to: names.length > 0 ? [names[0]] : addresses };
    const remark = isException ? { why: "approximate" } as const : {};
    findings.add(from.join("; "), { what: "rule", whom: ALL, rule }, remark);
    for (const name of names.slice(1)) {
      findings.cannot("rule", `rewrites: ${domain} → ${name}`, "conflict", names[0]);
    }
  }
}

/** The lines of `user_rules`. */
export function userRules(value: DocumentValue): readonly string[] {
  return asTexts(value).map((line) => line.trim()).filter((line) => line !== "");
}
