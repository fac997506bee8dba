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

/** CIDR of the addresses of each interface together, those of the loopback too, link-local ones not. */
export function networksByInterface(interfaces: readonly InterfaceAddress[]): string[][] {
  const usable = interfaces.filter(({ address }) => !isLinkLocal(address));
  return [...Map.groupBy(usable, ({ name }) => name).values()].map((each) =>
    each.map(({ cidr }) => cidr)
  );
}

/** Addresses that devices may reach the box at: neither loopback nor link-local, IPv4 first, containers' bridges last. */
export function addressesOf(interfaces: readonly InterfaceAddress[]): string[] {
  const usable = interfaces.filter(({ address }) =>
    !isLinkLocal(address) && !/^(127\.|::1$)/.test(address)
  );
  const rank = ({ name, address }: InterfaceAddress) =>
    (/^(docker|br-|veth|virbr|cni)/.test(name) ? 2 : 0) + (address.includes(":") ? 1 : 0);
  return [...new Set([...usable].sort((a, b) => rank(a) - rank(b)).map(({ address }) => address))];
}

/** A check that calls `changed` when what it looks at is another than at the check before. */
export function whenChanged(look: () => readonly string[], changed: () => void): () => void {
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
