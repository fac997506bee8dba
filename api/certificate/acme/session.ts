/**
 * Runs a session with one ACME authority (RFC 8555): the library runs in a separate thread, and its
 * requests are sent from here.
 */
import { NO_PERMISSIONS } from "../../system/thread_permissions.ts";
import * as z from "zod";
import type { HttpsCaller, HttpsReply } from "../../system/https_call.ts";
import { retryAfterOf } from "../retry_after.ts";
import type { ExternalAccount } from "../source.ts";
import { CertificateError } from "./challenge_writer.ts";
import type { FromLibrary, LibraryCall, ToLibrary, ToSend } from "./library.ts";
import { AcmeError, NotAcmeError } from "./problem.ts";
import type { Runtime } from "../../system/runtime.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** The thread of the library. */
export type LibraryThread = Pick<Worker, "postMessage" | "onmessage" | "onerror" | "terminate">;

/** Dependencies of a session. */
export interface SessionDeps {
  readonly call: HttpsCaller;
  readonly runtime: Runtime;
  /** Waits; resolves immediately when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Starts the library in its thread. */
  readonly library: () => LibraryThread;
}

/** Maximum number of rejected nonces in a call: some servers reject many on purpose. */
const NONCES = 12;
/**
 * Maximum tries of a request while the authority is unavailable, and milliseconds before the second
 * try; doubled for each further one.
 */
const TRIES = 4;
const FIRST_PAUSE = 2_000;
/** Milliseconds in which the library responds: it signs and parses, and its thread may have to start. */
const LIBRARY_LIMIT = 60_000;
/** Longest Retry-After in seconds that is waited for; a longer one ends the call. */
const LONGEST_WAIT = 60;

const directoryShape = z.object({
  newNonce: z.string(),
  newAccount: z.string(),
  newOrder: z.string(),
});

/**
 * Starts the library in a thread without permissions (the module of
 * api/certificate/acme/thread.ts).
 */
export function libraryThread(workerUrl: URL): LibraryThread {
  return new Worker(workerUrl, {
    type: "module",
    name: "acme",
    deno: { permissions: NO_PERMISSIONS },
  });
}

/** A session with an authority. Its calls are made one after another; end() must be called. */
export class AcmeSession {
  readonly #directory: URL;
  readonly #deps: SessionDeps;
  readonly #signal: AbortSignal;
  readonly #thread: LibraryThread;
  /** Rejects when the thread has failed. */
  readonly #over = Promise.withResolvers<never>();
  readonly #aborted = () => this.#over.reject(this.#signal.reason);
  #key = "";
  #external: ExternalAccount | undefined;
  /** The newAccount URL of the directory; "" = not known yet. */
  #newAccount = "";
  #retryAfter = 0;

