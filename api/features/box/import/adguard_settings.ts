/** Settings of AdGuardHome.yaml that have an equivalent in the box. */
import { LANGUAGES } from "../../../../policy/catalogue/languages.ts";
import { parseAddress, parsePrefix } from "../../../../policy/model/address.ts";
import { normalizeDeniedClient } from "../../../../policy/model/denied_client.ts";
import type { SettingKey } from "../../../settings/list.ts";
import {
  asList,
  asNumber,
  asText,
  type DocumentValue,
  goDuration,
  isEmpty,
  isOn,
  isWithin,
  type ReadDocument,
  shownValue,
  valueAt,
} from "./document.ts";
import {
  ALL,
  type Findings,
  type ItemReason,
  type ItemRemark,
  remarkUnlessDefault,
} from "./model.ts";
import { type DnsmasqPlaces, isAddressOrNetwork } from "./dnsmasq.ts";
import type { Machines } from "./machines.ts";
import { rulesOfLine } from "./rule_line.ts";
import type { UpstreamKey, UpstreamLines } from "./upstream_lines.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Names that AdGuard Home refuses automatically; the box refuses them too. */
const ALWAYS_REFUSED = new Set(["version.bind", "id.server", "hostname.bind"]);
/**
 * Values about AdGuard Home itself, its pages and its machine, and switches for what the box always
 * does.
 */
const OWN: readonly string[] = [
  ..."auth_attempts beta_bind_port bind_host bind_port block_auth_min debug_pprof log os theme verbose"
    .split(" "),
  ..."log_compress log_file log_localtime log_max_age log_max_backups log_max_size web_session_ttl"
    .split(" "),
  ..."http.address http.session_ttl http.pprof.port http.doh.routes clients.runtime_sources".split(
    " ",
  ),
  ..."bind_host bind_hosts bootstrap_prefer_ipv6 cache_enabled cache_optimistic_answer_ttl"
    .split(" ").map((key) => `dns.${key}`),
  ..."cache_optimistic_max_age cache_time fastest_timeout handle_ddr max_goroutines parental_cache_size"
    .split(" ").map((key) => `dns.${key}`),
  ..."hostsfile_enabled pending_requests port querylog_enabled querylog_interval querylog_size_memory refuse_any"
    .split(" ").map((key) => `dns.${key}`),
  ..."resolve_clients safebrowsing_cache_size safesearch_cache_size serve_plain_dns".split(" ").map(
    (key) => `dns.${key}`,
  ),
  ..."statistics_interval trusted_proxies use_private_ptr_resolvers".split(" ").map((key) =>
    `dns.${key}`
  ),
  ..."dir_path file_enabled ignored_enabled size_memory".split(" ").map((key) => `querylog.${key}`),
  ..."dir_path enabled ignored_enabled".split(" ").map((key) => `statistics.${key}`),
  ..."cache_time filtering_enabled max_http_size parental_block_host"
    .split(" ").map((key) => `filtering.${key}`),
  ..."parental_cache_size protection_disabled_until protection_enabled rewrites_enabled"
    .split(" ").map((key) => `filtering.${key}`),
  ..."safe_fs_patterns safebrowsing_block_host safebrowsing_cache_size safesearch_cache_size"
    .split(" ").map((key) => `filtering.${key}`),
];
/** Sections that have no effect while they are off. */
const SWITCHED = ["tls", "dhcp", "filtering.safe_search", "dns.safe_search"] as const;
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

