/**
 * The responses to a scan, by address: gathered in bounded memory and turned into evidence of
 * machines (A 2.8).
 */
import { guessByServices, guessByUpnp } from "../../../../policy/catalogue/device_guesses.ts";
import type { Evidence } from "../machines/service.ts";
import type { MdnsFindings } from "./mdns.ts";
import type { NetbiosStatus } from "./netbios.ts";
import type { SsdpAnswer, UpnpDescription } from "./ssdp.ts";

/** The maximum number of addresses, and of services and locations of one. */
const MOST_ADDRESSES = 4096;
const MOST_SERVICES = 64;
const MOST_TEXT = 4096;

interface Heard {
  readonly services: Set<string>;
  mdns: boolean;
  name: string;
  model: string;
  upnp: string;
  upnpName: string;
  location: string;
  netbios: NetbiosStatus | undefined;
  ping: boolean;
}

/** The received responses. */
export class ScanEvidence {
  readonly #heard = new Map<string, Heard>();

  /** Adds a response of multicast DNS. */
  mdns(from: string, { services, name, model }: MdnsFindings): void {
    const heard = this.#of(from);
    if (heard === undefined) return;
    heard.mdns = true;
    for (const service of services) {
      if (heard.services.size < MOST_SERVICES) heard.services.add(service);
    }
    heard.name ||= name;
    heard.model ||= model;
  }

  /** Adds a response of SSDP. */
  ssdp(from: string, { text, location }: SsdpAnswer): void {
    const heard = this.#of(from);
    if (heard === undefined) return;
    if (heard.upnp.length < MOST_TEXT) heard.upnp += `${text}\n`;
    heard.location ||= location;
  }

  /** Adds the description of a UPnP device. */
  described(from: string, { name, text }: UpnpDescription): void {
    const heard = this.#of(from);
    if (heard === undefined) return;
    heard.upnpName = name;
    if (heard.upnp.length < MOST_TEXT) heard.upnp += `${text}\n`;
  }

  /** Adds the NetBIOS status of a machine. */
  netbios(from: string, status: NetbiosStatus): void {
    const heard = this.#of(from);
    if (heard !== undefined) heard.netbios = status;
  }

  /** Adds an echo reply. */
  ping(from: string): void {
    const heard = this.#of(from);
    if (heard !== undefined) heard.ping = true;
  }

  /** Types of services that any machine announced. */
  services(): string[] {
    return [...new Set([...this.#heard.values()].flatMap(({ services }) => [...services]))];
  }

  /** The URLs of device descriptions. */
  locations(): (readonly [address: string, url: string])[] {
    return [...this.#heard].filter(([, { location }]) => location !== "").map((
      [address, { location }],
    ) => [address, location]);
  }

  /** The evidence, by address. */
  *all(): Generator<readonly [address: string, evidence: Evidence]> {
    for (const [address, heard] of this.#heard) {
      if (heard.ping) yield [address, { source: "ping" }];
      if (heard.netbios !== undefined) {
        // Windows reports its hardware address there; a response without one is Samba on any
        // system.
        const { name, mac } = heard.netbios;
        yield [address, {
          source: "netbios",
          name,
          ...(mac === "" ? {} : { kind: "computer", system: "windows" }),
        }];
      }
      if (heard.upnp !== "") {
        yield [address, { source: "ssdp", name: heard.upnpName, ...guessByUpnp(heard.upnp) }];
      }
      if (heard.mdns) {
        yield [address, {
          source: "mdns",
          name: heard.name,
          ...guessByServices([...heard.services], heard.model),
        }];
      }
    }
  }

  #of(address: string): Heard | undefined {
    let heard = this.#heard.get(address);
    if (heard !== undefined || this.#heard.size >= MOST_ADDRESSES) return heard;
    heard = {
      services: new Set<string>(),
      mdns: false,
      name: "",
      model: "",
      upnp: "",
      upnpName: "",
      location: "",
      netbios: undefined,
      ping: false,
    };
    this.#heard.set(address, heard);
    return heard;
  }
}
