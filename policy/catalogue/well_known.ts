/**
 * Domains of well-known services. No other party can answer for names below them, whichever client
 * queries these.
 */
import { registrableDomain } from "../lookalikes/registrable.ts";
import { HEALING_NAMES } from "./healing.ts";
import { SERVICES } from "./services.ts";

/**
 * Computed at the first use: threads that answer start sooner, and read no table of suffixes until a
 * name is suspected.
 */
let known: ReadonlySet<string> | undefined;

/** Services used to carry data past a filter are excluded. */
function readKnown(): ReadonlySet<string> {
  const services = SERVICES.filter(({ group }) => group !== "privacy");
  const names = [...services.flatMap(({ domains }) => domains), ...HEALING_NAMES];
  return new Set(names.map(registrableDomain));
}

/** Whether a registrable domain, lower case, belongs to a well-known service. */
export function isWellKnown(domain: string): boolean {
  known ??= readKnown();
  return known.has(domain);
}
