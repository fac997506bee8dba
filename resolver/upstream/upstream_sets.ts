/**
 * Numbers for the sets of upstreams that classes of clients use. The number is part of the key of a
 * cached answer, so that an answer of one set never reaches a client of another.
 */

/** The number of the upstreams of the settings. */
export const DEFAULT_UPSTREAMS = 0;

/** The numbers of a resolver thread. A set keeps its number while the thread runs. */
export class UpstreamSetNumbers {
  readonly #numbers = new Map<string, number>();

  /** The number of a set of upstream lines, above 0. */
  of(lines: readonly string[]): number {
    const text = lines.join("\n");
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return number;
  }
}
