/**
 * The domain by which restricted mode knows a name (A 7.2.1), and the names of the home that it never
 * blocks (A 7.2.3).
 */
import { isPublicEnding, registrableWithProviders } from "../lookalikes/registrable.ts";
import { isTextWithin } from "../model/name.ts";
import { homeSuffixes } from "../snapshot/local_index.ts";
import type { ResolverSettings } from "../snapshot/settings.ts";

/** Endings that the public suffix list may hold, or get one day, and that mean a home. */
const HOME_ENDINGS: ReadonlySet<string> = new Set([
  "arpa",
  "lan",
  "home",
  "local",
  "internal",
  "corp",
  "localdomain",
  "intranet",
  "private",
  "test",
  "invalid",
  "example",
]);

/** The settings that name domains of the home. */
export type HomeSettings = Pick<
  ResolverSettings,
  "localDomain" | "encrypted" | "serviceDomains" | "upstreams"
>;

/**
 * The registrable domain of a name, lower-case text, with private suffixes. A name that is a public
 * suffix itself is its own domain. "" = a name of the home, which is neither learned nor blocked.
 */
export function restrictedDomain(name: string, settings: HomeSettings): string {
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  if (dot < 0 || HOME_ENDINGS.has(ending) || !isPublicEnding(ending)) return "";
  const isHome = homeDomainsOf(settings).some((domain) => isTextWithin(name, domain));
  return isHome ? "" : registrableWithProviders(name);
}

/** The domains of the home of settings, read from them once. */
const known = new WeakMap<HomeSettings, readonly string[]>();

function homeDomainsOf(settings: HomeSettings): readonly string[] {
  let domains = known.get(settings);
  if (domains === undefined) known.set(settings, domains = readHomeDomains(settings));
  return domains;
}

/** The domains of the home, and those of the box. */
function readHomeDomains(settings: HomeSettings): readonly string[] {
  const { encrypted, serviceDomains } = settings;
  const own = [encrypted.name, ...serviceDomains].filter((domain) => domain !== "");
  return [...homeSuffixes(settings), ...own];
}