  /** `directory` is an https address. Throws a CertificateError otherwise. */
  constructor(directory: string, deps: SessionDeps, signal: AbortSignal) {
    const url = URL.parse(directory);
    if (url?.protocol !== "https:") {
      throw new CertificateError(sentence`The authority must have an https address: ${directory}`);
    }
    this.#directory = url;
    this.#deps = deps;
    this.#signal = signal;
    this.#over.promise.catch(() => {});
    signal.addEventListener("abort", this.#aborted);
    this.#thread = deps.library();
    this.#thread.onerror = (event) => {
      event.preventDefault();
      this.#over.reject(
        new Error(`The thread that speaks to the authority ended: ${event.message}`),
      );
    };
  }

  /** Ends the session and terminates the library's thread. */
  end(): void {
    this.#signal.removeEventListener("abort", this.#aborted);
    this.#thread.terminate();
  }

  /** Seconds of the last Retry-After header; 0 = none. */
  get retryAfter(): number {
    return this.#retryAfter;
  }

  /** Uses an account key in PEM from now on; a new account is bound to `external`. */
  use(key: string, external?: ExternalAccount): void {
    this.#key = key;
    this.#external = external;
    this.known("");
  }

  /** Uses the account of a URL. */
  known(account: string): void {
    const external = this.#external && { external: this.#external };
    this.#post({
      kind: "client",
      directory: this.#directory.href,
      key: this.#key,
      account,
      ...external,
    });
  }

  /**
   * Creates an account, or finds the one of the key; returns its URL. The owner agreed to the terms
   * by choosing this mode.
   */
  async newAccount(email: string): Promise<string> {
    this.known("");
    await this.#ask("no account", "createAccount", {
      termsOfServiceAgreed: true,
      ...contactOf(email),
    })
      .catch((error) => Promise.reject(this.#external === undefined ? error : notBound(error)));
    return String(await this.#ask("no account", "getAccountUrl"));
  }

  /** Updates the contact address of the account at the authority. */
  async contact(email: string): Promise<void> {
    await this.#ask("no account", "updateAccount", { contact: [], ...contactOf(email) });
  }

  /**
   * A new order, as the authority returns it, with its `url`. `replaces` is the identifier of the
   * certificate that it replaces, "" = none (RFC 9773 5).
   */
  async newOrder(names: readonly string[], replaces: string = ""): Promise<unknown> {
    const identifiers = names.map((value) => ({ type: "dns", value }));
    const place = (more: { replaces?: string }) =>
      this.#ask("no order", "createOrder", { identifiers, ...more });
    if (replaces === "") return await place({});
    // The authority may reject `replaces`, for example when it was replaced already: the order is
    // then placed without it.
    return await place({ replaces }).catch((error) =>
      error instanceof AcmeError && error.status < 500 && error.status !== 429
        ? place({})
        : Promise.reject(error)
    );
  }

  /** The order of a URL. */
  async order(url: string): Promise<unknown> {
    return await this.#ask("no order", "getOrder", { url });
  }

  /** The authorization of a URL. */
  async authorization(url: string): Promise<unknown> {
    const found = await this.#ask("no authorization", "getAuthorizations", {
      authorizations: [url],
    });
    return (found as readonly unknown[])[0];
  }

  /** The value of a challenge's TXT record (RFC 8555 8.4). */
  async proof(token: string): Promise<string> {
    return String(
      await this.#ask("no challenge", "getChallengeKeyAuthorization", { type: "dns-01", token }),
    );
  }

  /** Tells the authority to validate a challenge. */
  async complete(url: string): Promise<void> {
    await this.#ask("no challenge", "completeChallenge", { url });
  }

  /** Requests a certificate for these names and this key (PEM). */
  async finalize(
    order: { readonly url: string; readonly finalize: string },
    names: readonly string[],
    key: string,
  ) {
    await this.#ask(
      "no order",
      "signOrder",
      { url: order.url, finalize: order.finalize },
      names,
      key,
    );
  }

  /** Downloads the certificate from its URL. */
  async certificate(url: string): Promise<string> {
    return String(
      await this.#ask("no certificate", "getCertificate", { status: "valid", certificate: url }),
    );
  }

  /** Waits between two polls of the authority. */
  async wait(seconds: number): Promise<void> {
    await this.#deps.pause(seconds * 1000, this.#signal);
    this.#signal.throwIfAborted();
  }

  /**
   * The result of a library call. `what` names the missing object when the library cannot use the
   * response of the authority.
   */
  async #ask(what: string, call: LibraryCall, ...given: unknown[]): Promise<unknown> {
    let fault: unknown;
    let nonces = NONCES;
    let said = await this.#said({ kind: "call", call, given });
    while (said.kind === "send") {
      let reply: HttpsReply | undefined;
      try {
        // After a fault, every further request of the library gets no reply until it ends.
        if (fault === undefined) reply = await this.#sent(said, () => --nonces > 0);
      } catch (error) {
        fault = error;
      }
      said = await this.#said({ kind: "reply", reply });
    }
    if (fault !== undefined) throw fault;
    if (said.kind === "failed") throw new NotAcmeError(what);
    return said.value;
  }

  /** Sends a message to the library and waits for its reply. */
  async #said(message: ToLibrary): Promise<FromLibrary> {
    this.#signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<FromLibrary>();
    this.#thread.onmessage = ({ data }: MessageEvent<FromLibrary>) => resolve(data);
    this.#post(message);
    const cancel = this.#deps.runtime.after(
      LIBRARY_LIMIT,
      () => reject(new Error("The thread that speaks to the authority does not respond")),
    );
    try {
      return await Promise.race([promise, this.#over.promise]);
    } finally {
      cancel();
    }
  }

  #post(message: ToLibrary): void {
    this.#thread.postMessage(message);
  }

  /**
   * Sends a request for the library; rejects when the authority refuses it. A refused nonce is
   * retried by the library while `isAgain` allows it.
   */
  async #sent(asked: ToSend, isAgain: () => boolean): Promise<HttpsReply> {
    const reply = await this.#send(asked);
    const { status, headers } = reply;
    if (asked.method === "GET") {
      const places = directoryShape.safeParse(jsonOf(reply));
      if (!places.success) throw new NotAcmeError("no directory");
      this.#newAccount = places.data.newAccount;
    } else if (asked.method === "HEAD") {
      if (!/^[\w-]{1,512}$/.test(headers["replay-nonce"] ?? "")) throw new NotAcmeError("no nonce");
    } else {
      this.#retryAfter = retryAfterOf(headers["retry-after"], this.#deps.runtime.now());
      const refused = status < 300
        ? undefined
        : new AcmeError(status, jsonOf(reply), this.#retryAfter);
      if (refused !== undefined && !(refused.type === "badNonce" && status === 400 && isAgain())) {
        throw refused;
      }
      // Without the account's URL the library would request it forever.
      const isAccount = refused === undefined && asked.url === this.#newAccount;
      if (isAccount && !headers.location) throw new NotAcmeError("an account without address");
    }
    return reply;
  }

  /** A URL from the authority must be on its own host: no other host is queried in its name. */
  #checked(text: string): URL {
    const url = URL.parse(text);
    if (url?.host !== this.#directory.host || url.protocol !== "https:") {
      throw new NotAcmeError("an address of another host");
    }
    return url;
  }

  /**
   * Sends a request, and retries it after a pause when the authority cannot be reached, is busy or
   * fails.
   */
  async #send({ method, url: to, body }: ToSend): Promise<HttpsReply> {
    const url = this.#checked(to);
    const signal = this.#signal;
    const signed = method === "POST"
      ? { headers: { "content-type": "application/jose+json" }, body }
      : {};
    for (let left = TRIES, wait = FIRST_PAUSE;; left--, wait *= 2) {
      signal.throwIfAborted();
      const outcome = await this.#deps.call({
        destination: "certificate_authority",
        method,
        url,
        signal,
        ...signed,
      }).catch((error: unknown) => this.#unreachable(error));
      const fault = outcome instanceof CertificateError ? outcome : this.#troubled(outcome);
      if (fault === undefined) return outcome as HttpsReply;
      if (left === 1 || fault.retryAfter > LONGEST_WAIT) throw fault;
      await this.#deps.pause(Math.max(wait, fault.retryAfter * 1000), signal);
    }
  }

  /** The fault of a response that is worth another try, or undefined; redirects are refused. */
  #troubled(reply: HttpsReply): CertificateError | undefined {
    const { status, headers } = reply;
    if (status >= 300 && status < 400) {
      throw new CertificateError(
        sentence`The authority sends on to another address (${status}), which is not followed`,
      );
    }
    if (status < 500 && status !== 429) return undefined;
    const problem = new AcmeError(
      status,
      jsonOf(reply),
      retryAfterOf(headers["retry-after"], this.#deps.runtime.now()),
    );
    // A limit on certificates lasts for hours, one on requests for moments.
    return problem.type === "rateLimited" && problem.retryAfter === 0 ? undefined : problem;
  }

  #unreachable(error: unknown): CertificateError {
    this.#signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    const { host } = this.#directory;
    const today = new Date(this.#deps.runtime.now()).toISOString().slice(0, 10);
    return new CertificateError(
      /not.?valid.?yet|not yet valid|expired/i.test(why)
        ? sentence`The authority ${host} could not be asked: ${why}. For the box it is ${today}: check its clock`
        : sentence`The authority ${host} could not be asked: ${why}`,
    );
  }
}

/** Turns a rejected external account binding into a sentence about its identifier and key. */
function notBound(error: unknown): unknown {
  const isRefused = error instanceof AcmeError &&
    ["unauthorized", "malformed"].includes(error.type);
  if (!isRefused) return error;
  return new CertificateError(
    error.said === ""
      ? sentence`The authority does not take the account that was given: check its identifier and its key`
      : sentence`The authority does not take the account that was given: check its identifier and its key: ${error.said}`,
  );
}

function contactOf(email: string): { contact?: string[] } {
  return email === "" ? {} : { contact: [`mailto:${email}`] };
}

function jsonOf({ text }: HttpsReply): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
