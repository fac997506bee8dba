/** Names that the box answers itself, put together from all that says some (A 7.2.3). */
import { parseAddress } from "../policy/model/address.ts";
import type { LocalRecord } from "../policy/model/decision.ts";
import { nameFromText, nameToText } from "../policy/model/name.ts";
import { rdataFromFields } from "../policy/lists/rdata.ts";
import { TYPE, typeFromText } from "../resolver/wire/codes.ts";
import { reverseText } from "../resolver/wire/names.ts";
import { soaRdata } from "../resolver/wire/soa.ts";
import type { DeviceRecords } from "./features/network/records/device_names.ts";
import type { NamedRecord } from "./features/network/records/record.ts";

/** Seconds that a local record lives unless it says otherwise. */
const LOCAL_TTL = 60;

/** What says names, in the order in which it counts: of several that know a name, the first one answers for it. */
export interface LocalSources {
  /** Names of the box, lower case, which it answers itself whatever hosts file and devices say. */
  readonly own: readonly string[];
  /** Addresses of the box, which are called by the last of its names. */
  readonly addresses: readonly string[];
  /** What people wrote in the box. */
  readonly records: readonly NamedRecord[];
  /** The setting `local_records`. */
  readonly settings: readonly NamedRecord[];
  /** The hosts file of the machine. */
  readonly hosts: ReadonlyMap<string, readonly LocalRecord[]>;
  /** Names of devices, under the local domain. */
  readonly devices: readonly DeviceRecords[];
  /** Domains that the box answers alone. */
  readonly zones: readonly string[];
  /** Seconds that the absence of a name in a zone may be kept. */
  readonly negativeTtl: number;
}

/** Reads one line: name, TTL in seconds if any, type, data. Undefined when it is none. */
export function parseLocalRecord(line: string): NamedRecord | undefined {
  const [owner, ...rest] = fieldsOf(line);
  const ttl = /^\d{1,9}$/.test(rest[0] ?? "") ? Number(rest.shift()) : LOCAL_TTL;
  const type = typeFromText(rest.shift() ?? "");
  if (owner === undefined || type === undefined || rest.length === 0) return undefined;
  const name = nameFromText(owner.startsWith("*.") ? owner.slice(2) : owner);
  const rdata = rdataFromFields(type, rest);
  if (name === undefined || name.length === 1 || rdata === undefined) return undefined;
  const text = nameToText(name);
  return { name: owner.startsWith("*.") ? `*.${text}` : text, record: { type, rdata, ttl } };
}

/** The records of the lines that are some. */
export function parseLocalRecords(lines: readonly string[]): NamedRecord[] {
  return lines.map(parseLocalRecord).filter((record) => record !== undefined);
}

/** Fields of a line, parted by blanks; a field in quotes keeps its blanks. */
function fieldsOf(line: string): string[] {
  return [...line.trim().matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map((match) =>
    match[1] ?? match[2]
  );
}

/** All local names, as `SnapshotParts.local` wants them; each address with its reverse name unless something says that. */
export function localRecords(sources: LocalSources): Map<string, readonly LocalRecord[]> {
  const { own, hosts, zones, negativeTtl } = sources,
    all = new Map<string, readonly LocalRecord[]>();
  const notOwn = (name: string) => !own.includes(name);
  const take = (found: ReadonlyMap<string, readonly LocalRecord[]>) => {
    for (const [name, records] of found) if (!all.has(name)) all.set(name, records);
  };
  take(withReverse(sources.records.filter(({ name }) => notOwn(name))));
  take(withReverse(sources.settings));
  take(pointersOf(sources));
  take(new Map([...hosts].filter(([name]) => notOwn(name))));
  for (const { name, records, pointers } of sources.devices) {
    if (all.has(name) || !notOwn(name)) continue;
    all.set(name, records);
    for (const [reverse, pointer] of pointers) if (!all.has(reverse)) all.set(reverse, [pointer]);
  }
  const soa: LocalRecord = { type: TYPE.SOA, rdata: soaRdata(negativeTtl), ttl: negativeTtl };
  for (const zone of zonesOf(zones).filter(notOwn)) {
    const top = all.get(zone) ?? [];
    if (!top.some(({ type }) => type === TYPE.CNAME)) all.set(zone, [...top, soa]);
  }
  return all;
}

/** The names of the addresses of the box: it answers them also where a router is asked for all the others. */
function pointersOf({ own, addresses }: LocalSources): Map<string, readonly LocalRecord[]> {
  const target = nameFromText(own.at(-1) ?? ""),
    found = addresses.map(parseAddress).filter((it) => it !== undefined);
  if (target === undefined) return new Map();
  return new Map(
    found.map((
      address,
    ) => [reverseText(address), [{ type: TYPE.PTR, rdata: target, ttl: LOCAL_TTL }]]),
  );
}

/** Zones as names are kept: lower-case ASCII without final dot. */
export function zonesOf(texts: readonly string[]): string[] {
  const names = texts.map((text) => nameFromText(text.trim())).filter((name) =>
    name !== undefined && name.length > 1
  );
  return [...new Set(names.map((name) => nameToText(name!)))];
}

/** Records by name, and the names of their addresses; the first name of an address is the one that it points back to. */
function withReverse(given: readonly NamedRecord[]): Map<string, readonly LocalRecord[]> {
  const records = new Map<string, LocalRecord[]>();
  for (const { name, record } of given) {
    const known = records.get(name);
    if (known === undefined) records.set(name, [record]);
    else known.push(record);
  }
  for (const { name, record: { type, rdata, ttl } } of given) {
    if ((type !== TYPE.A && type !== TYPE.AAAA) || name.startsWith("*.")) continue;
    const reverse = reverseText(rdata), target = nameFromText(name);
    if (target !== undefined && !records.has(reverse)) {
      records.set(reverse, [{ type: TYPE.PTR, rdata: target, ttl }]);
    }
  }
  return records;
}
