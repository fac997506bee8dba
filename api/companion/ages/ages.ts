/**
 * The ages of domains for boxes (A 7.5.5), by RDAP (RFC 9082, RFC 9083). Only the domain and its
 * registration are kept, in memory: no box is stored with a domain.
 */
import { Semaphore } from "../../../resolver/threads/semaphore.ts";
import type { Runtime } from "../../system/runtime.ts";
import { type JsonFetch, StatusError } from "../json_fetch.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { PacedLog } from "../paced_log.ts";
import { RdapBootstrap } from "./bootstrap.ts";

const {
  kept: KEPT,
  unknownKept: UNKNOWN_KEPT,
  remembered: MOST_REMEMBERED,
  answerBytes: BYTES,
  atOnce: AT_ONCE,
  waiting: MOST_WAITING,
} = COMPANION_LIMITS.ages;
/** Unix seconds of 1985-01-01: the first domains were registered that year. */
const FIRST_DOMAINS = Date.UTC(1985, 0, 1) / 1000;

/** Dependencies of the ages. */
export interface DomainAgesDeps {
  /** Address of the bootstrap of IANA; empty = ages are not configured. */
  readonly bootstrap: string;
  readonly fetch: JsonFetch;
  readonly runtime: Runtime;
}

/** Answers when domains were registered. */
export class DomainAges {
  readonly #deps: DomainAgesDeps;
  readonly #bootstrap: RdapBootstrap;
  /** Registrations in Unix seconds, 0 = unknown, and until when they hold in Unix milliseconds. */
  readonly #known = new Map<string, { readonly created: number; readonly until: number }>();
  readonly #running = new Map<string, Promise<number>>();
  readonly #requests = new Semaphore(AT_ONCE, MOST_WAITING);
  readonly #log: PacedLog;

  constructor(deps: DomainAgesDeps) {
    this.#deps = deps;
    this.#log = new PacedLog(deps.runtime);
    this.#bootstrap = new RdapBootstrap({ ...deps, url: deps.bootstrap });
  }

  /** Whether the operator configured a bootstrap. */
  get isConfigured(): boolean {
    return this.#deps.bootstrap !== "";
  }

  /** The registration of a registrable domain in Unix seconds; 0 = unknown. Never rejects. */
  async find(domain: string): Promise<number> {
    const known = this.#known.get(domain);
    if (known !== undefined && known.until > this.#deps.runtime.now()) return known.created;
    const running = this.#running.get(domain);
    if (running !== undefined) return await running;
    const asked = this.#ask(domain).finally(() => this.#running.delete(domain));
    this.#running.set(domain, asked);
    return await asked;
  }

  async #ask(domain: string): Promise<number> {
    const created = await this.#requests.run(() => this.#request(domain)).catch((error: Error) => {
      // With 404, the server does not know the domain.
      const isUnknown = error instanceof StatusError && error.status === 404;
      // The domain is not logged, because a household asked for it.
      if (!isUnknown) this.#log.log("warn", `An RDAP server gave no age: ${error.message}`);
      return 0;
    });
    const now = this.#deps.runtime.now();
    this.#known.delete(domain);
    if (this.#known.size >= MOST_REMEMBERED) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest);
    }
    const until = now + (created === 0 ? UNKNOWN_KEPT : KEPT) * 1000;
    this.#known.set(domain, { created, until });
    return created;
  }

  async #request(domain: string): Promise<number> {
    const server = await this.#bootstrap.serverOf(domain);
    if (server === undefined) return 0;
    const url = new URL(`domain/${encodeURIComponent(domain)}`, server);
    return readRegistration(await this.#deps.fetch(url, BYTES), this.#deps.runtime.now());
  }
}

/**
 * The registration in an answer of RDAP, in Unix seconds; 0 = unknown: none, malformed, in the
 * future, or before the first domains.
 */
export function readRegistration(answer: unknown, now: number): number {
  const { objectClassName, events } = (answer ?? {}) as Record<string, unknown>;
  if (objectClassName !== "domain" || !Array.isArray(events)) return 0;
  for (const event of events.slice(0, 100)) {
    const { eventAction, eventDate } = (event ?? {}) as Record<string, unknown>;
    if (eventAction !== "registration" || typeof eventDate !== "string") continue;
    if (!/^\d{4}-\d\d-\d\dT/.test(eventDate)) continue;
    const created = Math.floor(Date.parse(eventDate) / 1000);
    if (created >= FIRST_DOMAINS && created * 1000 <= now) return created;
  }
  return 0;
}
