/** Authenticates a signed call: checks its key, time, content, and that it is no replay (A 5.6). */
import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from "jose";
import { z } from "zod";
import { base64url, bodyDigest, SIGNED } from "../cloud/signed.ts";
import { CompanionError } from "./refusal.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import type { CompanionDatabase } from "./store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** The parts of a call that its signature covers. */
export interface ReceivedCall {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: Uint8Array;
  /** The Authorization header; empty = none. */
  readonly authorization: string;
}

/** Dependencies of SignedCalls. */
export interface SignedCallsDeps {
  readonly database: CompanionDatabase;
  /**
   * The hosts that boxes use for this service, each with its port unless it is the default port.
   */
  readonly hosts: readonly string[];
  readonly runtime: Runtime;
}

/**
 * Seconds for which a call is stored after its date: twice the accepted skew, since clocks of
 * services differ too.
 */
const KEPT = 2 * SIGNED.skew;

const payloadForm = z.strictObject({
  iat: z.int().min(0),
  method: z.string(),
  path: z.string(),
  host: z.string(),
  body: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  nonce: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  instance: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
});
const keyForm = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});
const headerForm = z.strictObject({
  alg: z.literal(SIGNED.algorithm),
  typ: z.literal(SIGNED.type),
  jwk: keyForm,
});

/** Who made a call, and when. */
export interface CallSigner {
  /** The thumbprint of the key (RFC 7638). */
  readonly key: string;
  /** The random number of the process that called. */
  readonly instance: string;
  /** Unix seconds by the clock of the box. */
  readonly time: number;
}

/** Checks signed calls. */
export class SignedCalls {
  readonly #deps: SignedCallsDeps;

  constructor(deps: SignedCallsDeps) {
    this.#deps = deps;
  }

  /** Who signed a call. Rejects with a CompanionError. */
  async check(call: ReceivedCall): Promise<CallSigner> {
    const jws = jwsOf(call.authorization);
    const { key, payload } = await verified(jws);
    if (Math.abs(payload.iat - this.#deps.runtime.now() / 1000) > SIGNED.skew) {
      throw new CompanionError(
        "clock_wrong",
        "The date of the call is more than five minutes from that of the service",
      );
    }
    if (!this.#deps.hosts.includes(payload.host)) {
      throw new CompanionError("signature_wrong", "The call was signed for another host");
    }
    if (payload.method !== call.method || payload.path !== call.path) {
      throw new CompanionError("signature_wrong", "The call was signed for another address");
    }
    if (payload.body !== await bodyDigest(call.body)) {
      throw new CompanionError("signature_wrong", "The body is not the one that was signed");
    }
    await this.#once(jws, payload.iat);
    return { key, instance: payload.instance, time: payload.iat };
  }

  /** Removes signatures whose date alone is already refused. */
  async sweep(): Promise<void> {
    await this.#deps.database.run("delete from signatures where until < ?", [
      Math.floor(this.#deps.runtime.now() / 1000),
    ]);
  }

  /**
   * Stores a call in the shared database and rejects one that is already there. The signed text
   * with its nonce is compared, because the signature has several encodings (unused bits of
   * base64url).
   */
  async #once(jws: string, iat: number): Promise<void> {
    const said = new TextEncoder().encode(jws.slice(0, jws.lastIndexOf(".")));
    const digest = await crypto.subtle.digest("SHA-256", said);
    const added = await this.#deps.database.run(
      "insert into signatures (signature, until) values (?, ?) on conflict do nothing",
      [base64url(new Uint8Array(digest)), iat + KEPT],
    );
    if (added === 0) throw new CompanionError("replayed", "This very call was made before");
  }
}

function jwsOf(authorization: string): string {
  if (authorization === "") {
    throw new CompanionError(
      "signature_missing",
      "The call must be signed with the key of a box",
    );
  }
  const [, jws] = /^Box ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/.exec(authorization) ??
    [];
  if (jws === undefined || authorization.length > COMPANION_LIMITS.signed.characters) throw wrong();
  return jws;
}

async function verified(
  jws: string,
): Promise<{ key: string; payload: z.output<typeof payloadForm> }> {
  try {
    let jwk: JWK | undefined;
    const { payload } = await compactVerify(jws, async (header) => {
      jwk = headerForm.parse(header).jwk;
      return await importJWK(jwk, SIGNED.algorithm);
    }, { algorithms: [SIGNED.algorithm] });
    const said = payloadForm.parse(
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload)),
    );
    return { key: await calculateJwkThumbprint(jwk!), payload: said };
  } catch {
    throw wrong();
  }
}

function wrong(): CompanionError {
  return new CompanionError("signature_wrong", "The signature of the call does not hold");
}
