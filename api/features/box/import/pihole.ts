/**
 * Reads Teleporter files of Pi-hole: the zip of version 6, the tar.gz of version 5, and a
 * gravity.db alone.
 */
import { DomainError } from "../../../schema/errors.ts";
import type { ArchiveFiles } from "./archive.ts";
import {
  asList,
  asTexts,
  type DocumentValue,
  linesOf,
  longLists,
  readJson,
  readToml,
  textOf,
  valueAt,
} from "./document.ts";
import { learnDnsmasqLine, learnStaticLease, readDnsmasqLine, readLease } from "./dnsmasq.ts";
import { machineMac, Machines, type MacOf } from "./machines.ts";
import {
  Findings,
  type ImportFindings,
  type ImportSource,
  plainName,
  withOtherFiles,
} from "./model.ts";
import { readHostsLine } from "./names.ts";
import { GRAVITY_TABLES, readPolicy } from "./pihole_policy.ts";
import { readPairs, readPiholePairs } from "./pihole5_settings.ts";
import { readPiholeToml } from "./pihole_settings.ts";
import { readTables, type TableRow, type Tables } from "./tables.ts";
import { UpstreamLines } from "./upstream_lines.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

const V6 =
  /^etc\/(?:pihole\/(?:pihole\.toml|gravity\.db|pihole-FTL\.db|dhcp\.leases)|dnsmasq\.d\/[^/]+|hosts)$/;
const V5 =
  /(?:^|\/)(?:gravity\.db|(?:group|adlist|adlist_by_group|client|client_by_group|domainlist_by_group|(?:black|white)list\.(?:exact|regex))\.json|custom\.list|dhcp\.leases|pihole-FTL\.conf|setupVars\.conf|etc\/hosts|dnsmasq\.d\/[^/]+|0[45]-pihole-[a-z-]+\.conf)$/;
/** Files that Pi-hole makes of its own settings, which are read already. */
const GENERATED = /(?:^|\/)(?:0[1-6]-pihole[^/]*|06-rfc6761\.conf)$/;
/** Files of version 5 that are rows of `domainlist`, with their type there. */
const V5_DOMAINS: readonly (readonly [file: string, type: number])[] = [
  ["whitelist.exact.json", 0],
  ["blacklist.exact.json", 1],
  ["whitelist.regex.json", 2],
  ["blacklist.regex.json", 3],
];

const DNSMASQ_FILE = /(?:^|\/)dnsmasq\.d\/[^/]+$/;

/** The results of one file, collected from its parts. */
class Reading {
  readonly findings = new Findings();
  readonly upstreams = new UpstreamLines();
  readonly machines: Machines;

  constructor(macOf: MacOf) {
    this.machines = new Machines(macOf);
  }

  readonly warn = (text: Sentence): void => this.findings.warn(text);

  lines(bytes: Uint8Array | undefined, take: (line: string) => void): void {
    if (bytes === undefined) return;
    linesOf(textOf(bytes), this.warn).forEach(take);
  }

  /** Reads custom files of dnsmasq; `isOn` = whether Pi-hole used them. */
  dnsmasqFiles(files: ArchiveFiles, isOn: boolean): void {
    for (const [name, content] of files) {
      if (!DNSMASQ_FILE.test(name) || GENERATED.test(name)) continue;
      const take = (line: string) => {
        if (isOn) readDnsmasqLine(line, this);
        else if (!/^\s*(?:#.*)?$/.test(line)) {
          this.findings.cannot("setting", `${name}: ${line}`, "turned_off");
        }
      };
      this.part(name, () => this.lines(content, take));
    }
  }

  /** Reads one part; a damaged one is reported, and the others still apply. */
  part(what: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.findings.warn(sentence`The part ${what} was not read: ${error.message}`);
    }
  }

  end(source: ImportSource): ImportFindings {
    this.upstreams.end(this.findings);
    return this.findings.found(source);
  }
}

/** Whether a file of an archive of version 6 is read. */
export function isPihole6File(name: string): boolean {
  return V6.test(name);
}

/** Whether a file of an archive of version 5 is read. */
export function isPihole5File(name: string): boolean {
  return V5.test(name);
}

/**
 * Reads the files of the zip of version 6; `others` are not read. Throws DomainError when it
 * contains nothing of Pi-hole.
 */
