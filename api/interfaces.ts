/** The addresses of this machine: which networks are its own, and what the box gives as its address. */

/** One address of an interface, as Deno.networkInterfaces() tells it. */
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

/** Addresses that devices may reach the box at: neither loopback nor link-local, IPv4 first, containers' bridges last. */
export function addressesOf(interfaces: readonly InterfaceAddress[]): string[] {
  const usable = interfaces.filter(({ address }) => !/^(127\.|169\.254\.|::1$|fe80:)/i.test(address));
  const rank = ({ name, address }: InterfaceAddress) =>
    (/^(docker|br-|veth|virbr|cni)/.test(name) ? 2 : 0) + (address.includes(":") ? 1 : 0);
  return [...new Set([...usable].sort((a, b) => rank(a) - rank(b)).map(({ address }) => address))];
}
