/**
 * Signed envelopes: a payload with its type and Ed25519 signatures (RFC 8032), in the form of DSSE.
 * The type is signed too, so that a document of one kind is never taken for another.
 */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { base64Bytes, recordOf, textOf } from "./fields.ts";
import { malformed } from "./refusal.ts";

/** A payload with its signatures. */
export interface Envelope {
  readonly payloadType: string;
  /** Base64 of the payload. */
  readonly payload: string;
  readonly signatures: readonly { readonly sig: string }[];
}

/** Bytes of a public key and of a signature. */
export const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Maximum number of signatures that are tried. */
const MOST_SIGNATURES = 8;

/** The bytes that are signed: DSSE's pre-authentication encoding. */
function signedBytes(type: string, payload: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(
    `DSSEv1 ${new TextEncoder().encode(type).length} ${type} ${payload.length} `,
  );
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}

/** Signs a text with a private key. */
export function sealEnvelope(payloadType: string, text: string, key: KeyObject): Envelope {
  const payload = new TextEncoder().encode(text);
  const sig = sign(null, signedBytes(payloadType, payload), key);
  return {
    payloadType,
    payload: payload.toBase64(),
    signatures: [{ sig: new Uint8Array(sig).toBase64() }],
  };
}

/** Reads an envelope. Throws an UpdateError for another form. */
export function readEnvelope(value: unknown): Envelope {
  const fields = recordOf(value, ["payloadType", "payload", "signatures"], "the envelope");
  const { signatures } = fields;
  if (!Array.isArray(signatures) || signatures.length > MOST_SIGNATURES) {
    throw malformed("the envelope has no list of signatures");
  }
  return {
    payloadType: textOf(fields.payloadType, 100, "the type of the envelope"),
    payload: textOf(fields.payload, 400_000, "the payload"),
    signatures: signatures.map((one) => {
      const { sig } = recordOf(one, ["sig"], "a signature", ["keyid"]);
      return { sig: textOf(sig, 200, "a signature") };
    }),
  };
}

/**
 * Returns the text of an envelope that one of the keys signed; undefined = none of them did. Keys
 * are raw public keys.
 */
export function openEnvelope(
  envelope: Envelope,
  payloadType: string,
  keys: readonly Uint8Array[],
): string | undefined {
  if (envelope.payloadType !== payloadType) return undefined;
  const payload = base64Bytes(envelope.payload, "the payload");
  const signed = signedBytes(payloadType, payload);
  const isSigned = envelope.signatures.some(({ sig }) => {
    const signature = base64Bytes(sig, "a signature");
    return signature.length === SIGNATURE_BYTES &&
      keys.some((key) => verify(null, signed, publicKeyObject(key), signature));
  });
  return isSigned ? new TextDecoder().decode(payload) : undefined;
}

/** The key object of a raw public key. */
function publicKeyObject(key: Uint8Array): KeyObject {
  const x = key.toBase64({ alphabet: "base64url", omitPadding: true });
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

/** The raw public key of a key object. Throws an Error for another kind of key. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType !== "ed25519") {
    throw new Error(`The key signs with ${key.asymmetricKeyType}; Ed25519 is needed`);
  }
  const { x = "" } = createPublicKey(key).export({ format: "jwk" }) as { x?: string };
  return Uint8Array.fromBase64(x, { alphabet: "base64url" });
}