export function readPihole6(
  files: ArchiveFiles,
  others: readonly string[],
  macOf: MacOf,
): ImportFindings {
  const reading = new Reading(macOf);
  if (!files.has("etc/pihole/pihole.toml") && !files.has("etc/pihole/gravity.db")) {
    throw new DomainError(
      "bad_value",
      sentence`The zip file is not a Teleporter file of Pi-hole: it has neither pihole.toml nor gravity.db`,
    );
  }
  const { findings, machines } = reading;
  const ftl = files.get("etc/pihole/pihole-FTL.db");
  reading.lines(files.get("etc/pihole/dhcp.leases"), (line) => readLease(line, machines));
  let known: Tables = {};
  if (ftl !== undefined) {
    reading.part(
      "pihole-FTL.db",
      () =>
        known = readTables(
          ftl,
          ["network", "network_addresses", "aliasclient", "message"],
          reading.warn,
        ),
    );
  }
  const messages = known.message?.length ?? 0;
  if (messages > 0) findings.cannot("setting", `message: ${messages}`, "not_needed");
  const network = learnNetwork(known, machines);
  const toml = files.get("etc/pihole/pihole.toml");
  let settings: DocumentValue;
  if (toml !== undefined) reading.part("pihole.toml", () => settings = readToml(toml));
  longLists(settings).forEach(reading.warn);
  learnLeases(files, settings, reading);
  const gravity = files.get("etc/pihole/gravity.db");
  if (gravity !== undefined) {
    reading.part(
      "gravity.db",
      () => readPolicy(readTables(gravity, GRAVITY_TABLES, reading.warn), machines, findings),
    );
  }
  readPiholeToml(settings, reading);
  network.forEach((device) => findings.add(`network: ${device.macs.join(", ")}`, device));
  reading.lines(files.get("etc/hosts"), (line) => void readHostsLine(line, findings));
  reading.dnsmasqFiles(files, valueAt(settings, "misc", "etc_dnsmasq_d") !== false);
  return withOtherFiles(reading.end("pihole6"), others);
}

/** Remembers the machines of static leases, so that clients can be named by them. */
function learnLeases(files: ArchiveFiles, settings: DocumentValue, reading: Reading): void {
  const { machines } = reading;
  for (const value of asTexts(valueAt(settings, "dhcp", "hosts"))) {
    learnStaticLease(value, machines);
  }
  for (const line of asTexts(valueAt(settings, "misc", "dnsmasq_lines"))) {
    learnDnsmasqLine(line, machines);
  }
  for (const [name, content] of files) {
    if (!DNSMASQ_FILE.test(name)) continue;
    reading.part(name, () => reading.lines(content, (line) => learnDnsmasqLine(line, machines)));
  }
}

/** Whether an archive holds the folder of version 6, instead of a Teleporter file of version 5. */
export function isPihole6Folder(files: ArchiveFiles): boolean {
  return files.has("etc/pihole/pihole.toml");
}

/**
 * Reads the files of an archive of version 5; `others` are not read. Throws DomainError when it
 * contains nothing of Pi-hole.
 */
