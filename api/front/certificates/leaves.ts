/**
 * The certificates of the block page in use: only for recently blocked names, with a limit on how
 * many are kept and how many are made per second (A 7.7.1).
 */
import { LIMITS } from "../../../policy/limits.ts";
import { RequestRate } from "../../http/sources.ts";
import { LEAF_BEFORE, LEAF_HOLDS, LeafMaker } from "./leaf.ts";
import type { Pem } from "../protocol.ts";
import type { Runtime } from "../../system/runtime.ts";

const { certificates: MOST, perSecond, burst, certificateRemadeBeforeEnd } = LIMITS.localAuthority;
/** Milliseconds for which a certificate is used after it is made. */
const USED = LEAF_HOLDS - LEAF_BEFORE - certificateRemadeBeforeEnd * 1000;
/**
 * Names that may get a certificate: A-labels in lower case, no wildcard, and no address, whose last
 * label is a number.
 */
const NAME =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[^.]*[a-z_-])[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Dependencies of the leaf certificates. */
export interface LeavesOptions<Server> {
  /** Makes the server for a certificate. */
  readonly serve: (pem: Pem) => Server;
  /** Whether a name, in lower case, was recently blocked for any device. */
  readonly isBlocked: (name: string) => boolean;
  /** Unix milliseconds. */
  readonly now: Runtime["now"];
}

interface Kept<Server> {
  readonly server: Server;
  /** Unix milliseconds. */
  readonly made: number;
}

/** Gives recently blocked names a certificate of the local authority. */
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

  /**
   * Replaces the authority; certificates signed by the previous one are no longer served. Throws
   * when it is invalid.
   */
  authority(pem: Pem | undefined): void {
    this.#kept.clear();
    this.#maker = undefined;
    if (pem === undefined) return;
    this.#maker = new LeafMaker(pem);
    // The first one takes three times as long as later ones: no client shall wait for that.
    this.#options.serve(this.#maker.make("first.invalid", this.#options.now()));
  }

  /**
   * The server for a name, in lower case. undefined = not recently blocked, not a valid name, or
   * too many were made.
   */
  for(name: string): Server | undefined {
    const { serve, isBlocked, now } = this.#options;
    const maker = this.#maker;
    if (maker === undefined || !NAME.test(name) || !isBlocked(name)) return undefined;
    const at = now();
    const kept = this.#kept.get(name);
    // After the clock was set back they are made again too: they would not be valid yet.
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
