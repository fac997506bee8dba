/**
 * The ages of domains, from the online service (A 7.5.5): asked rarely, kept for days, and unknown
 * in every case of doubt.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { CloudClient } from "../../../cloud/client.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { AgePurpose, LookalikeTables, StoredAge } from "./table.ts";

/** Dependencies of the ages. */
export interface DomainAgesOptions {
  readonly tables: LookalikeTables;
  readonly cloud: Pick<CloudClient, "call" | "isSet">;
  /** Whether the household lets the box ask (setting `lookalike_ask`). */
  readonly asks: () => boolean;
  /** Whether the box knows the time; without it ages are unknown. */
  readonly timeKnown: () => boolean;
  readonly runtime: Runtime;
}

/** What is known of the age of a domain. */
export interface DomainAge {
  /** Days since its registration, rounded down; -1 = unknown. */
  readonly days: number;
  /** Unix milliseconds until which this holds. */
  readonly until: number;
}

/** A question to the online service. */
interface AskedQuestion {
  /** Unix milliseconds. */
  readonly asked: number;
  readonly purpose: string;
}

const {
  ageKept: KEPT,
  ageUnknownKept: UNKNOWN_KEPT,
  ageQuestionsPerHour: PER_HOUR,
  ageQuestionsForBeacons: FOR_BEACONS,
} = LIMITS.lookalikes;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds after which the switch, the service and the clock are looked at again. */
const NOT_ASKED = 60_000;
/** Unix seconds of 1985-01-01: the first domains of the DNS were registered that year. */
const FIRST_DOMAINS = Date.UTC(1985, 0, 1) / 1000;

/** Asks for ages. */
export class DomainAges {
  readonly #options: DomainAgesOptions;
  readonly #running = new Map<string, Promise<DomainAge>>();
  /** Questions of the last hour; those of before the start are read once. */
  #asked: Promise<AskedQuestion[]> | undefined;

  constructor(options: DomainAgesOptions) {
    this.#options = options;
  }

  /** Whether the household lets the box ask, and there is a service to ask. */
  get isOn(): boolean {
    const { asks, cloud } = this.#options;
    return asks() && cloud.isSet;
  }

  /** The age of a registrable domain. Never rejects. */
  find(domain: string, purpose: AgePurpose): Promise<DomainAge> {
    const running = this.#running.get(domain);
    if (running !== undefined) return running;
    const found = this.#find(domain, purpose).finally(() => this.#running.delete(domain));
    this.#running.set(domain, found);
    return found;
  }

  async #find(domain: string, purpose: AgePurpose): Promise<DomainAge> {
    const { tables, timeKnown, runtime } = this.#options;
    const now = runtime.now();
    if (!this.isOn || !timeKnown()) return { days: -1, until: now + NOT_ASKED };
    const stored = await tables.age(domain).catch(() => undefined);
    // A clock that was ahead stored times that are now in the future.
    const holds = stored !== undefined && stored.asked <= now && this.#endOf(stored) > now;
    if (holds) return this.#ageOf(stored, now);
    const free = await this.#takeQuestion(purpose, now);
    if (free > now) return { days: -1, until: free };
    const created = await this.#ask(domain).catch(() => 0);
    const age = { created, asked: now };
    await tables.storeAge(domain, age, purpose, now - KEPT * 1000).catch(() => {});
    return this.#ageOf(age, runtime.now());
  }

  /** Counts a question, and returns when the next one may be asked: now or later. */
  async #takeQuestion(purpose: AgePurpose, now: number): Promise<number> {
    const all = await (this.#asked ??= this.#options.tables.askedSince(now - HOUR).catch(() => []));
    const recent = all.filter(({ asked }) => asked > now - HOUR && asked <= now);
    all.splice(0, all.length, ...recent);
    const same = recent.filter((one) => one.purpose === purpose);
    const limits = [
      { of: recent, most: PER_HOUR },
      { of: purpose === "beacon" ? same : [], most: FOR_BEACONS },
    ];
    const full = limits.find(({ of, most }) => of.length >= most);
    if (full !== undefined) return full.of[full.of.length - full.most].asked + HOUR;
    all.push({ asked: now, purpose });
    return now;
  }

  /** Unix seconds of the registration according to the online service; 0 = unknown. */
  async #ask(domain: string): Promise<number> {
    const { cloud, runtime } = this.#options;
    const answer = await cloud.call({
      destination: "domain_ages",
      method: "POST",
      path: "/v1/domains/age",
      body: { domain },
      // Another try would be another question of the hour.
      once: true,
    });
    return readCreated(answer, runtime.now());
  }

  #endOf({ created, asked }: StoredAge): number {
    return asked + (created === 0 ? UNKNOWN_KEPT : KEPT) * 1000;
  }

  #ageOf(stored: StoredAge, now: number): DomainAge {
    const { created } = stored;
    const until = this.#endOf(stored);
    // The clock may have been set back since.
    if (created === 0 || created * 1000 > now) return { days: -1, until };
    return { days: Math.floor((now - created * 1000) / DAY), until };
  }
}

/**
 * The registration in an answer, in Unix seconds; 0 = unknown: no number, in the future, or before
 * the first domains.
 */
export function readCreated(answer: unknown, now: number): number {
  const { created } = (typeof answer === "object" && answer !== null ? answer : {}) as Record<
    string,
    unknown
  >;
  if (typeof created !== "number" || !Number.isSafeInteger(created)) return 0;
  return created >= FIRST_DOMAINS && created * 1000 <= now ? created : 0;
}
