/**
 * The breach watch: addresses of the household are looked for in known data breaches once a week,
 * and by hand (A 2.1, 3.3, 7.3). The log holds no address, no part of a hash and no name of a
 * breach.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import type { Alerts } from "../../../events/alerts.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { Database, Statement } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { addressHash, addressKey, isAddress } from "./address.ts";
import { FailedCheck, type FoundRange } from "./range.ts";
import {
  breachStatement,
  type CheckState,
  type CheckStatus,
  readAddresses,
  readState,
  stateStatement,
  type WatchedAddress,
} from "./table.ts";

/** Dependencies of the service. */
export interface BreachWatchOptions {
  readonly db: Database;
  readonly alerts: Pick<Alerts, "raiseWith" | "forget">;
  /** Asks for the addresses of a prefix. Rejects with the reason of the signal alone. */
  readonly ask: (prefix: string, signal: AbortSignal) => Promise<FoundRange | FailedCheck>;
  /** The address of the online service; empty = none. */
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
const HOUR = 3600 * SECOND;
const WEEK = LIMITS.breaches.checkEvery * SECOND;
const {
  addresses: MOST_ADDRESSES,
  keptPerAddress: MOST_BREACHES,
  checkAfterFirstAdded,
  checkNowPerAddress,
  checkNowApart,
  retryFirst,
  retryLast,
  pauseBetweenPrefixes: PAUSE,
  errorsInRow: MOST_ERRORS,
} = LIMITS.breaches;
const RETRY_LAST = retryLast * SECOND;
/** Minutes of a week. */
const MINUTES = WEEK / 60_000;

/** The minute of the week for a number that is random for each box. */
export function minuteOfWeek(random: number): number {
  return random % MINUTES;
}

/** The service. Methods reject with DomainError, or with DatabaseUnavailableError. */
export class BreachWatch {
  readonly #options: BreachWatchOptions;
  readonly #changes = new Mutex();
  readonly #ending = new AbortController();
  #isRunning = false;
  /** Whether addresses that were never checked are due at once. */
  #atOnce = false;
  /** Unix milliseconds of the last check by hand. */
  #lastManual = 0;
  /** The online service at which the last check failed; a retry at another one is due at once. */
  #failedAt: string | undefined;
  /** Prefixes whose last answer could not be used; the oldest failure first. */
  readonly #refused = new Set<string>();
  /** Unix milliseconds until which nothing is asked, because the last result was not stored. */
  #unstoredUntil = 0;
  #wake = () => {};
  #cancelWake: (() => void) | undefined;

  constructor(options: BreachWatchOptions) {
    this.#options = options;
  }

  /** Sets what runs the task soon. */
  whenDue(wake: () => void): void {
    this.#wake = wake;
  }

  /** Begins the checks at once, after the terms were accepted. */
  begin(): void {
    this.#atOnce = true;
    this.#wake();
  }

  /** Ends a running check. What it found so far is stored. */
  close(): void {
    this.#cancelWake?.();
    this.#ending.abort(new Error("The box is stopping"));
  }

  /** The addresses, of one person if one is given, and how the checks go. */
  async overview(person?: number): Promise<BreachOverview> {
    const { db, accepted, serviceUrl, runtime } = this.#options;
    const [all, state, allowed] = await Promise.all([readAddresses(db), readState(db), accepted()]);
    const addresses = all.filter(({ personId }) => person === undefined || personId === person);
    const hasService = serviceUrl() !== "";
    return {
      addresses: await Promise.all(addresses.map((address) => this.#viewOf(address))),
      state: hasService ? state : { ...state, status: "not_configured", retryAt: 0 },
      next: this.#slotBefore(runtime.now()) + WEEK,
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
      const { address } = await this.#known(id);
      await this.#options.alerts.forget({ kind: "breach", detailPrefix: `${address}|` }, [
        { sql: "delete from breach_addresses where id = ?", args: [id] },
      ]);
      return address;
    });
  }

  /** Forgets the alerts of removed people, whose addresses were removed with them. */
  async forgetPeople(people: readonly number[]): Promise<void> {
    for (const personId of people) {
      await this.#options.alerts.forget({ kind: "breach", personId });
    }
  }

