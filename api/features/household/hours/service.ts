/**
 * Hours, extra time, cuts, homework and daily limits of children and teenagers, and the names
 * that are always resolved (A 2.2, 3.2, 4.2, 7.1). The rows are in memory. The snapshot is built
 * from `rows()`, and rebuilt when an entry expires.
 */
import type { PersonPlan, ScheduleFilter } from "./view.ts";
import { proposedGrid } from "../../../../policy/catalogue/hours.ts";
import { EXTRA_AHEAD, type ExtraKind, extraTime } from "../../../../policy/hours/extra.ts";
import { nextLocal } from "../../../../policy/hours/local_time.ts";
import { isInInterval } from "../../../../policy/hours/plan.ts";
import { endMode, startMode } from "../../../../policy/hours/mode.ts";
import {
  computeModeEnd,
  MODE_DURATIONS,
  type ModeDuration,
} from "../../../../policy/hours/morning.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { isGrid } from "../../../../policy/model/hours.ts";
import {
  type CutWhom,
  type Interval,
  type Mode,
  type PersonTime,
  type TimedCategory,
  type TimeRows,
} from "../../../../policy/model/person_time.ts";
import { ExpiryTimer } from "../../../async/expiry_timer.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Statement } from "../../../store/database.ts";
import { isMinor } from "../minors.ts";
import type { Person } from "../household_repository.ts";
import {
  addMinutes,
  keepAllow,
  keepChange,
  keepCut,
  keepExtra,
  keepGrid,
  keepLimit,
  keepMode,
  moreKey,
  moveExtra,
  NO_HOURS,
  type PersonHours,
  removeChange,
  removeCut,
  removeExtra,
  removeMode,
  type StoredCut,
  type StoredMode,
} from "./hours_table.ts";
import { HoursMemory, type HoursMemoryOptions } from "./memory.ts";
import { readPermitted } from "./permitted.ts";
import { checkExtraMinutes, unknownTime } from "./refusals.ts";
import { intervalResponse } from "./view.ts";
import type {
  CutState,
  EndedInterval,
  PermittedNames,
  PersonState,
  Schedules,
  SharedState,
} from "./schedules.ts";
import { shiftStatements } from "./settle.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

export type { UsageSource, VacationSource } from "./memory.ts";
export type { PermittedNames, PersonState, Schedules, SharedState } from "./schedules.ts";
export type { PersonPlan } from "./view.ts";

/** Dependencies of the service. */
export interface HoursServiceOptions extends HoursMemoryOptions {
  readonly runtime: Runtime;
  /** Called when something expired, or a limit was reached; it publishes the policy. */
  readonly changed: () => void;
}

/** A started mode, with what it ended: the previous mode, extra time. */
export interface StartedMode extends Interval {
  readonly ended: readonly EndedInterval[];
}

/** Extra time, with the end of the cut that it does not open; 0 = no cut is active. */
export interface BonusResult extends Interval {
  readonly cutTo: number;
}

/** The result of Undo: the restored mode and the removed one. */
export interface UndoResult {
  readonly back: StoredMode | undefined;
  readonly ended: Mode | undefined;
}

const { dailyMinutesLeast: LEAST, dailyMinutesMost: MOST } = LIMITS.categoryTime;

/**
 * The hours. Methods reject with DomainError for invalid user input, DatabaseUnavailableError when
 * the database cannot be used.
 */
export class HoursService {
  readonly #options: HoursServiceOptions;
  readonly #memory: HoursMemory;
  readonly #ends: ExpiryTimer;
  /** The limits reached at the last snapshot. */
  #reached = "[]";
  /** The cuts of the household that another one replaced, so that a mistake can be undone. */
  readonly #replacedCuts = new Map<CutWhom, StoredCut>();

