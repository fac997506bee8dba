/** Speaks ACME with one authority: its directory, signed requests with nonces, and the account (RFC 8555 6 and 7.1 to 7.3). */
import { calculateJwkThumbprint, exportJWK, FlattenedSign, importPKCS8, type JWK } from "jose";
import * as z from "zod";
import type { HttpsCall, HttpsCaller, HttpsReply } from "../../https_call.ts";
import { retryAfterOf } from "../retry_after.ts";
import { CertificateFault } from "./challenge_writer.ts";
import { AcmeProblem, NoAcme } from "./problem.ts";

/** What a session needs. */
export interface SessionDeps {
  readonly call: HttpsCaller;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Waits; resolves at once when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What came back for a signed request. */
export interface AcmeReply {
  /** The URL of what was made; "" = none. */
  readonly location: string;
  /** Seconds; 0 = not said. */
  readonly retryAfter: number;
  /** As JSON; undefined when it is none. */
  readonly body: unknown;
  readonly text: string;
}

/** Nonces that may be refused in a row: some servers refuse many on purpose. */
const NONCES = 12;
/** Tries of a request that the authority cannot serve now, and milliseconds before the second; doubled for each further one. */
const TRIES = 4, FIRST_PAUSE = 2_000;
/** Seconds that the authority may ask to wait within one try of the whole. */
const LONGEST_WAIT = 60;

const directoryShape = z.object({ newNonce: z.string(), newAccount: z.string(), newOrder: z.string() });
/** Where requests go. */
export type AcmeDirectory = z.infer<typeof directoryShape>;

/** A conversation with an authority. */
export class AcmeSession {
  readonly #directory: URL;
  readonly #deps: SessionDeps;
  readonly #signal: AbortSignal;
  #key!: Awaited<ReturnType<typeof importPKCS8>>;
  #jwk!: JWK;
  #thumbprint = "";
  #account = "";
  #nonce = "";
  #places: AcmeDirectory | undefined;

