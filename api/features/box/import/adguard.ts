/**
 * Reads AdGuardHome.yaml of schema 20 and newer. Values that later schemas moved are looked up at
 * both paths.
 */
import { DomainError } from "../../../schema/errors.ts";
import {
  type ProtectionPlace,
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
import { parseAddress } from "../../../../policy/model/address.ts";
import { parseUpstreams } from "../../../../policy/model/upstream_line.ts";
import type { Profile } from "../../../../policy/model/household.ts";
import { readLeft, readSettings } from "./adguard_settings.ts";
import {
  asList,
  asNumber,
  asText,
  asTexts,
  type DocumentValue,
  longLists,
  ReadDocument,
  readJson,
  readYaml,
  shownValue,
  valueAt,
} from "./document.ts";
import { machineMac, Machines, type MacOf } from "./machines.ts";
import {
  Findings,
  type FoundDevice,
  type ImportFindings,
  type ItemReason,
  type ItemScope,
  plainName,
} from "./model.ts";
import { UpstreamLines } from "./upstream_lines.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

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
  os_other: "",
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
  /** `data/leases.json`, when the archive has it. */
  readonly leases?: Uint8Array | undefined;
}

/**
 * Reads the file. Throws DomainError when it is not an AdGuard Home file or older than schema 20.
 */
export function readAdguard(
  bytes: Uint8Array,
  { macOf, zone, leases }: AdguardPlace,
): ImportFindings {
  const yaml = readYaml(bytes);
  const version = asNumber(valueAt(yaml, "schema_version"));
  if (version === undefined) {
    throw new DomainError(
      "bad_value",
      sentence`The file is not an AdGuardHome.yaml: it has no schema_version`,
    );
  }
  if (version < OLDEST) {
    throw new DomainError(
      "bad_value",
      sentence`This AdGuardHome.yaml is too old (schema ${version}); start a newer AdGuard Home once, which updates it`,
    );
  }
  const findings = new Findings();
  const upstreams = new UpstreamLines();
  const machines = new Machines(macOf);
  if (version > NEWEST) {
    findings.warn(
      sentence`The schema ${version} is newer than the box knows; what is new in it is left out`,
    );
  }
  for (const key of Object.keys(yaml as object)) {
    if (!SECTIONS.has(key)) findings.warn(sentence`Unknown section: ${key}`);
  }
  longLists(yaml).forEach((text) => findings.warn(text));
  if (leases !== undefined) learnLeases(leases, machines, findings);
  const document = new ReadDocument(yaml, (path) => placeOf(yaml, path));
  document.mark("schema_version");
  const clients = clientsOf(document, machines);
  readSettings(document, { upstreams, machines, findings });
  upstreams.end(findings);
  const unfiltered = clients.filter(isUnfiltered).filter(({ macs }) => macs.length > 0).map(whomOf);
  readFilters(document.at("filters"), "block", unfiltered, findings);
  readFilters(document.at("whitelist_filters"), "allow", unfiltered, findings);
  const wider = globalProtections(document);
  const areRewritesOn = document.peek("filtering.rewrites_enabled") !== false;
  readRewrites(document.at("filtering.rewrites"), areRewritesOn, findings);
  const rules = userRules(document.at("user_rules"));
  readRuleLines(rules, clientOf(clients, machines), findings);
  const everyone = { from: "filtering.", whom: { kind: "all" }, zone } as const;
  const read = readProtections(wider, everyone, findings);
  for (const path of read) document.mark(`filtering.${path}`);
  readServices(wider, everyone, findings);
  if (wider.services.length > 0) document.mark("filtering.blocked_services");
  const context = { wider, zone, hasRules: rules.length > 0, ages: agesOfRules(rules) };
  for (const client of clients) readClient(client, context, findings);
  readLeft(document, findings);
  return findings.found("adguard");
}

/**
 * Returns the path at which a file has the value of a path of the newest schema: until schema 25
 * the values of `filtering` were in `dns`.
 */
