/** What speaks ACME (RFC 8555): the library acme-client. It sends nothing itself: it asks the other end to send, one request at a time. */
import acme from "acme-client";
import type { HttpsReply } from "../../https_call.ts";
import type { ExternalAccount } from "../source.ts";

/** What of the library may be called. */
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

/** What it is told: for whom it speaks from now on, a call, or what came back for what it asked to send; undefined = nothing. */
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

/** What it says to a call or a reply: something to send first, what the call gave, or that it came to nothing. */
export type FromLibrary = ToSend | { readonly kind: "gave"; readonly value: unknown } | {
  readonly kind: "failed";
};

/** One end of a conversation with the library. */
export interface LibraryPort {
  postMessage(message: FromLibrary): void;
  onmessage: ((event: MessageEvent<ToLibrary>) => void) | null;
}

/** The library with what the box adds to it. */
class Client extends acme.Client {
  constructor({ directory, key, account, external }: Extract<ToLibrary, { kind: "client" }>) {
    super({
      directoryUrl: directory,
      accountKey: key,
      ...(account === "" ? {} : { accountUrl: account }),
      ...(external &&
        { externalAccountBinding: { kid: external.keyId, hmacKey: external.hmacKey } }),
    });
    // Who sends counts nonces that are refused.
    (this as unknown as { http: { maxBadNonceRetries: number } }).http.maxBadNonceRetries =
      Infinity;
  }

  /** Has the certificate of an order signed, for these names and this key. */
  async signOrder(order: acme.Order, names: readonly string[], key: string): Promise<unknown> {
    return await this.finalizeOrder(order, await signingRequest(names, key));
  }
}

/** A signing request in PEM for names alone, without a subject: a common name holds 64 characters, which names may exceed. */
export async function signingRequest(names: readonly string[], key: string): Promise<string> {
  const [, request] = await acme.crypto.createCsr({ altNames: [...names] }, key);
  return request.toString();
}

/** Answers at a port. What the library sends with is one of the process: one conversation at a time. */
export function answerAt(port: LibraryPort): void {
  let client: Client | undefined;
  let sent = Promise.withResolvers<HttpsReply | undefined>();
  const { defaults } = acme.axios as unknown as { defaults: Record<string, unknown> };
  // Tries and the pauses between them are of who sends.
  defaults.acmeSettings = { retryMaxAttempts: 0 };
  defaults.adapter = async (config: { url: string; method: string; data?: string }) => {
    sent = Promise.withResolvers();
    const method = config.method.toUpperCase() as ToSend["method"];
    port.postMessage({ kind: "send", method, url: config.url, body: config.data ?? "" });
    const reply = await sent.promise;
    // An error without `config` goes through the library untouched.
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
