/**
 * Declares every setting of the box in one row each. Flags, BOX_* variables, box.toml and pages
 * derive from it.
 */
import { normalizeDeniedClient } from "../../policy/model/denied_client.ts";
import { LIMITS } from "../../policy/limits.ts";
import { NEW_DEVICE_MODES } from "../../policy/model/household.ts";
import { DEFAULT_RESOLVER_SETTINGS as RESOLVER } from "../../policy/snapshot/settings.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { SPYWARE_LIST } from "../../policy/catalogue/spyware_names.ts";
import { parseLocalRecord } from "./local_record_line.ts";
import { AUTOMATIC_UPDATES, UPDATE_CHANNELS } from "../../policy/catalogue/updates.ts";
import { WEB_SETTINGS } from "./web.ts";
import * as kind from "./kinds.ts";
import { OF_THIS_BOX, setting } from "./setting.ts";

/** How often backups are made by themselves. */
export const BACKUP_SCHEDULES = ["off", "daily", "weekly"] as const;
/** The reaction to data carried inside DNS: block and report, report only, or none. */
export const TUNNEL_DETECTIONS = ["on", "tell", "off"] as const;
/** A reaction of TUNNEL_DETECTIONS. */
export type TunnelDetection = (typeof TUNNEL_DETECTIONS)[number];
/**
 * The types of network that the setup offers (api/features/box/setup/networks.ts shows their
 * effects).
 */
export const NETWORK_KINDS = ["home", "company", "school", "guests"] as const;

const upstreamLine =
  "an upstream such as 9.9.9.9, tls://dns.quad9.net, https://host/dns-query, quic://host, h3://host/dns-query, sdns://… " +
  "or [/home.example/]192.168.1.1, or a public resolver such as quad9 (`box upstreams presets` lists them)";
const deniedClients = kind.list(
  (entry) => normalizeDeniedClient(entry) !== undefined,
  "an address, a network such as 192.168.7.0/24, or a hardware address such as aa:bb:cc:dd:ee:ff",
);
const ranges = kind.list(kind.isRange, "a range such as 192.168.0.0/16, or private");
const upstreams = kind.upstreams(upstreamLine);
const bogusAddresses = kind.list(
  kind.isNarrowRange,
  "an address such as 192.0.2.1, or a network such as 192.0.2.0/24 that is not wider than /8 (IPv6: /16)",
);
const addresses = kind.list(kind.isAddress, "an IP address");
const localRecords = kind.lines(
  (line) => parseLocalRecord(line) !== undefined,
  "a name, a type and its data such as nas.home.arpa A 192.168.1.5",
);
const routerAddress = kind.text(
  (value) => value === "" || kind.isPlainServer(value),
  "an IP address with an optional port such as 192.168.1.1 or 192.168.1.1:5353; empty = none",
);
const hostsFile = kind.text(() => true, "the path of a file; empty = none");
const restart = { needsRestart: true } as const;
const { cache, rateLimit } = RESOLVER;

