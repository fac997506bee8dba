/**
 * Groups, lists, domains and clients of Pi-hole. There an item applies to the clients that share
 * one of its groups, and an unlisted client is in group 0. So group 0 becomes everyone, and a
 * device in several groups gets one group that combines them. Lists of group 0 leave out the
 * clients that are not in it; rules of everyone do not.
 */
import {
  ALL,
  type Findings,
  type FoundRule,
  type ItemReason,
  type ItemScope,
  plainName,
} from "./model.ts";
import type { Machines } from "./machines.ts";
import { OverridingRules } from "./overriding_rules.ts";
import { rulesOfLine } from "./rule_line.ts";
import type { TableRow, Tables } from "./tables.ts";

/** The tables of gravity.db that define what is blocked for which clients. */
export const GRAVITY_TABLES: readonly string[] = [
  "group",
  "adlist",
  "adlist_by_group",
  "domainlist",
  "domainlist_by_group",
  "client",
  "client_by_group",
];

/** Types of `domainlist`, by number: 0 to 3. */
const DOMAIN_TYPES = [
  { action: "allow", isRegex: false },
  { action: "block", isRegex: false },
  { action: "allow", isRegex: true },
  { action: "block", isRegex: true },
] as const;
/** A rule, the clients it applies to, and what is different in the box. */
interface RuleFor {
  readonly rule: FoundRule;
  readonly whom: ItemScope;
  readonly why: ItemReason;
}

/** The expression of Pi-hole for a name and its subdomains: `(\.|^)example\.com$`. */
const TREE = /^\((?:\\\.\|\^|\^\|\\\.)\)((?:[a-z0-9_-]+\\\.)+[a-z0-9_-]+)\$$/i;

/** Adds groups, lists, domains and clients to the findings. */
export function readPolicy(tables: Tables, machines: Machines, findings: Findings): void {
  const groups = new Groups(tables);
  for (const name of groups.names()) findings.add(`group: ${name}`, { what: "group", name });
  for (const [row, name] of groups.off) {
    findings.cannot("group", `group: ${name}`, "turned_off", text(row.description));
  }
  const clients = (tables.client ?? []).flatMap((row): GroupedClient[] => {
    const mac = machines.find(text(row.ip).trim());
    if (mac === undefined) return [];
    const name = plainName(text(row.comment)) || machines.nameOf(mac);
    return [{ mac, name, groups: groups.of("client", row.id) }];
  });
  for (const row of tables.adlist ?? []) readList(row, groups, clients, findings);
  readDomains(tables.domainlist ?? [], groups, findings);
  for (const row of tables.client ?? []) readClient(row, groups, machines, findings);
  readLeft(tables, findings);
}

/** Columns that only Pi-hole uses: when it wrote a row, and what it counted. */
const OWN_COLUMNS: readonly string[] = [
  "date_added",
  "date_modified",
  "date_updated",
  "number",
  "invalid_domains",
  "abp_entries",
  "status",
];

/** Reports comments that have no place in the box, and columns that only Pi-hole uses. */
function readLeft(tables: Tables, findings: Findings): void {
  for (const { domain, comment } of tables.domainlist ?? []) {
    if (text(comment) === "") continue;
    findings.cannot(
      "rule",
      `domainlist.comment, ${text(domain)}: ${text(comment)}`,
      "no_equivalent",
    );
  }
  for (const { name, description } of tables.group ?? []) {
    if (text(description) === "") continue;
    findings.cannot(
      "group",
      `group.description, ${text(name)}: ${text(description)}`,
      "no_equivalent",
    );
  }
  for (const table of ["group", "adlist", "domainlist", "client"]) {
    const used = OWN_COLUMNS.filter((column) =>
      tables[table]?.some((row) => ![undefined, null, 0, ""].includes(row[column]))
    );
    if (used.length > 0) findings.cannot("setting", `${table}: ${used.join(", ")}`, "not_needed");
  }
}

/** A client that the box knows, with its groups that are on. */
interface GroupedClient {
  readonly mac: string;
  readonly name: string;
  readonly groups: readonly number[];
}

