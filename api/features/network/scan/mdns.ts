/**
 * Names and services that machines announce by multicast DNS (RFC 6762, RFC 6763). The box sends
 * from its own port (RFC 6762 6.7), so it needs neither port 5353 nor the group.
 */
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { nameFromText, type WireName } from "../../../../policy/model/name.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import { RecordCursor } from "../../../../resolver/wire/message.ts";
import { expandName, reverseName } from "../../../../resolver/wire/names.ts";
import { sanitizeAnnouncedName } from "../../../../policy/model/announced_name.ts";

/** Group and port. */
export const MDNS_GROUP = "224.0.0.251";
export const MDNS_PORT = 5353;
/** The name under which all types of services are listed (RFC 6763 9). */
export const ALL_SERVICES = "_services._dns-sd._udp.local";
/** Types that are queried even when no machine lists them. */
export const WELL_KNOWN_SERVICES: readonly string[] = [
  "_airplay._tcp.local",
  "_googlecast._tcp.local",
  "_companion-link._tcp.local",
  "_device-info._tcp.local",
  "_ipp._tcp.local",
  "_hap._tcp.local",
  "_workstation._tcp.local",
  "_smb._tcp.local",
  "_sonos._tcp.local",
];

const MOST_RECORDS = 200;
const MOST_FOUND = 64;

/** The facts in one response about its sender. */
export interface MdnsFindings {
  /** Such as `_ipp._tcp`. */
  readonly services: readonly string[];
  /** The best readable name that was found; "" = none. */
  readonly name: string;
  /** Model of Apple devices and others; "" = none. */
  readonly model: string;
}

/** Returns a query for names of one type that requests a unicast response (RFC 6762 5.4). */
export function mdnsQuery(
  names: readonly string[],
  type: number = TYPE.PTR,
): Uint8Array<ArrayBuffer> {
  const wires = names.map(nameFromText).filter((name) => name !== undefined);
  const out = [0, 0, 0, 0, 0, wires.length, 0, 0, 0, 0, 0, 0];
  for (const wire of wires) out.push(...wire, type >> 8, type & 255, 0x80, 1);
  return Uint8Array.from(out);
}

/** Returns a query to a machine for its own name and services. */
export function mdnsInquiry(address: string): Uint8Array<ArrayBuffer> {
  const wires = [reverseName(parseAddress(address)!), nameFromText(ALL_SERVICES)!];
  const out = [0, 0, 0, 0, 0, wires.length, 0, 0, 0, 0, 0, 0];
  for (const wire of wires) out.push(...wire, 0, TYPE.PTR, 0x80, 1);
  return Uint8Array.from(out);
}

const scratch: WireName = new Uint8Array(256);
const decoder = new TextDecoder();

/** Returns the labels of the name at `at` as text; undefined when it is invalid. */
function labelsAt(bytes: Uint8Array, at: number): string[] | undefined {
  const length = expandName(bytes, 0, at, bytes.length, scratch);
  if (length < 0) return undefined;
  const labels: string[] = [];
  for (let i = 0; scratch[i] !== 0; i += scratch[i] + 1) {
    labels.push(decoder.decode(scratch.subarray(i + 1, i + 1 + scratch[i])));
  }
  return labels;
}

/** Returns the service type of labels (`_ipp._tcp`); "" = none. */
function serviceOf(labels: readonly string[]): string {
  const at = labels.length - 3;
  if (at < 0 || labels[at + 2].toLowerCase() !== "local" || !/^_(tcp|udp)$/i.test(labels[at + 1])) {
    return "";
  }
  const service = `${labels[at]}.${labels[at + 1]}`.toLowerCase();
  return /^_[a-z0-9-]{1,32}\._(tcp|udp)$/.test(service) ? service : "";
}

/**
 * Parses a response of the machine at `from`; undefined when it is no response or contains no
 * facts.
 */