/** The settings in display order. */
export const SETTINGS = [
  setting(
    "network",
    "dns_listen",
    kind.listen(false),
    ":53",
    "Addresses that answer DNS over UDP and TCP",
    OF_THIS_BOX,
  ),
  ...WEB_SETTINGS,
  setting(
    "network",
    "advertise_addr",
    addresses,
    [],
    "Addresses given for the names of the box, before those of its interfaces",
    OF_THIS_BOX,
  ),
  setting(
    "network",
    "allowed_ranges",
    ranges,
    RESOLVER.allowedRanges,
    "Ranges that may ask, beside the networks of the box itself",
  ),
  setting(
    "network",
    "denied_clients",
    deniedClients,
    RESOLVER.deniedClients,
    "Addresses, networks and hardware addresses that get no answer",
  ),
  setting(
    "network",
    "rate_limit",
    kind.whole(0, 1_000_000, "queries a second, 0 = none"),
    rateLimit.perSecond,
    "Queries a second for each client",
  ),
  setting(
    "network",
    "rate_limit_burst",
    kind.whole(0, 1_000_000, "queries"),
    rateLimit.burst,
    "Queries that a client may send at once",
  ),
  setting(
    "network",
    "rate_limit_prefix4",
    kind.whole(8, 32, "bits"),
    rateLimit.prefix4,
    "IPv4 addresses that share one allowance",
  ),
  setting(
    "network",
    "rate_limit_prefix6",
    kind.whole(16, 128, "bits"),
    rateLimit.prefix6,
    "IPv6 addresses that share one allowance",
  ),
  setting(
    "network",
    "new_devices",
    kind.oneOf(NEW_DEVICE_MODES),
    "open",
    "What becomes of a new device until somebody says what it is",
  ),
  setting(
    "network",
    "network_scan",
    kind.onOff,
    true,
    "Look daily who is on the network, and whether they still are",
  ),
  setting("network", "local_records", localRecords, [], "Records that the box answers itself"),
  setting("network", "local_zones", kind.zones, [], "Domains that the box answers alone"),
  setting(
    "network",
    "hosts_file",
    hostsFile,
    "/etc/hosts",
    "File of local names; empty = none",
    OF_THIS_BOX,
  ),

  setting("upstreams", "upstreams", upstreams, RESOLVER.upstreams, "Servers that are asked"),
  setting(
    "upstreams",
    "fallback_upstreams",
    upstreams,
    RESOLVER.fallbackUpstreams,
    "Servers that are asked when every upstream failed",
  ),
  setting(
    "upstreams",
    "bootstrap",
    addresses,
    RESOLVER.bootstrap,
    "Servers that resolve the names of upstreams",
  ),
  setting(
    "upstreams",
    "private_upstreams",
    upstreams,
    RESOLVER.privateUpstreams,
    "Servers for the reverse names of private ranges; none = answered by the box",
  ),
  setting(
    "upstreams",
    "router_address",
    routerAddress,
    "",
    "Router that is asked for the names of the home; empty = none",
  ),
  setting(
    "upstreams",
    "router_domain",
    kind.routerDomain,
    "",
    "Domain whose names the router is asked for; empty = none",
  ),
  setting(
    "upstreams",
    "router_reverse",
    kind.onOff,
    false,
    "Ask the router for the names of private addresses",
  ),
  setting(
    "upstreams",
    "upstream_strategy",
    kind.oneOf(["parallel", "weighted", "strict"]),
    RESOLVER.upstreamStrategy,
    "How upstreams share the work",
  ),
  setting(
    "upstreams",
    "bogus_nxdomain",
    bogusAddresses,
    RESOLVER.bogusNxdomain,
    "Addresses that mean that a name does not exist, when a server answers with them",
  ),
  setting(
    "upstreams",
    "upstream_timeout",
    kind.whole(100, 30_000, "milliseconds"),
    RESOLVER.upstreamTimeout,
    "Time for one try at one upstream",
  ),

  setting(
    "cache",
    "cache_size",
    kind.whole(0, 1024 * 1024 * 1024, "bytes"),
    cache.bytes,
    "Size of the answer cache",
  ),
  setting(
    "cache",
    "cache_min_ttl",
    kind.whole(0, 86_400, "seconds"),
    cache.minTtl,
    "Shortest life of an answer",
  ),
  setting(
    "cache",
    "cache_max_ttl",
    kind.whole(1, 604_800, "seconds"),
    cache.maxTtl,
    "Longest life of an answer",
  ),
  setting(
    "cache",
    "cache_negative_ttl",
    kind.whole(0, 86_400, "seconds"),
    cache.negativeMaxTtl,
    "Longest life of an answer that there is nothing",
  ),
  setting(
    "cache",
    "cache_stale",
    kind.whole(0, 604_800, "seconds, 0 = never"),
    cache.staleSeconds,
    "How long an expired answer is served while upstreams fail",
  ),
  setting(
    "cache",
    "cache_prefetch",
    kind.onOff,
    cache.prefetch,
    "Ask again for popular names before they expire",
  ),

  setting(
    "filtering",
    "filtering",
    kind.onOff,
    RESOLVER.filtering,
    "Block what the household chose; off = everything is resolved",
  ),
  setting(
    "filtering",
    "blocked_response",
    kind.oneOf(["null", "nxdomain", "refused", "page"]),
    RESOLVER.blockedResponse,
    "How a blocked name is answered",
  ),
  setting(
    "filtering",
    "blocked_ttl",
    kind.whole(0, 86_400, "seconds"),
    RESOLVER.blockedTtl,
    "Life of the answer for a blocked name",
  ),
  setting(
    "filtering",
    "tunnel_detection",
    kind.oneOf(TUNNEL_DETECTIONS),
    "on",
    "Look for data carried inside DNS: on = block and tell, tell = tell alone",
  ),
  setting(
    "filtering",
    "rebinding",
    kind.onOff,
    RESOLVER.rebinding,
    "Block public names that answer with an address of the home",
  ),
  setting(
    "filtering",
    "rebinding_allowed",
    kind.domains(LIMITS.rebinding.allowed),
    RESOLVER.rebindingAllowed,
    "Domains that may answer with an address of the home",
  ),
  setting(
    "filtering",
    "spyware",
    kind.onOff,
    RESOLVER.spyware,
    "Block the servers of spyware that is sold to watch people secretly",
  ),
  setting(
    "filtering",
    "spyware_url",
    kind.webAddress(SPYWARE_LIST.url),
    SPYWARE_LIST.url,
    "Where the list of spyware servers comes from, as names or a hosts file; empty = not downloaded",
  ),
  setting(
    "filtering",
    "lookalike",
    kind.onOff,
    RESOLVER.lookalike,
    "Block names that imitate those of banks, shops and other services",
  ),
  setting(
    "filtering",
    "lookalike_typos",
    kind.onOff,
    RESOLVER.lookalikeTypos,
    "Tell about names that are a typing error of a known one",
  ),
  setting(
    "filtering",
    "lookalike_ask",
    kind.onOff,
    true,
    "Ask the online service for the age of a domain that imitates another",
  ),
  setting(
    "filtering",
    "lookalike_allowed",
    kind.domains(LIMITS.lookalikes.allowed),
    RESOLVER.lookalikeAllowed,
    "Domains that are no imitations",
  ),
  setting(
    "filtering",
    "remote_tools",
    kind.onOff,
    true,
    "Tell when a device uses a program for remote access",
  ),
  setting(
    "filtering",
    "beacons",
    kind.onOff,
    true,
    "Tell when a device contacts a young and rare domain at regular intervals",
  ),
  setting(
    "filtering",
    "canaries",
    kind.onOff,
    RESOLVER.canaries,
    "Tell browsers and phones to keep to this resolver",
  ),
  setting(
    "filtering",
    "lists_allow_private",
    kind.onOff,
    false,
    "Take lists from servers of the private network too",
  ),
  setting(
    "filtering",
    "list_refresh_hours",
    kind.whole(1, 720, "hours"),
    24,
    "Hours between refreshes of a list",
  ),

  setting("insight", "journal", kind.onOff, true, "Keep the journal of queries"),
  setting(
    "insight",
    "journal_days",
    kind.whole(1, 3650, "days"),
    90,
    "Days that the journal is kept",
  ),
  setting(
    "insight",
    "journal_max_mb",
    kind.whole(10, 1_000_000, "megabytes"),
    2048,
    "Largest size of the journal",
  ),
  setting(
    "insight",
    "journal_flush",
    kind.whole(0, 60, "minutes, 0 = every few seconds"),
    0,
    "Minutes between two writes of the journal and the statistics; a loss of power loses up to that much",
    OF_THIS_BOX,
  ),
  setting(
    "insight",
    "statistics_days",
    kind.whole(1, 3650, "days"),
    730,
    "Days that statistics are kept",
  ),
  setting("insight", "alerts_days", kind.whole(1, 3650, "days"), 365, "Days that alerts are kept"),
  setting(
    "insight",
    "audit_days",
    kind.whole(1, 3650, "days"),
    730,
    "Days that the administration log is kept",
  ),
  setting(
    "insight",
    "anonymize_clients",
    kind.oneOf(["off", "prefix", "all"]),
    "off",
    "Leave the end of client addresses, or all of them, out of the journal",
  ),
  setting(
    "insight",
    "metrics",
    kind.oneOf(["off", "token", "open"]),
    "off",
    "Measures for Prometheus at /metrics: off, for tokens that may read reports and the system, or open to the network",
  ),

  setting(
    "box",
    "data_dir",
    kind.text((value) => value !== "", "the path of a folder"),
    "/var/lib/box",
    "Folder of the databases and lists",
    { ...OF_THIS_BOX, startOnly: true },
  ),
  setting(
    "box",
    "box_name",
    kind.boxName,
    RESOLVER.boxName,
    "Name of the box on the network",
    restart,
  ),
  setting(
    "box",
    "local_domain",
    kind.localDomain,
    RESOLVER.localDomain,
    "Domain of the local network",
    restart,
  ),
  setting(
    "box",
    "version_text",
    kind.text((value) => value.length <= 64, "at most 64 characters"),
    RESOLVER.versionText,
    "Answer to version.bind; empty = refused",
  ),
  setting(
    "box",
    "passkey_names",
    kind.hostNames,
    [],
    "Names of the box whose certificate browsers trust, where passkeys can be used beside localhost",
  ),
  setting("box", "workers", kind.whole(1, 16), 1, "Threads that answer", OF_THIS_BOX),
  setting(
    "box",
    "cloud_url",
    kind.webAddress("https://cloud.example"),
    "",
    "The online service",
    OF_THIS_BOX,
  ),
  setting(
    "box",
    "time_zone",
    kind.timeZone,
    "",
    "Time zone of the household; empty = that of the system",
    restart,
  ),
  setting(
    "box",
    "trust_clock",
    kind.oneOf(["auto", "always"]),
    "auto",
    "Whether the clock of the machine is believed: auto = once it is synchronised or was kept while off, always = as it is",
    { inBackups: false, toSecondary: false },
  ),
  setting(
    "box",
    "backup_schedule",
    kind.oneOf(BACKUP_SCHEDULES),
    "daily",
    "How often backups are sent to their targets: daily, weekly on Sundays, or off",
  ),
  setting(
    "box",
    "backup_hour",
    kind.whole(0, 23),
    3,
    "Hour of the day from which a backup is made",
  ),
  setting(
    "box",
    "backup_keep",
    kind.whole(1, 365),
    14,
    "Backups of this box that each target keeps",
  ),
  setting("box", "country", kind.country, "", "Country of the household; empty = not set"),
  setting(
    "box",
    "language",
    kind.oneOf(LANGUAGES),
    "en",
    "Language of what the box writes to people",
  ),
  setting(
    "box",
    "network_kind",
    kind.oneOf(NETWORK_KINDS),
    "home",
    "What the network is; the setup proposes by it, and nothing else depends on it",
  ),
  setting(
    "box",
    "telemetry",
    kind.onOff,
    true,
    "Send the anonymous daily statistics, once the terms are accepted",
  ),
  setting(
    "box",
    "holiday_service_url",
    kind.webAddress("https://openholidaysapi.org"),
    "https://openholidaysapi.org",
    "Service that is asked for school holidays, once a country was chosen; empty = none",
  ),
  setting(
    "box",
    "country_database_url",
    kind.webAddress("https://download.db-ip.com/free/dbip-country-lite-{month}.mmdb.gz"),
    "https://download.db-ip.com/free/dbip-country-lite-{month}.mmdb.gz",
    "Where the monthly database of countries comes from, with {month} for 2026-11; empty = none",
  ),
  setting(
    "box",
    "password_breach_check",
    kind.onOff,
    true,
    "Let people test a password against known leaks",
  ),
  setting(
    "box",
    "password_range_url",
    kind.webAddress("https://api.pwnedpasswords.com"),
    "https://api.pwnedpasswords.com",
    "Provider of ranges of leaked passwords, which is asked when somebody tests one; empty = none",
  ),
  setting(
    "box",
    "update_url",
    kind.webAddress("https://updates.example"),
    "",
    "Folder with the signed versions of the box; empty = none",
    { inBackups: false, toSecondary: false },
  ),
  setting(
    "box",
    "update_channel",
    kind.oneOf(UPDATE_CHANNELS),
    "stable",
    "Which versions are offered: finished ones, or those that are tried out before",
  ),
  setting(
    "box",
    "automatic_updates",
    kind.oneOf(AUTOMATIC_UPDATES),
    "notify",
    "What is done with a new version: nothing, an alert, or its installation at update_hour",
  ),
  setting(
    "box",
    "update_hour",
    kind.whole(0, 23, "hour of the day"),
    4,
    "Hour of the household's day at which versions are installed",
  ),
] as const;

/** The key of a setting. */
export type SettingKey = (typeof SETTINGS)[number]["key"];

/** A value for every setting. */
export type SettingValues = {
  readonly [Row in (typeof SETTINGS)[number] as Row["key"]]: Row["default"];
};

/** The defaults of `box serve --dev`: unprivileged ports, and data in the current folder. */
export const DEV_SETTINGS: Partial<SettingValues> = {
  dns_listen: ":5300",
  http_listen: ":8053",
  https_listen: ":8443",
  dot_listen: ":8853",
  doq_listen: ":8853",
  data_dir: "./data",
};
