/**
 * Domains that are no sign of an attack however often or regularly a device asks for them: popular
 * ones, those of known services and updates, protected names (A 7.4.4).
 */
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import { PROTECTED_NAMES } from "../catalogue/protected_names.ts";
import { isWellKnown } from "../catalogue/well_known.ts";
import { registrableDomain } from "../lookalikes/registrable.ts";

/** Computed at the first use, so that a start does not wait for it. */
let popular: ReadonlySet<string> | undefined;

function readPopular(): ReadonlySet<string> {
  const names = PROTECTED_NAMES.flatMap(({ domains }) => domains);
  return new Set([...POPULAR_NAMES, ...names.map(registrableDomain)]);
}

/**
 * Whether a registrable domain, lower case, is known. A customer of a popular provider is not: it
 * is a domain of its own, such as `someone.github.io`.
 */
export function isKnownDomain(domain: string): boolean {
  popular ??= readPopular();
  return popular.has(domain) || isWellKnown(domain);
}
