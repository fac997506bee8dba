/** A short text derived from a content, by which a client can check whether its copy is current. */
import { createHash } from "node:crypto";

/** Returns 22 characters, 132 bits of the SHA-256 of a text. */
export function contentTag(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
