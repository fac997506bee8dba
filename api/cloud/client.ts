/**
 * The client of the online service: signed calls with retries, and errors as sentences (A 5.6,
 * 2.7).
 */
import type { DestinationId } from "../../policy/catalogue/destinations.ts";
import { createDeadline } from "../async/deadline.ts";
import { sanitizeRemoteText } from "../system/repeated_words.ts";
import type { BoxKey, KeyFile } from "./key.ts";
import {
  type HostLookup,
  type IncomingResponse,
  LongAnswerError,
  sendOnce,
} from "../system/outgoing_request.ts";
import { signCall, SIGNED } from "./signed.ts";
import type { Runtime } from "../system/runtime.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";

/**
 * Why a call failed: `clock` = the clock of the box or the service is wrong, `refused` =
 * permanently refused, `gone` = no usable response after all tries, `off` = no service is
 * configured.
 */
export type CloudFault = "off" | "clock" | "refused" | "gone";

/** A failed call; the message is a sentence for a person. */
export class CloudError extends Error {
  readonly fault: CloudFault;
  /** The code of the refusal; empty = none. */
  readonly code: string;
  /** The HTTP status of the last response; 0 = there was none. */
  readonly status: number;
  /** Seconds that the last response asked to wait; 0 = none. */
  readonly retryAfter: number;
  declare readonly message: Sentence;

  constructor(
    fault: CloudFault,
    message: Sentence,
    { code = "", status = 0, retryAfter = 0 }: CloudErrorDetails = {},
  ) {
    super(message);
    this.name = "CloudError";
    this.fault = fault;
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** What a response said about a failed call. */
export type CloudErrorDetails = Partial<Pick<CloudError, "code" | "status" | "retryAfter">>;

/** Dependencies of the client. */
export interface CloudDeps {
  /** The address of the online service (setting `cloud_url`), empty = none. */
  readonly url: () => string;
  readonly key: Pick<KeyFile, "key" | "renew">;
  readonly lookup: HostLookup;
  readonly userAgent: string;
  /** Certificates in PEM to trust in addition to those of the system. */
  readonly ca?: string;
  readonly runtime: Runtime;
}

/** A call to one endpoint. */
export interface CloudCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `/v1/names`. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Absent = `online_service`. */
  readonly destination?: DestinationId;
  /** Maximum size of the response in bytes; absent = 64 KiB. */
  readonly answerBytes?: number;
  /** Whether to try only once, because the caller plans its own retries; absent = three tries. */
  readonly once?: boolean;
}

/** Timeout of one try in milliseconds. */
const DEADLINE = 15_000;
/** Milliseconds before the second and the third try. */
const PAUSES: readonly number[] = [2000, 8000];
/** The longest pause that the service may ask for, in milliseconds. */
const LONGEST_PAUSE = 60_000;
/** Maximum size of a response in bytes. */
const ANSWER = 64 * 1024;
/** Maximum length of the service's own text in a message, in characters. */
const WORDS = 200;
const NOTHING = new Uint8Array(0);
/** Where calls go that name no destination of their own. */
const USUAL = { destination: "online_service" } as const;

/** The key and the process that sign a call. */
interface CallSigner {
  readonly key: BoxKey;
  readonly instance: Uint8Array;
}

/** Calls the online service as this box. */
export class CloudClient {
  readonly #deps: CloudDeps;
  readonly #listeners = new Set<(hasCopies: boolean) => void>();
  /**
   * The random number of this process with each key (docs/decisions/0145): no number is used with
   * two keys, because it would link them.
   */
  readonly #instances = new WeakMap<BoxKey, Uint8Array>();

  constructor(deps: CloudDeps) {
    this.#deps = deps;
  }

  /** Adds a listener; each successful response says whether another box uses the same key. */
  onCopies(listener: (hasCopies: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Replaces the key. For the online service this is another box then, and nothing links the two.
   * Resolves with a function that tries one more call with the previous key.
   */
  async renewKey(): Promise<(call: CloudCall) => Promise<void>> {
    const before = await this.#signer();
    await this.#deps.key.renew();
    return async (call) => {
      if (this.isSet) await this.#try(this.#urlOf(call), call, before);
    };
  }

  /** Whether an online service is configured. */
  get isSet(): boolean {
    return this.#deps.url() !== "";
  }

  /**
   * Calls an endpoint, with one try or up to three, each signed anew, and returns the JSON of its
   * response. Rejects with a CloudError, or with the reason of the call's signal.
   */
  async call(call: CloudCall): Promise<unknown> {
    if (!this.isSet) {
      throw new CloudError(
        "off",
        sentence`The box knows no online service: give its address in the setting cloud_url`,
      );
    }
    const url = this.#urlOf(call);
    for (let tried = 0;; tried++) {
      const outcome = await this.#try(url, call, await this.#signer());
      if (!("again" in outcome)) return outcome.value;
      if (call.once === true || tried >= PAUSES.length) {
        throw new CloudError("gone", outcome.again, outcome);
      }
      await this.#pause(
        Math.max(PAUSES[tried], Math.min(outcome.pause, LONGEST_PAUSE)),
        call.signal,
      );
    }
  }

  async #signer(): Promise<CallSigner> {
    const key = await this.#deps.key.key();
    const instance = this.#instances.get(key) ??
      this.#deps.runtime.randomBytes(SIGNED.instance);
    this.#instances.set(key, instance);
    return { key, instance };
  }

