/**
 * Settings of Pi-hole that have an equivalent in the box: pihole.toml of version 6, setupVars.conf
 * and pihole-FTL.conf of version 5.
 */
import { asciiName } from "../../../../policy/lists/line_outcome.ts";
import { asNumber, asText, asTexts, type DocumentValue, isOn, valueAt } from "./document.ts";
import { type DnsmasqPlaces, readReverse, readStaticLease } from "./dnsmasq.ts";
import { type Findings, remarkUnlessDefault } from "./model.ts";
import { readAliases, readHostRecord, readHostsLine } from "./names.ts";
import type { SettingKey } from "../../../settings/list.ts";

/** The tables of pihole.toml. */
const SECTIONS = new Set([
  "dns",
  "dhcp",
  "ntp",
  "resolver",
  "database",
  "webserver",
  "files",
  "misc",
  "debug",
]);
/**
 * Values for functions that the box does not have, by path; reported where they are on or not
 * empty.
 */
const LEFT: readonly (readonly [path: string, usual?: string])[] = [
  ["dns.dnssec"],
  ["dns.ignoreLocalhost"],
  ["dns.cache.size", "10000"],
  ["dns.reply.host.force4"],
  ["dns.reply.host.force6"],
  ["dns.reply.blocking.force4"],
  ["dns.reply.blocking.force6"],
  ["dhcp.active"],
  ["webserver.domain", "pi.hole"],
  ["webserver.acl"],
  ["webserver.api.excludeClients"],
  ["webserver.api.excludeDomains"],
  ["misc.dnsmasq_lines"],
];
/** Settings of Pi-hole that contain secrets. */
const SECRETS: readonly string[] = [
  "webserver.api.pwhash",
  "webserver.api.totp_secret",
  "webserver.api.app_pwhash",
];

/** Adds the settings of pihole.toml to the findings. */
export function readPiholeToml(toml: DocumentValue, places: DnsmasqPlaces): void {
  const { findings, upstreams } = places;
  const at = (path: string) => valueAt(toml, ...path.split("."));
  if (typeof toml !== "object" || toml === null) return;
  for (const key of Object.keys(toml)) {
    if (!SECTIONS.has(key)) findings.warn(`pihole.toml, unknown table: ${key}`);
  }
  for (const line of asTexts(at("dns.upstreams"))) upstreams.take("upstreams", line, findings);
  for (const line of asTexts(at("dns.revServers"))) {
    const [enabled, ...rest] = line.split(",").map((field) => field.trim());
    if (isOn(enabled)) readReverse(rest, places);
    else findings.cannot("upstream", `dns.revServers: ${line}`, "turned_off");
  }
  for (const line of asTexts(at("dns.hosts"))) {
    if (!readHostsLine(line, findings)) {
      findings.cannot("record", `dns.hosts: ${line}`, "bad_value");
    }
  }
  for (const line of asTexts(at("dns.cnameRecords"))) readAliases(line, findings);
  const host = asText(at("dns.hostRecord")) ?? "";
  if (host !== "") readHostRecord(host, findings);
  for (const line of asTexts(at("dhcp.hosts"))) readStaticLease(line, places);
  readSwitches(at, findings);
  readNumbers(at, findings);
  readLeft(at, findings);
}

type At = (path: string) => DocumentValue;

function readSwitches(at: At, findings: Findings): void {
  const set = (path: string, key: SettingKey, value: unknown, remark = {}) =>
    findings.add(`${path} = ${said(at(path))}`, { what: "setting", key, value }, remark);
  readMode(asText(at("dns.blocking.mode")), "dns.blocking.mode", findings);
  if (at("dns.blocking.active") === false) {
    set("dns.blocking.active", "filtering", false, { why: "pauses_protection", chosen: false });
  }
  const special = ["mozillaCanary", "iCloudPrivateRelay", "designatedResolver"].map((key) =>
    `dns.specialDomains.${key}`
  );
  const known = special.filter((path) => typeof at(path) === "boolean");
  if (known.length > 0) {
    const on = known.filter((path) => at(path) === true);
    const why = on.length === 0 || on.length === known.length;
    const remark = why ? {} : { why: "approximate" } as const;
    set(
      known[0],
      "canaries",
      on.length > 0,
      remarkUnlessDefault(on.length, special.length, remark),
    );
  }
  readDomain(
    "dns.domain.name",
    asText(at("dns.domain.name")) ?? asText(at("dns.domain")),
    findings,
  );
  readPrivacy("misc.privacylevel", asNumber(at("misc.privacylevel")), findings);
}