  constructor(options: HoursServiceOptions) {
    const { runtime, changed, usage } = options;
    this.#options = options;
    this.#memory = new HoursMemory(options);
    this.#ends = new ExpiryTimer({ runtime, onExpiry: changed });
    usage.onCounted(() => void (this.#reachedNow() !== this.#reached && changed()));
  }

  /** Resolves when everything is in memory. */
  ready(): Promise<void> {
    return this.#memory.ready();
  }

  /**
   * All rows for the snapshot. After the first call, a timer waits for the next expiry: of extra
   * time, of a mode, and of the day, when limits start again. Expired rows are removed.
   */
  async rows(): Promise<TimeRows> {
    await this.ready();
    await this.#memory.settle();
    const view = this.#memory.view();
    const people = view.young().map(({ id }) => view.timeOf(id));
    const reached = view.reached();
    const { allow } = this.#memory.permitted();
    this.#reached = JSON.stringify(reached);
    const cutEnds = view.cuts().map(({ to }) => to);
    this.#ends.waitFor([...this.#endsOf(people, view.midnight), ...cutEnds]);
    return {
      people,
      reached,
      vacations: this.#memory.vacations,
      cuts: view.cuts(),
      permitted: allow,
      known: this.#options.timeKnown(),
    };
  }

  /**
   * The current schedules of people in order of creation, after a number, with the devices that
   * they share. `last` is the number of the last one if there are more.
   */
  async schedules(
    filter: ScheduleFilter = {},
    limit = Infinity,
    after = 0,
  ): Promise<Omit<Schedules, "next"> & { readonly last: number | undefined }> {
    await this.ready();
    const view = this.#memory.view();
    const { zone, runtime, timeKnown } = this.#options;
    const wanted = view.wanted(filter);
    const rest = wanted.filter(({ id }) => id > after);
    const people = rest.slice(0, limit);
    const isWhole = people.length === view.young().length;
    const ids = new Set(people.map(({ id }) => id));
    const shared = view.shared().filter(({ id, people }) =>
      filter.device === undefined
        ? isWhole || people.some((one) => ids.has(one))
        : id === filter.device
    );
    return {
      people: people.map((person) => view.person(person)),
      shared: shared.map((device) => view.sharedDevice(device)),
      cuts: view.cuts().map((cut) => cutResponse(cut, view)),
      cut_reach: { children: view.reachOf("children"), all: view.reachOf("all") },
      last: rest.length > people.length ? people.at(-1)!.id : undefined,
      counts: view.counts(wanted),
      ...this.#memory.permitted(),
      answers_kept: LIMITS.hours.answersKept,
      zone: zone(),
      now: Math.floor(runtime.now() / 1000),
      time_known: timeKnown(),
    };
  }

  /** What was set for each child and teenager, in order of creation. */
  async plans(): Promise<readonly PersonPlan[]> {
    await this.ready();
    const view = this.#memory.view();
    return view.young().map((person) => view.plan(person));
  }

  /**
   * The current time state of a child or teenager, from memory; undefined = the person is
   * neither. Call `ready` first.
   */
  person(id: number): PersonState | undefined {
    const person = this.#options.register.people.get(id);
    return person !== undefined && isMinor(person) ? this.#memory.view().person(person) : undefined;
  }

  /** The cut or homework of a child or teenager, from memory; "" = none. */
  modeOf(id: number): PersonState["mode"] {
    const person = this.#options.register.people.get(id);
    const isYoung = person !== undefined && isMinor(person);
    const mode = isYoung ? this.#memory.view().ownTimeOf(id).mode : undefined;
    return { mode: mode?.mode ?? "", ...intervalResponse(mode) };
  }

  /** The cut that applies to a child or teenager now, from memory; undefined = none. */
  cutOf(id: number): Interval | undefined {
    const { grant, mode } = this.#memory.view().timeOf(id);
    const at = this.#options.runtime.now();
    return mode?.mode === "cut" && isInInterval(mode, at) && !isInInterval(grant, at)
      ? mode
      : undefined;
  }

  /**
   * The current time state of a device shared by a child or teenager, from memory; undefined =
   * not such a device.
   */
  sharedDevice(id: number): SharedState | undefined {
    const view = this.#memory.view();
    const device = view.shared().find((each) => each.id === id);
    return device && view.sharedDevice(device);
  }

  /**
   * Stores the hours of a person. Without a grid the previous one remains. When hours are turned
   * on, an empty or missing grid becomes the proposed one.
   */
  setSchedule(
    id: number,
    { enabled, grid }: { readonly enabled: boolean; readonly grid?: string | undefined },
    by: string,
  ): Promise<PersonState> {
    return this.#change(id, [], ({ profile }) => {
      if (grid !== undefined && grid !== "" && !isGrid(grid)) {
        throw new DomainError(
          "bad_value",
          programSentence`A grid has 672 slots, each 0 or 1, not: ${grid.length} characters`,
        );
      }
      const kept = grid ?? this.#memory.kept.people.get(id)?.grid ?? "";
      const used = kept === "" && enabled ? proposedGrid(profile) : kept;
      return [keepGrid(id, { enabled, grid: used }, this.#written(by))];
    });
  }

  /**
   * Gives extra time, which lifts only the closing hours of the person. A cut stays active, and the
   * minutes begin after it (A 3.2).
   */
  async addBonus(id: number, minutes: number, by: string): Promise<BonusResult> {
    const given = await this.#addExtra(id, "bonus", minutes, by, []);
    return { ...given, cutTo: this.#cutNow(id)?.to ?? 0 };
  }

  /**
   * Opens the Internet even during a cut, for an accepted request; `also` is written in the same
   * transaction.
   */
  async grant(
    id: number,
    minutes: number,
    by: string,
    also: readonly Statement[] = [],
  ): Promise<Interval> {
    return await this.#addExtra(id, "grant", minutes, by, also);
  }

  /** Ends the extra time of both kinds. */
  async endBonus(id: number): Promise<void> {
    await this.#change(id, [], ({ name }) => {
      const { bonus, grant } = this.#memory.view().ownTimeOf(id);
      if (bonus === undefined && grant === undefined) {
        throw new DomainError("not_found", sentence`There is no extra time for: ${name}`);
      }
      return [removeExtra(id), removeChange(id)];
    });
  }

  /** Gives extra minutes of a category today; `also` is written in the same transaction. */
  async grantMinutes(
    id: number,
    category: TimedCategory,
    minutes: number,
    also: readonly Statement[] = [],
  ): Promise<void> {
    checkExtraMinutes(minutes);
    await this.#change(id, also, ({ name }) => {
      const { limits, more } = this.#hoursOf(id);
      const { today } = this.#memory.view();
      if (!limits.has(category)) {
        throw new DomainError(
          "conflict",
          sentence`The time of ${category} is not limited for: ${name}`,
        );
      }
      if (!this.#options.timeKnown()) throw unknownTime();
      if ((more.get(moreKey(today, category)) ?? 0) + minutes > EXTRA_AHEAD / 60_000) {
        throw new DomainError(
          "conflict",
          sentence`${name} already has twelve more hours today`,
        );
      }
      return [addMinutes(id, today, category, minutes)];
    });
  }

