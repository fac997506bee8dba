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

interface Findings {
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
  readonly #answers = new Map<string, Findings>();

  /** Adds a response of multicast DNS. */
  mdns(from: string, { services, name, model }: MdnsFindings): void {
    const found = this.#of(from);
    if (found === undefined) return;
    found.mdns = true;
    for (const service of services) {
      if (found.services.size < MOST_SERVICES) found.services.add(service);
    }
    found.name ||= name;
    found.model ||= model;
  }

  /** Adds a response of SSDP. */
  ssdp(from: string, { text, location }: SsdpAnswer): void {
    const found = this.#of(from);
    if (found === undefined) return;
    if (found.upnp.length < MOST_TEXT) found.upnp += `${text}\n`;
    found.location ||= location;
  }

  /** Adds the description of a UPnP device. */
  described(from: string, { name, text }: UpnpDescription): void {
    const found = this.#of(from);
    if (found === undefined) return;
    found.upnpName = name;
    if (found.upnp.length < MOST_TEXT) found.upnp += `${text}\n`;
  }

  /** Adds the NetBIOS status of a machine. */
  netbios(from: string, status: NetbiosStatus): void {
    const found = this.#of(from);
    if (found !== undefined) found.netbios = status;
  }

  /** Adds an echo reply. */
  ping(from: string): void {
    const found = this.#of(from);
    if (found !== undefined) found.ping = true;
  }

  /** Types of services that any machine announced. */
  services(): string[] {
    return [...new Set([...this.#answers.values()].flatMap(({ services }) => [...services]))];
  }

  /** The URLs of device descriptions. */
  locations(): (readonly [address: string, url: string])[] {
    return [...this.#answers].filter(([, { location }]) => location !== "").map((
      [address, { location }],
    ) => [address, location]);
  }

  /** The evidence, by address. */
  *all(): Generator<readonly [address: string, evidence: Evidence]> {
    for (const [address, found] of this.#answers) {
      if (found.ping) yield [address, { source: "ping" }];
      if (found.netbios !== undefined) {
        // Windows reports its hardware address there; a response without one is Samba on any
        // system.
        const { name, mac } = found.netbios;
        yield [address, {
          source: "netbios",
          name,
          ...(mac === "" ? {} : { kind: "computer", system: "windows" }),
        }];
      }
      if (found.upnp !== "") {
        yield [address, { source: "ssdp", name: found.upnpName, ...guessByUpnp(found.upnp) }];
      }
      if (found.mdns) {
        yield [address, {
          source: "mdns",
          name: found.name,
          ...guessByServices([...found.services], found.model),
        }];
      }
    }
  }

  #of(address: string): Findings | undefined {
    let found = this.#answers.get(address);
    if (found !== undefined || this.#answers.size >= MOST_ADDRESSES) return found;
    found = {
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
    this.#answers.set(address, found);
    return found;
  }
}
