/**
 * Challenges issued for passkeys: valid once, for a short time, for one purpose and one account
 * (WebAuthn 13.4.3).
 */
import { LIMITS } from "../../../policy/limits.ts";
import type { Runtime } from "../../system/runtime.ts";

const { challengeLife, challengesHeld, challengesPerOwner } = LIMITS.factors;

/** The purpose of a challenge. */
export type ChallengeUse = "register" | "sign in";

interface Held {
  readonly use: ChallengeUse;
  readonly owner: string;
  readonly handle: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/**
 * The challenges, in bounded memory: the oldest of the same owner is dropped first, then the oldest
 * of all.
 */
export class Challenges {
  readonly #held = new Map<string, Held>();
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** The number of challenges. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * A new challenge of 256 bits in base64url. The owner is the account that registers, or the
   * address that signs in. The handle is the user handle of the new passkey.
   */
  make(use: ChallengeUse, owner: string, handle = ""): string {
    this.#sweep();
    const same = [...this.#held].filter(([, held]) => held.use === use && held.owner === owner);
    if (same.length >= challengesPerOwner) this.#held.delete(same[0][0]);
    if (this.#held.size >= challengesHeld) this.#held.delete(this.#held.keys().next().value!);
    const challenge = this.#runtime.randomBytes(32).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });
    this.#held.set(challenge, {
      use,
      owner,
      handle,
      until: this.#runtime.now() + challengeLife * 1000,
    });
    return challenge;
  }

  /**
   * The handle of a challenge issued for this use; undefined = unknown, expired or for another use
   * or owner. The challenge is used up in any case. `owner` absent = any owner.
   */
  take(challenge: string, use: ChallengeUse, owner?: string): string | undefined {
    const held = this.#held.get(challenge);
    if (held === undefined) return undefined;
    this.#held.delete(challenge);
    const isRight = held.use === use && (owner === undefined || held.owner === owner) &&
      this.#isGood(held);
    return isRight ? held.handle : undefined;
  }

  /** A clock that is set back must not extend the life of a challenge. */
  #isGood({ until }: Held): boolean {
    const left = until - this.#runtime.now();
    return left > 0 && left <= challengeLife * 1000;
  }

  #sweep(): void {
    for (const [challenge, held] of this.#held) {
      if (!this.#isGood(held)) this.#held.delete(challenge);
    }
  }
}