/** Adds the settings to the findings; paths are those of the newest schema. */
export function readSettings(
  document: ReadDocument,
  { upstreams, machines, findings }: DnsmasqPlaces,
): void {
  const reader = new Reader(document, findings);
  readUpstreams(document, upstreams, findings);
  reader.number("cache_min_ttl", "dns.cache_ttl_min", { leave: 0 });
  reader.number("cache_max_ttl", "dns.cache_ttl_max", { leave: 0 });
  if (document.peek("dns.cache_enabled") === false) {
    reader.set("cache_size", "dns.cache_enabled", 0);
  } else reader.number("cache_size", "dns.cache_size");
  if (isOn(document.peek("dns.cache_optimistic"))) {
    const age = goDuration(document.peek("dns.cache_optimistic_max_age")) ?? 12 * HOUR;
    reader.set("cache_stale", "dns.cache_optimistic", Math.min(604_800, Math.round(age / 1000)));
  }
  reader.number("rate_limit", "dns.ratelimit");
  reader.number("rate_limit_prefix4", "dns.ratelimit_subnet_len_ipv4");
  reader.number("rate_limit_prefix6", "dns.ratelimit_subnet_len_ipv6");
  readRanges(document, findings);
  readDenied(document, machines, findings);
  for (const text of document.texts("dns.bogus_nxdomain")) {
    const from = `dns.bogus_nxdomain: ${text}`;
    if (isAddressOrNetwork(text)) upstreams.append("bogus_nxdomain", text, from);
    else findings.cannot("setting", from, "bad_value");
  }
  if (isOn(document.peek("dns.anonymize_client_ip"))) {
    reader.set("anonymize_clients", "dns.anonymize_client_ip", "prefix");
  }
  // The box reads the hosts file of its machine too, unless it is turned off.
  if (document.peek("dns.hostsfile_enabled") === false) {
    reader.set("hosts_file", "dns.hostsfile_enabled", "");
  }
  readKept(reader, document, findings);
  readBlocking(reader, document, findings);
  const language = asText(document.peek("language"))?.toLowerCase().slice(0, 2) ?? "";
  if ((LANGUAGES as readonly string[]).includes(language)) {
    reader.set("language", "language", language);
  }
  for (const path of SECRETS) {
    if (isEmpty(document.peek(path))) continue;
    findings.cannot("account", path, "secret");
    document.mark(path);
  }
  for (const user of asList(document.at("users"))) {
    findings.cannot("account", `users: ${asText(valueAt(user, "name")) ?? ""}`, "secret");
  }
}

/** Reports every value that nothing reads, so that none is lost silently. */
export function readLeft(document: ReadDocument, findings: Findings): void {
  const off = SWITCHED.filter((section) => !isOn(document.peek(`${section}.enabled`)));
  for (const { path, value } of document.unread()) {
    const why = off.some((section) => path.startsWith(`${section}.`))
      ? "turned_off"
      : whyLeft(path, value);
    findings.cannot("setting", `${path} = ${shownValue(value)}`, why);
  }
}

function whyLeft(path: string, value: DocumentValue): ItemReason {
  if (isWithin(path, OWN)) return "not_needed";
  return value === false || value === 0 ? "turned_off" : "no_equivalent";
}

class Reader {
  constructor(private readonly document: ReadDocument, private readonly findings: Findings) {}

  set(key: SettingKey, path: string, value: unknown, remark: ItemRemark = {}): void {
    const usual = remarkUnlessDefault(value, USUAL[path], remark);
    const from = `${path} = ${shownValue(this.document.at(path))}`;
    this.findings.add(from, { what: "setting", key, value }, usual);
  }

  /** Adds a number unchanged; `leave` = the value that means "not set". */
  number(key: SettingKey, path: string, { leave }: { leave?: number } = {}): void {
    const value = asNumber(this.document.peek(path));
    if (value !== undefined && value !== leave) this.set(key, path, value);
  }
}

function readUpstreams(
  document: ReadDocument,
  upstreams: UpstreamLines,
  findings: Findings,
): void {
  const take = (key: UpstreamKey, path: string) =>
    document.texts(path).forEach((line) => upstreams.take(key, line, findings));
  take("upstreams", "dns.upstream_dns");
  take("fallback_upstreams", "dns.fallback_dns");
  if (document.peek("dns.use_private_ptr_resolvers") !== false) {
    take("private_upstreams", "dns.local_ptr_upstreams");
  }
  for (const line of document.texts("dns.bootstrap_dns")) {
    if (parseAddress(line) !== undefined) upstreams.take("bootstrap", line, findings);
    else findings.cannot("upstream", `dns.bootstrap_dns: ${line}`, "no_equivalent");
  }
  readStrategy(document, findings);
  const timeout = goDuration(document.peek("dns.upstream_timeout"));
  if (timeout !== undefined) {
    const value = Math.min(30_000, Math.max(100, Math.round(timeout)));
    const from = `dns.upstream_timeout = ${document.text("dns.upstream_timeout")}`;
    const target = { what: "setting", key: "upstream_timeout", value } as const;
    findings.add(from, target, remarkUnlessDefault(value, USUAL["dns.upstream_timeout"]));
  }
}

