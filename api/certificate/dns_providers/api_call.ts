/**
 * Calls to the web API of a provider: JSON in both directions, errors as sentences, and retries
 * after temporary failures.
 */
import { CertificateError } from "../acme/challenge_writer.ts";
import type { HttpsCall, HttpsReply } from "../../system/https_call.ts";
import { sanitizeRemoteText } from "../../system/repeated_words.ts";
import { retryAfterOf } from "../retry_after.ts";
import type { ProviderDeps } from "./provider.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** A call of a provider's web API. */
export type ApiCall = Omit<HttpsCall, "destination">;

/** The JSON response to a call. */
export interface ApiReply {
  readonly status: number;
  /** Parsed; undefined without body. */
  readonly body: unknown;
}

/** Maximum tries of a call after a rate limit or a server error. */
const TRIES = 4;
/** Milliseconds before the second try; doubled for each further one. */
const FIRST_PAUSE = 2_000;
/** Longest Retry-After in seconds that is waited for; after a longer one the task retries later. */
const LONGEST_WAIT = 60;
/** Maximum length of a provider's own text in a message, in characters. */
const WORDS = 200;

/**
 * Sends a call until it gets a JSON response. Rejects with a CertificateError when the provider
 * cannot be reached, limits calls for long, fails, or returns something that is not JSON. The
 * caller handles statuses of 400 and more except 429.
 */
export async function apiCall(
  provider: string,
  call: () => ApiCall,
  deps: ProviderDeps,
): Promise<ApiReply> {
  for (let left = TRIES, wait = FIRST_PAUSE;; left--, wait *= 2) {
    const made: HttpsCall = { ...call(), destination: "dns_provider" };
    made.signal.throwIfAborted();
    const outcome = await deps.call(made).then(
      (reply) => judged(provider, reply, deps),
      (error: unknown) => {
        made.signal.throwIfAborted();
        return unreachable(provider, error);
      },
    );
    if (!(outcome instanceof CertificateError)) return outcome;
    if (left === 1 || outcome.retryAfter > LONGEST_WAIT) throw outcome;
    await deps.pause(Math.max(wait, outcome.retryAfter * 1000), made.signal);
  }
}

/** A JSON API whose calls carry the same token. */
export class TokenApi {
  readonly #provider: string;
  readonly #base: string;
  readonly #authorization: string;
  readonly #deps: ProviderDeps;

  /** `base` is the prefix of each path; `authorization` is the whole header value. */
  constructor(provider: string, base: string, authorization: string, deps: ProviderDeps) {
    this.#provider = provider;
    this.#base = base;
    this.#authorization = authorization;
    this.#deps = deps;
  }

  /** Sends a call with the token; see apiCall(). */
  call(
    method: HttpsCall["method"],
    path: string,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<ApiReply> {
    return apiCall(this.#provider, () => ({
      method,
      url: new URL(this.#base + path),
      headers: { authorization: this.#authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    }), this.#deps);
  }
}

function judged(
  provider: string,
  reply: HttpsReply,
  deps: ProviderDeps,
): ApiReply | CertificateError {
  const { status, headers, text } = reply;
  if (status === 429) {
    const seconds = retryAfterOf(headers["retry-after"], deps.runtime.now());
    return new CertificateError(
      sentence`${provider} accepts no more calls for now (429): the box tries again later`,
      seconds,
    );
  }
  if (status >= 500) {
    const seconds = retryAfterOf(headers["retry-after"], deps.runtime.now());
    return new CertificateError(
      sentence`${provider} has an internal error (status ${status}): the box tries again later`,
      seconds,
    );
  }
  if (status >= 300 && status < 400) {
    throw new CertificateError(
      sentence`${provider} sends on to another address (${status}), which is not followed`,
    );
  }
  if (text.trim() === "") return { status, body: undefined };
  try {
    return { status, body: JSON.parse(text) };
  } catch {
    throw new CertificateError(
      sentence`${provider} answered with something that is no JSON (status ${status})`,
    );
  }
}

function unreachable(provider: string, error: unknown): CertificateError {
  const why = error instanceof Error ? error.message : String(error);
  return new CertificateError(
    /certificate.*(not.?(yet.?)?valid|expired)/i.test(why)
      ? sentence`${provider} could not be asked: ${why}. Check the clock of the box`
      : sentence`${provider} could not be asked: ${why}`,
  );
}

/** The fault of a response that does not match the provider's documentation. */
export function malformedReplyFault(provider: string): CertificateError {
  return new CertificateError(sentence`${provider} answered in a shape that it does not document`);
}

/** The fault of a name in none of the account's zones. */
export function missingZoneFault(provider: string, name: string): CertificateError {
  const bare = name.replace(/^_acme-challenge\./, "");
  return new CertificateError(
    sentence`${provider} has no zone for ${bare} in this account: check the name, and that the credentials may reach its zone`,
  );
}

/** The fault of rejected credentials. `said` is the provider's own text. */
export function credentialsFault(
  provider: string,
  status: number,
  said: unknown,
): CertificateError {
  const words = sanitizeRemoteText(said, WORDS);
  return new CertificateError(
    words === ""
      ? sentence`${provider} does not take these credentials (status ${status}). Enter them again`
      : sentence`${provider} does not take these credentials (status ${status}: ${words}). Enter them again`,
  );
}

/** The fault of any other unsuccessful response. `said` is the provider's own text. */
export function refusalFault(provider: string, status: number, said: unknown): CertificateError {
  const words = sanitizeRemoteText(said, WORDS);
  return new CertificateError(
    words === ""
      ? sentence`${provider} refused (status ${status})`
      : sentence`${provider} refused (status ${status}: ${words})`,
  );
}
