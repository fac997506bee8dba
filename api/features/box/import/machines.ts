/** Which machine a text of a source means: its hardware address, an address of the network, or a name that the source knew. */
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { isMachineMac, normalizeMac, parseMac } from "../../../../policy/model/mac.ts";

/** Finds the hardware address of an address of the network; undefined = no machine has it. */
export type MacOf = (address: string) => string | undefined;

/** The machines that a source knows beside those that the box sees. */
export class Machines {
  readonly #macOf: MacOf;
  readonly #macs = new Map<string, string>();
  readonly #names = new Map<string, string>();

  constructor(macOf: MacOf) {
    this.#macOf = macOf;
  }

  /** Remembers an address or a name of a machine. */
  learn(text: string, mac: string): void {
    this.#macs.set(keyOf(text), mac);
  }

  /** Remembers how a machine is called, unless that is known. */
  name(mac: string, name: string): void {
    if (name !== "" && !this.#names.has(mac)) this.#names.set(mac, name);
  }

  /** How a machine is called; "" = not known. */
  nameOf(mac: string): string {
    return this.#names.get(mac) ?? "";
  }

  /** The hardware address that is meant, canonical; undefined = it cannot be determined. */
  find(text: string): string | undefined {
    const mac = machineMac(text);
    if (mac !== undefined) return mac;
    const key = keyOf(text);
    return this.#macs.get(key) ?? (parseAddress(key) === undefined ? undefined : this.#macOf(key));
  }
}

/** A hardware address that one machine can have, canonical. */
export function machineMac(text: string): string | undefined {
  const mac = normalizeMac(text);
  return mac !== undefined && isMachineMac(parseMac(mac)!) ? mac : undefined;
}

function keyOf(text: string): string {
  const plain = text.trim().toLowerCase();
  const address = parseAddress(plain);
  return address === undefined ? plain : addressToText(address);
}
