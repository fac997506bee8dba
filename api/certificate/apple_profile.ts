/** Helpers for Apple configuration profiles, used for trust and for encrypted DNS. */
import { createHash } from "node:crypto";

/** The media type of a configuration profile. */
export const PROFILE_TYPE = "application/x-apple-aspen-config";

/**
 * The UUID of a payload, derived from a text, so that a newer profile replaces the previous one
 * (RFC 9562 5.8).
 */
export function payloadUuid(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = bytes[6] & 0x0f | 0x80;
  bytes[8] = bytes[8] & 0x3f | 0x80;
  return bytes.toString("hex").toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The first certificate of a PEM text as DER, the format that devices accept. */
export function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(/-----BEGIN CERTIFICATE-----([^-]*)/.exec(pem)?.[1] ?? "");
}
