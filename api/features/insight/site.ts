/** Which questions are about sites: somebody who uses a device asks for them, whatever it asks at home by itself. */
import { isHomeName } from "../../../policy/lists/suffix.ts";
import type { Observation } from "../../../resolver/protocol.ts";

/** Endings of names of the home, of machines among themselves, and of nowhere (A 7.2.3). */
const HOME_ENDINGS = new Set([
  ...[
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
  ],
  ...["localhost", "onion", "alt"],
]);

/** Origins of search engines and video sites that are answered with their safe form, by the box and yet of the Internet. */
const SAFE_FORM = "safe-search:";

/** Whether a device got an answer of the Internet: nothing that was blocked, that failed, or that the box answered by itself. */
export function isAnswered({ status, origin, transport }: Observation): boolean {
  if (transport === "ask" || status === "blocked" || status === "failed") return false;
  return status !== "local" || origin.startsWith(SAFE_FORM);
}

/** Whether a device asked for a name that is neither the box nor of the home, answered or not. */
export function isSite({ name, status, origin, transport }: Observation): boolean {
  // What somebody tries on a page of the box is not asked by the device.
  if (transport === "ask" || status === "local" && !origin.startsWith(SAFE_FORM)) return false;
  const dot = name.lastIndexOf("."), ending = name.slice(dot + 1);
  // Routers give names below a public suffix, which is looked at where it can be one of theirs alone.
  return dot > 0 && !HOME_ENDINGS.has(ending) && !(ending === "box" && isHomeName(name, ""));
}
