/** Settings of AdGuardHome.yaml that have an equivalent in the box. */
import { LANGUAGES } from "../../../../policy/catalogue/languages.ts";
import { parseAddress, parsePrefix } from "../../../../policy/model/address.ts";
import type { SettingKey } from "../../../settings/list.ts";
import {
  asList,
  asNumber,
  asText,
  asTexts,
  type DocumentValue,
  goDuration,
  isOn,
  valueAt,
} from "./document.ts";
import { ALL, type Findings, type ItemRemark, remarkUnlessDefault } from "./model.ts";
import type { UpstreamKey, UpstreamLines } from "./upstream_lines.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Names that AdGuard Home refuses automatically; the box refuses them too. */
const ALWAYS_REFUSED = new Set(["version.bind", "id.server", "hostname.bind"]);
/** Values for functions that the box does not have; reported when they are on or not empty. */
const LEFT: readonly string[] = [
  "http.pprof.enabled",
  "http.doh.insecure_enabled",
  "tls.allow_unencrypted_doh",
  "http_proxy",
  "tls.enabled",
  "tls.strict_sni_check",
  "tls.dnscrypt_config_file",
  "dns.upstream_dns_file",
  "dns.disallowed_clients",
  "dns.ratelimit_whitelist",
  "dns.bogus_nxdomain",
  "dns.aaaa_disabled",
  "dns.enable_dnssec",
  "dns.edns_client_subnet.enabled",
  "dns.ipset",
  "dns.ipset_file",
  "dns.private_networks",
  "dns.use_dns64",
  "dns.serve_http3",
  "dns.use_http3_upstreams",
  "querylog.ignored",
  "statistics.ignored",
  "dhcp.enabled",
];
const SECRETS: readonly string[] = [
  "tls.private_key",
  "tls.private_key_path",
  "tls.certificate_chain",
  "tls.certificate_path",
];

/** The defaults of AdGuard Home, in the units of the box. */
const USUAL: Readonly<Record<string, unknown>> = {
  "dns.cache_size": 4_194_304,
  "dns.ratelimit": 20,
  "dns.ratelimit_subnet_len_ipv4": 24,
  "dns.ratelimit_subnet_len_ipv6": 56,
  "dns.upstream_mode": "weighted",
  "dns.upstream_timeout": 10_000,
  "querylog.enabled": true,
  "querylog.interval": 90,
  "statistics.interval": 1,
  "filtering.blocking_mode": "null",
  "filtering.blocked_response_ttl": 10,
  "filtering.filters_update_interval": 24,
};

type At = (path: string) => DocumentValue;

/**
 * Adds the settings to the findings. `at` returns a value by its path, independent of the schema.
 */
export function readSettings(at: At, upstreams: UpstreamLines, findings: Findings): void {
  const reader = new Reader(at, findings);
  readUpstreams(at, upstreams, findings);
  reader.number("cache_min_ttl", "dns.cache_ttl_min", { leave: 0 });
  reader.number("cache_max_ttl", "dns.cache_ttl_max", { leave: 0 });
  if (at("dns.cache_enabled") === false) reader.set("cache_size", "dns.cache_enabled", 0);
  else reader.number("cache_size", "dns.cache_size");
  if (isOn(at("dns.cache_optimistic"))) {
    const age = goDuration(at("dns.cache_optimistic_max_age")) ?? 12 * HOUR;
    reader.set("cache_stale", "dns.cache_optimistic", Math.min(604_800, Math.round(age / 1000)));
  }
  reader.number("rate_limit", "dns.ratelimit");
  reader.number("rate_limit_prefix4", "dns.ratelimit_subnet_len_ipv4");
  reader.number("rate_limit_prefix6", "dns.ratelimit_subnet_len_ipv6");
  readRanges(at, findings);
  if (isOn(at("dns.anonymize_client_ip"))) {
    reader.set("anonymize_clients", "dns.anonymize_client_ip", "prefix");
  }
  readKept(reader, at, findings);
  readBlocking(reader, at, findings);
  const language = asText(at("language"))?.toLowerCase().slice(0, 2) ?? "";
  if ((LANGUAGES as readonly string[]).includes(language)) {
    reader.set("language", "language", language);
  }
  for (const path of SECRETS) if (reader.isThere(path)) findings.cannot("account", path, "secret");
  for (const user of asList(at("users"))) {
    findings.cannot("account", `users: ${asText(valueAt(user, "name")) ?? ""}`, "secret");
  }
  for (const path of LEFT) {
    if (reader.isThere(path)) {
      findings.cannot("setting", `${path} = ${reader.said(path)}`, "no_equivalent");
    }
  }
}

class Reader {
  constructor(private readonly at: At, private readonly findings: Findings) {}

  set(key: SettingKey, path: string, value: unknown, remark: ItemRemark = {}): void {
    const usual = remarkUnlessDefault(value, USUAL[path], remark);
    this.findings.add(`${path} = ${this.said(path)}`, { what: "setting", key, value }, usual);
  }

  /** Adds a number unchanged; `leave` = the value that means "not set". */
  number(key: SettingKey, path: string, { leave }: { leave?: number } = {}): void {
    const value = asNumber(this.at(path));
    if (value !== undefined && value !== leave) this.set(key, path, value);
  }

  said(path: string): string {
    const value = this.at(path);
    return Array.isArray(value) ? asTexts(value).join(", ") : asText(value) ?? "";
  }

