/**
 * Names that the box answers itself: own names, local records with wildcards, special-use names (A
 * 7.2.3, RFC 6761, RFC 4592).
 */
import {
  DESIGNATED_RESOLVER,
  findSpecialUse,
  RESOLVER_ZONE,
} from "../../policy/catalogue/special_use.ts";
import { parseAddress } from "../../policy/model/address.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import { equalNames, nameFromText, nameToText, type WireName } from "../../policy/model/name.ts";
import { answeredNames, ownNames, serviceNameOf } from "../../policy/snapshot/local_index.ts";
import type { ResolverSettings } from "../../policy/snapshot/settings.ts";
import { RCODE, TYPE } from "../wire/codes.ts";
import { reverseName } from "../wire/names.ts";
import { createSoaRdata } from "../wire/soa.ts";
import { createDesignatedRecords } from "./designated.ts";
import type { OwnedRecord, SyntheticAnswer } from "./synthetic_answer.ts";

/** TTL in seconds of the names of the box and of loopback addresses. */
const OWN_TTL = 60;
/** Maximum number of CNAMEs followed in local data. */
const MAX_CHAIN = 8;
/**
 * Types that lead to a host or service. For the name of encrypted DNS only the box provides them.
 */
const LEADING_TYPES: ReadonlySet<number> = new Set([
  TYPE.A,
  TYPE.AAAA,
  TYPE.CNAME,
  TYPE.SVCB,
  TYPE.HTTPS,
]);

/**
 * The answer that replaces an upstream NXDOMAIN for the name of encrypted DNS, which exists here
 * (RFC 8020); undefined for other names.
 */
export function answerForOwnName(
  name: WireName,
  { encrypted }: ResolverSettings,
): SyntheticAnswer | undefined {
  if (encrypted.name === "" || nameToText(name) !== encrypted.name) return undefined;
  return { rcode: RCODE.NOERROR, records: [], zone: name, authoritative: true };
}

/** Data of local answers. */
export interface LocalData {
  readonly settings: ResolverSettings;
  /**
   * Keyed by lower-case text without final dot. `*.name` matches the names below (Snapshot.local).
   */
  readonly local: ReadonlyMap<string, readonly LocalRecord[]>;
}

/** The answer to a local name; undefined when the name is not local. */
export function createLocalAnswer(
  name: WireName,
  type: number,
  data: LocalData,
): SyntheticAnswer | undefined {
  const records: OwnedRecord[] = [];
  let owner = name;
  for (let i = 0; i <= MAX_CHAIN; i++) {
    const text = nameToText(owner);
    const known = recordsOf(text, type, data);
    if (known === undefined) {
      // Where the chain leaves the records, a forwarding rule may be more specific than the zone or
      // special-use name that contains the target.
      if (i > 0) return { rcode: RCODE.NOERROR, records, resolve: owner, authoritative: true };
      return absentFrom(text, data) ?? specialAnswer(owner, text, type, data);
    }
    const alias = type === TYPE.CNAME
      ? undefined
      : known.find((record) => record.type === TYPE.CNAME);
    for (const record of known) {
      if (alias === undefined ? record.type === type : record === alias) {
        records.push({ owner, record });
      }
    }
    if (alias === undefined) {
      return {
        rcode: RCODE.NOERROR,
        records,
        zone: zoneOf(text, data) ?? owner,
        authoritative: true,
      };
    }
    owner = alias.rdata;
  }
  return { rcode: RCODE.SERVFAIL, records: [], authoritative: true };
}

/**
 * The records of a name for a type: its own, else those of the wildcard at its closest encloser
 * (RFC 4592 3.3.1).
 */
function recordsOf(
  text: string,
  type: number,
  data: LocalData,
): readonly LocalRecord[] | undefined {
  const { settings } = data;
  const { encrypted: { name } } = settings;
  // Clients of encrypted DNS must find the box, whatever the records are. Other types, such as MX,
  // are unaffected.
  if (name !== "" && text === name && LEADING_TYPES.has(type)) return ownRecords(settings);
  if (name !== "" && text === serviceNameOf(name)) return createDesignatedRecords(settings);
  const exact = data.local.get(text);
  if (exact !== undefined) return exact;
  if (ownNames(settings).includes(text)) return ownRecords(settings);
  for (let dot = text.indexOf("."); dot >= 0; dot = text.indexOf(".", dot + 1)) {
    const below = data.local.get(`*${text.slice(dot)}`);
    // An existing name hides the wildcards above it, also if it only has names below it.
    if (below !== undefined) return hasBelow(text, data) ? [] : below;
    if (data.local.has(text.slice(dot + 1)) || hasBelow(text.slice(dot + 1), data)) {
      return undefined;
    }
  }
  return undefined;
}

/**
 * The local zone that contains a name; undefined = none. Its apex has an SOA record
 * (api/features/network/records/local_records.ts).
 */
