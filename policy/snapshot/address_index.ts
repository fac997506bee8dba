/** Finds the rules whose prefix holds an address (RPZ rpz-ip and rpz-client-ip, adblock rules whose pattern is an address). */
import { addressToText, parsePrefix, type Prefix } from "../model/address.ts";

/** Prefixes with the numbers of their rules; one look-up per prefix length in use. */
export class AddressIndex {
  readonly #rules = new Map<string, number[]>();
  /** Prefix lengths in use by family, longest first. */
  readonly #lengths: { readonly 4: number[]; readonly 16: number[] } = { 4: [], 16: [] };

  /** Adds a rule under a prefix; false when the text is no prefix. */
  add(text: string, rule: number): boolean {
    const prefix = parsePrefix(text);
    if (prefix === undefined) return false;
    const lengths = prefix.address.length === 4 ? this.#lengths[4] : this.#lengths[16];
    if (!lengths.includes(prefix.length)) {
      lengths.push(prefix.length);
      lengths.sort((a, b) => b - a);
    }
    const key = keyOf(prefix);
    const rules = this.#rules.get(key);
    if (rules === undefined) this.#rules.set(key, [rule]);
    else rules.push(rule);
    return true;
  }

  /** Whether there is nothing to find. */
  get empty(): boolean {
    return this.#rules.size === 0;
  }

  /** Gives the rules whose prefix holds the address (4 or 16 octets) with the length of the prefix, longest first. */
  each(address: Uint8Array, take: (rule: number, length: number) => void): void {
    if (this.#rules.size === 0 || (address.length !== 4 && address.length !== 16)) return;
    for (const length of this.#lengths[address.length]) {
      for (const rule of this.#rules.get(keyOf({ address, length })) ?? []) take(rule, length);
    }
  }
}

/** A prefix as text with the bits that do not count cleared. */
function keyOf({ address, length }: Prefix): string {
  const masked = address.slice();
  for (let i = 0; i < masked.length; i++) {
    const kept = Math.min(8, Math.max(0, length - i * 8));
    masked[i] &= 0xff << 8 - kept & 0xff;
  }
  return `${addressToText(masked)}/${length}`;
}