export function readPihole5(
  given: ArchiveFiles,
  others: readonly string[],
  macOf: MacOf,
): ImportFindings {
  const files = baseNames(given);
  const reading = new Reading(macOf);
  if (
    !["adlist.json", "group.json", "setupVars.conf", "custom.list", "gravity.db"].some((name) =>
      files.has(name)
    )
  ) {
    throw new DomainError("bad_value", sentence`The archive is not a Teleporter file of Pi-hole`);
  }
  const rows = (name: string): readonly TableRow[] => {
    let out: readonly TableRow[] = [];
    const content = files.get(name);
    if (content !== undefined) {
      reading.part(name, () => {
        const value = readJson(content);
        if (!Array.isArray(value)) {
          throw new DomainError("bad_value", sentence`The archive has a table that cannot be read`);
        }
        out = asList(value).filter(isRow);
        longLists({ [name]: value }).forEach(reading.warn);
        const others = asList(value).length - out.length;
        if (others > 0) reading.warn(sentence`${name}: ${others} of its rows cannot be read`);
      });
    }
    return out;
  };
  const { findings, machines } = reading;
  reading.lines(files.get("dhcp.leases"), (line) => readLease(line, machines));
  learnLeases(given, undefined, reading);
  reading.lines(files.get("04-pihole-static-dhcp.conf"), (line) => readDnsmasqLine(line, reading));
  const gravity = files.get("gravity.db");
  if (gravity === undefined) {
    const tables = Object.fromEntries(
      GRAVITY_TABLES.map((table) => [table, rows(`${table}.json`).map(numbered)]),
    );
    const domainlist = V5_DOMAINS.flatMap(([file, type]) =>
      rows(file).map((row) => ({ ...numbered(row), type }))
    );
    readPolicy({ ...tables, domainlist }, machines, findings);
  } else {
    reading.part("gravity.db", () => {
      readPolicy(readTables(gravity, GRAVITY_TABLES, reading.warn), machines, findings);
    });
  }
  for (const name of ["custom.list", "hosts"]) {
    reading.lines(files.get(name), (line) => {
      if (readHostsLine(line, findings) || /^\s*(?:#.*)?$/.test(line)) return;
      findings.cannot("record", `${name}: ${line}`, "bad_value");
    });
  }
  reading.lines(files.get("05-pihole-custom-cname.conf"), (line) => readDnsmasqLine(line, reading));
  reading.dnsmasqFiles(given, true);
  const pairs = ["setupVars.conf", "pihole-FTL.conf"].flatMap((name) => {
    const content = files.get(name);
    return content === undefined ? [] : [...readPairs(textOf(content), name, findings)];
  });
  readPiholePairs(new Map(pairs), reading);
  return withOtherFiles(reading.end("pihole5"), others);
}

/** Reads a gravity.db alone. */
export function readGravity(bytes: Uint8Array, macOf: MacOf): ImportFindings {
  const reading = new Reading(macOf);
  const tables = readTables(bytes, GRAVITY_TABLES, reading.warn);
  readPolicy(tables, reading.machines, reading.findings);
  return reading.end("pihole6");
}

/** Reads a pihole.toml alone. */
export function readTomlAlone(bytes: Uint8Array, macOf: MacOf): ImportFindings {
  const reading = new Reading(macOf);
  const settings = readToml(bytes);
  longLists(settings).forEach(reading.warn);
  readPiholeToml(settings, reading);
  return reading.end("pihole6");
}

/**
 * Learns the addresses and names of machines. Returns the named devices, with all their hardware
 * addresses.
 */
function learnNetwork(tables: Tables, machines: Machines) {
  const macs = new Map<unknown, string>();
  const aliases = new Map<unknown, string[]>();
  for (const row of tables.network ?? []) {
    const mac = machineMac(String(row.hwaddr ?? ""));
    if (mac === undefined) continue;
    macs.set(row.id, mac);
    const alias = row.aliasclient_id;
    if (alias !== null && alias !== undefined) {
      aliases.set(alias, [...aliases.get(alias) ?? [], mac]);
    }
  }
  const names = new Map<string, string>();
  for (const { network_id: id, ip, name } of tables.network_addresses ?? []) {
    const mac = macs.get(id);
    if (mac === undefined) continue;
    machines.learn(String(ip ?? ""), mac);
    const plain = plainName(String(name ?? "").replace(/\..*$/, ""));
    if (plain === "") continue;
    machines.learnHost(String(name), mac);
    machines.name(mac, plain);
    if (!names.has(mac)) names.set(mac, plain);
  }
  const joined = new Set([...aliases.values()].flat());
  const device = (of: readonly string[], name: string) => (
    { what: "device", macs: of, name, kind: "", system: "", person: "", group: "" } as const
  );
  const together = (tables.aliasclient ?? []).flatMap((row) => {
    const of = aliases.get(row.id) ?? [];
    return of.length === 0 ? [] : [device(of, plainName(String(row.name ?? "")))];
  });
  const alone = [...names].filter(([mac]) => !joined.has(mac)).map(([mac, name]) =>
    device([mac], name)
  );
  return [...together, ...alone];
}

/** Returns the files by name without folders: version 5 puts them at the root or in a folder. */
function baseNames(files: ArchiveFiles): ArchiveFiles {
  return new Map(
    [...files].map(([name, content]) => [name.slice(name.lastIndexOf("/") + 1), content]),
  );
}

function isRow(value: unknown): value is TableRow {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    valueAt(value) !== undefined;
}

/** Converts numbers that were written as texts or booleans. */
function numbered(row: TableRow): TableRow {
  const number = (value: unknown) => {
    const isNumber = typeof value === "boolean" ||
      typeof value === "string" && /^\d{1,15}$/.test(value);
    return isNumber ? Number(value) : value;
  };
  const ids = ["id", "enabled", "type", "group_id", "adlist_id", "domainlist_id", "client_id"];
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, ids.includes(key) ? number(value) : value]),
  ) as TableRow;
}