  isThere(path: string): boolean {
    const value = this.at(path);
    return value !== undefined && value !== null && value !== false && value !== 0 &&
      this.said(path) !== "";
  }
}

function readUpstreams(at: At, upstreams: UpstreamLines, findings: Findings): void {
  const take = (key: UpstreamKey, path: string) =>
    asTexts(at(path)).forEach((line) => upstreams.take(key, line, findings));
  take("upstreams", "dns.upstream_dns");
  take("fallback_upstreams", "dns.fallback_dns");
  if (at("dns.use_private_ptr_resolvers") !== false) {
    take("private_upstreams", "dns.local_ptr_upstreams");
  }
  for (const line of asTexts(at("dns.bootstrap_dns"))) {
    if (parseAddress(line) !== undefined) upstreams.take("bootstrap", line, findings);
    else findings.cannot("upstream", `dns.bootstrap_dns: ${line}`, "no_equivalent");
  }
  const set = (path: string, value: string, remark: ItemRemark = {}) =>
    findings.add(
      `${path} = ${asText(at(path))}`,
      { what: "setting", key: "upstream_strategy", value },
      remarkUnlessDefault(value, USUAL[path], remark),
    );
  const mode = asText(at("dns.upstream_mode"));
  // Before schema 28 two switches set the mode.
  if (mode === "parallel") set("dns.upstream_mode", "parallel");
  else if (mode === "load_balance") set("dns.upstream_mode", "weighted");
  else if (mode === "fastest_addr") set("dns.upstream_mode", "parallel", { why: "approximate" });
  else if (isOn(at("dns.all_servers"))) set("dns.all_servers", "parallel");
  else if (isOn(at("dns.fastest_addr"))) {
    set("dns.fastest_addr", "parallel", { why: "approximate" });
  }
  const timeout = goDuration(at("dns.upstream_timeout"));
  if (timeout !== undefined) {
    const value = Math.min(30_000, Math.max(100, Math.round(timeout)));
    const from = `dns.upstream_timeout = ${asText(at("dns.upstream_timeout"))}`;
    const target = { what: "setting", key: "upstream_timeout", value } as const;
    findings.add(from, target, remarkUnlessDefault(value, USUAL["dns.upstream_timeout"]));
  }
}

/** Addresses and prefixes that may send queries; names of clients have no equivalent in the box. */
function readRanges(at: At, findings: Findings): void {
  const allowed = asTexts(at("dns.allowed_clients"));
  const ranges: string[] = [];
  for (const text of allowed) {
    const address = parseAddress(text);
    if (address !== undefined) ranges.push(`${text}/${address.length * 8}`);
    else if (parsePrefix(text) !== undefined) ranges.push(text);
    else findings.cannot("setting", `dns.allowed_clients: ${text}`, "unknown_device");
  }
  if (ranges.length === 0) return;
  const target = { what: "setting", key: "allowed_ranges", value: ranges } as const;
  findings.add(`dns.allowed_clients = ${allowed.join(", ")}`, target, { chosen: false });
}

/** Retention of queries and statistics: durations, and days in old schemas. */
function readKept(reader: Reader, at: At, findings: Findings): void {
  if (typeof at("querylog.enabled") === "boolean") {
    reader.set("journal", "querylog.enabled", at("querylog.enabled"));
  }
  const kept = (key: SettingKey, path: string) => {
    const value = at(path);
    const length = goDuration(value);
    if (length === undefined || length <= 0) return;
    const days = typeof value === "number" ? value : length / DAY;
    reader.set(
      key,
      path,
      Math.min(3650, Math.max(1, Math.ceil(days))),
      days < 1 ? { why: "approximate" } : {},
    );
  };
  kept("journal_days", "querylog.interval");
  if (at("statistics.enabled") === false) {
    findings.cannot("setting", "statistics.enabled = false", "no_equivalent");
  } else kept("statistics_days", "statistics.interval");
}

function readBlocking(reader: Reader, at: At, findings: Findings): void {
  const mode = asText(at("filtering.blocking_mode"));
  const words: Readonly<Record<string, string>> = {
    default: "null",
    null_ip: "null",
    nxdomain: "nxdomain",
    refused: "refused",
  };
  if (mode !== undefined && Object.hasOwn(words, mode)) {
    reader.set("blocked_response", "filtering.blocking_mode", words[mode]);
  } else if (mode !== undefined) {
    findings.cannot("setting", `filtering.blocking_mode = ${mode}`, "no_equivalent");
  }
  reader.number("blocked_ttl", "filtering.blocked_response_ttl");
  const hours = asNumber(at("filtering.filters_update_interval"));
  if (hours === 0) {
    findings.cannot("setting", "filtering.filters_update_interval = 0", "no_equivalent");
  } else if (hours !== undefined) {
    reader.set("list_refresh_hours", "filtering.filters_update_interval", hours);
  }
  for (const path of ["filtering.protection_enabled", "filtering.filtering_enabled"]) {
    if (at(path) === false) {
      reader.set("filtering", path, false, { why: "pauses_protection", chosen: false });
    }
  }
  for (const name of asTexts(at("dns.blocked_hosts"))) {
    if (ALWAYS_REFUSED.has(name)) continue;
    const rule = { domain: name, kind: "exact", action: "block", types: [], to: [] } as const;
    findings.add(`dns.blocked_hosts: ${name}`, { what: "rule", whom: ALL, rule });
  }
}