  /** `directory` is an https address. Throws a CertificateFault when it is none. */
  constructor(directory: string, deps: SessionDeps, signal: AbortSignal) {
    const url = URL.parse(directory);
    if (url?.protocol !== "https:") {
      throw new CertificateFault(`The authority must have an https address: ${directory}`);
    }
    this.#directory = url;
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Uses an account key in PEM from now on. */
  async use(key: string): Promise<void> {
    this.#key = await importPKCS8(key, "ES256", { extractable: true });
    const { kty, crv, x, y } = await exportJWK(this.#key) as { kty: string; crv: string; x: string; y: string };
    this.#jwk = { kty, crv, x, y };
    this.#thumbprint = await calculateJwkThumbprint(this.#jwk);
  }

  /** Uses the account of a URL. */
  known(account: string): void {
    this.#account = account;
  }

  /** Makes an account, or finds that of the key; its URL. Its owner agreed to the terms where they chose this. */
  async newAccount(email: string): Promise<string> {
    this.#account = "";
    const { newAccount } = await this.places();
    const { location } = await this.post(newAccount, { termsOfServiceAgreed: true, ...contactOf(email) });
    if (location === "") throw new NoAcme("an account without address");
    return this.#account = location;
  }

  /** Tells the authority where it reaches the owner from now on. */
  async contact(email: string): Promise<void> {
    await this.post(this.#account, { contact: [], ...contactOf(email) });
  }

  /** Where the authority takes orders and the like. */
  async places(): Promise<AcmeDirectory> {
    if (this.#places !== undefined) return this.#places;
    const reply = await this.#send(() => ({ method: "GET", url: this.#directory, signal: this.#signal }));
    const places = directoryShape.safeParse(jsonOf(reply));
    if (!places.success) throw new NoAcme("no directory");
    return this.#places = places.data;
  }

  /** What the record of a challenge must say (RFC 8555 8.4). */
  async proof(token: string): Promise<string> {
    const octets = new TextEncoder().encode(`${token}.${this.#thumbprint}`);
    const hash = await crypto.subtle.digest("SHA-256", octets);
    return new Uint8Array(hash).toBase64({ alphabet: "base64url", omitPadding: true });
  }

  /** A signed request; without payload it reads (POST-as-GET). Rejects with an AcmeProblem when it is refused. */
  async post(to: string, payload?: unknown): Promise<AcmeReply> {
    const url = this.#checked(to);
    for (let left = NONCES;; left--) {
      const body = await this.#signed(url, payload, await this.#takeNonce());
      const headers = { "content-type": "application/jose+json" };
      const reply = await this.#send(() => ({ method: "POST", url, headers, body, signal: this.#signal }));
      this.#nonce = reply.headers["replay-nonce"] ?? "";
      const retryAfter = retryAfterOf(reply.headers["retry-after"], this.#deps.now());
      if (reply.status < 300) {
        return { location: reply.headers.location ?? "", retryAfter, body: jsonOf(reply), text: reply.text };
      }
      const refused = new AcmeProblem(reply.status, jsonOf(reply), retryAfter);
      if (refused.type !== "badNonce" || left === 1) throw refused;
    }
  }

  /** Waits between two looks at something that the authority works on. */
  async wait(seconds: number): Promise<void> {
    await this.#deps.pause(seconds * 1000, this.#signal);
    this.#signal.throwIfAborted();
  }

  async #signed(url: URL, payload: unknown, nonce: string): Promise<string> {
    const octets = new TextEncoder().encode(payload === undefined ? "" : JSON.stringify(payload));
    const who = this.#account === "" ? { jwk: this.#jwk } : { kid: this.#account };
    const signing = new FlattenedSign(octets).setProtectedHeader({ alg: "ES256", nonce, url: url.href, ...who });
    return JSON.stringify(await signing.sign(this.#key));
  }

  async #takeNonce(): Promise<string> {
    const kept = this.#nonce;
    this.#nonce = "";
    if (kept !== "") return kept;
    const url = this.#checked((await this.places()).newNonce);
    const { headers } = await this.#send(() => ({ method: "HEAD", url, signal: this.#signal }));
    const nonce = headers["replay-nonce"] ?? "";
    if (!/^[\w-]{1,512}$/.test(nonce)) throw new NoAcme("no nonce");
    return nonce;
  }

  /** What the authority names must lie at its own host: nobody else is asked in its name. */
  #checked(text: string): URL {
    const url = URL.parse(text);
    if (url?.host !== this.#directory.host || url.protocol !== "https:") throw new NoAcme("an address of another host");
    return url;
  }

  /** Sends a request, again after a while when the authority cannot be reached, is busy or broken. */
  async #send(call: () => HttpsCall): Promise<HttpsReply> {
    for (let left = TRIES, wait = FIRST_PAUSE;; left--, wait *= 2) {
      this.#signal.throwIfAborted();
      const outcome = await this.#deps.call(call()).catch((error: unknown) => this.#unreachable(error));
      const fault = outcome instanceof CertificateFault ? outcome : this.#troubled(outcome);
      if (fault === undefined) return outcome as HttpsReply;
      if (left === 1 || fault.retryAfter > LONGEST_WAIT) throw fault;
      await this.#deps.pause(Math.max(wait, fault.retryAfter * 1000), this.#signal);
    }
  }

  /** The fault of an answer that is worth another try, or none; redirects are refused at once. */
  #troubled(reply: HttpsReply): CertificateFault | undefined {
    const { status, headers } = reply;
    if (status >= 300 && status < 400) {
      throw new CertificateFault(`The authority sends on to another address (${status}), which is not followed`);
    }
    if (status < 500 && status !== 429) return undefined;
    const problem = new AcmeProblem(status, jsonOf(reply), retryAfterOf(headers["retry-after"], this.#deps.now()));
    // A limit on certificates lasts for hours, one on requests for moments.
    return problem.type === "rateLimited" && problem.retryAfter === 0 ? undefined : problem;
  }

  #unreachable(error: unknown): CertificateFault {
    this.#signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error), { host } = this.#directory;
    const today = new Date(this.#deps.now()).toISOString().slice(0, 10);
    const clock = /not.?valid.?yet|not yet valid|expired/i.test(why)
      ? `. For the box it is ${today}: check its clock`
      : "";
    return new CertificateFault(`The authority ${host} could not be asked: ${why}${clock}`);
  }
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
