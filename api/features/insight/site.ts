/** Which questions are about sites: somebody who uses a device asks for them, whatever it asks at home by itself. */
import type { Observation } from "../../../resolver/protocol.ts";

/** Endings of names of the home, of machines among themselves, and of nowhere (A 7.2.3). */
const HOME_ENDINGS = new Set([
  ...["arpa", "lan", "home", "local", "internal", "corp", "localdomain", "intranet", "private", "invalid"],
  ...["localhost", "onion", "alt"],
]);

/** Whether a device asked for a name that is neither the box nor of the home, answered or not. */
export function isSite({ name, status, transport }: Observation): boolean {
  if (status === "local" || transport === "ask") return false;
  const dot = name.lastIndexOf(".");
  return dot > 0 && !HOME_ENDINGS.has(name.slice(dot + 1));
}