  /**
   * Checks an address now. Resolves when the online service has answered, or why it did not. Refuses
   * while a check runs, before the terms are accepted, and when asked too soon.
   */
  async checkNow(id: number): Promise<{ readonly view: AddressView; readonly state: CheckState }> {
    this.#checkPrimary();
    if (!await this.#options.accepted()) throw new DomainError("terms_first");
    if (this.#isRunning) throw new DomainError("check_running");
    this.#isRunning = true;
    try {
      const all = await readAddresses(this.#options.db);
      const asked = all.find((one) => one.id === id);
      if (asked === undefined) throw new DomainError("breach_address_gone");
      this.#checkPace(asked, all);
      const state = await this.#checkByHand(asked);
      return { view: await this.#find(id) ?? await this.#viewOf(asked), state };
    } finally {
      this.#isRunning = false;
    }
  }

  /** Checks what is due (task `breaches.check`). Resolves with the reason when nothing was. */
  async check(signal: AbortSignal): Promise<IdleReason | void> {
    const { db, accepted, role, timeKnown, serviceUrl } = this.#options;
    if (role() !== "primary") return "secondary";
    if ((await readAddresses(db)).length === 0) {
      this.#atOnce = false;
      return "not_due";
    }
    if (!await accepted()) return "terms";
    if (serviceUrl() === "") return "not_configured";
    if (!timeKnown()) return "clock";
    if (this.#isRunning) return "running";
    this.#isRunning = true;
    try {
      return await this.#checkDue(AbortSignal.any([signal, this.#ending.signal]));
    } finally {
      this.#isRunning = false;
    }
  }

  async #checkDue(signal: AbortSignal): Promise<IdleReason | void> {
    const before = await readState(this.#options.db);
    const due = await this.#due();
    if (due.length === 0) {
      // Addresses that are added later have their minute.
      this.#atOnce = false;
      await this.#endRetry(before);
      return "not_due";
    }
    if (this.#isWaiting(before) || this.#isUnstored()) return "not_due";
    // Those that were added together are checked together.
    const withNew = due.some(isNew);
    const failed = new Set<string>();
    let inRow = 0;
    let prefix = this.#nextPrefix(due, failed);
    // What is due is read again each time: an address that was removed meanwhile is not asked about.
    while (prefix !== undefined) {
      const status = await this.#checkPrefix(prefix, signal, failed.size > 0);
      if (status === "ok") {
        inRow = 0;
      } else {
        // One range may be malformed; several in a row are a service that does not work.
        inRow++;
        failed.add(prefix);
        if (status !== "error" || inRow === MOST_ERRORS) return;
      }
      const next = this.#nextPrefix(await this.#due(withNew), failed);
      if (next !== undefined) await this.#pause(signal);
      prefix = next && this.#nextPrefix(await this.#due(withNew), failed);
    }
    this.#atOnce = false;
    if (failed.size > 0) return;
    await this.#changes.take(async () => {
      const state = await readState(this.#options.db);
      await this.#write([stateStatement({ ...state, lastFull: this.#options.runtime.now() })]);
    });
  }

  /** Ends a retry with nothing left to try: the address that failed was removed, or a limit is over. */
  async #endRetry({ retryAt, status }: CheckState): Promise<void> {
    if (retryAt === 0) return;
    await this.#changes.take(async () => {
      const state = await readState(this.#options.db);
      // Until then, nothing may be asked by hand either.
      if (status === "limit" && this.#isWaiting(state)) return;
      if ((await this.#due()).length > 0) return;
      const ended = { status: state.lastOk > 0 ? "ok" : "none", retryAt: 0, failures: 0 } as const;
      await this.#write([stateStatement({ ...state, ...ended })]);
    });
  }

  /** The prefix to ask about next, without those that failed in this run; refused ones come last. */
  #nextPrefix(due: readonly WatchedAddress[], failed: ReadonlySet<string>): string | undefined {
    const left = due.map(({ address }) => addressHash(address).prefix)
      .filter((prefix) => !failed.has(prefix));
    const refused = [...this.#refused];
    return left.find((prefix) => !this.#refused.has(prefix)) ??
      refused.find((prefix) => left.includes(prefix));
  }

  /** The addresses to check now; `withNew` = with all that were never checked. */
  async #due(withNew = this.#atOnce): Promise<readonly WatchedAddress[]> {
    const now = this.#options.runtime.now();
    const all = await readAddresses(this.#options.db);
    const first = Math.min(...all.filter(isNew).map(({ created }) => created));
    // A clock that was ahead left times in the future.
    const isOld = first + checkAfterFirstAdded * SECOND <= now || first > now;
    const slot = this.#slotBefore(now);
    return all.filter((one) => {
      if (isNew(one)) return isOld || withNew;
      return one.checked < slot || one.checked > now;
    });
  }

  /**
   * Asks for the addresses of a prefix and stores what is found. `isPartial` = another prefix
   * failed in this run, whose failure and retry stay.
   */
  async #checkPrefix(
    prefix: string,
    signal: AbortSignal,
    isPartial: boolean,
  ): Promise<CheckStatus> {
    signal.throwIfAborted();
    const outcome = await this.#options.ask(prefix, signal);
    this.#noteAnswer(prefix, outcome);
    this.#unstoredUntil = this.#options.runtime.now() + retryFirst * SECOND;
    if (!(outcome instanceof FailedCheck)) {
      await this.#changes.take(() => this.#store(prefix, outcome, [], isPartial));
    } else if (!isPartial || outcome.status !== "error") {
      await this.#changes.take(async () => {
        const state = this.#failed(outcome, await readState(this.#options.db));
        await this.#write([stateStatement(state)]);
      });
    }
    this.#unstoredUntil = 0;
    return outcome instanceof FailedCheck ? outcome.status : "ok";
  }

  /** Notes whether the answer to a prefix could be used, so that another one comes first. */
  #noteAnswer(prefix: string, outcome: FoundRange | FailedCheck): void {
    this.#refused.delete(prefix);
    if (!(outcome instanceof FailedCheck) || outcome.status !== "error") return;
    this.#refused.add(prefix);
    if (this.#refused.size <= MOST_ADDRESSES) return;
    const [oldest] = this.#refused;
    this.#refused.delete(oldest);
  }

  /** Whether the last result could not be stored a short time ago, as on a full disk. */
  #isUnstored(): boolean {
    const left = this.#unstoredUntil - this.#options.runtime.now();
    return left > 0 && left <= retryFirst * SECOND;
  }

  async #checkByHand({ id, address }: WatchedAddress): Promise<CheckState> {
    const { db, runtime, serviceUrl } = this.#options;
    const before = await readState(db);
    const now = runtime.now();
    if (serviceUrl() === "") return { ...before, status: "not_configured", retryAt: 0 };
    // The day of the box is used up until then; asking again could not change that.
    if (before.status === "limit" && this.#isWaiting(before)) return before;
    this.#lastManual = now;
    const { prefix } = addressHash(address);
    const outcome = await this.#options.ask(prefix, this.#ending.signal);
    this.#noteAnswer(prefix, outcome);
    const byHand = { sql: "update breach_addresses set manual = ? where id = ?", args: [now, id] };
    return await this.#changes.take(async () => {
      if (!(outcome instanceof FailedCheck)) {
        return await this.#store(prefix, outcome, [byHand]);
      }
      const last = await readState(db);
      const failed = this.#failed(outcome, last);
      const isDue = (await this.#due()).length > 0;
      // A check by hand does not put off what is tried again by itself, and leaves nothing to try.
      const retryAt = this.#isWaiting(last) ? last.retryAt : failed.retryAt;
      const isLimit = outcome.status === "limit";
      const state = { ...failed, retryAt: isDue || isLimit ? retryAt : 0 };
      const used = outcome.status === "not_configured" ? [] : [byHand];
      await this.#write([stateStatement(state), ...used]);
      return state;
    });
  }

  /**
   * Stores what was found of the addresses of a prefix, with the alerts about it, in one
   * transaction. `isPartial` = a failure and its retry stay.
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
        if (!isPartial) this.#failedAt = undefined;
        return state;
      } catch (error) {
        // A person may have been removed with an address since it was read.
        if (tries > 1) throw error;
      }
    }
  }

  /** The state after a failed attempt, which is logged. */
  #failed({ status, delay }: FailedCheck, before: CheckState): CheckState {
    const { runtime, serviceUrl } = this.#options;
    const at = runtime.now();
    const isFault = status === "unreachable" || status === "error";
    const failures = isFault ? before.failures + 1 : 0;
    const wait = Math.min(RETRY_LAST, waitOf(status, delay * SECOND, failures));
    this.#failedAt = serviceUrl();
    const minutes = Math.round(wait / 60_000);
    runtime.log(
      "warn",
      `A check for data breaches did not work (${status}), the next try is in ${minutes} minutes`,
    );
    return { ...before, status, at, retryAt: at + wait, failures };
  }

  /** Whether a retry is still ahead, at the same online service. */
  #isWaiting({ retryAt }: CheckState): boolean {
    const { runtime, serviceUrl } = this.#options;
    const left = retryAt - runtime.now();
    const isSame = this.#failedAt === undefined || this.#failedAt === serviceUrl();
    return isSame && left > 0 && left <= RETRY_LAST;
  }

