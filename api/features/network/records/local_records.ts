/** Names that the box answers itself, merged from all their sources (A 7.2.3). */
import { parseAddress } from "../../../../policy/model/address.ts";
import type { LocalRecord } from "../../../../policy/model/decision.ts";
import { hasSameItems } from "../../../../policy/model/items.ts";
import { nameFromText } from "../../../../policy/model/name.ts";
import type { NameMap } from "../../../../policy/snapshot/name_map.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import { reverseText } from "../../../../resolver/wire/names.ts";
import { createSoaRdata } from "../../../../resolver/wire/soa.ts";
import type { NamedRecord } from "../../../schema/named_record.ts";
import { zonesOf } from "../../../settings/local_zones.ts";
import { LOCAL_TTL } from "../../../settings/local_record_line.ts";
import type { DeviceRecords } from "./device_names.ts";

/** The suffix of IPv6 reverse names. A device name may equal one, since its labels are host labels. */
const REVERSE_6 = ".ip6.arpa";

/**
 * The sources of names, in order of precedence: when several know a name, the first one answers for
 * it.
 */
export interface LocalSources {
  /**
   * Names of the box, lower case, which it answers itself regardless of the hosts file and devices.
   */
  readonly own: readonly string[];
  /** Addresses of the box; their reverse names point to the last of its names. */
  readonly addresses: readonly string[];
  /** Records that people wrote. */
  readonly records: readonly NamedRecord[];
  /** The setting `local_records`. */
  readonly settings: readonly NamedRecord[];
  /** The hosts file of the machine. */
  readonly hosts: ReadonlyMap<string, readonly LocalRecord[]>;
  /** Names of devices, under the local domain. */
  readonly devices: readonly DeviceRecords[];
  /** Domains that only the box answers. */
  readonly zones: readonly string[];
  /** Seconds for which a missing name in a zone may be cached. */
  readonly negativeTtl: number;
}

/**
 * All local names, as `SnapshotParts.local` expects them; each address with its reverse name unless
 * a source defines that.
 */
export function localRecords(sources: LocalSources): Map<string, readonly LocalRecord[]> {
  const { own, hosts, zones, negativeTtl } = sources;
  const all = new Map<string, readonly LocalRecord[]>();
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
    for (const [reverse, pointer] of pointers) if (!all.has(reverse)) all.set(reverse, pointer);
  }
  const soa: LocalRecord = { type: TYPE.SOA, rdata: createSoaRdata(negativeTtl), ttl: negativeTtl };
  for (const zone of zonesOf(zones).filter(notOwn)) {
    const top = all.get(zone) ?? [];
    if (!top.some(({ type }) => type === TYPE.CNAME)) all.set(zone, [...top, soa]);
  }
  return all;
}

/**
 * All local names after some devices got other names: `before` with what differs. undefined = they
 * must be merged anew, as devices came or went, or names of several sources meet.
 */
export function withRenamedDevices(
  all: NameMap<readonly LocalRecord[]>,
  before: readonly DeviceRecords[],
  { own, devices }: Pick<LocalSources, "own" | "devices">,
): NameMap<readonly LocalRecord[]> | undefined {
  if (devices.length !== before.length) return undefined;
  const changes = new Map<string, readonly LocalRecord[] | undefined>();
  const renamed: DeviceRecords[] = [];
  for (let at = 0; at < devices.length; at++) {
    const old = before[at];
    const device = devices[at];
    if (old === device) continue;
    if (!hasSameItems(old.addresses, device.addresses)) return undefined;
    // A name of the box or of a better source: the device itself does not have it.
    if (all.get(old.name) !== old.records) return undefined;
    // It may have hidden the reverse name of another device.
    if (old.name.endsWith(REVERSE_6)) return undefined;
    changes.set(old.name, undefined);
    renamed.push(device);
    old.pointers.forEach(([reverse, pointer], place) => {
      // Of several devices with an address, the first one has the reverse name.
      if (all.get(reverse) === pointer) changes.set(reverse, device.pointers[place][1]);
    });
  }
  for (const { name, records } of renamed) {
    const isFree = changes.has(name) ? changes.get(name) === undefined : !all.has(name);
    if (!isFree || own.includes(name)) return undefined;
    changes.set(name, records);
  }
  return all.with(changes);
}

/**
 * The reverse names of the addresses of the box: it answers them even where all others are
 * forwarded to a router.
 */
function pointersOf({ own, addresses }: LocalSources): Map<string, readonly LocalRecord[]> {
  const target = nameFromText(own.at(-1) ?? "");
  const found = addresses.map(parseAddress).filter((it) => it !== undefined);
  if (target === undefined) return new Map();
  return new Map(
    found.map((
      address,
    ) => [reverseText(address), [{ type: TYPE.PTR, rdata: target, ttl: LOCAL_TTL }]]),
  );
}

/**
 * Returns records by name, with reverse names; the reverse name of an address points to its first
 * name.
 */
function withReverse(given: readonly NamedRecord[]): Map<string, readonly LocalRecord[]> {
  const records = new Map<string, LocalRecord[]>();
  for (const { name, record } of given) {
    const known = records.get(name);
    if (known === undefined) records.set(name, [record]);
    else known.push(record);
  }
  for (const { name, record: { type, rdata, ttl } } of given) {
    if ((type !== TYPE.A && type !== TYPE.AAAA) || name.startsWith("*.")) continue;
    const reverse = reverseText(rdata);
    const target = nameFromText(name);
    if (target !== undefined && !records.has(reverse)) {
      records.set(reverse, [{ type: TYPE.PTR, rdata: target, ttl }]);
    }
  }
  return records;
}
