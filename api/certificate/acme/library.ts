/**
 * Runs the library acme-client, which implements ACME (RFC 8555). The library sends nothing itself:
 * the session sends its requests, one at a time.
 */
import acme from "acme-client";
import type { HttpsReply } from "../../system/https_call.ts";
import type { ExternalAccount } from "../source.ts";

/** The functions of the library that may be called. */
export type LibraryCall =
  | "createAccount"
  | "updateAccount"
  | "getAccountUrl"
  | "createOrder"
  | "getOrder"
  | "getAuthorizations"
  | "getChallengeKeyAuthorization"
  | "completeChallenge"
  | "signOrder"
  | "getCertificate";

/**
 * Messages to the library: the account to use, a call, or the reply to a request of the library;
 * undefined = no reply.
 */
export type ToLibrary =
  | {
    readonly kind: "client";
    readonly directory: string;
    readonly key: string;
    readonly account: string;
    readonly external?: ExternalAccount;
  }
  | { readonly kind: "call"; readonly call: LibraryCall; readonly given: readonly unknown[] }
  | { readonly kind: "reply"; readonly reply: HttpsReply | undefined };

/** A request to send. */
export interface ToSend {
  readonly kind: "send";
  readonly method: "GET" | "HEAD" | "POST";
  readonly url: string;
  readonly body: string;
}

/**
 * Messages from the library in response to a call or a reply: a request to send first, the result
 * of the call, or its failure.
 */
export type FromLibrary = ToSend | { readonly kind: "gave"; readonly value: unknown } | {
  readonly kind: "failed";
};

/** The library's side of the message channel. */
export interface LibraryPort {
  postMessage(message: FromLibrary): void;
  onmessage: ((event: MessageEvent<ToLibrary>) => void) | null;
}

/** The client of the library with the additions of the box. */
class Client extends acme.Client {
  constructor({ directory, key, account, external }: Extract<ToLibrary, { kind: "client" }>) {
    super({
      directoryUrl: directory,
      accountKey: key,
      ...(account === "" ? {} : { accountUrl: account }),
      ...(external &&
        { externalAccountBinding: { kid: external.keyId, hmacKey: external.hmacKey } }),
    });
    // The session limits the number of rejected nonces.
    (this as unknown as { http: { maxBadNonceRetries: number } }).http.maxBadNonceRetries =
      Infinity;
  }

  /** Requests the certificate of an order for these names and this key. */
  async signOrder(order: acme.Order, names: readonly string[], key: string): Promise<unknown> {
    return await this.finalizeOrder(order, await signingRequest(names, key));
  }
}

/**
 * A signing request in PEM with names only and no subject: a common name holds 64 characters, which
 * names may exceed.
 */
export async function signingRequest(names: readonly string[], key: string): Promise<string> {
  const [, request] = await acme.crypto.createCsr({ altNames: [...names] }, key);
  return request.toString();
}

/**
 * Handles messages at a port. The library's send function is global to the process, so only one
 * session runs at a time.
 */
export function answerAt(port: LibraryPort): void {
  let client: Client | undefined;
  let sent = Promise.withResolvers<HttpsReply | undefined>();
  const { defaults } = acme.axios as unknown as { defaults: Record<string, unknown> };
  // The session handles retries and their pauses.
  defaults.acmeSettings = { retryMaxAttempts: 0 };
  defaults.adapter = async (config: { url: string; method: string; data?: string }) => {
    sent = Promise.withResolvers();
    const method = config.method.toUpperCase() as ToSend["method"];
    port.postMessage({ kind: "send", method, url: config.url, body: config.data ?? "" });
    const reply = await sent.promise;
    // The library passes on an error without `config` unchanged.
    if (reply === undefined) throw new Error("nothing came back");
    return {
      status: reply.status,
      statusText: "",
      headers: { ...reply.headers },
      data: reply.text,
      config,
    };
  };
  const called = (call: LibraryCall, given: readonly unknown[]) =>
    (client?.[call] as (...given: unknown[]) => unknown).apply(client, [...given]);
  port.onmessage = async ({ data }) => {
    if (data.kind === "reply") return sent.resolve(data.reply);
    if (data.kind === "client") return void (client = new Client(data));
    try {
      port.postMessage({ kind: "gave", value: await called(data.call, data.given) });
    } catch {
      port.postMessage({ kind: "failed" });
    }
  };
}
