/**
 * Domains of well-known services. No other party can answer for names below them, whichever client
 * queries these.
 */
import { registrableDomain } from "../lookalikes/registrable.ts";
import { HEALING_NAMES } from "./healing.ts";
import { SERVICES } from "./services.ts";

/** Services used to carry data past a filter are excluded. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...SERVICES.filter(({ group }) => group !== "privacy").flatMap(({ domains }) => domains),
    ...HEALING_NAMES,
  ]
    .map(registrableDomain),
);

/** Whether a registrable domain, lower case, belongs to a well-known service. */
export function isWellKnown(domain: string): boolean {
  return KNOWN.has(domain);
}