/** The groups that are on, and the devices that are in several of them. */
class Groups {
  readonly #names = new Map<number, string>();
  readonly #of: Readonly<
    Record<"adlist" | "domainlist" | "client", ReadonlyMap<number, readonly number[]>>
  >;
  /** Sets of groups that devices are in, by the ids of their groups, each with a name. */
  readonly #sets = new Map<string, { readonly ids: readonly number[]; readonly name: string }>();
  /** Groups that are turned off. */
  readonly off: (readonly [row: TableRow, name: string])[] = [];

  constructor(tables: Tables) {
    for (const row of tables.group ?? []) {
      const id = number(row.id);
      const name = plainName(text(row.name));
      if (id === undefined || name === "") continue;
      if (row.enabled === 0) this.off.push([row, name]);
      else this.#names.set(id, name);
    }
    // Every Pi-hole has group 0; a table without it is truncated, so group 0 is assumed to be on.
    if (!this.#names.has(0) && this.off.every(([row]) => row.id !== 0)) {
      this.#names.set(0, "Default");
    }
    this.#of = {
      adlist: pairs(tables.adlist_by_group, "adlist_id"),
      domainlist: pairs(tables.domainlist_by_group, "domainlist_id"),
      client: pairs(tables.client_by_group, "client_id"),
    };
    const used = Object.values(this.#of).flatMap((map) => [...map.values()].flat());
    for (const id of new Set(used)) if (id !== 0 && this.#names.has(id)) this.#setOf([id]);
    for (const row of tables.client ?? []) {
      this.#setOf(this.of("client", row.id).filter((id) => id !== 0));
    }
  }

  /** The names of the groups to create. */
  names(): string[] {
    return [...this.#sets.values()].map(({ name }) => name);
  }

  /** Returns the groups of an item that are on. */
  of(what: "adlist" | "domainlist" | "client", id: unknown): number[] {
    const all = this.#of[what].get(number(id) ?? -1) ?? [];
    return [...new Set(all)].filter((group) => this.#names.has(group)).sort((a, b) => a - b);
  }

  /** Returns the group of the box for a device in these groups; "" = none. */
  nameOf(ids: readonly number[]): string {
    return ids.length === 0 ? "" : this.#setOf(ids)?.name ?? "";
  }

  /** Returns the scopes of an item in these groups. */
  whom(ids: readonly number[]): ItemScope[] {
    if (ids.includes(0)) return [ALL];
    return [...this.#sets.values()].filter((set) => set.ids.some((id) => ids.includes(id)))
      .map(({ name }) => ({ kind: "group", name }));
  }

  /**
   * The scopes that a list of these groups, which include group 0, is not for: clients that share
   * no group with it. A group of the box is named if none of its devices is in group 0.
   */
  leftOut(ids: readonly number[], clients: readonly GroupedClient[]): ItemScope[] {
    const scopes: ItemScope[] = [];
    for (const { mac, name, groups } of clients) {
      if (groups.some((id) => ids.includes(id))) continue;
      const group = this.nameOf(groups.filter((id) => id !== 0));
      const isWhole = group !== "" &&
        clients.every((other) =>
          this.nameOf(other.groups.filter((id) => id !== 0)) !== group ||
          !other.groups.some((id) => ids.includes(id))
        );
      if (!isWhole) scopes.push({ kind: "device", mac, name });
      else if (!scopes.some((scope) => scope.kind === "group" && scope.name === group)) {
        scopes.push({ kind: "group", name: group });
      }
    }
    return scopes;
  }

  #setOf(ids: readonly number[]) {
    if (ids.length === 0) return undefined;
    const key = ids.join(",");
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const set = { ids, name: plainName(ids.map((id) => this.#names.get(id)!).join(" + ")) };
    this.#sets.set(key, set);
    return set;
  }
}

function pairs(
  rows: readonly TableRow[] | undefined,
  key: string,
): ReadonlyMap<number, readonly number[]> {
  const out = new Map<number, number[]>();
  for (const row of rows ?? []) {
    const id = number(row[key]);
    const group = number(row.group_id);
    if (id !== undefined && group !== undefined) out.set(id, [...out.get(id) ?? [], group]);
  }
  return out;
}

function readList(
  row: TableRow,
  groups: Groups,
  clients: readonly GroupedClient[],
  findings: Findings,
): void {
  const url = text(row.address).trim();
  const from = `adlist: ${url}`;
  const enabled = row.enabled !== 0;
  if (url === "") return;
  const name = plainName(text(row.comment));
  if (!/^https?:\/\//i.test(url)) return findings.cannot("list", from, "local_file", name);
  const of = groups.of("adlist", row.id);
  const kind = row.type === 1 ? "allow" : "block";
  if (of.length === 0) return findings.cannot("list", from, "turned_off", name);
  const scopes = groups.whom(of);
  const except = of.includes(0) ? groups.leftOut(of, clients) : [];
  findings.add(from, { what: "list", url, kind, name, enabled, scopes, except });
}

/**
 * Adds the rules of the rows, without blocks that an exception always overrides: in Pi-hole
 * exceptions take precedence (rule-syntax E5).
 */
function readDomains(rows: readonly TableRow[], groups: Groups, findings: Findings): void {
  const found = rows.flatMap((row) => rulesOf(row, groups, findings));
  const allowed = new OverridingRules("allow");
  for (const { rule, whom } of found) allowed.add(rule, whom);
  for (const { from, rule, whom, why } of found) {
    const before = allowed.before(rule, whom);
    if (before === undefined) findings.add(from, { what: "rule", whom, rule }, { why });
    else findings.cannot("rule", from, "conflict", before);
  }
}

function rulesOf(
  row: TableRow,
  groups: Groups,
  findings: Findings,
): (RuleFor & { readonly from: string })[] {
  const domain = text(row.domain).trim();
  const type = DOMAIN_TYPES[number(row.type) ?? -1];
  const none = (
    from: string,
    why: ItemReason,
    detail = "",
  ) => {
    findings.cannot("rule", from, why, detail);
    return [];
  };
  if (domain === "") return none("domainlist", "bad_value");
  if (type === undefined) return none(domain, "bad_value");
  const from = `${type.action === "allow" ? "allow" : "deny"}${
    type.isRegex ? " (regex)" : ""
  }: ${domain}`;
  const whom = row.enabled === 0 ? [] : groups.whom(groups.of("domainlist", row.id));
  if (whom.length === 0) return none(from, "turned_off");
  if (!type.isRegex) {
    const rule: FoundRule = {
      domain: domain.toLowerCase(),
      kind: "exact",
      action: type.action,
      types: [],
      to: [],
    };
    return whom.map((each) => ({ from, whom: each, rule, why: "" }));
  }
  const { rules, why, detail } = rulesOfLine(domain, "regex");
  if (rules.length === 0) return none(from, why === "" ? "bad_value" : why, detail);
  return rules.flatMap(({ rule, why }) => {
    const isAllow = type.action === "allow";
    const action = isAllow ? "allow" : rule.action;
    const kept = { ...rule, ...plainTree(rule.domain), action, to: isAllow ? [] : rule.to };
    return whom.map((each) => ({ from, whom: each, rule: kept, why: isAllow ? "" as const : why }));
  });
}

/** Returns a rule for a name with its subdomains, when the expression means that. */
function plainTree(regex: string): Partial<FoundRule> {
  const [, name] = TREE.exec(regex) ?? [];
  return name === undefined ? {} : { domain: name.replaceAll("\\.", "."), kind: "subdomains" };
}

function readClient(row: TableRow, groups: Groups, machines: Machines, findings: Findings): void {
  const ip = text(row.ip).trim();
  const from = `client: ${ip}`;
  const mac = machines.find(ip);
  if (mac === undefined) {
    return findings.cannot("device", from, "unknown_device", text(row.comment));
  }
  const of = groups.of("client", row.id);
  const group = groups.nameOf(of.filter((id) => id !== 0));
  const name = plainName(text(row.comment)) || machines.nameOf(mac);
  if (name === "" && group === "") {
    return findings.cannot("device", from, "not_needed");
  }
  const device = { macs: [mac], name, kind: "", system: "", person: "", group };
  // In the box, rules for everyone apply to a device whatever its group; lists leave it out.
  findings.add(from, { what: "device", ...device }, of.includes(0) ? {} : { why: "also_default" });
}

function text(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
