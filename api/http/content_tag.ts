/**
 * A short text that changes with a content, so that a client can check whether its copy is current.
 */
import { createHash } from "node:crypto";

/** 22 letters, 132 bits of the SHA-256 of a text. */
export function contentTag(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
