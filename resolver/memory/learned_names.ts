/**
 * The domains that devices in learning mode ask for (A 7.2.1), counted in a resolver thread between
 * two messages to the main thread. The journal may drop rows, so it is not used for this.
 */
import { LIMITS } from "../../policy/limits.ts";
import type { Learned } from "../protocol.ts";

/** One more domain than a scope may learn: so many end its learning mode (A 7.2.4). */
const MOST = LIMITS.restricted.names + 1;

interface Learning {
  readonly names: Map<string, { domain: string; hits: number; first: number; last: number }>;
  isOver: boolean;
}

/** The domains of one thread. Memory is bounded for each scope. */
export class LearnedNames {
  #scopes = new Map<string, Learning>();

  /** Counts a question of a device; `now` in Unix milliseconds. */
  record(scope: string, domain: string, now: number): void {
    let learning = this.#scopes.get(scope);
    if (learning === undefined) {
      this.#scopes.set(scope, learning = { names: new Map(), isOver: false });
    }
    const known = learning.names.get(domain);
    if (known !== undefined) {
      known.hits++;
      known.last = Math.max(known.last, now);
    } else if (learning.names.size < MOST) {
      learning.names.set(domain, { domain, hits: 1, first: now, last: now });
    } else learning.isOver = true;
  }

  /** Returns everything since the last call, and starts again. */
  drain(): readonly Learned[] {
    if (this.#scopes.size === 0) return NOTHING;
    const scopes = [...this.#scopes];
    this.#scopes = new Map();
    return scopes.map(([scope, { names, isOver }]) => ({
      scope,
      names: [...names.values()],
      isOver,
    }));
  }
}

const NOTHING: readonly Learned[] = [];
