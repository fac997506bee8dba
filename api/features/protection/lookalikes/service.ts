/**
 * Look-alike names as the main thread handles them: the names that the household asks most, the
 * ages that the resolver wants, alerts, and what was found (A 7.5).
 */
import { concernsLookalike, isLookalikeOrigin } from "../../../../policy/decide/lookalike.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import {
  lookalikeDetail,
  readLookalikeDetail,
} from "../../../../policy/lookalikes/alert_detail.ts";
import { type Lookalike, LookalikeIndex } from "../../../../policy/lookalikes/index.ts";
import { readableName } from "../../../../policy/lookalikes/readable.ts";
import { looksAlike } from "../../../../policy/lookalikes/reading.ts";
import { registrableDomain } from "../../../../policy/lookalikes/registrable.ts";
import type { ResolverSettings } from "../../../../policy/snapshot/settings.ts";
import type { Observation, ResolverHandle } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { Alerts } from "../../../events/alerts.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { DomainAges } from "./ages.ts";
import type { LookalikeTables } from "./table.ts";

/** A domain and how often it was asked. */
interface AskedName {
  readonly key: string;
  readonly count: number;
}

/** Dependencies of the service. */
export interface LookalikeOptions {
  readonly tables: LookalikeTables;
  readonly ages: Pick<DomainAges, "find">;
  readonly resolver: Pick<ResolverHandle, "onAgeWanted" | "tellAge">;
  readonly alerts: Pick<Alerts, "page">;
  readonly settings: () => ResolverSettings;
  /** The names that were asked most in 30 days, and how often which of them were blocked. */
  readonly mostAsked: (kind: "name" | "blocked") => Promise<readonly AskedName[]>;
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  readonly raise: RaiseAlert;
  /** Called when the most asked names changed, to publish the policy. */
  readonly changed: () => void | Promise<void>;
  readonly runtime: Runtime;
}

/** A look-alike that was blocked or reported. */
export interface FoundLookalike {
  /** The name that imitates, as asked and as people read it. */
  readonly name: string;
  readonly readable: string;
  /** Its domain, or the name itself for a label of another domain. */
  readonly domain: string;
  readonly imitates: string;
  readonly kind: string;
  /** Whether its letters only look like those of the imitated name. */
  readonly alike: boolean;
  readonly young: boolean;
  readonly blocked: boolean;
  /** Unix milliseconds of the last time, and how often it was asked in the time of the list. */
  readonly last: number;
  readonly count: number;
  /** The devices that asked for it, 0 = an unknown one. */
  readonly devices: readonly number[];
}

const { visitedNames: MOST_VISITED, youngDays: YOUNG_DAYS, foundDays: FOUND_DAYS } =
  LIMITS.lookalikes;
const DAY = 86_400_000;
/** Alerts that are read for the list. */
const MOST_ALERTS = 2000;

/** The service. */
export class LookalikeService {
  readonly #options: LookalikeOptions;
  /** The index for the names with this key. */
  #index: { readonly key: string; readonly index: LookalikeIndex } | undefined;
  #visited: readonly string[] = [];

