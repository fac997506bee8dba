/** Determines the networks of this machine, and the addresses that the box announces. */

import { isContainerBridge } from "../../policy/model/container_bridge.ts";

/** One address of an interface, as Deno.networkInterfaces() returns it. */
export interface InterfaceAddress {
  readonly name: string;
  readonly address: string;
  readonly cidr: string;
  /** Hardware address, `aa:bb:cc:dd:ee:ff`. */
  readonly mac?: string;
}

/** The networks of the machine in CIDR, for the allowed ranges. */
export function networksOf(interfaces: readonly InterfaceAddress[]): string[] {
  return [...new Set(interfaces.map(({ cidr }) => cidr))].sort();
}

/**
 * The networks of each interface in CIDR, including the loopback. Link-local addresses are listed
 * only together with others, and not for container bridges: where only one interface has them, a
 * link-local client is behind that one.
 */
export function networksByInterface(interfaces: readonly InterfaceAddress[]): string[][] {
  const usable = interfaces.filter(({ name, address }) =>
    !isLinkLocal(address) || !isContainerBridge(name)
  );
  return [...Map.groupBy(usable, ({ name }) => name).values()]
    .filter((each) => each.some(({ address }) => !isLinkLocal(address)))
    .map((each) => each.map(({ cidr }) => cidr));
}

/**
 * Addresses at which devices may reach the box: neither loopback nor link-local, IPv4 first,
 * containers' bridges last.
 */
export function addressesOf(interfaces: readonly InterfaceAddress[]): string[] {
  const usable = interfaces.filter(({ address }) =>
    !isLinkLocal(address) && !/^(127\.|::1$)/.test(address)
  );
  const rank = ({ name, address }: InterfaceAddress) => {
    const family = address.includes(":") ? 1 : 0;
    return isContainerBridge(name) ? family + 2 : family;
  };
  return [...new Set([...usable].sort((a, b) => rank(a) - rank(b)).map(({ address }) => address))];
}

/** Returns a check that calls `changed` when the value differs from the previous check. */
export function changeCheck(look: () => readonly string[], changed: () => void): () => void {
  let before = look().join();
  return () => {
    const now = look().join();
    if (now === before) return;
    before = now;
    changed();
  };
}

function isLinkLocal(address: string): boolean {
  return /^(169\.254\.|fe80:)/i.test(address);
}
