/** Names of devices under the local domain, derived from their names in the household (A 7.2.3). */
import { LIMITS } from "../../../../policy/limits.ts";
import {
  addressToText,
  parseAddress,
  parsePrefix,
  prefixContains,
} from "../../../../policy/model/address.ts";
import { hasSameItems } from "../../../../policy/model/items.ts";
import { nameFromText, nameToText } from "../../../../policy/model/name.ts";
import type { LocalRecord } from "../../../../policy/model/decision.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import { reverseText } from "../../../../resolver/wire/names.ts";
import { RECORD_TTL } from "./record.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** A device as the network and the household know it. */
export interface NamedDevice {
  /** The name in the household, or the announced one; "" = none. */
  readonly name: string;
  /**
   * Whether only the device itself announces this name: names given by the household come first, so
   * that no machine takes one.
   */
  readonly announced?: boolean;
  /** IP addresses as text. */
  readonly addresses: readonly string[];
}

/** The DNS name of a device. */
export interface DeviceName {
  /** Under the local domain, lower-case ASCII without final dot. */
  readonly name: string;
  /** The name in the household. */
  readonly device: string;
  readonly addresses: readonly string[];
}

/** A name with its records for a snapshot. */
export interface DeviceRecords {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly records: readonly LocalRecord[];
  /** The reverse names of its addresses, with PTR records that point to the name. */
  readonly pointers: readonly (readonly [string, readonly LocalRecord[]])[];
}

/** The dependencies of `DeviceNames`. */
export interface DeviceNamesOptions {
  /** The devices, oldest first: of two with one name, the first one keeps it. */
  readonly devices: () => readonly NamedDevice[];
  /**
   * What the devices are read from: while all of it is the same, and nothing called `look`, they are
   * the same.
   */
  readonly sources?: () => readonly unknown[];
  /** The setting `local_domain`; "" = devices have no names. */
  readonly domain: () => string;
  readonly runtime: Runtime;
  /** Called when names differ from the last snapshot: publish. */
  readonly changed: () => void;
}

/**
 * Longest name and label as text (RFC 1035 2.3.4), and names that no device gets: a client that
 * queries them means a service of the network.
 */
const MOST_OF_NAME = 253;
const MOST_OF_LABEL = 63;
const RESERVED: ReadonlySet<string> = new Set(["localhost", "wpad", "isatap", "_dns"]);
/** Address ranges that are useless to other machines: link-local, loopback, multicast. */
const NOBODYS = ["169.254.0.0/16", "127.0.0.0/8", "224.0.0.0/4", "fe80::/10", "::1/128", "ff00::/8"]
  .map((range) => parsePrefix(range)!);
