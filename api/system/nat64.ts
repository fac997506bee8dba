/**
 * Finds the prefix of the network's own NAT64 from the answer of its DNS64 (RFC 7050): a public name
 * behind it may lead into the home (A 7.4.1).
 */
import { findNat64Prefixes, IPV4_ONLY_NAME } from "../../policy/model/nat64.ts";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import { readAnswerContent } from "../../resolver/wire/answer_content.ts";
import { RCODE, TYPE } from "../../resolver/wire/codes.ts";
import { createQuery } from "./lookup.ts";

/** Milliseconds after which an answer is looked up again; every query is a row of the journal. */
const ANSWER_HOLDS = 3_600_000;

/** Dependencies of the search. */
export interface Nat64Deps {
  /** The prefixes of the last run of the box. */
  readonly known: readonly string[];
  readonly resolver: Pick<ResolverHandle, "ask">;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Upstreams and networks: another value may mean another NAT64. */
  readonly surroundings: () => string;
  /** Called when the prefixes differ from those before. */
  readonly changed: () => void;
}

/** The prefixes of the network's NAT64. */
export class Nat64Prefixes {
  readonly #deps: Nat64Deps;
  #known: readonly string[];
  #answered: { readonly at: number; readonly surroundings: string } | undefined;
  #running = false;

  constructor(deps: Nat64Deps) {
    this.#deps = deps;
    this.#known = deps.known;
  }

  /** In CIDR; none while unknown. */
  current(): readonly string[] {
    return this.#known;
  }

  /**
   * Looks the prefixes up if their answer is old or the surroundings changed. Without an answer they
   * stay, and the next call tries again.
   */
  async look(): Promise<void> {
    const { resolver, monotonic, surroundings, changed } = this.#deps;
    const now = { at: monotonic(), surroundings: surroundings() };
    const last = this.#answered;
    const isFresh = last?.surroundings === now.surroundings && now.at - last.at < ANSWER_HOLDS;
    if (this.#running || isFresh) return;
    this.#running = true;
    try {
      const query = createQuery(IPV4_ONLY_NAME, TYPE.AAAA);
      const { wire, status } = await resolver.ask(query, "127.0.0.1", false);
      const rcode = wire.length < 12 ? RCODE.SERVFAIL : wire[3] & 15;
      if (status === "stale" || rcode !== RCODE.NOERROR && rcode !== RCODE.NXDOMAIN) return;
      this.#answered = now;
      const found = findNat64Prefixes(readAnswerContent(wire).addresses);
      if (found.join() === this.#known.join()) return;
      this.#known = found;
      changed();
    } catch {
      // The resolver is ending or busy; the next call tries again.
    } finally {
      this.#running = false;
    }
  }
}