function placeOf(yaml: DocumentValue, path: string): string {
  const older = path.replace(/^filtering\./, "dns.");
  if (older === path || valueAt(yaml, ...path.split(".")) !== undefined) return path;
  return valueAt(yaml, ...older.split(".")) === undefined ? path : older;
}

/** Remembers the addresses and host names of `data/leases.json`. */
function learnLeases(bytes: Uint8Array, machines: Machines, findings: Findings): void {
  try {
    for (const lease of asList(valueAt(readJson(bytes), "leases"))) {
      const mac = machineMac(asText(valueAt(lease, "mac")) ?? "");
      if (mac === undefined) continue;
      machines.learn(asText(valueAt(lease, "ip")) ?? "", mac);
      machines.learnHost(asText(valueAt(lease, "hostname")) ?? "", mac);
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    findings.warn(sentence`The part ${"leases.json"} was not read: ${error.message}`);
  }
}

function globalProtections(document: ReadDocument): Protections {
  const keys = [
    "parental_enabled",
    "safebrowsing_enabled",
    "safe_search",
    "safesearch_enabled",
    "blocked_services",
  ];
  return protectionsOf(
    Object.fromEntries(keys.map((key) => [key, document.peek(`filtering.${key}`)])),
  );
}

interface Client {
  readonly value: DocumentValue;
  readonly name: string;
  readonly ids: readonly string[];
  readonly macs: readonly string[];
}

function clientsOf(document: ReadDocument, machines: Machines): Client[] {
  return asList(document.at("clients.persistent")).map((value) => {
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
    if (mac !== undefined) return { kind: "device", mac, name: text };
    const named = clients.some(({ ids }) => ids.some((id) => id.toLowerCase() === text));
    return named ? whyUnknown([text]) : "unknown_device";
  };
}

/**
 * A ClientID: a device sends it in the path of DNS over HTTPS or the server name of DNS over TLS,
 * wherever it is. The box knows devices by their hardware address.
 */
function isClientId(id: string): boolean {
  const isAddress = machineMac(id) !== undefined || parseAddress(id) !== undefined;
  return !isAddress && /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(id);
}

/** Returns why no machine is known for identifiers of a client. */
function whyUnknown(ids: readonly string[]): "client_id" | "unknown_device" {
  return ids.some(isClientId) ? "client_id" : "unknown_device";
}

function whomOf({ macs, name }: Client): ItemScope {
  return { kind: "device", mac: macs[0], name };
}

/** The age that a tag of a client means. */
const PROFILES: Readonly<Record<string, Profile>> = {
  user_child: "child",
  user_regular: "adult",
  user_admin: "adult",
};

/** Whether no list and no rule of the file filters the client. */
function isUnfiltered({ value }: Client): boolean {
  return valueAt(value, "use_global_settings") === false &&
    valueAt(value, "filtering_enabled") === false;
}

/** What applies to all clients of a file. */
interface ClientContext {
  readonly wider: Protections;
  readonly zone: string;
  /** Whether the file has rules of its own. */
  readonly hasRules: boolean;
  /** Ages that rules of the file are for (`$ctag=user_child`). */
  readonly ages: ReadonlySet<Profile>;
}

/** The ages that rules name by a tag. */
function agesOfRules(rules: readonly string[]): ReadonlySet<Profile> {
  const tags = rules.flatMap((line) => /[$,]ctag=([^,]+)/.exec(line)?.[1].split("|") ?? []);
  return new Set(tags.flatMap((tag) => Object.hasOwn(PROFILES, tag) ? PROFILES[tag] : []));
}

function readClient(
  client: Client,
  { wider, zone, hasRules, ages }: ClientContext,
  findings: Findings,
): void {
  const { value, name, ids, macs } = client;
  const from = `clients: ${name}`;
  const document = new ReadDocument(value);
  document.text("name");
  document.texts("ids");
  document.at("uid");
  if (macs.length === 0) {
    const why = whyUnknown(ids);
    findings.cannot("device", `${from} (${ids.join(", ")})`, why);
    for (const { path, value } of document.unread()) {
      findings.cannot("setting", `${from}: ${path} = ${shownValue(value)}`, why);
    }
    return;
  }
  readDevice(client, document.texts("tags"), ages, findings);
  const place = { from: `${from}: `, whom: whomOf(client), zone };
  const own = protectionsOf(value);
  if (document.peek("use_global_settings") === false) {
    // Lists leave the client out; the rules of the file for everyone do not.
    if (isUnfiltered(client) && hasRules) {
      document.mark("filtering_enabled");
      findings.cannot("rule", `${from}: filtering_enabled = false`, "rules_remain");
    }
    for (const path of readProtections(own, place, findings, wider)) document.mark(path);
  }
  if (document.peek("use_global_blocked_services") === false) {
    readServices(own, place, findings, wider);
    if (own.services.length > 0) document.mark("blocked_services");
  }
  readOwnUpstreams(document.texts("upstreams"), place, findings);
  for (const { path, value } of document.unread()) {
    findings.cannot("setting", `${from}: ${path} = ${shownValue(value)}`, whyLeft(path, value));
  }
}

/** Reads the upstreams of a client; an invalid line is reported, and the others apply. */
function readOwnUpstreams(
  given: readonly string[],
  { from, whom }: ProtectionPlace,
  findings: Findings,
): void {
  const lines: string[] = [];
  for (const text of given.map((line) => line.trim())) {
    if (text === "" || text.startsWith("#")) continue;
    const [error] = parseUpstreams([text]).errors;
    if (error === undefined) lines.push(text);
    else {
      const detail = error.replace(/^upstreams, line 1: /, "");
      findings.cannot("own_upstreams", `${from}upstreams: ${text}`, "refused", detail);
    }
  }
  if (lines.length === 0) return;
  findings.add(`${from}upstreams: ${lines.join(", ")}`, { what: "own_upstreams", whom, lines });
}

/** Values of a client that say what holds anyway: the same as for everyone. */
const SHARED =
  /^(?:use_global_|filtering_enabled|parental_|safebrowsing_|safe_search|safesearch_|blocked_services)/;

function whyLeft(path: string, value: DocumentValue): ItemReason {
  if (SHARED.test(path)) return "not_needed";
  return value === false || value === 0 ? "turned_off" : "no_equivalent";
}

function readDevice(
  client: Client,
  tags: readonly string[],
  ages: ReadonlySet<Profile>,
  findings: Findings,
): void {
  const { name, ids, macs } = client;
  const from = `clients: ${name}`;
  const tag = tags.find((tag) => Object.hasOwn(PROFILES, tag));
  // The file does not name the user, only an age, so a person with the name of the client is
  // proposed. It is selected if a rule is for this age: without a person it would not apply.
  if (tag !== undefined) {
    const profile = PROFILES[tag];
    const chosen = ages.has(profile);
    findings.add(`${from}: ${tag}`, { what: "person", name, profile }, { chosen });
  }
  for (const each of tags) {
    if (each === tag || Object.hasOwn(KINDS, each) || Object.hasOwn(SYSTEMS, each)) continue;
    findings.cannot("device", `${from}: ${each}`, "no_equivalent");
  }
  // A network or a ClientID is not a machine.
  for (const id of ids) {
    if (machineMac(id) !== undefined || parseAddress(id) !== undefined) continue;
    findings.cannot("device", `${from} (${id})`, isClientId(id) ? "client_id" : "no_equivalent");
  }
  const device: FoundDevice = {
    macs,
    name,
    person: tag === undefined ? "" : name,
    group: "",
    kind: tags.map((tag) => KINDS[tag]).find((kind) => kind !== undefined) ?? "",
    system: tags.map((tag) => SYSTEMS[tag]).find((system) => system !== undefined) ?? "",
  };
  findings.add(`${from} (${[...ids, ...tags].join(", ")})`, { what: "device", ...device });
}
