/** Domains that belong to services that everybody knows: nobody else can make them answer, whoever asks for names below them. */
import { registrableName } from "../lists/suffix.ts";
import { HEALING_NAMES } from "./healing.ts";
import { SERVICES } from "./services.ts";

/** Services that get data past a filter by trade are left out. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...SERVICES.filter(({ group }) => group !== "privacy").flatMap(({ domains }) => domains),
    ...HEALING_NAMES,
  ]
    .map(registrableName),
);

/** Whether a registrable domain, lower case, belongs to a service that everybody knows. */
export function isWellKnown(domain: string): boolean {
  return KNOWN.has(domain);
}
