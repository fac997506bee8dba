/**
 * Remembers recent fingerprints in fixed memory: one slot for each fingerprint, where newer entries
 * overwrite older ones.
 */
export class SeenFilter {
  readonly #slots: Uint32Array;
  readonly #mask: number;

  /** `slots` is a power of two; each takes 4 bytes. */
  constructor(slots: number) {
    this.#slots = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  /**
   * Records this 32-bit fingerprint. Returns whether it was already recorded and not overwritten
   * since.
   */
  add(fingerprint: number): boolean {
    const at = (fingerprint ^ fingerprint >>> 15) & this.#mask;
    if (this.#slots[at] === fingerprint >>> 0) return true;
    this.#slots[at] = fingerprint;
    return false;
  }
}

/** Fingerprint of a part of a text, mixed with a seed for its context (FNV-1a with a final mix). */
export function hashText(text: string, from: number, to: number, seed: number): number {
  let hash = seed | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  return hash ^ hash >>> 13;
}
