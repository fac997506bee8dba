/** Which of the domains that are forwarded belong to the home; worked out for a snapshot, since no thread that answers holds suffixes. */
import { isHomeName } from "../lists/suffix.ts";
import { forwardedDomains } from "./local_index.ts";
import type { ResolverSettings } from "./settings.ts";

/** Of the domains that upstream lines name, those that only the network of a home can know, without `*.`. */
export function homeDomains(
  settings: Pick<ResolverSettings, "upstreams" | "localDomain">,
): string[] {
  const names = forwardedDomains(settings).map((domain) =>
    domain.startsWith("*.") ? domain.slice(2) : domain
  );
  return names.filter((name) => isHomeName(name, settings.localDomain));
}