function zoneOf(text: string, { local }: LocalData): WireName | undefined {
  for (let at = 0; at >= 0;) {
    const zone = text.slice(at);
    const dot = text.indexOf(".", at);
    if (local.get(zone)?.some((record) => record.type === TYPE.SOA)) return nameFromText(zone);
    at = dot < 0 ? -1 : dot + 1;
  }
  return undefined;
}

/**
 * The negative answer of a local zone for a name without records, unless a special-use name is
 * closer.
 */
function absentFrom(text: string, data: LocalData): SyntheticAnswer | undefined {
  const zone = zoneOf(text, data);
  const special = findSpecialUse(text);
  if (
    zone === undefined || (special !== undefined && special.zone.length > nameToText(zone).length)
  ) return undefined;
  return {
    rcode: hasBelow(text, data) ? RCODE.NOERROR : RCODE.NXDOMAIN,
    records: [],
    zone,
    authoritative: true,
  };
}

function ownRecords(settings: ResolverSettings): LocalRecord[] {
  return settings.boxAddresses.flatMap((text) => {
    const rdata = parseAddress(text);
    return rdata === undefined
      ? []
      : [{ type: rdata.length === 4 ? TYPE.A : TYPE.AAAA, rdata, ttl: OWN_TTL }];
  });
}

function specialAnswer(
  name: WireName,
  text: string,
  type: number,
  data: LocalData,
): SyntheticAnswer | undefined {
  const special = findSpecialUse(text);
  if (special === undefined) return undefined;
  // The name of discovery has an answer of its own in the zone above it (RFC 9462 8).
  const zone = nameFromText(special.zone === DESIGNATED_RESOLVER ? RESOLVER_ZONE : special.zone)!;
  const made = (rcode: number, records: readonly LocalRecord[]): SyntheticAnswer => ({
    rcode,
    records: records.map((record) => ({ owner: name, record })),
    zone,
    authoritative: true,
  });
  if (text === DESIGNATED_RESOLVER) {
    return made(RCODE.NOERROR, type === TYPE.SVCB ? createDesignatedRecords(data.settings) : []);
  }
  if (special.answer === "loopback") return made(RCODE.NOERROR, loopback(type));
  if (special.answer === "nxdomain") return made(RCODE.NXDOMAIN, []);
  if (text === special.zone) {
    // The parent zone proves that the zone is unsigned (RFC 8375 4, RFC 4035 3.1.4.1).
    return type === TYPE.DS ? undefined : made(RCODE.NOERROR, topOf(type, data.settings));
  }
  const pointer = reverseOf(name, data.settings);
  if (pointer !== undefined) return made(RCODE.NOERROR, type === TYPE.PTR ? [pointer] : []);
  const exists = special.answer === "nodata" || text === data.settings.encrypted.name ||
    hasBelow(text, data);
  return made(exists ? RCODE.NOERROR : RCODE.NXDOMAIN, []);
}

/** The records at the apex of an empty zone (RFC 6303 3). */
function topOf(type: number, { blockedTtl: ttl }: ResolverSettings): LocalRecord[] {
  if (type === TYPE.SOA) return [{ type, rdata: createSoaRdata(ttl), ttl }];
  return type === TYPE.NS ? [{ type, rdata: nameFromText("localhost")!, ttl }] : [];
}

function loopback(type: number): LocalRecord[] {
  if (type === TYPE.A) return [{ type, rdata: Uint8Array.of(127, 0, 0, 1), ttl: OWN_TTL }];
  if (type !== TYPE.AAAA) return [];
  const rdata = new Uint8Array(16);
  rdata[15] = 1;
  return [{ type, rdata, ttl: OWN_TTL }];
}

/** The PTR record of an address of the box or of a loopback address. */
function reverseOf(name: WireName, settings: ResolverSettings): LocalRecord | undefined {
  const own = ownNames(settings).at(-1);
  const pointers: [string, string | undefined][] = [["127.0.0.1", "localhost"], [
    "::1",
    "localhost",
  ]];
  for (const address of settings.boxAddresses) pointers.push([address, own]);
  for (const [text, target] of pointers) {
    const address = parseAddress(text);
    const rdata = target === undefined ? undefined : nameFromText(target);
    if (address === undefined || rdata === undefined) continue;
    if (equalNames(name, reverseName(address))) return { type: TYPE.PTR, rdata, ttl: OWN_TTL };
  }
  return undefined;
}

/** All names above local names, computed once per record map of a snapshot. */
const parents = new WeakMap<LocalData["local"], ReadonlySet<string>>();

/** Whether a local name is below this one, so that it exists without records (RFC 8020). */
function hasBelow(text: string, data: LocalData): boolean {
  const known = parents.get(data.local) ?? parentsOf(data.local.keys());
  parents.set(data.local, known);
  return known.has(text) || answeredNames(data.settings).some((name) => name.endsWith(`.${text}`));
}

function parentsOf(names: Iterable<string>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const name of names) {
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      above.add(name.slice(dot + 1));
    }
  }
  return above;
}
