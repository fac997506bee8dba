/**
 * One request to the holiday service. It goes only to the checked address and is bounded in time
 * and size. It contains only the country, the language and the coming year (A 4.2).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { isPublicAddress } from "../../../../policy/model/public_address.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { USER_AGENT } from "../../../system/version.ts";
import { BadAnswerError, listOf } from "./answers.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** A response whose body has not been read yet. */
export interface HolidayResponse {
  readonly status: number;
  /** Iterating rejects when the connection is cut before the end. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection. */
  close(): void;
}

/** Dependencies of a request. */
export interface HolidayClientOptions {
  /** The base URL of the service, `https://openholidaysapi.org`; "" = no requests are sent. */
  readonly url: () => string;
  /**
   * Sends the request to one of the addresses only and follows no redirect; rejects with a
   * description of the failure.
   */
  readonly transport: (
    url: URL,
    addresses: readonly string[],
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<HolidayResponse>;
  /** Addresses of a host name, best first; empty = it has none. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether the service may be inside the network (setting `lists_allow_private`). */
  readonly allowPrivate: () => boolean;
  /** Milliseconds allowed for the whole response; the default is in LIMITS. */
  readonly timeout?: number;
}

const { answerBytes: MOST, timeout: TIMEOUT } = LIMITS.vacations;

/**
 * Requests a list such as `Countries`; undefined = the service has no such list. Rejects with
 * DomainError for anything else.
 */
export async function fetchHolidays(
  path: string,
  query: Readonly<Record<string, string>>,
  options: HolidayClientOptions,
): Promise<readonly unknown[] | undefined> {
  const base = options.url();
  if (base === "") {
    throw new DomainError(
      "holiday_service_failed",
      sentence`No holiday service is set; set holiday_service_url, or import a calendar file`,
    );
  }
  const url = new URL(`${base.replace(/[/?#]+$/, "")}/${path}?${new URLSearchParams(query)}`);
  const seconds = Math.ceil((options.timeout ?? TIMEOUT * 1000) / 1000);
  const late = new BadAnswerError(`it did not answer within ${seconds} seconds`);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(late), options.timeout ?? TIMEOUT * 1000);
  const gone = new Promise<never>((_, reject) =>
    stop.signal.addEventListener("abort", () => reject(late))
  );
  gone.catch(() => {});
  let response: HolidayResponse | undefined;
  try {
    const asking = send(url, options, stop.signal).then((each) => response = each);
    asking.catch(() => {});
    const { status } = await Promise.race([asking, gone]);
    if (status === 404) return undefined;
    if (status >= 300 && status < 400) {
      throw new BadAnswerError(`it sends on to another address (${status})`);
    }
    if (status !== 200) throw new BadAnswerError(`it answered with status ${status}`);
    return listOf(await Promise.race([textOf(response!), gone]));
  } catch (error) {
    const why = error instanceof BadAnswerError
      ? error.message
      : "it cut the connection in the middle of its answer";
    throw new DomainError(
      "holiday_service_failed",
      sentence`The holiday service ${url.host} cannot be used now: ${why}`,
    );
  } finally {
    clearTimeout(timer);
    stop.abort(late);
    response?.close();
  }
}

async function send(
  url: URL,
  { transport, lookup, allowPrivate }: HolidayClientOptions,
  signal: AbortSignal,
): Promise<HolidayResponse> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = parseAddress(host) === undefined ? await lookup(host) : [host];
  if (found.length === 0) {
    throw new BadAnswerError("its name was not found, or the box itself blocks it");
  }
  const allowed = allowPrivate() ? found : found.filter(isPublicAddress);
  if (allowed.length === 0) {
    throw new BadAnswerError(
      `it is inside this network (${found[0]}), which needs the setting lists_allow_private`,
    );
  }
  try {
    return await transport(
      url,
      allowed,
      { "user-agent": USER_AGENT, "accept": "application/json" },
      signal,
    );
  } catch (error) {
    throw new BadAnswerError((error as Error).message);
  }
}

/** The body as text, limited in size. */
async function textOf(response: HolidayResponse): Promise<string> {
  const text = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const piece of response.body) {
    bytes += piece.length;
    if (bytes > MOST) throw new BadAnswerError(`it answered more than ${MOST} bytes`);
    pieces.push(text.decode(piece, { stream: true }));
  }
  return pieces.join("") + text.decode();
}
