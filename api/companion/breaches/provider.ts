/**
 * Providers of known breaches by the k-anonymity of hashes: only the first six characters of the
 * SHA-1 of a lower-cased address reach them (A 4.1).
 */
import { LIMITS } from "../../../policy/limits.ts";
import { plainNames } from "../../../policy/model/breach_name.ts";
import { type JsonFetch, StatusError } from "../json_fetch.ts";
import { COMPANION_LIMITS } from "../limits.ts";

/** A breached address in a range: the rest of its hash, and the names of its breaches. */
export interface BreachedSuffix {
  /** 34 hexadecimal digits in capitals. */
  readonly suffix: string;
  readonly breaches: readonly string[];
}

/** A source of known breaches. */
export interface BreachProvider {
  /**
   * The breached addresses whose hash begins with six hexadecimal digits in capitals. Rejects with
   * a ProviderBusyError, or with an Error that names no prefix.
   */
  range(prefix: string): Promise<readonly BreachedSuffix[]>;
}

/** The provider accepts no requests now. */
export class ProviderBusyError extends Error {
  /** Seconds until the next request is allowed. */
  readonly delay: number;

  constructor(delay: number) {
    super(`the provider is busy for ${delay} seconds`);
    this.name = "ProviderBusyError";
    this.delay = delay;
  }
}

const { answerBytes: BYTES, suffixes: MOST_SUFFIXES, breachesPerSuffix: MOST_BREACHES, busyFor } =
  COMPANION_LIMITS.breaches;
const SUFFIX = /^[0-9A-F]{34}$/;

/**
 * A provider that serves `<url>/<prefix>` as a JSON list of `hashSuffix` and `websites`. `fetch`
 * sends the key of the operator.
 */
export class RangeProvider implements BreachProvider {
  readonly #url: string;
  readonly #fetch: JsonFetch;
  /** The last prefix whose range had entries. */
  #filled: string | undefined;

  constructor(url: string, fetch: JsonFetch) {
    this.#url = url.replace(/\/+$/, "");
    this.#fetch = fetch;
  }

  async range(prefix: string): Promise<readonly BreachedSuffix[]> {
    const found = await this.#ask(prefix);
    if (found === undefined) {
      await this.#checkAddress();
      // No breached address has this prefix.
      return [];
    }
    if (found.length > 0) this.#filled = prefix;
    return found;
  }

  /**
   * Rejects unless the provider still has a range that had entries before: with a wrong URL, every
   * prefix has status 404. A provider that is busy now has answered the prefix all the same.
   */
  async #checkAddress(): Promise<void> {
    const known = this.#filled;
    if (known !== undefined && await this.#hasEntriesOrIsBusy(known)) return;
    this.#filled = undefined;
    throw new Error("it answers 404 to everything; --breach-range may be wrong");
  }

  async #hasEntriesOrIsBusy(prefix: string): Promise<boolean> {
    try {
      const found = await this.#ask(prefix);
      return found !== undefined && found.length > 0;
    } catch (error) {
      if (error instanceof ProviderBusyError) return true;
      throw error;
    }
  }

  /** The range of a prefix; undefined = the status is 404. */
  async #ask(prefix: string): Promise<readonly BreachedSuffix[] | undefined> {
    try {
      return readRange(await this.#fetch(new URL(`${this.#url}/${prefix}`), BYTES));
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      if (error.status === 404) return undefined;
      if (error.status === 429 || error.status === 503) {
        const delay = error.retryAfter === 0 ? busyFor : error.retryAfter;
        throw new ProviderBusyError(Math.min(delay, LIMITS.breaches.retryLast));
      }
      throw error;
    }
  }
}

/** Reads a range; a malformed one is rejected as a whole. */
export function readRange(answer: unknown): readonly BreachedSuffix[] {
  if (!Array.isArray(answer) || answer.length > MOST_SUFFIXES) {
    throw new Error("it answers no list of hashes, or too long a one");
  }
  return answer.map((entry) => {
    const { hashSuffix, websites } = (entry ?? {}) as Record<string, unknown>;
    const suffix = typeof hashSuffix === "string" ? hashSuffix.toUpperCase() : "";
    if (!SUFFIX.test(suffix) || !Array.isArray(websites) || websites.length > MOST_BREACHES) {
      throw new Error("it answers an entry that is no hash with its breaches");
    }
    return { suffix, breaches: plainNames(websites) };
  });
}
