/** Rules, rewrites and lists of AdGuardHome.yaml (rule-syntax E4, E5). */
import { asciiName } from "../../../../policy/lists/line_outcome.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { asList, asText, asTexts, type DocumentValue, isOn, valueAt } from "./document.ts";
import { ExceptionRules } from "./exception_rules.ts";
import { ALL, type Findings, type FoundRule, type ItemScope, plainName } from "./model.ts";
import { rulesOfLine } from "./rule_line.ts";

/**
 * Returns the scope that a client of a rule means, by address, hardware address or name; undefined
 * = the box knows no such client.
 */
export type ClientOf = (client: string) => ItemScope | undefined;

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
    if (url === "") continue;
    if (!/^https?:\/\//i.test(url)) findings.cannot("list", from, "local_file");
    else {findings.add(from, {
        what: "list",
        url,
        kind,
        name,
        enabled: isOn(valueAt(filter, "enabled")),
        scopes: [ALL],
        except,
      });}
  }
}

/**
 * Reads lines in the syntax of lists; each becomes a rule for everyone, or for the clients that it
 * names. A block that an exception always overrides is left out, unless it is important: in AdGuard
 * Home exceptions take precedence over blocks.
 */
export function readRuleLines(
  lines: readonly string[],
  clientOf: ClientOf,
  findings: Findings,
): void {
  const removed = new Set(lines.filter((line) => BADFILTER.test(line)).map(withoutBadfilter));
  const allowed = new ExceptionRules();
  const found = lines.filter((line) => !BADFILTER.test(line)).flatMap((line) => {
    if (!removed.has(line.trim())) return rulesFor(line, clientOf, findings);
    findings.cannot("rule", line, "turned_off");
    return [];
  });
  for (const { rule, whom } of found) allowed.add(rule, whom);
  for (const { line, rule, whom, important, why } of found) {
    const before = important ? undefined : allowed.before(rule, whom);
    if (before === undefined) findings.add(line, { what: "rule", whom, rule }, { why });
    else findings.cannot("rule", line, "conflict", before);
  }
}

const BADFILTER = /[$,]badfilter\b/;

function rulesFor(line: string, clientOf: ClientOf, findings: Findings) {
  const { rules, why, detail } = rulesOfLine(line, "auto");
  if (rules.length === 0 && why !== "") findings.cannot("rule", line, why, detail);
  return rules.flatMap((found) =>
    (found.clients.length === 0 ? [""] : found.clients).flatMap((client) => {
      const whom = client === "" ? ALL : clientOf(client);
      if (whom !== undefined) return [{ ...found, line, whom }];
      findings.cannot("rule", line, "unknown_device", client);
      return [];
    })
  );
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
  }
}

/** The lines of `user_rules`. */
export function userRules(value: DocumentValue): readonly string[] {
  return asTexts(value).map((line) => line.trim()).filter((line) => line !== "");
}
