/**
 * Finds the forwarded domains that belong to the home. They are computed for each snapshot because
 * answering threads have no suffix list.
 */
import { isHomeName } from "../lists/public_suffix.ts";
import { forwardedSuffixes } from "./local_index.ts";
import type { ResolverSettings } from "./settings.ts";

/** The domains in upstream lines that only the network of a home can resolve, without `*.`. */
export function homeDomains(
  settings: Pick<ResolverSettings, "upstreams" | "localDomain">,
): string[] {
  return forwardedSuffixes(settings).filter((name) => isHomeName(name, settings.localDomain));
}
