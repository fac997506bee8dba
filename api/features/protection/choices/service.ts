/**
 * Choices of scopes about services, categories and safe search, services of the household, and
 * pauses. Pages, commands and imports use this; the snapshot is built from `rows()` (A 7.2.3).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { ChoiceRow, HouseholdRows, ServiceRow } from "../../../../policy/model/household.ts";
import { BlockedByChoice } from "../../../../policy/snapshot/blocked_by_choice.ts";
import { ExpiryTimer } from "../../../async/expiry_timer.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import { PauseTable, type StoredPause } from "./pause_table.ts";
import { pauseRefusal } from "./read_pause.ts";
import { readService } from "./read_service.ts";
import { ServiceTable, type StoredService } from "./service_table.ts";
import { type ChoiceKind, ChoiceTable, type NewChoice } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export type { StoredPause } from "./pause_table.ts";
export { OWN_SERVICE, serviceId } from "./read_service.ts";
export { scopeFacts, scopeQuery } from "./refusals.ts";
export type { StoredService } from "./service_table.ts";
export type { ChoiceKind, NewChoice } from "./table.ts";

/** The dependencies of the service. */
export interface ChoiceServiceOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Names that must never be blocked: those of the box and of the hosts of its upstreams. */
  readonly protectedNames: () => readonly string[];
  /** Called when a pause has ended, to publish the policy. */
  readonly ended: () => void;
}

/**
 * Choices, own services and pauses. Methods reject with DomainError for invalid input, and
 * DatabaseUnavailableError.
 */
export class ChoiceService {
  readonly #options: ChoiceServiceOptions;
  readonly #choices: ChoiceTable;
  readonly #services: ServiceTable;
  readonly #pauses: PauseTable;
  readonly #ends: ExpiryTimer;
  #known: readonly ServiceRow[] = [];
  #blocked = new BlockedByChoice({ choices: [], pauses: [], services: [] });
  /** Unexpired pauses that another one replaced, by scope, so that a mistake can be undone. */
  readonly #replaced = new Map<string, StoredPause>();

  constructor(options: ChoiceServiceOptions) {
    this.#options = options;
    this.#choices = new ChoiceTable(options.db);
    this.#services = new ServiceTable(options.db);
    this.#pauses = new PauseTable(options.db);
    this.#ends = new ExpiryTimer({
      runtime: options.runtime,
      onExpiry: options.ended,
    });
  }

  /**
   * Returns everything for the snapshot. From the first call on, a timer waits for the end of the
   * next pause, so that no answer of a pause is cached beyond it.
   */
  async rows(): Promise<Pick<HouseholdRows, "choices" | "pauses" | "services">> {
    const [choices, services, pauses] = await Promise.all([
      this.#choices.rows(),
      this.#services.rows(),
      this.#pauses.rows(this.#options.runtime.now()),
    ]);
    this.#ends.waitFor(pauses.map(({ until }) => until));
    this.#known = services;
    this.#blocked = new BlockedByChoice({ choices, services, pauses });
    return { choices, services, pauses };
  }

  /** The services of the household in the last snapshot, from memory. */
  get knownServices(): readonly ServiceRow[] {
    return this.#known;
  }

  /** The categories blocked by choices in the last snapshot, from memory. */
  get blocked(): BlockedByChoice {
    return this.#blocked;
  }

  /** Returns all choices of a kind. */
  async chosen(kind: ChoiceKind): Promise<ChoiceRow[]> {
    return await this.#choices.rows(kind);
  }

  /**
   * Stores the choices of a scope; keys that are absent stay unchanged. The caller validates scope,
   * keys and values.
   */
  async choose(
    scope: string,
    kind: ChoiceKind,
    choices: readonly NewChoice[],
    by: string,
  ): Promise<void> {
    const { most } = LIMITS.choices;
    if (choices.length === 0) return;
    if (
      await this.#choices.set(scope, kind, choices, { by, at: this.#options.runtime.now(), most })
    ) {
      return;
    }
    throw new DomainError(
      "conflict",
      sentence`There can be ${most} choices in all; undo some first`,
    );
  }

  /** Returns the services of the household, by name. */
  async services(): Promise<StoredService[]> {
    return await this.#services.rows();
  }

  /** Writes a service of the household, replacing that with its identifier. */
  async setService(given: ServiceRow, by: string): Promise<StoredService> {
    const service = readService(given, this.#options.protectedNames());
    if (typeof service === "string") throw new DomainError("bad_value", service);
    const { most } = LIMITS.services;
    const kept = await this.#services.set(service, by, this.#options.runtime.now(), most);
    if (kept === undefined) {
      throw new DomainError(
        "conflict",
        sentence`There can be ${most} services of your own; remove one first`,
      );
    }
    return kept;
  }

  /** Removes a service of the household with all choices about it. */
  async removeService(id: string): Promise<StoredService> {
    const removed = await this.#services.remove(id);
    if (removed === undefined) {
      throw new DomainError("not_found", sentence`There is no service of your own: ${id}`);
    }
    return removed;
  }

  /** Returns the active pauses, the one that ends first in front. */
  async pauses(): Promise<StoredPause[]> {
    return await this.#pauses.rows(this.#options.runtime.now());
  }

  /** Pauses the protection of a scope until Unix milliseconds, replacing its previous pause. */
  async pause(scope: string, until: number, by: string): Promise<StoredPause> {
    const now = this.#options.runtime.now();
    const refusal = pauseRefusal(scope, until, now);
    if (refusal !== "") throw new DomainError("bad_value", refusal);
    const pause = { scope, until, started: now, by };
    const before = (await this.pauses()).find((one) => one.scope === scope);
    await this.#pauses.set(pause);
    for (const [of, { until }] of this.#replaced) {
      if (of === scope || until <= now) this.#replaced.delete(of);
    }
    if (before !== undefined) this.#replaced.set(scope, before);
    return pause;
  }

  /**
   * Ends the pause of a scope. With `back`, the pause that it replaced continues and is returned if
   * it has not ended. That pause is kept in memory only, so that a restart restores protection.
   */
  async endPause(scope: string, back = false): Promise<StoredPause | undefined> {
    const before = this.#replaced.get(scope);
    const goesOn = back && before !== undefined && before.until > this.#options.runtime.now();
    if (!await this.#pauses.remove(scope)) {
      throw new DomainError("not_found", sentence`Nothing is paused for: ${scope}`);
    }
    this.#replaced.delete(scope);
    if (!goesOn) return undefined;
    await this.#pauses.set(before);
    return before;
  }

  /** Stops waiting for the end of pauses. */
  close(): void {
    this.#ends.close();
  }
}
