/**
 * Whether a device behaves: what it contacts for the first time, in which countries that is, and
 * which alerts there are about it. Everything follows from the journal and the alerts.
 */
import { companyOf } from "../../../../policy/catalogue/companies.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { registrableDomain } from "../../../../policy/lookalikes/registrable.ts";
import { ServiceNames } from "../../../../policy/snapshot/service_names.ts";
import type { AlertKind } from "../../../events/alert_kinds.ts";
import type { Contact, Contacts } from "../journal/service.ts";

/** Kinds of alerts that say something about the behaviour of a device. */
export const SIGNS = [
  "spyware",
  "tunnel",
  "malicious",
  "random_names",
  "beacon",
  "lookalike",
  "rebinding",
  "restricted",
  "remote",
  "bypass.names",
] as const satisfies readonly AlertKind[];
/** A kind of `SIGNS`. */
export type Sign = typeof SIGNS[number];

/**
 * How a device behaves. `look` = it has unacknowledged alerts, `unrecorded` = its queries are not
 * recorded, `silent` = it contacted nothing, `learning` = it is not known long enough to compare,
 * `changed` = something is new for a device that always does the same, `acknowledged` = all its
 * alerts were acknowledged, `quiet` = none of these.
 */
export const VERDICTS = [
  "look",
  "unrecorded",
  "silent",
  "learning",
  "changed",
  "acknowledged",
  "quiet",
] as const;
/** A verdict of `VERDICTS`. */
export type Verdict = typeof VERDICTS[number];

/** A registrable domain that a device contacted. */
export interface ContactedDomain {
  readonly domain: string;
  /** Unix milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** One address for each name that has one, up to `MOST_ADDRESSES`. */
  readonly addresses: readonly string[];
  /** Identifier of the service of the catalogue that it belongs to; "" = none. */
  readonly service: string;
}

/** What is new about the contacts of a device. */
export interface Novelty {
  /** Whether the device is known long enough before `since`. */
  readonly isComparable: boolean;
  /** Domains that were contacted since then, and the ones among them that are new. */
  readonly recent: readonly ContactedDomain[];
  readonly fresh: readonly ContactedDomain[];
  readonly before: readonly ContactedDomain[];
}

const DAY = 86_400_000;
/** Kinds of devices that contact the same places for years. */
const STEADY: ReadonlySet<string> = new Set([
  "tv",
  "speaker",
  "camera",
  "printer",
  "nas",
  "router",
  "appliance",
  "iot",
]);

/** Addresses of a domain: a domain of 20,000 names is in the same countries as 100 of them. */
const MOST_ADDRESSES = 100;
/** Names that are read before others get a turn: 500 take some milliseconds. */
const AT_ONCE = 500;

/**
 * What is new since a time in Unix milliseconds. Many names are read in parts; `pause` lets other
 * requests run in between.
 */
export async function noveltyOf(
  { names, since: known }: Contacts,
  since: number,
  pause: () => Promise<void>,
): Promise<Novelty> {
  const found = new Map<string, Collected>();
  const services = new ServiceNames();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    if (at > 0) await pause();
    addDomains(found, names.slice(at, at + AT_ONCE), services);
  }
  const domains = [...found.values()].sort(byTime);
  const isComparable = known > 0 && known <= since - DAY;
  return {
    isComparable,
    recent: domains.filter(({ last }) => last >= since),
    fresh: isComparable ? domains.filter(({ first }) => first >= since) : [],
    before: domains.filter(({ first }) => first < since),
  };
}

/** The newest first. */
function byTime(a: ContactedDomain, b: ContactedDomain): number {
  return b.first - a.first || (a.domain < b.domain ? -1 : 1);
}

/** A domain whose addresses are still being added. */
interface Collected extends ContactedDomain {
  readonly addresses: string[];
}

/** Adds the registrable domains behind names. Names of the home have none. */
function addDomains(
  domains: Map<string, Collected>,
  names: readonly Contact[],
  services: ServiceNames,
): void {
  for (const { name, first, last, count, answer } of names) {
    const domain = registrableDomain(name);
    if (domain === "") continue;
    const known = domains.get(domain);
    const addresses = known?.addresses ?? [];
    const address = addresses.length < MOST_ADDRESSES ? addressOf(answer) : "";
    if (address !== "" && !addresses.includes(address)) addresses.push(address);
    domains.set(domain, {
      domain,
      first: Math.min(first, known?.first ?? first),
      last: Math.max(last, known?.last ?? last),
      count: count + (known?.count ?? 0),
      addresses,
      service: known?.service || (services.of(name)?.id ?? ""),
    });
  }
}

/** The first address in an answer of the journal; the others are nearly always in its country. */
function addressOf(answer: string): string {
  return answer.split(", ").find((text) => parseAddress(text) !== undefined) ?? "";
}

/** The countries of domains, the most frequent first. */
export function countriesOf(
  domains: readonly ContactedDomain[],
  countries: ReadonlyMap<string, string>,
): { readonly country: string; readonly domains: number }[] {
  const counts = new Map<string, number>();
  for (const { addresses } of domains) {
    const found = new Set(addresses.flatMap((address) => countries.get(address) ?? []));
    for (const country of found) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].map(([country, count]) => ({ country, domains: count }))
    .sort((a, b) => b.domains - a.domains || (a.country < b.country ? -1 : 1));
}

/** The companies behind new domains that no domain before belongs to, in order. */
export function newCompanies({ before, fresh }: Pick<Novelty, "before" | "fresh">): string[] {
  const known = new Set(before.map(({ domain }) => companyOf(domain)));
  const found = new Set(fresh.map(({ domain }) => companyOf(domain)));
  return [...found].filter((company) => company !== "" && !known.has(company)).sort();
}

/** What the verdict follows from. */
export interface Facts {
  readonly kind: string;
  readonly isRecorded: boolean;
  readonly isComparable: boolean;
  readonly recent: number;
  readonly fresh: number;
  readonly newCountries: number;
  /** Alerts of `SIGNS`, and the unacknowledged ones among them. */
  readonly alerts: number;
  readonly open: number;
}

/** The verdict. */
export function verdictOf(facts: Facts): Verdict {
  if (facts.open > 0) return "look";
  if (!facts.isRecorded) return "unrecorded";
  if (facts.recent === 0) return "silent";
  if (!facts.isComparable) return "learning";
  if (STEADY.has(facts.kind) && facts.fresh + facts.newCountries > 0) return "changed";
  return facts.alerts > 0 ? "acknowledged" : "quiet";
}