  /**
   * Begins a cut or homework, replacing the previous mode. A cut ends extra time that was given
   * before it.
   */
  async setMode(id: number, mode: Mode, duration: ModeDuration, by: string): Promise<StartedMode> {
    let begun: StartedMode | undefined;
    await this.#change(id, [], () => {
      if (!MODE_DURATIONS.includes(duration)) {
        throw new DomainError(
          "bad_value",
          programSentence`It lasts 30, 60 or 120 minutes, or until the morning, not: ${duration}`,
        );
      }
      const before = this.#memory.view().ownTimeOf(id);
      const context = this.#memory.context();
      const from = this.#options.runtime.now();
      const to = computeModeEnd(duration, before, from, context);
      const after = startMode(before, { mode, from, to }, context);
      begun = { from, to, ended: endedBetween(before, after) };
      return [
        this.#keepChange(id, by),
        keepMode(id, { mode, from, to, duration }, by),
        ...this.#extraAfter(id, after),
      ];
    });
    return begun!;
  }

  /**
   * Turns the Internet off for all children or for everyone until Unix milliseconds, replacing the
   * cut before. The cuts and homework of people stay as they are.
   */
  async setCut(whom: CutWhom, until: number, by: string): Promise<CutState> {
    const from = this.#options.runtime.now();
    const longest = LIMITS.hours.householdCutMinutes * 60_000;
    if (until <= from) {
      throw new DomainError("bad_value", sentence`The end of the cut is in the past`);
    }
    if (until > from + longest) {
      throw new DomainError("bad_value", sentence`A cut for several people lasts at most a day`);
    }
    return await this.#memory.alone(async () => {
      const before = this.#memory.view().cuts().find((cut) => cut.whom === whom);
      const cut = { whom, from, to: until, by };
      await this.#memory.write([keepCut(cut)]);
      if (before === undefined) this.#replacedCuts.delete(whom);
      else this.#replacedCuts.set(whom, before);
      return cutResponse(cut, this.#memory.view());
    });
  }

  /**
   * Turns the Internet on again. With `back`, the cut that it replaced continues, unless it would
   * have ended by now.
   */
  async endCut(whom: CutWhom, back = false): Promise<CutState | undefined> {
    return await this.#memory.alone(async () => {
      const now = this.#options.runtime.now();
      const before = this.#replacedCuts.get(whom);
      const goesOn = back && before !== undefined && before.to > now;
      if (!this.#memory.view().cuts().some((cut) => cut.whom === whom)) {
        throw new DomainError("not_found", sentence`The Internet is not off for: ${whom}`);
      }
      this.#replacedCuts.delete(whom);
      await this.#memory.write([goesOn ? keepCut(before) : removeCut(whom)]);
      return goesOn ? cutResponse(before, this.#memory.view()) : undefined;
    });
  }

  /** The instant at which a cut of several people ends that lasts until the morning. */
  morning(): number {
    const { runtime, offset } = this.#options;
    return nextLocal(LIMITS.hours.morningOtherwise * 1000, runtime.now(), offset);
  }

  /** Ends the cut or homework of a person; returns which of them it was. */
  async endMode(id: number, by: string): Promise<Mode> {
    let ended: Mode | undefined;
    await this.#change(id, [], ({ name }) => {
      const before = this.#memory.view().ownTimeOf(id);
      if (before.mode === undefined) {
        throw new DomainError("not_found", sentence`Neither a cut nor homework is on for: ${name}`);
      }
      ended = before.mode.mode;
      const after = endMode(before, this.#options.runtime.now(), this.#memory.context());
      return [this.#keepChange(id, by), removeMode(id), ...this.#extraAfter(id, after)];
    });
    return ended!;
  }

  /**
   * Undoes the last change of the mode. The previous mode and extra time are restored unless they
   * have expired since. Changes made since by another user, and extra time given since, are not
   * undone.
   */
  async undoMode(id: number, by: string): Promise<UndoResult> {
    let undone: UndoResult | undefined;
    await this.#change(id, [], ({ name }) => {
      const { mode, changed } = this.#hoursOf(id);
      const now = this.#options.runtime.now();
      if (changed === undefined || changed.by !== by) {
        throw new DomainError(
          "conflict",
          sentence`This can no longer be undone, the time has changed since: ${name}`,
        );
      }
      const isAhead = (each: Interval | undefined) => each !== undefined && each.to > now;
      const back = isAhead(changed.mode) ? changed.mode : undefined;
      undone = { back, ended: isAhead(mode) ? mode?.mode : undefined };
      const statements = [removeChange(id), removeMode(id), removeExtra(id)];
      if (back !== undefined) statements.push(keepMode(id, back, by));
      for (const kind of ["bonus", "grant"] as const) {
        const each = changed.extra[kind];
        if (isAhead(each)) statements.push(keepExtra(id, kind, each!, { by, at: each!.given }));
      }
      return statements;
    });
    return undone!;
  }

  /** Limits the minutes a day of a category; 0 = no limit. */
  setLimit(id: number, category: TimedCategory, minutes: number, by: string): Promise<PersonState> {
    return this.#change(id, [], () => {
      if (minutes !== 0 && !(Number.isInteger(minutes) && minutes >= LEAST && minutes <= MOST)) {
        throw new DomainError(
          "bad_value",
          sentence`A limit is ${LEAST} to ${MOST} minutes a day, or 0 for none, not: ${minutes}`,
        );
      }
      return [keepLimit(id, category, minutes, this.#written(by))];
    });
  }

  /** Names that are always resolved, regardless of the hours. */
  async permitted(): Promise<readonly string[]> {
    await this.#memory.ready();
    return this.#memory.permitted().allow;
  }

  /** Stores other always-permitted names; undefined = back to those proposed for the country. */
  async setPermitted(domains: readonly string[] | undefined, by: string): Promise<PermittedNames> {
    const names = domains === undefined ? undefined : readPermitted(domains);
    await this.#memory.alone(() => this.#memory.write([keepAllow(names, this.#written(by))]));
    return this.#memory.permitted();
  }

  /**
   * Moves entries created while the time was unknown. `by` is the clock correction in
   * milliseconds; `since` is when the time became unknown, by the previous clock. An entry that
   * was to last until the morning lasts until the next morning.
   */
  async shift(by: number, since: number): Promise<void> {
    await this.#memory.alone(() => {
      const moment = { now: this.#options.runtime.now(), context: this.#memory.context() };
      return this.#memory.write(shiftStatements(this.#memory.kept, { by, since, ...moment }));
    });
  }

  /** Stops waiting for expiries. */
  close(): void {
    this.#ends.close();
  }

  async #addExtra(
    id: number,
    kind: ExtraKind,
    minutes: number,
    by: string,
    also: readonly Statement[],
  ): Promise<Interval> {
    checkExtraMinutes(minutes);
    let given: Interval | undefined;
    await this.#change(id, also, ({ name }) => {
      const { runtime, timeKnown } = this.#options;
      const time = this.#memory.view().timeOf(id);
      const extra = extraTime(kind, minutes, time, runtime.now(), this.#memory.context());
      if (extra === "nothing" && time.enabled && !timeKnown()) throw unknownTime();
      if (typeof extra === "string" && kind === "bonus" && this.#cutNow(id) !== undefined) {
        throw new DomainError(
          "conflict",
          sentence`Extra time does not end a cut; end the cut first: ${name}`,
        );
      }
      if (extra === "nothing") {
        throw new DomainError(
          "conflict",
          sentence`Extra time is not needed: the Internet stays open for the next 12 hours for ${name}`,
        );
      }
      if (extra === "far") {
        throw new DomainError(
          "conflict",
          sentence`Extra time can end at most 12 hours from now; give less`,
        );
      }
      given = extra;
      return [keepExtra(id, kind, extra, this.#written(by)), removeChange(id)];
    });
    return given!;
  }

  /** Applies one change to a child or teenager under the lock. Returns their new time state. */
  #change(
    id: number,
    also: readonly Statement[],
    work: (person: Person) => Statement[],
  ): Promise<PersonState> {
    return this.#memory.alone(async () => {
      const person = this.#options.register.people.get(id);
      if (person === undefined) {
        throw new DomainError("not_found", sentence`There is no person with the number: ${id}`);
      }
      if (!isMinor(person)) {
        throw new DomainError(
          "bad_value",
          sentence`Hours and limits are for children and teenagers, not for adults: ${person.name}`,
        );
      }
      await this.#memory.write([...work(person), ...also]);
      return this.#memory.view().person(person);
    });
  }

  /** Stores what a change of the mode replaces, for Undo. */
  #keepChange(id: number, by: string): Statement {
    return keepChange(id, this.#hoursOf(id), this.#written(by));
  }

  /** Writes the extra time that remains after a mode began or ended. */
  #extraAfter(id: number, after: PersonTime): Statement[] {
    const { extra } = this.#hoursOf(id);
    const statements: Statement[] = [];
    for (const kind of ["bonus", "grant"] as const) {
      const stored = extra[kind];
      const left = after[kind];
      if (stored === undefined) continue;
      if (left === undefined) statements.push(removeExtra(id, kind));
      else statements.push(moveExtra(id, kind, { ...left, given: stored.given }));
    }
    return statements;
  }

  /** The cut that has not ended, even if an accepted request opens it now. */
  #cutNow(id: number): Interval | undefined {
    const { mode } = this.#memory.view().timeOf(id);
    return mode?.mode === "cut" ? mode : undefined;
  }

  #hoursOf(id: number): Readonly<PersonHours> {
    return this.#memory.kept.people.get(id) ?? NO_HOURS;
  }

  #endsOf(people: readonly PersonTime[], midnight: number): number[] {
    const limited = people.some(({ limited }) => (limited ?? []).length > 0);
    const ends = people.flatMap(({ bonus, grant, mode }) =>
      [bonus, grant, mode].flatMap((each) => each?.to ?? [])
    );
    return limited ? [...ends, midnight] : ends;
  }

  #reachedNow(): string {
    return this.#memory.begun ? JSON.stringify(this.#memory.view().reached()) : this.#reached;
  }

  #written(by: string): { by: string; at: number } {
    return { by, at: this.#options.runtime.now() };
  }
}

/** A cut in responses, with the people and devices that it reaches now. */
function cutResponse(
  cut: StoredCut,
  view: { reachOf(whom: CutWhom): { readonly people: number; readonly devices: number } },
): CutState {
  return { whom: cut.whom, ...intervalResponse(cut), by: cut.by, ...view.reachOf(cut.whom) };
}

/** Returns what a started mode ended when it replaced another one. */
function endedBetween(before: PersonTime, after: PersonTime): EndedInterval[] {
  const ended: EndedInterval[] = [];
  if (before.mode !== undefined && before.mode.mode !== after.mode?.mode) {
    ended.push(before.mode.mode);
  }
  const isGone = (kind: ExtraKind) => before[kind] !== undefined && after[kind] === undefined;
  if (isGone("bonus") || isGone("grant")) ended.push("extra");
  return ended;
}
