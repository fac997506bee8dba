/**
 * Which queries are about sites. Use by a person causes them, while a device queries names of the
 * home automatically.
 */
import { isHomeName } from "../../../policy/lists/public_suffix.ts";
import type { Observation } from "../../../resolver/protocol.ts";

/**
 * Endings of names that are not sites: home names, names between machines, and special-use names
 * (A 7.2.3).
 */
const HOME_ENDINGS = new Set([
  "arpa",
  "lan",
  "home",
  "local",
  "internal",
  "corp",
  "localdomain",
  "intranet",
  "private",
  "invalid",
  "localhost",
  "onion",
  "alt",
]);

/**
 * Origins of search engines and video sites in their safe form: the box answers, but the target
 * is on the Internet.
 */
const SAFE_FORM = "safe-search:";

/**
 * Whether a device got an answer from the Internet: not blocked, not failed, and not answered by
 * the box itself.
 */
export function isAnswered({ status, origin, transport }: Observation): boolean {
  if (transport === "ask" || status === "blocked" || status === "failed") return false;
  return status !== "local" || origin.startsWith(SAFE_FORM);
}

/** Whether a device queried a name that is neither the box nor a home name, answered or not. */
export function isSite({ name, status, origin, transport }: Observation): boolean {
  // A test query that a user starts on a page of the box does not come from the device.
  if (transport === "ask" || status === "local" && !origin.startsWith(SAFE_FORM)) return false;
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  // Routers use names below a public suffix; this is checked only where the ending can belong to
  // a router alone.
  return dot > 0 && !HOME_ENDINGS.has(ending) && !(ending === "box" && isHomeName(name, ""));
}