  #urlOf({ path }: CloudCall): URL {
    return new URL(`${this.#deps.url().replace(/\/+$/, "")}${path}`);
  }

  async #try(
    url: URL,
    { method, body, signal, destination, answerBytes = ANSWER }: CloudCall,
    { key, instance }: CallSigner,
  ): Promise<Outcome> {
    const { runtime, userAgent, lookup, ca } = this.#deps;
    const { host } = url;
    const bytes = body === undefined ? NOTHING : new TextEncoder().encode(JSON.stringify(body));
    const signed = { method, path: url.pathname + url.search, host, body: bytes };
    const authorization = await signCall(key, signed, {
      seconds: Math.floor(runtime.now() / 1000),
      nonce: runtime.randomBytes(SIGNED.nonce),
      instance,
    });
    using late = createDeadline(runtime.after, DEADLINE, "no answer within 15 seconds");
    const json = body === undefined ? {} : { "content-type": "application/json" };
    try {
      const answer = await sendOnce({
        ...USUAL,
        ...(destination && { destination }),
        method,
        url,
        answerBytes,
        headers: { authorization, "user-agent": userAgent, ...json },
        ...(bytes.length === 0 && method === "GET" ? {} : { body: bytes }),
        ...(ca === undefined ? {} : { ca }),
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      }, lookup);
      const outcome = this.#judge(host, answer);
      // A response to a call with the previous key says nothing about the current key.
      if ("value" in outcome && key === await this.#deps.key.key()) this.#notifyListeners(answer);
      return outcome;
    } catch (error) {
      if (error instanceof CloudError || signal?.aborted) throw error;
      if (error instanceof LongAnswerError) {
        const { message, status } = error;
        return {
          again: sentence`The online service ${host} sends too much: ${message}`,
          pause: 0,
          status,
        };
      }
      return {
        again: sentence`The online service ${host} cannot be reached: ${(error as Error).message}`,
        pause: 0,
      };
    }
  }

  #notifyListeners({ headers }: IncomingResponse): void {
    const hasCopies = headers[SIGNED.copiesHeader] === "1";
    this.#listeners.forEach((listener) => listener(hasCopies));
  }

  #judge(host: string, { status, date, retryAfter, body }: IncomingResponse): Outcome {
    const read = jsonOf(body);
    if (status >= 200 && status <= 299) {
      if (status === 204 || read !== undefined) return { value: read };
      const again =
        sentence`What answers at ${host} is no online service of the box: check the setting cloud_url`;
      return { again, pause: 0, status };
    }
    const { error, code } = refusalOf(read);
    const details = { code, status, retryAfter };
    const ahead = Math.round((this.#deps.runtime.now() - date) / 1000);
    if (status === 401 && Math.abs(ahead) > SIGNED.skew) {
      throw new CloudError("clock", clockText(host, ahead), details);
    }
    if (status === 429 || status >= 500) {
      const why = error === "" ? `status ${status}` : error;
      return {
        again: sentence`The online service ${host} cannot serve now: ${why}`,
        pause: retryAfter * 1000,
        ...details,
      };
    }
    if (status >= 300 && status <= 399) {
      const text =
        sentence`The online service is not at ${host}, which sends elsewhere: correct the setting cloud_url`;
      throw new CloudError("refused", text, details);
    }
    throw new CloudError("refused", refusalText(host, status, error), details);
  }

  #pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = () => {
        cancel();
        return reject(signal!.reason);
      };
      const cancel = this.#deps.runtime.after(
        ms,
        () => {
          signal?.removeEventListener("abort", gone);
          resolve();
        },
      );
      if (signal?.aborted) return gone();
      signal?.addEventListener("abort", gone, { once: true });
    });
  }
}

/** The result of one try: a response, or why it may be retried after a pause in milliseconds. */
type Outcome =
  | { readonly value: unknown }
  | CloudErrorDetails & {
    readonly again: Sentence;
    readonly pause: number;
  };

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The sentence and code of a refusal. */
function refusalOf(read: unknown): { readonly error: string; readonly code: string } {
  const { error, code } = (typeof read === "object" && read !== null ? read : {}) as Record<
    string,
    unknown
  >;
  return {
    error: sanitizeRemoteText(error, WORDS),
    code: typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? code : codeOf(error),
  };
}

/** The code of a refusal without one; A 4.1 prescribes only the text of this refusal. */
function codeOf(error: unknown): string {
  return error === "not configured" ? "not_configured" : "";
}

function refusalText(host: string, status: number, error: string): Sentence {
  if (status === 404 && error === "") {
    return sentence`There is no online service of the box at ${host} (status 404): check the setting cloud_url`;
  }
  return sentence`The online service ${host} refused the call: ${
    error === "" ? `status ${status}` : error
  }`;
}

function clockText(host: string, ahead: number): Sentence {
  const size = Math.abs(ahead);
  const unit = size >= 172_800 ? [86_400, "days"] as const : [60, "minutes"] as const;
  const amount = `${Math.round(size / unit[0])} ${unit[1]}`;
  return sentence`The clock of the box is ${amount} ${
    ahead > 0 ? "ahead of" : "behind"
  } that of the online service ${host}: set the time of the machine, then try again`;
}
