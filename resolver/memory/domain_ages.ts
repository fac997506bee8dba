/**
 * The ages of domains as far as answers depend on them (A 7.5.5). The main thread is queried once
 * for each domain. Meanwhile answers are held by a timer of this thread, so that no answer depends
 * on the main thread.
 */
import { LIMITS } from "../../policy/limits.ts";

/** The known age of a domain: young, not young, or requested and still unknown. */
export type DomainAge = "young" | "settled" | "asked";

/** Dependencies. Times are monotonic milliseconds. */
export interface DomainAgesDeps {
  readonly now: () => number;
  readonly after: (milliseconds: number, then: () => void) => unknown;
  readonly cancel: (timer: never) => void;
  /** Asks the main thread, which answers with `take` or never. */
  readonly ask: (domain: string) => void;
}

const { ageWaitMs: WAIT } = LIMITS.lookalikes;
/** Domains that are known at once, and answers that are held at once. */
const MOST_KNOWN = 4096;
const MOST_HELD = 512;
/** Milliseconds after which an unanswered question is asked again. */
const ASK_AGAIN = 60_000;

interface Entry {
  age: DomainAge;
  until: number;
  readonly held: Set<() => void>;
}

/** The ages that a thread knows. */
export class DomainAges {
  readonly #deps: DomainAgesDeps;
  readonly #entries = new Map<string, Entry>();
  #held = 0;

  constructor(deps: DomainAgesDeps) {
    this.#deps = deps;
  }

  /** The number of answers that are held. */
  get held(): number {
    return this.#held;
  }

  /** Whether a domain is known to be young. */
  isYoung(domain: string): boolean {
    return this.#current(domain)?.age === "young";
  }

  /** What is known of a domain; an unknown one is asked for. */
  find(domain: string): DomainAge {
    const known = this.#current(domain);
    if (known !== undefined) return known.age;
    this.#makeRoom();
    const until = this.#deps.now() + ASK_AGAIN;
    this.#entries.set(domain, { age: "asked", until, held: new Set() });
    this.#deps.ask(domain);
    return "asked";
  }

  /**
   * Holds an answer until the age is known, at most until `since` plus the longest wait. Returns
   * false if it cannot be held: the time is over, or too many are.
   */
  hold(domain: string, since: number, then: () => void): boolean {
    const entry = this.#current(domain);
    const left = since + WAIT - this.#deps.now();
    if (entry?.age !== "asked" || left <= 0 || this.#held >= MOST_HELD) return false;
    const release = () => {
      if (!entry.held.delete(release)) return;
      this.#held--;
      this.#deps.cancel(timer as never);
      then();
    };
    entry.held.add(release);
    this.#held++;
    const timer = this.#deps.after(left, release);
    return true;
  }

  /** Takes the answer of the main thread, valid for some milliseconds; held answers continue. */
  take(domain: string, isYoung: boolean, milliseconds: number): void {
    const known = this.#entries.get(domain);
    if (known === undefined) this.#makeRoom();
    const entry = known ?? { age: "asked", until: 0, held: new Set() };
    entry.age = isYoung ? "young" : "settled";
    entry.until = this.#deps.now() + milliseconds;
    this.#entries.set(domain, entry);
    for (const release of [...entry.held]) release();
  }

  #current(domain: string): Entry | undefined {
    const entry = this.#entries.get(domain);
    return entry === undefined || entry.until <= this.#deps.now() ? undefined : entry;
  }

  /** Forgets the oldest entry that holds no answer. */
  #makeRoom(): void {
    if (this.#entries.size < MOST_KNOWN) return;
    for (const [domain, { held }] of this.#entries) {
      if (held.size > 0) continue;
      this.#entries.delete(domain);
      return;
    }
  }
}
