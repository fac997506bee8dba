/** The certificates of the block page in use: for names blocked lately alone, so many kept, so many made in a second (A 7.7.1). */
import { LIMITS } from "../../../policy/limits.ts";
import { RequestRate } from "../../http/sources.ts";
import { LEAF_BEFORE, LEAF_HOLDS, LeafMaker } from "./leaf.ts";
import type { Pem } from "../protocol.ts";

const { certificates: MOST, perSecond, burst, certificateRemadeBeforeEnd } = LIMITS.localAuthority;
/** Milliseconds for which a certificate is used once it is made. */
const USED = LEAF_HOLDS - LEAF_BEFORE - certificateRemadeBeforeEnd * 1000;
/** What a certificate may be made for: A-labels in small letters, no wildcard; an address ends in a number. */
const NAME =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[^.]*[a-z_-])[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** What it is made of. */
export interface LeavesOptions<Server> {
  /** Makes what serves with a certificate. */
  readonly serve: (pem: Pem) => Server;
  /** Whether a name, in small letters, was blocked lately for any device. */
  readonly isBlocked: (name: string) => boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Kept<Server> {
  readonly server: Server;
  /** Unix milliseconds. */
  readonly made: number;
}

/** Gives names blocked lately a certificate of the local authority. */
export class Leaves<Server> {
  readonly #options: LeavesOptions<Server>;
  readonly #rate = new RequestRate(perSecond, burst);
  readonly #kept = new Map<string, Kept<Server>>();
  #maker: LeafMaker | undefined = undefined;

  constructor(options: LeavesOptions<Server>) {
    this.#options = options;
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** Replaces the authority; none of what the one before signed is served any more. Throws when it is none. */
  authority(pem: Pem | undefined): void {
    this.#kept.clear();
    this.#maker = undefined;
    if (pem === undefined) return;
    this.#maker = new LeafMaker(pem);
    // The first one takes three times as long as those after it: nobody shall wait for that.
    this.#options.serve(this.#maker.make("first.invalid", this.#options.now()));
  }

  /** What serves a name, in small letters; undefined = it was not blocked lately, is none, or too many were made. */
  for(name: string): Server | undefined {
    const { serve, isBlocked, now } = this.#options, maker = this.#maker;
    if (maker === undefined || !NAME.test(name) || !isBlocked(name)) return undefined;
    const at = now(), kept = this.#kept.get(name);
    // A clock that was set back makes them anew too: they would not have begun.
    const isFresh = kept !== undefined && at >= kept.made && at < kept.made + USED;
    const found = isFresh || !this.#rate.admitsOf("", at)
      ? kept
      : { server: serve(maker.make(name, at)), made: at };
    if (found === undefined) return undefined;
    this.#kept.delete(name);
    if (this.#kept.size >= MOST) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(name, found);
    return found.server;
  }
}
