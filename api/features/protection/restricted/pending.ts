/**
 * Counts of restricted mode that are not written yet: what scopes learned, and what was blocked.
 * Both are bounded, and written once a minute (A 7.2.7).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Learned } from "../../../../resolver/protocol.ts";
import type { BlockedName, CountedName } from "./table.ts";

const { names: MOST, outsidePerDay: MOST_OUTSIDE } = LIMITS.restricted;

/** What a scope learned since the last write. */
export interface PendingLearning {
  readonly names: ReadonlyMap<string, CountedName>;
  /** Whether there were more names than a scope can have. */
  readonly isOver: boolean;
}

/** Names that scopes learned. Of each scope at most one more than it can have is held. */
export class PendingNames {
  #scopes = new Map<string, { names: Map<string, CountedName>; isOver: boolean }>();

  /** Adds what a resolver thread counted. */
  take({ scope, names, isOver }: Learned): void {
    const counted = names.map(({ domain, hits, first, last }) => ({
      domain,
      hits,
      first: Math.floor(first / 1000),
      last: Math.floor(last / 1000),
    }));
    this.#add(scope, counted, isOver);
  }

  /** Scopes and domains that are held. */
  pairs(): [scope: string, domain: string][] {
    return [...this.#scopes].flatMap(([scope, { names }]) =>
      [...names.keys()].map((domain): [string, string] => [scope, domain])
    );
  }

  /** What a scope learned; undefined = nothing. */
  of(scope: string): PendingLearning | undefined {
    return this.#scopes.get(scope);
  }

  /** Returns everything, or what one scope learned, and starts again. */
  drain(only?: string): ReadonlyMap<string, PendingLearning> {
    const scopes = this.#scopes;
    if (only === undefined) {
      this.#scopes = new Map();
      return scopes;
    }
    const learning = scopes.get(only);
    scopes.delete(only);
    return new Map(learning === undefined ? [] : [[only, learning]]);
  }

  /** Drops one name of a scope. */
  drop(scope: string, domain: string): void {
    this.#scopes.get(scope)?.names.delete(domain);
  }

  /** Puts back what could not be written. */
  restore(scopes: ReadonlyMap<string, PendingLearning>): void {
    for (const [scope, { names, isOver }] of scopes) this.#add(scope, names.values(), isOver);
  }

  /** Drops what a scope learned. */
  forget(scope: string): void {
    this.#scopes.delete(scope);
  }

  /** Moves what a device learned to the device that it was merged into. */
  move(from: string, into: string): void {
    const moved = this.#scopes.get(from);
    this.#scopes.delete(from);
    if (moved !== undefined) this.#add(into, moved.names.values(), moved.isOver);
  }

  #add(scope: string, names: Iterable<CountedName>, isOver: boolean): void {
    let held = this.#scopes.get(scope);
    if (held === undefined) this.#scopes.set(scope, held = { names: new Map(), isOver: false });
    held.isOver ||= isOver;
    for (const name of names) {
      const known = held.names.get(name.domain);
      if (known !== undefined) held.names.set(name.domain, sumOf(known, name));
      else if (held.names.size <= MOST) held.names.set(name.domain, name);
      else held.isOver = true;
    }
  }
}

function sumOf(a: CountedName, b: CountedName): CountedName {
  return {
    domain: a.domain,
    hits: a.hits + b.hits,
    first: Math.min(a.first, b.first),
    last: Math.max(a.last, b.last),
  };
}

/** Questions that were blocked. Of each device and day, further domains are counted together. */
export class PendingBlocks {
  #counts = new Map<string, BlockedName>();
  /** The domains that are counted by themselves, by device and day. */
  readonly #domains = new Map<string, Set<string>>();

  /** `stored` are rows whose domains are counted by themselves already. */
  constructor(stored: readonly BlockedName[] = []) {
    for (const one of stored) this.#countedAs(one);
  }

  /** Counts questions for a domain. */
  add(blocked: BlockedName): void {
    const { scope, day } = blocked;
    const domain = this.#countedAs(blocked);
    const key = `${scope} ${day} ${domain}`;
    const known = this.#counts.get(key);
    const hits = (known?.hits ?? 0) + blocked.hits;
    const last = Math.max(known?.last ?? 0, blocked.last);
    this.#counts.set(key, { scope, day, domain, hits, last });
  }

  /** All counts. */
  all(): BlockedName[] {
    return [...this.#counts.values()];
  }

  /** Returns all counts, and starts again. */
  drain(): BlockedName[] {
    const counts = this.all();
    this.#counts = new Map();
    this.#domains.clear();
    return counts;
  }

  /** Forgets what was blocked for a device, or moves it to the device that it was merged into. */
  replace(from: string, into?: string): void {
    for (const one of this.drain()) {
      if (one.scope !== from) this.add(one);
      else if (into !== undefined) this.add({ ...one, scope: into });
    }
  }

  /** The domain itself, or "" once its device has enough other domains on that day. */
  #countedAs({ scope, day, domain }: BlockedName): string {
    const place = `${scope} ${day}`;
    let domains = this.#domains.get(place);
    if (domains === undefined) this.#domains.set(place, domains = new Set());
    if (domain === "" || domains.has(domain)) return domain;
    if (domains.size >= MOST_OUTSIDE) return "";
    domains.add(domain);
    return domain;
  }
}
