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
  /** The records of the last snapshot, in order. */
  #records: readonly DeviceRecords[] = [];
  /** The records of each name: most are used for the next snapshot too. */
  readonly #made = new WeakMap<DeviceName, DeviceRecords>();
  readonly #forms = new DeviceForms();
  #sources: readonly unknown[] | undefined;
  #mayDiffer = true;
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: DeviceNamesOptions) {
    this.#options = options;
  }

  /** The names, one for each device that has a name and an address. */
  names(): readonly DeviceName[] {
    const { devices, domain } = this.#options;
    return deviceNames(devices(), domain(), this.#forms);
  }

  /**
   * Returns the records for a snapshot, and remembers them as published. The array stays the same
   * while no name changes.
   */
  forSnapshot(): readonly DeviceRecords[] {
    const sources = this.#sourcesNow();
    if (this.#isCurrent(sources)) return this.#records;
    this.#sources = sources;
    this.#mayDiffer = false;
    const records = this.names().map((each) => this.#recordsOf(each));
    return hasSameItems(records, this.#records) ? this.#records : this.#records = records;
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
      // A snapshot that was made meanwhile has the names of now.
      if (this.#isCurrent(this.#sourcesNow())) return;
      if (!this.#isPublished(this.names())) this.#options.changed();
    });
  }

  #sourcesNow(): readonly unknown[] | undefined {
    const { sources, domain } = this.#options;
    return sources && [domain(), ...sources()];
  }

  /** Whether names made of these sources are those of the last snapshot. */
  #isCurrent(sources: readonly unknown[] | undefined): boolean {
    return !this.#mayDiffer && sources !== undefined && this.#sources !== undefined &&
      hasSameItems(sources, this.#sources);
  }

  #recordsOf(name: DeviceName): DeviceRecords {
    let records = this.#made.get(name);
    if (records === undefined) this.#made.set(name, records = deviceRecords(name));
    return records;
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
  if (zone === undefined || zone.length === 1) return [];
  const below = nameToText(zone);
  /**
   * The labels that are taken and the texts that have one, with the number from which the next
   * device of the same text tries. A text that differs from its first label is no label at all.
   */
  const taken = new Map<string, number>();
  const names: DeviceName[] = [];
  const add = (device: NamedDevice): void => {
    const form = forms.of(device);
    const { addresses, text } = form;
    if (addresses.length === 0 || text === "") return;
    for (let number = taken.get(text) ?? 1;; number++) {
      const label = number === 1 ? form.label : hostLabel(text, `-${number}`);
      if (label === "") return;
      if (taken.has(label) || RESERVED.has(label)) continue;
      taken.set(label, 1);
      taken.set(text, number + 1);
      const name = nameOf(device, form, label, below);
      if (name !== undefined) names.push(name);
      return;
    }
  };
  for (const device of devices) if (device.announced !== true) add(device);
  for (const device of devices) if (device.announced === true) add(device);
  return names;
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

/** What the name of a device is made of, and the name that it has. */
interface DeviceForm {
  /** The name as text for a label. */
  readonly text: string;
  /** The first label that the device may get, "" = none. */
  readonly label: string;
  /** The addresses that other machines can use. */
  readonly addresses: readonly string[];
  named?: LabelledName;
}

/** A name with the label and the domain that it was made of. */
interface LabelledName {
  readonly label: string;
  readonly below: string;
  /** undefined = too long. */
  readonly made: DeviceName | undefined;
}

/** Forms and names of devices, each computed once: a company has thousands of devices. */
export class DeviceForms {
  readonly #forms = new WeakMap<NamedDevice, DeviceForm>();

  /** The form of a device, which the same object always has. */
  of(device: NamedDevice): DeviceForm {
    let form = this.#forms.get(device);
    if (form === undefined) {
      const text = plainText(device.name);
      form = { text, label: hostLabel(text, ""), addresses: usable(device.addresses) };
      this.#forms.set(device, form);
    }
    return form;
  }
}

/** The name of a device; undefined = too long. With the same label it stays the same object. */
function nameOf(
  { name: device }: NamedDevice,
  form: DeviceForm,
  label: string,
  below: string,
): DeviceName | undefined {
  const { named, addresses } = form;
  if (named !== undefined && named.label === label && named.below === below) return named.made;
  const name = `${label}.${below}`;
  const made = name.length > MOST_OF_NAME ? undefined : { name, device, addresses };
  form.named = { label, below, made };
  return made;
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
