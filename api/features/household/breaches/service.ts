/**
 * The breach watch: addresses of the household are looked for in known data breaches once a week,
 * and by hand (A 2.1, 3.3, 7.3). The log holds no address, no part of a hash and no name of a
 * breach.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { delay } from "../../../async/delay.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import type { Alerts } from "../../../events/alerts.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { Database, Statement } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { addressHash, addressKey, isAddress } from "./address.ts";
import { FailedCheck, type FoundRange } from "./range.ts";
import { BreachRetries } from "./retries.ts";
import { CHECK_INTERVAL, dueAddresses, isNew, lastSlot, nextManual } from "./schedule.ts";
import {
  breachStatement,
  type CheckState,
  type CheckStatus,
  readAddresses,
  readState,
  stateStatement,
  type WatchedAddress,
} from "./table.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** Dependencies of the service. */
export interface BreachWatchOptions {
  readonly db: Database;
  readonly alerts: Pick<Alerts, "raiseWith" | "forget">;
  /** Requests the breached addresses of a prefix. Rejects only with the reason of the signal. */
  readonly ask: (prefix: string, signal: AbortSignal) => Promise<FoundRange | FailedCheck>;
  /** The URL of the online service; empty = none. */
  readonly serviceUrl: () => string;
  /** Whether the terms in force are accepted; rejects with DatabaseUnavailableError. */
  readonly accepted: () => Promise<boolean>;
  /** Whether the time of day is known. */
  readonly timeKnown: () => boolean;
  readonly role: () => "primary" | "secondary";
  /** The name of a person; undefined = there is none. */
  readonly personName: (id: number) => Promise<string | undefined>;
  /** Day of the calendar of the box at a time in Unix milliseconds. */
  readonly dayOf: (time: number) => string;
  /** The minute of the week at which this box checks, from 0. */
  readonly minute: number;
  readonly runtime: Runtime;
}

/** A watched address with the name of its person. */
export interface AddressView extends WatchedAddress {
  /** Empty = nobody. */
  readonly personName: string;
  /** When it may be checked by hand again, in Unix milliseconds. */
  readonly nextManual: number;
}

/** The watch as a whole; times in Unix milliseconds. */
export interface BreachOverview {
  readonly addresses: readonly AddressView[];
  readonly state: CheckState;
  /** The next regular check. */
  readonly next: number;
  readonly allowed: boolean;
  readonly hasService: boolean;
}

const SECOND = 1000;
const {
  addresses: MOST_ADDRESSES,
  keptPerAddress: MOST_BREACHES,
  checkAfterFirstAdded,
  checkNowApart,
  pauseBetweenPrefixes: PAUSE,
  errorsInRow: MOST_ERRORS,
} = LIMITS.breaches;

/** The service. Methods reject with DomainError, or with DatabaseUnavailableError. */
export class BreachWatch {
  readonly #options: BreachWatchOptions;
  readonly #retries: BreachRetries;
  readonly #changes = new Mutex();
  readonly #ending = new AbortController();
  #isRunning = false;
  /** Whether addresses that were never checked are due at once. */
  #atOnce = false;
  /** Unix milliseconds of the last check by hand. */
  #lastManual = 0;
  #wake = () => {};
  #cancelWake: (() => void) | undefined;

  constructor(options: BreachWatchOptions) {
    this.#options = options;
    this.#retries = new BreachRetries(options);
  }

  /** Sets the function that makes the task run soon. */
  whenDue(wake: () => void): void {
    this.#wake = wake;
  }

  /** Checks new addresses at once, because the terms were just accepted. */
  begin(): void {
    this.#atOnce = true;
    this.#wake();
  }

  /** Ends a running check; what it has found so far stays stored. */
  close(): void {
    this.#cancelWake?.();
    this.#ending.abort(new Error("The box is stopping"));
  }