/** The strategies of AdGuard Home in the words of the box, and whether they are the same. */
const STRATEGIES: Readonly<Record<string, readonly [value: string, isSame: boolean]>> = {
  parallel: ["parallel", true],
  load_balance: ["weighted", true],
  fastest_addr: ["parallel", false],
};

function readStrategy(document: ReadDocument, findings: Findings): void {
  const set = (path: string, mode: string) => {
    const [value, isSame] = STRATEGIES[mode];
    const remark: ItemRemark = isSame ? {} : { why: "approximate" };
    findings.add(
      `${path} = ${shownValue(document.at(path))}`,
      { what: "setting", key: "upstream_strategy", value },
      remarkUnlessDefault(value, USUAL[path], remark),
    );
  };
  const mode = asText(document.peek("dns.upstream_mode")) ?? "";
  // Before schema 28 two switches set the mode.
  if (Object.hasOwn(STRATEGIES, mode)) set("dns.upstream_mode", mode);
  else if (isOn(document.peek("dns.all_servers"))) set("dns.all_servers", "parallel");
  else if (isOn(document.peek("dns.fastest_addr"))) set("dns.fastest_addr", "fastest_addr");
}

/** Addresses and prefixes that may send queries; names of clients have no equivalent in the box. */
function readRanges(document: ReadDocument, findings: Findings): void {
  const allowed = document.texts("dns.allowed_clients");
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

/**
 * Clients that get no answer: addresses, prefixes, hardware addresses and names of the file. The
 * box knows no identifiers of encrypted clients.
 */
function readDenied(document: ReadDocument, machines: Machines, findings: Findings): void {
  const given = document.texts("dns.disallowed_clients");
  const denied: string[] = [];
  for (const text of given) {
    const entry = normalizeDeniedClient(text) ?? machines.find(text);
    if (entry !== undefined) denied.push(entry);
    else findings.cannot("setting", `dns.disallowed_clients: ${text}`, "unknown_device");
  }
  if (denied.length === 0) return;
  const target = { what: "setting", key: "denied_clients", value: denied, append: true } as const;
  findings.add(`dns.disallowed_clients = ${given.join(", ")}`, target);
}

/** Retention of queries and statistics: durations, and days in old schemas. */
function readKept(reader: Reader, document: ReadDocument, findings: Findings): void {
  const journal = document.peek("querylog.enabled");
  if (typeof journal === "boolean") reader.set("journal", "querylog.enabled", journal);
  const kept = (key: SettingKey, path: string) => {
    const value = document.peek(path);
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
  if (document.peek("statistics.enabled") !== false) {
    return kept("statistics_days", "statistics.interval");
  }
  document.mark("statistics.enabled");
  findings.cannot("setting", "statistics.enabled = false", "no_equivalent");
}

/** The ways of blocking that both products have. */
const BLOCKED_RESPONSES: Readonly<Record<string, string>> = {
  default: "null",
  null_ip: "null",
  nxdomain: "nxdomain",
  refused: "refused",
};

function readBlocking(reader: Reader, document: ReadDocument, findings: Findings): void {
  const mode = asText(document.peek("filtering.blocking_mode")) ?? "";
  if (Object.hasOwn(BLOCKED_RESPONSES, mode)) {
    reader.set("blocked_response", "filtering.blocking_mode", BLOCKED_RESPONSES[mode]);
  }
  reader.number("blocked_ttl", "filtering.blocked_response_ttl");
  const hours = "filtering.filters_update_interval";
  if (asNumber(document.peek(hours)) === 0) {
    document.mark(hours);
    findings.cannot("setting", `${hours} = 0`, "no_equivalent");
  } else reader.number("list_refresh_hours", hours);
  for (const path of ["filtering.protection_enabled", "filtering.filtering_enabled"]) {
    if (document.peek(path) === false) {
      reader.set("filtering", path, false, { why: "pauses_protection", chosen: false });
    }
  }
  for (const name of document.texts("dns.blocked_hosts")) {
    const from = `dns.blocked_hosts: ${name}`;
    if (ALWAYS_REFUSED.has(name)) {
      findings.cannot("rule", from, "not_needed");
      continue;
    }
    // A name, a wildcard or a rule.
    const { rules, why, detail } = rulesOfLine(name, "auto");
    if (rules.length === 0) findings.cannot("rule", from, why === "" ? "bad_value" : why, detail);
    for (const { rule, why } of rules) {
      findings.add(from, { what: "rule", whom: ALL, rule }, { why });
    }
  }
}
