/**
 * Settings of Pi-hole that have an equivalent in the box: pihole.toml of version 6, setupVars.conf
 * and pihole-FTL.conf of version 5.
 */
import { asciiName } from "../../../../policy/lists/host_name.ts";
import {
  asNumber,
  type DocumentValue,
  isEmpty,
  isOn,
  isWithin,
  ReadDocument,
  shownValue,
} from "./document.ts";
import { type DnsmasqPlaces, readDnsmasqLine, readReverse, readStaticLease } from "./dnsmasq.ts";
import { sentence } from "../../../../policy/model/sentence.ts";
import { type Findings, type ItemReason, remarkUnlessDefault } from "./model.ts";
import { readAliases, readHostRecord, readHostsLine } from "./names.ts";

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
 * Values about Pi-hole itself, its pages and its machine, and switches for what the box always
 * does.
 */
const OWN: readonly string[] = [
  ..."ntp resolver files debug webserver database dhcp.logging dhcp.leaseTime".split(" "),
  ..."addr2line delay_startup etc_dnsmasq_d extraLogging hide_connection_error hide_dnsmasq_warn"
    .split(" ").map((key) => `misc.${key}`),
  ..."nice normalizeCPU readOnly".split(" ").map((key) => `misc.${key}`),
  ..."CNAMEdeepInspect EDNS0ECS analyzeOnlyAandAAAA blockESNI blocking.active blocking.edns bogusPriv"
    .split(" ").map((key) => `dns.${key}`),
  ..."cache.optimizer cache.upstreamBlockedTTL domain.local domainNeeded expandHosts interface"
    .split(" ").map((key) => `dns.${key}`),
  ..."listeningMode localise piholePTR port queryLogging replyWhenBusy showDNSSEC".split(" ").map(
    (key) => `dns.${key}`,
  ),
];
/** Values that no installation changes without a reason, for functions that the box does not have. */
const USUAL: Readonly<Record<string, string>> = {
  "dns.cache.size": "10000",
  "webserver.domain": "pi.hole",
};
/** Values among these that have a meaning beyond Pi-hole itself. */
const NOT_OWN: readonly string[] = [
  ..."webserver.domain webserver.acl webserver.api.excludeClients webserver.api.excludeDomains"
    .split(" "),
  "database.maxDBdays",
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
  if (typeof toml !== "object" || toml === null) return;
  const document = new ReadDocument(toml);
  for (const key of Object.keys(toml)) {
    if (!SECTIONS.has(key)) findings.warn(sentence`pihole.toml, unknown table: ${key}`);
  }
  for (const line of document.texts("dns.upstreams")) upstreams.take("upstreams", line, findings);
  for (const line of document.texts("dns.revServers")) {
    const [enabled, ...rest] = line.split(",").map((field) => field.trim());
    if (isOn(enabled)) readReverse(rest, places);
    else findings.cannot("upstream", `dns.revServers: ${line}`, "turned_off");
  }
  for (const line of document.texts("dns.hosts")) {
    if (!readHostsLine(line, findings)) {
      findings.cannot("record", `dns.hosts: ${line}`, "bad_value");
    }
  }
  for (const line of document.texts("dns.cnameRecords")) readAliases(line, findings);
  const host = document.peek("dns.hostRecord");
  if (typeof host === "string" && host !== "") {
    document.mark("dns.hostRecord");
    readHostRecord(host, findings);
  }
  for (const line of document.texts("dhcp.hosts")) readStaticLease(line, places);
  for (const line of document.texts("misc.dnsmasq_lines")) readDnsmasqLine(line, places);
  readSwitches(document, findings);
  readNumbers(document, findings);
  readLeft(document, findings);
}

function readSwitches(document: ReadDocument, findings: Findings): void {
  readMode(document.text("dns.blocking.mode"), "dns.blocking.mode", findings);
  if (document.peek("dns.blocking.active") === false) {
    document.at("dns.blocking.active");
    findings.add(
      "dns.blocking.active = false",
      { what: "setting", key: "filtering", value: false },
      { why: "pauses_protection", chosen: false },
    );
  }
  const special = ["mozillaCanary", "iCloudPrivateRelay", "designatedResolver"].map((key) =>
    `dns.specialDomains.${key}`
  );
  const known = special.filter((path) => document.flag(path) !== undefined);
  if (known.length > 0) {
    const on = known.filter((path) => document.flag(path) === true);
    const isUniform = on.length === 0 || on.length === known.length;
    const remark = isUniform ? {} : { why: "approximate" } as const;
    findings.add(
      known.map((path) => `${path} = ${document.flag(path)}`).join(", "),
      { what: "setting", key: "canaries", value: on.length > 0 },
      remarkUnlessDefault(on.length, special.length, remark),
    );
  }
  const domain = document.text("dns.domain.name") ?? document.text("dns.domain");
  readDomain("dns.domain.name", domain, findings);
  readPrivacy("misc.privacylevel", document.number("misc.privacylevel"), findings);
}

function readNumbers(document: ReadDocument, findings: Findings): void {
  readTtl("dns.blockTTL", document.number("dns.blockTTL"), findings);
  const rate = ["dns.rateLimit.count", "dns.rateLimit.interval"];
  if (rate.every((path) => asNumber(document.peek(path)) !== undefined)) {
    const [count, interval] = rate.map((path) => document.number(path));
    readRate("dns.rateLimit", count, interval, findings);
  }
  readDays("database.maxDBdays", document.number("database.maxDBdays"), findings);
}

/** Reports every value that nothing reads, so that none is lost silently. */
function readLeft(document: ReadDocument, findings: Findings): void {
  for (const path of SECRETS) {
    if (!isEmpty(document.at(path))) findings.cannot("account", path, "secret");
  }
  for (const { path, value } of document.unread()) {
    findings.cannot("setting", `${path} = ${shownValue(value)}`, whyLeft(path, value));
  }
}

function whyLeft(path: string, value: DocumentValue): ItemReason {
  if (isWithin(path, OWN) && !isWithin(path, NOT_OWN)) return "not_needed";
  if (value === false) return "turned_off";
  return shownValue(value) === USUAL[path] ? "usual" : "no_equivalent";
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
  if (level === undefined) return;
  const text = `${from} = ${level}`;
  if (level <= 0) findings.cannot("setting", text, "turned_off");
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
