/**
 * Finds the machine that a text of a source means: a hardware address, an address of the network,
 * or a name that the source knows.
 */
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { isMachineMac, normalizeMac, parseMac } from "../../../../policy/model/mac.ts";

/** Returns the hardware address of an address of the network; undefined = no machine has it. */
export type MacOf = (address: string) => string | undefined;

/** The machines that a source knows, in addition to those that the box sees. */
export class Machines {
  readonly #macOf: MacOf;
  readonly #macs = new Map<string, string>();
  /** Hardware addresses by host name; "" = several machines have the name. */
  readonly #hosts = new Map<string, string>();
  readonly #names = new Map<string, string>();

  constructor(macOf: MacOf) {
    this.#macOf = macOf;
  }

  /** Remembers an address or a name of a machine. */
  learn(text: string, mac: string): void {
    this.#macs.set(keyOf(text), mac);
  }

  /**
   * Remembers a host name of a machine, with and without its domain. A name that several machines
   * have means none of them.
   */
  learnHost(name: string, mac: string): void {
    const plain = keyOf(name).replace(/\.$/, "");
    if (plain === "" || plain === "*") return;
    // A name without a domain is looked up with any domain too.
    const other = plain.includes(".") ? plain.replace(/\..*$/s, "") : `${plain}.*`;
    for (const key of [plain, other]) {
      const known = this.#hosts.get(key);
      this.#hosts.set(key, known === undefined || known === mac ? mac : "");
    }
  }

  /** Remembers the name of a machine; the first name wins. */
  name(mac: string, name: string): void {
    if (name !== "" && !this.#names.has(mac)) this.#names.set(mac, name);
  }

  /** Returns the name of a machine; "" = unknown. */
  nameOf(mac: string): string {
    return this.#names.get(mac) ?? "";
  }

  /** Returns the canonical hardware address of a text; undefined = it cannot be determined. */
  find(text: string): string | undefined {
    const mac = machineMac(text);
    if (mac !== undefined) return mac;
    const key = keyOf(text);
    const learnt = this.#macs.get(key);
    if (learnt !== undefined) return learnt;
    if (parseAddress(key) !== undefined) return this.#macOf(key);
    const host = key.replace(/\.$/, "");
    return this.#hosts.get(host) || this.#hosts.get(host.replace(/\..*$/s, ".*")) || undefined;
  }
}

/**
 * Returns a hardware address in canonical form; undefined = it is invalid or cannot belong to one
 * machine.
 */
export function machineMac(text: string): string | undefined {
  const mac = normalizeMac(text);
  return mac !== undefined && isMachineMac(parseMac(mac)!) ? mac : undefined;
}

function keyOf(text: string): string {
  const plain = text.trim().toLowerCase();
  const address = parseAddress(plain);
  return address === undefined ? plain : addressToText(address);
}
