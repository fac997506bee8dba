/**
 * Signs calls to the online service with the key of the box: a compact JWS in `Authorization: Box`
 * that covers date, method, path, host and body, and contains a nonce, so that no two calls are
 * equal (A 5.6, RFC 7515, RFC 8037).
 */
import type { BoxKey } from "./key.ts";

/** Parameters that box and service share. */
export const SIGNED = {
  /** The authentication scheme of the header. */
  scheme: "Box",
  /** `typ` of the JWS. */
  type: "box+jws",
  algorithm: "EdDSA",
  /** Seconds that the clocks of box and service may differ. */
  skew: 300,
  /** Bytes of the nonce and of the random number of a process. */
  nonce: 16,
  instance: 16,
  /** The header of a response to a box whose key another box uses too (docs/decisions/0145). */
  copiesHeader: "box-copies",
} as const;

/** The content that a signature covers. */
export interface SignedCallContent {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** As in the `Host` header: with the port unless it is the default port. */
  readonly host: string;
  readonly body: Uint8Array;
}

/** The payload of the JWS. */
export interface SignedPayload {
  /** Unix seconds. */
  readonly iat: number;
  readonly method: string;
  readonly path: string;
  readonly host: string;
  /** SHA-256 of the body, base64url. */
  readonly body: string;
  readonly nonce: string;
  /** The random number of the calling process, by which copies of a key are detected. */
  readonly instance: string;
}

/** The SHA-256 of a body, base64url without padding. */
export async function bodyDigest(body: Uint8Array): Promise<string> {
  return base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>)),
  );
}

/** Bytes in base64url without padding (RFC 7515 2). */
export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * The value of the `Authorization` header for a call. `nonce` is unpredictable bytes; `instance` is
 * the random number of this process.
 */
export async function signCall(
  { privateKey, publicKey }: BoxKey,
  { method, path, host, body }: SignedCallContent,
  { seconds, nonce, instance }: {
    readonly seconds: number;
    readonly nonce: Uint8Array;
    readonly instance: Uint8Array;
  },
): Promise<string> {
  const { CompactSign } = await import("jose");
  const digest = await bodyDigest(body);
  const payload: SignedPayload = {
    iat: seconds,
    method,
    path,
    host,
    body: digest,
    nonce: base64url(nonce),
    instance: base64url(instance),
  };
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: SIGNED.algorithm, typ: SIGNED.type, jwk: { ...publicKey } })
    .sign(privateKey);
  return `${SIGNED.scheme} ${jws}`;
}