function readNumbers(at: At, findings: Findings): void {
  const ttl = asNumber(at("dns.blockTTL"));
  readTtl("dns.blockTTL", ttl, findings);
  readRate(
    "dns.rateLimit",
    asNumber(at("dns.rateLimit.count")),
    asNumber(at("dns.rateLimit.interval")),
    findings,
  );
  readDays("database.maxDBdays", asNumber(at("database.maxDBdays")), findings);
}

function readLeft(at: At, findings: Findings): void {
  for (const path of SECRETS) if (isThere(at(path))) findings.cannot("account", path, "secret");
  for (const [path, usual = ""] of LEFT) {
    const value = at(path);
    if (isThere(value) && said(value) !== usual) {
      findings.cannot("setting", `${path} = ${said(value)}`, "no_equivalent");
    }
  }
}

/** Blocking modes that the box has too. */
const MODES = new Map([["NULL", "null"], ["NX", "nxdomain"], ["NXDOMAIN", "nxdomain"]]);

/** Reads the blocking mode; a mode that the box does not have is reported and not imported. */
export function readMode(mode: string | undefined, from: string, findings: Findings): void {
  if (mode === undefined) return;
  const word = mode.toUpperCase();
  const value = MODES.get(word) ?? "";
  if (value === "") findings.cannot("setting", `${from} = ${mode}`, "no_equivalent");
  else {findings.add(
      `${from} = ${mode}`,
      { what: "setting", key: "blocked_response", value },
      remarkUnlessDefault(value, "null"),
    );}
}

/** Reads the domain of the local network. */
export function readDomain(from: string, given: string | undefined, findings: Findings): void {
  if (given === undefined || given === "") return;
  const domain = asciiName(given);
  if (domain === undefined) findings.cannot("setting", `${from} = ${given}`, "bad_value");
  else {findings.add(
      `${from} = ${given}`,
      { what: "setting", key: "local_domain", value: domain },
      remarkUnlessDefault(domain, "lan"),
    );}
}

/** Reads the privacy level: 1 = hide names, 2 = anonymize clients, 3 = no journal either. */
export function readPrivacy(from: string, level: number | undefined, findings: Findings): void {
  if (level === undefined || level === 0) return;
  const text = `${from} = ${level}`;
  if (level === 1) findings.cannot("setting", text, "no_equivalent");
  if (level >= 2) findings.add(text, { what: "setting", key: "anonymize_clients", value: "all" });
  if (level >= 3) findings.add(text, { what: "setting", key: "journal", value: false });
}

/** Reads the TTL of answers for blocked names, in seconds. */
export function readTtl(from: string, ttl: number | undefined, findings: Findings): void {
  if (ttl === undefined) return;
  findings.add(
    `${from} = ${ttl}`,
    { what: "setting", key: "blocked_ttl", value: ttl },
    remarkUnlessDefault(ttl, 2),
  );
}

/** Reads the rate limit: queries in a number of seconds. */
export function readRate(
  from: string,
  count: number | undefined,
  interval: number | undefined,
  findings: Findings,
): void {
  if (count === undefined || interval === undefined) return;
  const text = `${from} = ${count}/${interval}`;
  const isNone = count <= 0 || interval <= 0;
  const remark = remarkUnlessDefault(`${count}/${interval}`, "1000/60");
  findings.add(text, {
    what: "setting",
    key: "rate_limit",
    value: isNone ? 0 : Math.ceil(count / interval),
  }, remark);
  if (!isNone) {
    findings.add(
      text,
      { what: "setting", key: "rate_limit_burst", value: Math.ceil(count) },
      remark,
    );
  }
}

/** Reads the retention of queries in days; 0 or less = they are not kept. */
export function readDays(from: string, days: number | undefined, findings: Findings): void {
  if (days === undefined) return;
  const text = `${from} = ${days}`;
  if (days <= 0) findings.add(text, { what: "setting", key: "journal", value: false });
  else {
    // The default is 91 since version 6, 365 before.
    const value = Math.min(3650, Math.ceil(days));
    const usual = days === 365 ? 365 : 91;
    findings.add(
      text,
      { what: "setting", key: "journal_days", value },
      remarkUnlessDefault(days, usual),
    );
  }
}

function isThere(value: DocumentValue): boolean {
  return value !== undefined && value !== false && said(value) !== "";
}

function said(value: DocumentValue): string {
  return Array.isArray(value) ? asTexts(value).join(", ") : asText(value) ?? "";
}
