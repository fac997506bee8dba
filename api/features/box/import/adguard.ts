/**
 * Reads AdGuardHome.yaml of schema 20 and newer. Values that later schemas moved are looked up at
 * both paths.
 */
import { DomainError } from "../../../schema/errors.ts";
import {
  type Protections,
  protectionsOf,
  readProtections,
  readServices,
} from "./adguard_protections.ts";
import {
  type ClientOf,
  readFilters,
  readRewrites,
  readRuleLines,
  userRules,
} from "./adguard_rules.ts";
import { readSettings } from "./adguard_settings.ts";
import {
  asList,
  asNumber,
  asText,
  asTexts,
  type DocumentValue,
  isOn,
  readYaml,
  valueAt,
} from "./document.ts";
import { machineMac, Machines, type MacOf } from "./machines.ts";
import {
  Findings,
  type FoundDevice,
  type ImportFindings,
  type ItemScope,
  plainName,
} from "./model.ts";
import { UpstreamLines } from "./upstream_lines.ts";

const OLDEST = 20;
const NEWEST = 34;
const SECTIONS = new Set([
  "http",
  "users",
  "auth_attempts",
  "block_auth_min",
  "http_proxy",
  "language",
  "theme",
  "dns",
  "tls",
  "querylog",
  "statistics",
  "filters",
  "whitelist_filters",
  "user_rules",
  "dhcp",
  "filtering",
  "clients",
  "log",
  "os",
  // Keys of schemas before 23 to 25.
  "schema_version",
  "bind_host",
  "bind_port",
  "web_session_ttl",
  "debug_pprof",
  "log_file",
  "log_max_backups",
  "log_max_size",
  "log_max_age",
  "log_compress",
  "log_localtime",
  "verbose",
]);
/** The device kinds that tags of a client name. */
const KINDS: Readonly<Record<string, string>> = {
  device_audio: "speaker",
  device_camera: "camera",
  device_gameconsole: "console",
  device_laptop: "laptop",
  device_nas: "nas",
  device_other: "other",
  device_pc: "computer",
  device_phone: "phone",
  device_printer: "printer",
  device_securityalarm: "iot",
  device_tablet: "tablet",
  device_tv: "tv",
};
const SYSTEMS: Readonly<Record<string, string>> = {
  os_android: "android",
  os_ios: "apple",
  os_linux: "linux",
  os_macos: "apple",
  os_windows: "windows",
};

/** The context in which a file is read. */
export interface AdguardPlace {
  readonly macOf: MacOf;
  /** Time zone of the box. */
  readonly zone: string;
}

/**
 * Reads the file. Throws DomainError when it is not an AdGuard Home file or older than schema 20.
 */
export function readAdguard(bytes: Uint8Array, { macOf, zone }: AdguardPlace): ImportFindings {
  const yaml = readYaml(bytes);
  const version = asNumber(valueAt(yaml, "schema_version"));
  if (version === undefined) {
    throw new DomainError(
      "bad_value",
      "The file is no AdGuardHome.yaml: it names no schema_version",
    );
  }
  if (version < OLDEST) {
    throw new DomainError(
      "bad_value",
      `AdGuardHome.yaml of schema ${version} is too old; start a newer AdGuard Home once, it rewrites it`,
    );
  }
  const findings = new Findings();
  const upstreams = new UpstreamLines();
  const machines = new Machines(macOf);
  if (version > NEWEST) {
    findings.warn(
      `The schema ${version} is newer than the box knows; what is new in it is left out`,
    );
  }
  for (const key of Object.keys(yaml as object)) {
    if (!SECTIONS.has(key)) findings.warn(`Unknown section: ${key}`);
  }
  const at = (path: string) => find(yaml, path);
  readSettings(at, upstreams, findings);
  upstreams.end(findings);
  const clients = clientsOf(yaml, machines);
  const unfiltered = clients.filter(isUnfiltered).filter(({ macs }) => macs.length > 0).map(whomOf);
  readFilters(valueAt(yaml, "filters"), "block", unfiltered, findings);
  readFilters(valueAt(yaml, "whitelist_filters"), "allow", unfiltered, findings);
  const wider = globalProtections(at);
  readRewrites(at("filtering.rewrites"), at("filtering.rewrites_enabled") !== false, findings);
  readRuleLines(userRules(valueAt(yaml, "user_rules")), clientOf(clients, machines), findings);
  const everyone = { from: "", whom: { kind: "all" }, zone } as const;
  readProtections(wider, everyone, findings);
  readServices(wider, everyone, findings);
  const hasRules = userRules(valueAt(yaml, "user_rules")).length > 0;
  for (const client of clients) readClient(client, { wider, zone, hasRules }, findings);
  return findings.found("adguard");
}