export function readMdns(bytes: Uint8Array, from: string): MdnsFindings | undefined {
  const cursor = new RecordCursor();
  if (bytes.length < 12 || (bytes[2] & 0x80) === 0 || !cursor.reset(bytes)) return undefined;
  const services = new Set<string>();
  const names = new Names();
  let model = "";
  for (let count = 0; count < MOST_RECORDS && cursor.read() === 1; count++) {
    const owner = labelsAt(bytes, cursor.at);
    if (owner === undefined) break;
    const service = serviceOf(owner);
    if (service !== "" && service !== "_dns-sd._udp" && services.size < MOST_FOUND) {
      services.add(service);
    }
    if (cursor.type === TYPE.PTR) readPointer(bytes, cursor.rdataAt, owner, services, names);
    else if (cursor.type === TYPE.A || cursor.type === TYPE.AAAA) {
      const address = bytes.subarray(cursor.rdataAt, cursor.rdataAt + cursor.rdataLength);
      if (address.length === 4 && addressToText(address) === from) names.host(owner);
    } else if (cursor.type === TYPE.TXT) {
      const words = readText(bytes, cursor.rdataAt, cursor.rdataAt + cursor.rdataLength);
      model ||= words.get("model") ?? words.get("am") ?? words.get("md") ?? "";
      names.friendly(words.get("fn") ?? "");
    }
  }
  const found = {
    services: [...services],
    name: names.best(),
    model: sanitizeAnnouncedName(model),
  };
  return found.services.length === 0 && found.name === "" && found.model === "" ? undefined : found;
}

/** Services whose instance name is the one that people gave the machine. */
const NAMED =
  /^_(airplay|googlecast|companion-link|workstation|device-info|smb|afpovertcp|ssh|sftp-ssh|rfb|sonos)\._/;

function readPointer(
  bytes: Uint8Array,
  at: number,
  owner: readonly string[],
  services: Set<string>,
  names: Names,
): void {
  const target = labelsAt(bytes, at);
  if (target === undefined) return;
  if (owner.at(-1)?.toLowerCase() === "arpa") return names.host(target);
  const service = serviceOf(target);
  if (service === "" || services.size >= MOST_FOUND) return;
  services.add(service);
  if (target.length === 4 && NAMED.test(service)) names.instance(target[0], service);
}

/** Returns the pairs of a TXT record, `key=value` (RFC 6763 6.3). */
function readText(bytes: Uint8Array, from: number, end: number): Map<string, string> {
  const words = new Map<string, string>();
  for (let at = from; at < end && words.size < MOST_FOUND; at += bytes[at] + 1) {
    const text = decoder.decode(bytes.subarray(at + 1, Math.min(at + 1 + bytes[at], end)));
    const equals = text.indexOf("=");
    if (equals > 0) words.set(text.slice(0, equals).toLowerCase(), text.slice(equals + 1));
  }
  return words;
}

/** Collects the names in a response. */
class Names {
  #friendly = "";
  #instance = "";
  #host = "";

  friendly(name: string): void {
    this.#friendly ||= sanitizeAnnouncedName(name);
  }

  instance(label: string, service: string): void {
    // "kitchen [02:42:ac:11:00:02]" of _workstation, "id-name" of _googlecast: the name of the
    // device is in its TXT record.
    if (service.startsWith("_googlecast")) return;
    this.#instance ||= sanitizeAnnouncedName(label.replace(/\s*\[[0-9a-f:]{17}\]$/i, ""));
  }

  host(labels: readonly string[]): void {
    const last = labels.at(-1)?.toLowerCase();
    // Generated names mean nothing to a person.
    if (
      last === "local" && labels.length === 2 && !/^[0-9a-f]{8}-?[0-9a-f-]{4,}$/i.test(labels[0])
    ) {
      this.#host ||= sanitizeAnnouncedName(labels[0]);
    }
  }

  best(): string {
    return this.#friendly || this.#instance || this.#host;
  }
}