  constructor(options: LookalikeOptions) {
    this.#options = options;
    options.resolver.onAgeWanted((domain) => void this.#tellAge(domain));
  }

  /** Number of protected services of the catalogue. */
  get protectedCount(): number {
    return this.#current().protectedCount;
  }

  /** Raises alerts for look-alikes that were blocked or reported; never waits. */
  observe(batch: readonly Observation[]): void {
    for (const seen of batch) {
      if (seen.transport === "ask" || !isLookalikeOrigin(seen.origin)) continue;
      this.#raise(seen);
    }
  }

  /** The domains that the household asks most, for the snapshot. */
  async rows(): Promise<readonly string[]> {
    const visited = await this.#options.tables.visited();
    // The array stays the same while its content does.
    if (JSON.stringify(visited) !== JSON.stringify(this.#visited)) this.#visited = visited;
    return this.#visited;
  }

  /** Finds the domains that the household asks most (task `lookalike.visited`). */
  async readVisited(): Promise<void> {
    const { tables, changed, mostAsked } = this.#options;
    const before = await this.rows();
    const [names, blocked] = await Promise.all([mostAsked("name"), mostAsked("blocked")]);
    const visited = mostVisited(names, blocked);
    if (JSON.stringify(visited) === JSON.stringify(before)) return;
    await tables.storeVisited(visited);
    await changed();
  }

  /** Look-alikes blocked or reported in the last 30 days and not allowed now, newest first. */
  async found(): Promise<FoundLookalike[]> {
    const { alerts, runtime } = this.#options;
    const from = runtime.now() - FOUND_DAYS * DAY;
    const index = this.#current();
    const found = new Map<string, FoundLookalike>();
    for (const alert of await alerts.page({ kind: "lookalike", from }, MOST_ALERTS)) {
      const { name: asked, imitates, kind, isYoung } = readLookalikeDetail(alert.detail);
      const { name: domain } = alert;
      if (index.isAllowed(asked)) continue;
      const key = `${domain} ${imitates}`;
      const known = found.get(key);
      // Alerts come newest first.
      const name = known?.name ?? asked;
      found.set(key, {
        name,
        readable: readableName(name),
        domain,
        imitates,
        kind,
        alike: imitates !== "" && looksAlike(name, imitates),
        young: isYoung || known?.young === true,
        blocked: kind === "homograph" || isYoung || known?.blocked === true,
        last: Math.max(alert.last, known?.last ?? 0),
        count: alert.count + (known?.count ?? 0),
        devices: [...new Set([...known?.devices ?? [], alert.deviceId])],
      });
    }
    return [...found.values()].sort((a, b) => b.last - a.last);
  }

  #raise({ client, name, status }: Observation): void {
    const { deviceAt, raise, settings } = this.#options;
    const found = this.#current().findText(name);
    if (found === undefined || !concernsLookalike(name, found, settings())) return;
    const isYoung = status === "blocked" && found.kind !== "homograph";
    raise({
      kind: "lookalike",
      deviceId: deviceAt(client),
      name: found.domain,
      detail: detailOf(found, name, isYoung),
    });
  }

  async #tellAge(domain: string): Promise<void> {
    const { ages, resolver, runtime } = this.#options;
    const { days, until } = await ages.find(domain, "lookalike");
    const isYoung = days >= 0 && days < YOUNG_DAYS;
    const left = until - runtime.now();
    // What is young now is not for the whole time.
    const growsOld = isYoung ? (YOUNG_DAYS - days) * DAY : left;
    resolver.tellAge(domain, isYoung, Math.max(1000, Math.min(left, growsOld)));
  }

  #current(): LookalikeIndex {
    const { lookalikeAllowed: allowed } = this.#options.settings();
    const visited = this.#visited;
    const key = JSON.stringify([visited, allowed]);
    if (this.#index?.key !== key) {
      this.#index = { key, index: new LookalikeIndex({ visited, allowed }) };
    }
    return this.#index!.index;
  }
}

/**
 * The detail of an alert: name|imitated|kind[|young]. A protected name in front of another domain is
 * seen only in the name that was asked; otherwise the domain itself imitates.
 */
function detailOf({ domain, imitates, kind }: Lookalike, asked: string, isYoung: boolean): string {
  const name = kind === "brandsub" && !asked.includes("|") ? asked : domain;
  return lookalikeDetail({ name, imitates, kind, isYoung });
}

/**
 * The registrable domains behind names, the most asked first. What was blocked does not count: a
 * look-alike would become a domain that the household visits.
 */
export function mostVisited(
  names: readonly AskedName[],
  blocked: readonly AskedName[] = [],
): string[] {
  const counts = new Map<string, number>();
  const count = (key: string, by: number) => {
    const domain = registrableDomain(key.toLowerCase());
    if (domain !== "") counts.set(domain, (counts.get(domain) ?? 0) + by);
  };
  for (const { key, count: times } of names) count(key, times);
  for (const { key, count: times } of blocked) count(key, -times);
  return [...counts].filter(([, times]) => times > 0)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MOST_VISITED)
    .map(([domain]) => domain);
}
