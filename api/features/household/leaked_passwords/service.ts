/**
 * Ranges of leaked passwords for the password test, which runs in the browser: neither a password
 * nor its hash reaches the box, and no prefix is logged or kept (A 4.1, 7.3.6).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { createDeadline } from "../../../async/deadline.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type HostLookup, sendOnce } from "../../../system/outgoing_request.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { USER_AGENT } from "../../../system/version.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Dependencies of the service. */
export interface LeakedPasswordsOptions {
  readonly settings: () => {
    readonly password_breach_check: boolean;
    readonly password_range_url: string;
  };
  readonly lookup: HostLookup;
  /** Sends the request; absent = over the network. */
  readonly send?: typeof sendOnce;
  readonly runtime: Runtime;
}

/** A leaked password: the rest of its hash, and how often it was seen; 0 = it pads the range. */
export interface LeakedSuffix {
  /** 35 hexadecimal digits in capitals. */
  readonly suffix: string;
  readonly count: number;
}

const {
  perWindow: PER_WINDOW,
  window: WINDOW_SECONDS,
  timeout: TIMEOUT,
  answerBytes: MOST_BYTES,
  answerLines: MOST_LINES,
} = LIMITS.passwordTest;
const WINDOW = WINDOW_SECONDS * 1000;
/** Sessions whose tests are counted; those seen longest ago are dropped. */
const MOST_SESSIONS = 10_000;
const LINE = /^([0-9A-F]{35}):(\d{1,10})$/;

/** The service. */
export class LeakedPasswords {
  readonly #options: LeakedPasswordsOptions;
  /** Monotonic milliseconds of the last tests, by session; least recently seen first. */
  readonly #tests = new Map<number, readonly number[]>();

  constructor(options: LeakedPasswordsOptions) {
    this.#options = options;
  }

  /** Whether the test can be used: it is on, and has a provider. */
  get state(): "on" | "off" | "no_provider" {
    const { password_breach_check: isOn, password_range_url: url } = this.#options.settings();
    if (!isOn) return "off";
    return url === "" ? "no_provider" : "on";
  }

  /**
   * The leaked passwords whose hash begins with five hexadecimal digits in capitals. Rejects with a
   * DomainError.
   */
  async range(prefix: string, session: number): Promise<readonly LeakedSuffix[]> {
    if (this.state === "off") throw new DomainError("password_test_off");
    if (this.state === "no_provider") {
      const text =
        sentence`The password test has no provider: give one in the setting password_range_url`;
      throw new DomainError("password_test_off", text);
    }
    this.#count(session);
    try {
      return readRange(await this.#ask(prefix));
    } catch {
      // The cause may contain the prefix, so it is neither shown nor logged.
      throw new DomainError("password_range_failed");
    }
  }

  async #ask(prefix: string): Promise<string> {
    const { settings, lookup, send = sendOnce, runtime } = this.#options;
    const base = settings().password_range_url.replace(/\/+$/, "");
    using late = createDeadline(runtime.after, TIMEOUT * 1000, "no answer in time");
    const { status, body } = await send({
      destination: "password_ranges",
      method: "GET",
      url: new URL(`${base}/range/${prefix}`),
      headers: { "add-padding": "true", "user-agent": USER_AGENT },
      answerBytes: MOST_BYTES,
      signal: late.signal,
    }, lookup);
    if (status !== 200) throw new Error(`status ${status}`);
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  }

  /** Counts a test of a session; throws a DomainError beyond the limit. */
  #count(session: number): void {
    const now = this.#options.runtime.monotonic();
    const recent = (this.#tests.get(session) ?? []).filter((time) => time > now - WINDOW);
    const isFull = recent.length >= PER_WINDOW;
    this.#tests.delete(session);
    this.#tests.set(session, isFull ? recent : [...recent, now]);
    if (this.#tests.size > MOST_SESSIONS) this.#tests.delete(this.#tests.keys().next().value!);
    if (!isFull) return;
    const wait = Math.max(1, Math.ceil((recent[0] + WINDOW - now) / 1000));
    throw new DomainError(
      "too_many_requests",
      sentence`Too many password tests; wait a few minutes`,
      {
        headers: { "retry-after": String(wait) },
      },
    );
  }
}

/**
 * Reads a range of lines `SUFFIX:COUNT`; a malformed one is rejected as a whole. So is an empty one:
 * ranges are padded, and it would clear every password.
 */
export function readRange(text: string): readonly LeakedSuffix[] {
  const lines = text.split("\n", MOST_LINES + 2);
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw new Error("no lines");
  if (lines.length > MOST_LINES) throw new Error("too many lines");
  return lines.map((line) => {
    const match = LINE.exec(line.replace(/\r$/, "").toUpperCase());
    if (match === null) throw new Error("a line of another form");
    return { suffix: match[1], count: Number(match[2]) };
  });
}
