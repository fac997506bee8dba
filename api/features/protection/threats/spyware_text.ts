/** Reads a list of spyware servers: one name per line, or a hosts file. */
import { HEALING_NAMES } from "../../../../policy/catalogue/healing.ts";
import { POPULAR_NAMES } from "../../../../policy/catalogue/popular_names.ts";
import { PROTECTED_NAMES } from "../../../../policy/catalogue/protected_names.ts";
import {
  SHARED_SERVER,
  SPYWARE_EXCEPTIONS,
  SPYWARE_HOSTS,
  SPYWARE_NAMES,
} from "../../../../policy/catalogue/spyware_names.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { hostNameFromText } from "../../../../policy/lists/host_name.ts";
import { isAnyPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { domainsOf } from "../../../../policy/model/name.ts";

/** The names of a list. */
export interface SpywareText {
  /** In the order of the list, each once. */
  readonly names: readonly string[];
  /** Whether there are more entries than the box reads, repeated and useless ones included. */
  readonly isTooLong: boolean;
}

const { names: MOST } = LIMITS.spyware;

/**
 * Reads the text of a list. Public suffixes, names that nearly everybody uses, names of well-known
 * services and of updates, and the exceptions of the catalogue are left out, because a mistake of
 * the publisher would block what is needed.
 */
export function readSpywareText(text: string): SpywareText {
  const names = new Set<string>();
  let entries = 0;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    for (const entry of entriesOf(line)) {
      if (++entries > MOST) return { names: [...names], isTooLong: true };
      const name = hostNameFromText(entry);
      if (name !== undefined && !isNeeded(name)) names.add(name);
    }
  }
  return { names: [...names], isTooLong: false };
}

function entriesOf(line: string): string[] {
  const words = line.replace(/#.*/, "").trim().split(/\s+/);
  const isHosts = parseAddress(words[0]) !== undefined;
  // Several words that begin with no address are prose, such as an error of a server.
  if (!isHosts && words.length > 1) return [];
  return words.slice(isHosts ? 1 : 0).filter((word) => word !== "");
}

function isNeeded(name: string): boolean {
  return !name.includes(".") || isAnyPublicSuffix(name) ||
    popularSuffixes().has(name.replace(/^www\./, "")) || SHARED_SERVER.test(name) ||
    domainsOf(name).some((domain) => trustedDomains().has(domain));
}

let popular: ReadonlySet<string> | undefined;
let trusted: ReadonlySet<string> | undefined;

/** Names that everybody needs, and all their parent domains. */
function popularSuffixes(): ReadonlySet<string> {
  return popular ??= new Set(
    [...POPULAR_NAMES, ...SPYWARE_HOSTS, ...neededNames()].flatMap(domainsOf),
  );
}

/**
 * Domains that are left out with their subdomains. Hosting companies are not among them, because
 * spyware may use a customer's name below theirs.
 */
function trustedDomains(): ReadonlySet<string> {
  if (trusted === undefined) {
    const hosts = new Set(SPYWARE_NAMES.flatMap(domainsOf));
    trusted = new Set([...SPYWARE_EXCEPTIONS, ...neededNames().filter((name) => !hosts.has(name))]);
  }
  return trusted;
}

/** The names of well-known services and of updates. */
function neededNames(): string[] {
  return [...HEALING_NAMES, ...PROTECTED_NAMES.flatMap(({ domains }) => domains)];
}