/**
 * Returns a value by its path in the newest schema; until schema 25 the values of `filtering` were
 * in `dns`.
 */
function find(yaml: DocumentValue, path: string): DocumentValue {
  const keys = path.split(".");
  const found = valueAt(yaml, ...keys);
  return found === undefined && keys[0] === "filtering"
    ? valueAt(yaml, "dns", ...keys.slice(1))
    : found;
}

function globalProtections(at: (path: string) => DocumentValue): Protections {
  const keys = [
    "parental_enabled",
    "safebrowsing_enabled",
    "safe_search",
    "safesearch_enabled",
    "blocked_services",
  ];
  return protectionsOf(Object.fromEntries(keys.map((key) => [key, at(`filtering.${key}`)])));
}

interface Client {
  readonly value: DocumentValue;
  readonly name: string;
  readonly ids: readonly string[];
  readonly macs: readonly string[];
}

function clientsOf(yaml: DocumentValue, machines: Machines): Client[] {
  return asList(valueAt(yaml, "clients", "persistent")).map((value) => {
    const name = plainName(asText(valueAt(value, "name")) ?? "");
    const ids = asTexts(valueAt(value, "ids"));
    const macs = [...new Set(ids.flatMap((id) => machines.find(id) ?? []))];
    if (macs.length > 0) {
      ids.forEach((id) => machineMac(id) === undefined && machines.learn(id, macs[0]));
    }
    return { value, name, ids, macs };
  });
}

/** Returns the scope that `$client` means: looked up by a name in the file, else by an address. */
function clientOf(clients: readonly Client[], machines: Machines): ClientOf {
  return (text) => {
    const client = clients.find(({ name, macs }) => name.toLowerCase() === text && macs.length > 0);
    if (client !== undefined) return whomOf(client);
    const mac = machines.find(text);
    return mac === undefined ? undefined : { kind: "device", mac, name: text };
  };
}

function whomOf({ macs, name }: Client): ItemScope {
  return { kind: "device", mac: macs[0], name };
}

/** Whether no list and no rule of the file filters the client. */
function isUnfiltered({ value }: Client): boolean {
  return valueAt(value, "use_global_settings") === false &&
    valueAt(value, "filtering_enabled") === false;
}

/** What holds for all clients of a file. */
interface ClientContext {
  readonly wider: Protections;
  readonly zone: string;
  /** Whether the file has rules of its own. */
  readonly hasRules: boolean;
}

function readClient(
  client: Client,
  { wider, zone, hasRules }: ClientContext,
  findings: Findings,
): void {
  const { value, name, ids, macs } = client;
  const from = `clients: ${name}`;
  const tags = asTexts(valueAt(value, "tags"));
  if (macs.length === 0) {
    return findings.cannot("device", `${from} (${ids.join(", ")})`, "unknown_device");
  }
  const isChild = tags.includes("user_child");
  // The file does not name the user, only that it is a child, so a person with the name of the
  // client is proposed.
  if (isChild) {
    findings.add(`${from}: user_child`, { what: "person", name, profile: "child" }, {
      chosen: false,
    });
  }
  const device: FoundDevice = {
    macs,
    name,
    person: isChild ? name : "",
    group: "",
    kind: tags.map((tag) => KINDS[tag]).find((kind) => kind !== undefined) ?? "",
    system: tags.map((tag) => SYSTEMS[tag]).find((system) => system !== undefined) ?? "",
  };
  findings.add(`${from} (${ids.join(", ")})`, { what: "device", ...device });
  const place = { from: `${from}: `, whom: whomOf(client), zone };
  const own = protectionsOf(value);
  if (valueAt(value, "use_global_settings") === false) {
    // Lists leave the client out; the rules of the file for everyone do not.
    if (isUnfiltered(client) && hasRules) {
      findings.cannot("rule", `${from}: filtering_enabled = false`, "rules_remain");
    }
    readProtections(own, place, findings, wider);
  }
  if (valueAt(value, "use_global_blocked_services") === false) {
    readServices(own, place, findings, wider);
  }
  if (asTexts(valueAt(value, "upstreams")).length > 0) {
    findings.cannot("upstream", `${from}: upstreams`, "no_equivalent");
  }
  for (const key of ["ignore_querylog", "ignore_statistics"]) {
    if (isOn(valueAt(value, key))) findings.cannot("setting", `${from}: ${key}`, "no_equivalent");
  }
}
