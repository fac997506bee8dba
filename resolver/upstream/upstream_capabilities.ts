/**
 * The capabilities of a plain upstream, learned from its responses: whether it preserves letter
 * case, supports EDNS, and sends cookies.
 */
import { OPTION } from "../wire/codes.ts";
import { readUint16 } from "../wire/message.ts";
import { findOption } from "./message.ts";
import type { RandomNumbers } from "./random_numbers.ts";

/**
 * Consecutive responses that lose the letter case or the cookie, or queries with EDNS without
 * response, before the upstream is exempted.
 */
const PATIENCE = 3;
/** Milliseconds before EDNS is tried again. */
const EDNS_RETRY = 3_600_000;
/** Milliseconds between two responses without EDNS that are counted separately. */
const PLAIN_APART = 150;
const CLIENT_COOKIE = 8;

/** Learned capabilities of one address; not stored. */
export class UpstreamCapabilities {
  /**
   * Whether the question is returned with its letter case, so that random case adds entropy to the
   * id (0x20).
   */
  preservesCase = true;
  #caseLosses = 0;
  #noEdnsUntil = -1;
  #knowsEdns = false;
  #plainAnswers = 0;
  #plainAt = -Infinity;
  #cookieLosses = 0;
  /** Client cookie, followed by the server cookie once received (RFC 7873 4). */
  #cookie: Uint8Array;

  constructor(random: RandomNumbers) {
    this.#cookie = random.bytes(CLIENT_COOKIE);
  }

  /** The question came back in another case. */
  onCaseLost(): void {
    if (++this.#caseLosses >= PATIENCE) this.preservesCase = false;
  }

  /** The question came back as sent. */
  onCasePreserved(): void {
    this.#caseLosses = 0;
  }

  /**
   * Whether a query may carry an OPT record, at a monotonic time in milliseconds. A repeated query
   * omits it when no query with it was ever answered, because some firewalls drop unknown records.
   */
  usesEdns(now: number, again: boolean): boolean {
    return now >= this.#noEdnsUntil && (this.#knowsEdns || !again);
  }

  /** A query with OPT was answered, so earlier losses had another cause. */
  onEdnsAnswer(): void {
    this.#knowsEdns = true;
    this.#noEdnsUntil = -1;
  }

  /**
   * A repeated query without OPT was answered. Several at once count as one: the network may just
   * have come up.
   */
  onPlainAnswer(now: number): void {
    if (this.#knowsEdns || now - this.#plainAt < PLAIN_APART) return;
    this.#plainAt = now;
    if (++this.#plainAnswers >= PATIENCE) this.disableEdns(now);
  }

  /** A query without OPT was answered after one with it was refused. */
  disableEdns(now: number): void {
    this.#noEdnsUntil = now + EDNS_RETRY;
  }

  /** The cookies to send. */
  cookie(): Uint8Array {
    return this.#cookie;
  }

  /**
   * Checks the cookie of a response whose OPT record is at `opt` and keeps the server cookie; false
   * = possibly forged (RFC 7873 5.3).
   */
  checkCookie(bytes: Uint8Array, opt: number, sent: boolean): boolean {
    const at = sent ? findOption(bytes, opt, OPTION.COOKIE) : -1;
    if (at < 0) return !sent || this.#cookie.length === CLIENT_COOKIE || this.#cookieMissing();
    const length = readUint16(bytes, at - 2);
    if (length < CLIENT_COOKIE) return false;
    for (let i = 0; i < CLIENT_COOKIE; i++) if (bytes[at + i] !== this.#cookie[i]) return false;
    if (length < 16 || length > 40) return length === CLIENT_COOKIE;
    this.#cookieLosses = 0;
    if (!this.#isCookie(bytes, at, length)) this.#cookie = bytes.slice(at, at + length);
    return true;
  }

  #isCookie(bytes: Uint8Array, at: number, length: number): boolean {
    if (this.#cookie.length !== length) return false;
    for (let i = CLIENT_COOKIE; i < length; i++) {
      if (this.#cookie[i] !== bytes[at + i]) return false;
    }
    return true;
  }

  /**
   * Servers behind one address may differ: after some responses without a cookie, none is expected
   * any more.
   */
  #cookieMissing(): boolean {
    if (++this.#cookieLosses < PATIENCE) return false;
    this.#cookieLosses = 0;
    this.#cookie = this.#cookie.slice(0, CLIENT_COOKIE);
    return true;
  }
}