/** Replacements for Latin letters that are not a letter with a diacritic. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  þ: "th",
};

/** The current names of devices, and a callback when a new snapshot is needed. */
export class DeviceNames {
  readonly #options: DeviceNamesOptions;
  /** The records of the last snapshot, in order and by name: most are reused for the next one. */
  #records: readonly DeviceRecords[] = [];
  #made: ReadonlyMap<string, DeviceRecords> = new Map();
  readonly #forms = new DeviceForms();
  #sources: readonly unknown[] | undefined;
  #mayDiffer = true;
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: DeviceNamesOptions) {
    this.#options = options;
  }

  /** The names, one for each device that has a name and an address. */
  names(): DeviceName[] {
    const { devices, domain } = this.#options;
    return deviceNames(devices(), domain(), this.#forms);
  }

  /**
   * Returns the records for a snapshot, and remembers them as published. The array stays the same
   * while no name changes.
   */
  forSnapshot(): readonly DeviceRecords[] {
    const { sources, domain } = this.#options;
    const sourcesNow = sources && [domain(), ...sources()];
    const isSame = sourcesNow !== undefined && hasSameItems(sourcesNow, this.#sources ?? []);
    if (isSame && !this.#mayDiffer) return this.#records;
    this.#sources = sourcesNow;
    this.#mayDiffer = false;
    const records = this.names().map((each) => {
      const known = this.#made.get(each.name);
      return known !== undefined && hasSameItems(known.addresses, each.addresses)
        ? known
        : deviceRecords(each);
    });
    if (hasSameItems(records, this.#records)) return this.#records;
    this.#made = new Map(records.map((each) => [each.name, each]));
    return this.#records = records;
  }

  /**
   * Schedules a check in half a second, after devices or addresses may have changed; repeated calls
   * are combined.
   */
  look(): void {
    this.#mayDiffer = true;
    if (this.#callOff !== undefined || this.#closed) return;
    this.#callOff = this.#options.runtime.after(LIMITS.records.deviceNamesEvery * 1000, () => {
      this.#callOff = undefined;
      if (!this.#isPublished(this.names())) this.#options.changed();
    });
  }

  #isPublished(names: readonly DeviceName[]): boolean {
    return names.length === this.#records.length && names.every(({ name, addresses }, index) => {
      const published = this.#records[index];
      return published.name === name && hasSameItems(published.addresses, addresses);
    });
  }

  /** Stops checking. */
  close(): void {
    this.#closed = true;
    this.#callOff?.();
    this.#callOff = undefined;
  }
}

/** Returns a name for each device; a second device with the same name gets -2, and so on. */
export function deviceNames(
  devices: readonly NamedDevice[],
  domain: string,
  forms: DeviceForms = new DeviceForms(),
): DeviceName[] {
  const zone = nameFromText(domain);
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  if (zone === undefined || zone.length === 1) return [];
  const below = nameToText(zone);
  const given = devices.filter(({ announced }) => announced !== true);
  return [...given, ...devices.filter(({ announced }) => announced === true)].flatMap(
    ({ name: device, addresses: found }) => {
      const addresses = forms.addresses(found);
      const text = forms.text(device);
      if (addresses.length === 0 || text === "") return [];
      for (let number = numbers.get(text) ?? 1;; number++) {
        const label = hostLabel(text, number === 1 ? "" : `-${number}`);
        if (label === "") return [];
        if (taken.has(label) || RESERVED.has(label)) continue;
        taken.add(label);
        numbers.set(text, number + 1);
        const name = `${label}.${below}`;
        return name.length > MOST_OF_NAME ? [] : [{ name, device, addresses }];
      }
    },
  );
}

/** Returns the records of a device name. */
export function deviceRecords({ name, addresses }: DeviceName): DeviceRecords {
  const target = nameFromText(name)!;
  const ttl = RECORD_TTL;
  const records: LocalRecord[] = [];
  const pointers: (readonly [string, readonly LocalRecord[]])[] = [];
  for (const text of addresses) {
    const rdata = parseAddress(text)!;
    records.push({ type: rdata.length === 4 ? TYPE.A : TYPE.AAAA, rdata, ttl });
    pointers.push([reverseText(rdata), [{ type: TYPE.PTR, rdata: target, ttl }]]);
  }
  return { name, addresses, records, pointers };
}

/** Forms of names and addresses, each computed once: a company has thousands of devices. */
export class DeviceForms {
  readonly #texts = new Map<string, string>();
  readonly #addresses = new Map<string, readonly string[]>();

  /** The name as text for a label. */
  text(name: string): string {
    return known(this.#texts, name, () => plainText(name));
  }

  /** The addresses that other machines can use. */
  addresses(found: readonly string[]): readonly string[] {
    return known(this.#addresses, found.join(" "), () => usable(found));
  }
}

function known<V>(values: Map<string, V>, key: string, make: () => V): V {
  let value = values.get(key);
  if (value === undefined) {
    // Some old forms are computed again, so that the map stays small.
    if (values.size >= LIMITS.household.devices * 2) values.clear();
    values.set(key, value = make());
  }
  return value;
}

function usable(texts: readonly string[]): string[] {
  const addresses = texts.map(parseAddress).filter((address) =>
    address !== undefined && address.some((byte) => byte !== 0) &&
    !NOBODYS.some((range) => prefixContains(range, address))
  );
  return [...new Set(addresses.map((address) => addressToText(address!)))].sort()
    .slice(0, LIMITS.records.addressesPerDevice);
}

/**
 * Returns letters and digits of any script, with - between words; diacritics of Latin letters are
 * removed.
 */
function plainText(text: string): string {
  const bare = text.slice(0, 128).toLowerCase().replace(/['’`´]/g, "").replace(
    /[ßæœøđłıþ]/g,
    (letter) => PLAIN[letter],
  )
    .normalize("NFKD").replace(/(\p{Script=Latin})\p{M}+/gu, "$1").normalize("NFC");
  return bare.replace(/[^\p{L}\p{N}\p{M}]+/gu, "-").replace(/^[-\p{M}]+|-+$/gu, "");
}

/**
 * Returns a text as a label, other scripts as an A-label (RFC 5891), truncated to fit; "" = not
 * possible.
 */
function hostLabel(text: string, end: string): string {
  if (/^[a-z0-9-]*[a-z-][a-z0-9-]*$/.test(text) && text.length + end.length <= MOST_OF_LABEL) {
    return text + end;
  }
  const letters = [...text];
  for (let length = Math.min(letters.length, MOST_OF_LABEL); length > 0; length--) {
    const name = nameFromText(letters.slice(0, length).join("").replace(/-+$/, "") + end);
    if (name === undefined) continue;
    const label = nameToText(name);
    if (/^[a-z0-9-]+$/.test(label) && !/^\d+$/.test(label)) return label;
  }
  return "";
}