  /** The addresses, only those of `person` if it is given, and the state of the checks. */
  async overview(person?: number): Promise<BreachOverview> {
    const { db, accepted, serviceUrl } = this.#options;
    const [all, state, allowed] = await Promise.all([readAddresses(db), readState(db), accepted()]);
    const addresses = all.filter(({ personId }) => person === undefined || personId === person);
    const hasService = serviceUrl() !== "";
    return {
      addresses: await Promise.all(addresses.map((address) => this.#viewOf(address))),
      state: hasService ? state : { ...state, status: "not_configured", retryAt: 0 },
      next: this.#lastSlot() + CHECK_INTERVAL,
      allowed,
      hasService,
    };
  }

  /** Watches an address. */
  add(address: string, personId: number): Promise<AddressView> {
    if (!isAddress(address)) {
      return Promise.reject(new DomainError("breach_address_invalid"));
    }
    return this.#changes.take(async () => {
      const { db, runtime } = this.#options;
      await this.#checkPerson(personId);
      const before = await readAddresses(db);
      if (before.some((one) => addressKey(one.address) === addressKey(address))) {
        throw new DomainError("breach_address_known");
      }
      if (before.length >= MOST_ADDRESSES) {
        throw new DomainError("breach_addresses_full");
      }
      const created = runtime.now();
      const sql = "insert into breach_addresses (address, key, person_id, created) " +
        "values (?, ?, ?, ?)";
      const args = [address, addressKey(address), personId || null, created];
      const { lastId } = await db.run(sql, args).catch(async (error) => {
        await this.#checkPerson(personId);
        throw error;
      });
      this.#wakeAfter(checkAfterFirstAdded * SECOND);
      return (await this.#find(lastId))!;
    });
  }

  /** Removes an address with its breaches and alerts; returns the address. */
  remove(id: number): Promise<string> {
    return this.#changes.take(async () => {
      const { db, alerts } = this.#options;
      const { address } = addressIn(await readAddresses(db), id);
      await alerts.forget({ kind: "breach", detailPrefix: `${address}|` }, [
        { sql: "delete from breach_addresses where id = ?", args: [id] },
      ]);
      return address;
    });
  }

  /** Removes the alerts of removed people; the database removed their addresses already. */
  async forgetPeople(people: readonly number[]): Promise<void> {
    for (const personId of people) {
      await this.#options.alerts.forget({ kind: "breach", personId });
    }
  }

  /**
   * Checks an address now and resolves with the outcome, also of a failed check. Rejects while
   * another check runs, before the terms are accepted, and too soon after the last check by hand.
   */
  async checkNow(id: number): Promise<{ readonly view: AddressView; readonly state: CheckState }> {
    this.#checkPrimary();
    if (!await this.#options.accepted()) throw new DomainError("terms_first");
    if (this.#isRunning) throw new DomainError("check_running");
    this.#isRunning = true;
    try {
      const all = await readAddresses(this.#options.db);
      const asked = addressIn(all, id);
      this.#checkPace(asked, all);
      const state = await this.#checkByHand(asked);
      const view = await this.#find(id);
      // Removed meanwhile: what was found is not stored, so the outcome is unknown.
      if (view === undefined) throw new DomainError("breach_address_gone");
      return { view, state };
    } finally {
      this.#isRunning = false;
    }
  }

  /** Checks the due addresses (task `breaches.check`); resolves with the reason if none was. */
  async check(signal: AbortSignal): Promise<IdleReason | void> {
    const { db, role } = this.#options;
    if (role() !== "primary") return "secondary";
    if ((await readAddresses(db)).length === 0) {
      this.#atOnce = false;
      return "not_due";
    }
    const obstacle = await this.#obstacle();
    if (obstacle !== undefined) return obstacle;
    if (this.#isRunning) return "running";
    this.#isRunning = true;
    try {
      return await this.#checkDue(AbortSignal.any([signal, this.#ending.signal]));
    } finally {
      this.#isRunning = false;
    }
  }

  /** Why no request may be sent now. */
  async #obstacle(): Promise<IdleReason | undefined> {
    const { accepted, role, timeKnown, serviceUrl } = this.#options;
    if (role() !== "primary") return "secondary";
    if (!await accepted()) return "terms";
    if (serviceUrl() === "") return "not_configured";
    return timeKnown() ? undefined : "clock";
  }

  async #checkDue(signal: AbortSignal): Promise<IdleReason | void> {
    const before = await readState(this.#options.db);
    const due = await this.#due();
    if (due.length === 0) {
      // Addresses that are added later wait for their minute again.
      this.#atOnce = false;
      await this.#endRetry(before);
      return "not_due";
    }
    if (this.#retries.isStoreFailing()) return "not_due";
    const isWaiting = this.#retries.isWaiting(before);
    const free = (addresses: readonly WatchedAddress[]) =>
      isWaiting ? addresses.filter((one) => this.#retries.isFree(one, before)) : addresses;
    // Addresses that were added together are checked together.
    const withNew = due.some(isNew);
    const failed = new Set<string>();
    let inRow = 0;
    let prefix = this.#retries.nextPrefix(free(due), failed);
    if (prefix === undefined) return "not_due";
    // The due addresses are read again before each request, because one may have been removed.
    while (prefix !== undefined) {
      const status = await this.#checkPrefix(prefix, signal, isWaiting || failed.size > 0);
      if (status === "ok") {
        inRow = 0;
      } else {
        // A single range may be malformed; several in a row mean that the service does not work.
        inRow++;
        failed.add(prefix);
        if (status !== "error" || inRow === MOST_ERRORS) return;
      }
      const find = async () => this.#retries.nextPrefix(free(await this.#due(withNew)), failed);
      const next = await find();
      if (next !== undefined) {
        await delay(this.#options.runtime.after, PAUSE * SECOND, signal);
        signal.throwIfAborted();
        // A restore may have taken back the terms, and a failover the role.
        if (await this.#obstacle() !== undefined) return;
      }
      prefix = next && await find();
    }
    this.#atOnce = false;
    if (isWaiting || failed.size > 0) return;
    await this.#changes.take(async () => {
      const { db, runtime } = this.#options;
      await db.batch([stateStatement({ ...await readState(db), lastFull: runtime.now() })]);
    });
  }

  /** Ends a retry that has no due address left, or a limit whose time is over. */
  async #endRetry({ retryAt, status }: CheckState): Promise<void> {
    if (retryAt === 0) return;
    await this.#changes.take(async () => {
      const { db } = this.#options;
      const state = await readState(db);
      // The limit stays known until its time is over: it also refuses checks by hand.
      if (status === "limit" && this.#retries.isWaiting(state)) return;
      if ((await this.#due()).length > 0) return;
      const ended = { status: state.lastOk > 0 ? "ok" : "none", retryAt: 0, failures: 0 } as const;
      await db.batch([stateStatement({ ...state, ...ended })]);
    });
  }

  /** The addresses to check now; `withNew` = including all that were never checked. */
  async #due(withNew = this.#atOnce): Promise<readonly WatchedAddress[]> {
    const { db, runtime } = this.#options;
    const all = await readAddresses(db);
    return dueAddresses(all, { now: runtime.now(), slot: this.#lastSlot(), withNew });
  }

  /**
   * Requests the range of a prefix and stores the result. `isPartial` = another prefix failed,
   * whose failure and retry stay.
   */
  async #checkPrefix(
    prefix: string,
    signal: AbortSignal,
    isPartial: boolean,
  ): Promise<CheckStatus> {
    signal.throwIfAborted();
    const outcome = await this.#options.ask(prefix, signal);
    this.#retries.noteOutcome(prefix, outcome);
    if (!(outcome instanceof FailedCheck)) {
      const store = () => this.#store(prefix, outcome, [], isPartial);
      await this.#retries.storing(() => this.#changes.take(store));
      return "ok";
    }
    const store = () => this.#storeFailure(outcome, isPartial && outcome.status === "error");
    await this.#retries.storing(() => this.#changes.take(store));
    return outcome.status;
  }

  /** Stores a failure; `isNoted` = another one is stored, and only the time changes. */
  async #storeFailure(outcome: FailedCheck, isNoted: boolean): Promise<void> {
    const { db, runtime } = this.#options;
    const before = await readState(db);
    const state = isNoted
      ? { ...before, at: runtime.now() }
      : this.#retries.failedState(outcome, before);
    await db.batch([stateStatement(state)]);
  }

  async #checkByHand({ id, address }: WatchedAddress): Promise<CheckState> {
    const { db, runtime, serviceUrl } = this.#options;
    const before = await readState(db);
    const now = runtime.now();
    if (serviceUrl() === "") return { ...before, status: "not_configured", retryAt: 0 };
    // The limit of the day is reached, so another request would fail too.
    if (before.status === "limit" && this.#retries.isWaiting(before)) return before;
    this.#lastManual = now;
    const { prefix } = addressHash(address);
    const outcome = await this.#options.ask(prefix, this.#ending.signal);
    this.#retries.noteOutcome(prefix, outcome);
    const byHand = { sql: "update breach_addresses set manual = ? where id = ?", args: [now, id] };
    return await this.#changes.take(async () => {
      if (!(outcome instanceof FailedCheck)) {
        return await this.#store(prefix, outcome, [byHand], await this.#isRetryOfOthers(prefix));
      }
      const last = await readState(db);
      const failed = this.#retries.failedState(outcome, last);
      const isDue = (await this.#due()).length > 0;
      // A failed check by hand does not delay a planned retry, and plans none if nothing is due.
      const retryAt = this.#retries.isWaiting(last) ? last.retryAt : failed.retryAt;
      const isLimit = outcome.status === "limit";
      const state = { ...failed, retryAt: isDue || isLimit ? retryAt : 0 };
      const used = outcome.status === "not_configured" ? [] : [byHand];
      await db.batch([stateStatement(state), ...used]);
      return state;
    });
  }

  /** Whether the retry of an unusable range is ahead, and addresses of other prefixes are due. */
  async #isRetryOfOthers(prefix: string): Promise<boolean> {
    const state = await readState(this.#options.db);
    // After any other failure, a usable range shows that the service works again.
    if (state.status !== "error" || !this.#retries.isWaiting(state)) return false;
    return (await this.#due()).some(({ address }) => addressHash(address).prefix !== prefix);
  }

  /**
   * Stores the breaches of the addresses of a prefix and their alerts in one transaction.
   * `isPartial` = the failure of another prefix and its retry stay.
   */
  async #store(
    prefix: string,
    range: FoundRange,
    more: readonly Statement[] = [],
    isPartial = false,
  ): Promise<CheckState> {
    const { db, alerts, runtime, dayOf } = this.#options;
    const now = runtime.now();
    const before = await readState(db);
    const ended = { status: "ok", retryAt: 0, failures: 0 } as const;
    const state: CheckState = {
      ...before,
      ...(isPartial ? {} : ended),
      at: now,
      lastOk: now,
    };
    for (let tries = 1;; tries++) {
      const raised: AlertToRaise[] = [];
      const changes: Statement[] = [];
      for (const one of await readAddresses(db)) {
        const hash = addressHash(one.address);
        if (hash.prefix !== prefix) continue;
        for (const name of newBreaches(one, range.get(hash.suffix) ?? [])) {
          changes.push(breachStatement(one.id, { name, found: dayOf(now) }));
          raised.push({
            kind: "breach",
            personId: one.personId,
            detail: `${one.address}|${name}`,
          });
        }
        const sql = "update breach_addresses set checked = ? where id = ?";
        changes.push({ sql, args: [now, one.id] });
      }
      try {
        await alerts.raiseWith(raised, [...changes, ...more, stateStatement(state)]);
        if (!isPartial) this.#retries.clear();
        return state;
      } catch (error) {
        // An address, or its person, may have been removed since it was read.
        if (tries > 1) throw error;
      }
    }
  }

  /** Refuses a check by hand that comes too soon. */
  #checkPace(asked: WatchedAddress, all: readonly WatchedAddress[]): void {
    const now = this.#options.runtime.now();
    const last = Math.max(this.#lastManual, ...all.map(({ manual }) => manual));
    const refuse = (next: number, text: Sentence) => {
      if (next <= now) return;
      throw new DomainError("checked_recently", text, {
        headers: { "retry-after": String(Math.ceil((next - now) / SECOND)) },
        body: { next: Math.ceil(next / SECOND) },
      });
    };
    refuse(
      nextManual(asked, now),
      sentence`This address was already checked by hand today; try again tomorrow`,
    );
    // A clock that was ahead stored a time that is now in the future.
    const apart = last > now ? 0 : last + checkNowApart * SECOND;
    refuse(apart, sentence`An address was checked a moment ago; wait half a minute`);
  }

  #checkPrimary(): void {
    if (this.#options.role() === "primary") return;
    throw new DomainError("breach_primary_checks");
  }

  async #checkPerson(id: number): Promise<void> {
    if (id === 0 || await this.#options.personName(id) !== undefined) return;
    throw new DomainError("breach_person_gone");
  }

  async #find(id: number): Promise<AddressView | undefined> {
    const found = (await readAddresses(this.#options.db)).find((one) => one.id === id);
    return found === undefined ? undefined : await this.#viewOf(found);
  }

  async #viewOf(address: WatchedAddress): Promise<AddressView> {
    const { personName, runtime } = this.#options;
    const { personId } = address;
    return {
      ...address,
      personName: personId === 0 ? "" : await personName(personId) ?? "",
      nextManual: nextManual(address, runtime.now()),
    };
  }

  /** The last time at which regular checks were due. */
  #lastSlot(): number {
    const { runtime, minute } = this.#options;
    return lastSlot(runtime.now(), minute);
  }

  /** Wakes the task after a time, unless a timer runs already. */
  #wakeAfter(ms: number): void {
    this.#cancelWake ??= this.#options.runtime.after(ms, () => {
      this.#cancelWake = undefined;
      this.#wake();
    });
  }
}

/** The address with an id. Throws a DomainError without one. */
function addressIn(all: readonly WatchedAddress[], id: number): WatchedAddress {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new DomainError("breach_address_gone");
  return found;
}

/** The names that are not stored for an address yet, up to the maximum per address. */
function newBreaches({ breaches }: WatchedAddress, names: readonly string[]): readonly string[] {
  const known = new Set(breaches.map(({ name }) => name));
  return names.filter((name) => !known.has(name)).slice(0, MOST_BREACHES - known.size);
}