  /** Refuses a check by hand that comes too soon. */
  #checkPace(asked: WatchedAddress, all: readonly WatchedAddress[]): void {
    const now = this.#options.runtime.now();
    const last = Math.max(this.#lastManual, ...all.map(({ manual }) => manual));
    const refuse = (next: number, text: string) => {
      if (next <= now) return;
      throw new DomainError("checked_recently", text, {
        headers: { "retry-after": String(Math.ceil((next - now) / SECOND)) },
        body: { next: Math.ceil(next / SECOND) },
      });
    };
    refuse(nextManual(asked, now), "This address was checked by hand today already");
    // A clock that was set back left a time in the future.
    const apart = last > now ? 0 : last + checkNowApart * SECOND;
    refuse(apart, "Another address was checked a moment ago; wait half a minute");
  }

  #checkPrimary(): void {
    if (this.#options.role() === "primary") return;
    throw new DomainError("breach_primary_checks");
  }

  async #checkPerson(id: number): Promise<void> {
    if (id === 0 || await this.#options.personName(id) !== undefined) return;
    throw new DomainError("breach_person_gone");
  }

  async #write(statements: readonly Statement[]): Promise<void> {
    await this.#options.db.batch(statements);
  }

  async #find(id: number): Promise<AddressView | undefined> {
    const found = (await readAddresses(this.#options.db)).find((one) => one.id === id);
    return found === undefined ? undefined : await this.#viewOf(found);
  }

  async #known(id: number): Promise<WatchedAddress> {
    const found = (await readAddresses(this.#options.db)).find((one) => one.id === id);
    if (found === undefined) throw new DomainError("breach_address_gone");
    return found;
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

  /** The last time at which the box checks, before or at a time. */
  #slotBefore(now: number): number {
    const offset = this.#options.minute * 60_000;
    return Math.floor((now - offset) / WEEK) * WEEK + offset;
  }

  /** Wakes the task after a time that begins with the first address; later ones change nothing. */
  #wakeAfter(ms: number): void {
    this.#cancelWake ??= this.#options.runtime.after(ms, () => {
      this.#cancelWake = undefined;
      this.#wake();
    });
  }

  #pause(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason);
    const cancel = this.#options.runtime.after(PAUSE * SECOND, resolve);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    return promise.finally(() => {
      cancel();
      signal.removeEventListener("abort", onAbort);
    });
  }
}

function isNew({ checked }: WatchedAddress): boolean {
  return checked === 0;
}

/** Names that an address does not have yet, as many as are kept. */
function newBreaches({ breaches }: WatchedAddress, names: readonly string[]): readonly string[] {
  const known = new Set(breaches.map(({ name }) => name));
  return names.filter((name) => !known.has(name)).slice(0, MOST_BREACHES - known.size);
}

/** When an address may be checked by hand; a clock that was set back left a time in the future. */
function nextManual({ manual }: WatchedAddress, now: number): number {
  return manual === 0 || manual > now ? 0 : manual + checkNowPerAddress * SECOND;
}

/** Milliseconds to wait after a failure (A 3.3). */
function waitOf(status: FailedCheck["status"], delay: number, failures: number): number {
  switch (status) {
    case "not_configured":
      return RETRY_LAST;
    case "limit":
      return Math.max(retryFirst * SECOND, delay);
    case "busy":
      return delay > 0 ? delay : HOUR;
    default:
      return HOUR * 2 ** Math.min(failures - 1, 10);
  }
}
