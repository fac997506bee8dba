/**
 * Hours, extra time, cuts, homework and daily limits of children and teenagers, and the names that always answer (A 2.2, 3.2,
 * 4.2, 7.1). The rows are in memory; the snapshot is made of `rows()`, and made again when something ends by itself.
 */
import { proposedGrid } from "../../../../policy/catalogue/hours.ts";
import { EXTRA_AHEAD, type ExtraKind, extraTime } from "../../../../policy/hours/extra.ts";
import { holds } from "../../../../policy/hours/plan.ts";
import { type ModeLength, modeOf } from "../../../../policy/hours/morning.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { isGrid } from "../../../../policy/model/hours.ts";
import {
  type Interval,
  type Mode,
  type PersonTime,
  type TimedCategory,
  type TimeRows,
} from "../../../../policy/model/person_time.ts";
import { NextEnd } from "../../../next_end.ts";
import type { Statement } from "../../../store/database.ts";
import { isMinor } from "../minors.ts";
import type { Person } from "../register.ts";
import {
  addMinutes,
  keepAllow,
  keepExtra,
  keepGrid,
  keepLimit,
  keepMode,
  moreKey,
  NO_HOURS,
  removeExtra,
  removeMode,
} from "./hours_table.ts";
import { HoursMemory, type HoursMemoryOptions } from "./memory.ts";
import { readPermitted } from "./permitted.ts";
import { checkExtraMinutes, HoursRefused, unknownTime } from "./refusals.ts";
import type { PermittedNames, PersonState, Schedules, SharedState } from "./schedules.ts";
import { shifted } from "./settle.ts";

export type { UsageSource, VacationSource } from "./memory.ts";
export { HoursRefused, hoursRefused } from "./refusals.ts";
export type { PermittedNames, PersonState, Schedules, SharedState } from "./schedules.ts";

/** What the service needs. */
export interface HoursServiceOptions extends HoursMemoryOptions {
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called when something ended, or a limit was reached: publish. */
  readonly changed: () => void;
}

const { dailyMinutesLeast: LEAST, dailyMinutesMost: MOST } = LIMITS.categoryTime;

/** The hours. Methods reject with HoursRefused for what a person did wrong, DatabaseUnavailable without database. */
export class HoursService {
  readonly #options: HoursServiceOptions;
  readonly #memory: HoursMemory;
  readonly #ends: NextEnd;
  /** What was reached when the snapshot was made last. */
  #reached = "[]";
  constructor(options: HoursServiceOptions) {
    const { now, after, changed, usage } = options;
    this.#options = options;
    this.#memory = new HoursMemory(options);
    this.#ends = new NextEnd({ now, after, reached: changed });
    usage.onCounted(() => void (this.#reachedNow() !== this.#reached && changed()));
  }

  /** Resolves when everything is in memory. */
  ready(): Promise<void> {
    return this.#memory.ready();
  }

  /**
   * All of it for the snapshot. From here on the next end is waited for: of extra time, of a mode, and of the day, with which
   * limits begin anew. Rows that ended are removed.
   */
  async rows(): Promise<TimeRows> {
    await this.ready();
    await this.#memory.settle();
    const view = this.#memory.view(),
      people = view.young().map(({ id }) => view.timeOf(id)),
      reached = view.reached();
    const { allow } = this.#memory.permitted();
    this.#reached = JSON.stringify(reached);
    this.#ends.waitFor(this.#endsOf(people, view.midnight));
    return {
      people,
      reached,
      vacations: this.#memory.vacations,
      permitted: allow,
      known: this.#options.timeKnown(),
    };
  }

  /** How everybody's time stands. */
  async schedules(): Promise<Schedules> {
    await this.ready();
    const view = this.#memory.view(), { zone, now, timeKnown } = this.#options;
    return {
      people: view.young().map((person) => view.person(person)),
      shared: view.shared().map((device) => view.sharedDevice(device)),
      ...this.#memory.permitted(),
      ...{
        answers_kept: LIMITS.hours.answersKept,
        zone: zone(),
        now: Math.floor(now() / 1000),
        time_known: timeKnown(),
      },
    };
  }

  /** How the time of a child or teenager stands, from memory; undefined = it is none. Call `ready` first. */
  person(id: number): PersonState | undefined {
    const person = this.#options.register.people.get(id);
    return person !== undefined && isMinor(person) ? this.#memory.view().person(person) : undefined;
  }

  /** The cut that closes a child or teenager now, from memory; undefined = none does. */
  cutOf(id: number): Interval | undefined {
    const { extra, mode } = this.#memory.kept.people.get(id) ?? NO_HOURS, at = this.#options.now();
    return mode?.mode === "cut" && holds(mode, at) && !holds(extra.grant, at) ? mode : undefined;
  }

  /** How the time of a device stands that a child or teenager shares, from memory; undefined = it is none. */
  sharedDevice(id: number): SharedState | undefined {
    const view = this.#memory.view(), device = view.shared().find((each) => each.id === id);
    return device && view.sharedDevice(device);
  }

  /**
   * Keeps the hours of a person. Without a grid the one before stays; an empty grid, or none at all, becomes the proposed one
   * when hours are turned on.
   */
  setSchedule(
    id: number,
    { enabled, grid }: { readonly enabled: boolean; readonly grid?: string | undefined },
    by: string,
  ): Promise<PersonState> {
    return this.#change(id, [], ({ profile }) => {
      if (grid !== undefined && grid !== "" && !isGrid(grid)) {
        throw new HoursRefused(
          "bad",
          `A grid has 672 slots, each 0 or 1, not: ${grid.length} characters`,
        );
      }
      const kept = grid ?? this.#memory.kept.people.get(id)?.grid ?? "";
      const used = kept === "" && enabled ? proposedGrid(profile) : kept;
      return [keepGrid(id, { enabled, grid: used }, this.#written(by))];
    });
  }

  /** Gives extra time that opens the person's own closing only (A 3.2). */
  async addBonus(id: number, minutes: number, by: string): Promise<Interval> {
    return await this.#addExtra(id, "bonus", minutes, by, []);
  }

  /** Gives Internet over a cut too, by an accepted request; `also` is written with it, all or nothing. */
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
      const { bonus, grant } = this.#memory.view().timeOf(id);
      if (bonus === undefined && grant === undefined) {
        throw new HoursRefused("missing", `There is no extra time for: ${name}`);
      }
      return [removeExtra(id)];
    });
  }

  /** Gives minutes more of a category today; `also` is written with it, all or nothing. */
  async grantMinutes(
    id: number,
    category: TimedCategory,
    minutes: number,
    also: readonly Statement[] = [],
  ): Promise<void> {
    checkExtraMinutes(minutes);
    await this.#change(id, also, ({ name }) => {
      const { limits, more } = this.#memory.kept.people.get(id) ?? NO_HOURS,
        { today } = this.#memory.view();
      if (!limits.has(category)) {
        throw new HoursRefused("conflict", `The time of ${category} is not limited for: ${name}`);
      }
      if (!this.#options.timeKnown()) throw unknownTime();
      if ((more.get(moreKey(today, category)) ?? 0) + minutes > EXTRA_AHEAD / 60_000) {
        throw new HoursRefused("conflict", `${name} has twelve more hours for today already`);
      }
      return [addMinutes(id, today, category, minutes)];
    });
  }

  /** Begins a cut or homework, in the place of the mode before. */
  async setMode(id: number, mode: Mode, length: ModeLength, by: string): Promise<Interval> {
    let kept: Interval | undefined;
    await this.#change(id, [], () => {
      const from = this.#options.now();
      const end = modeOf(length, this.#memory.view().timeOf(id), from, this.#memory.context());
      if (end === undefined) {
        throw new HoursRefused(
          "bad",
          `It lasts 30, 60 or 120 minutes, or until the morning, not: ${length}`,
        );
      }
      kept = { from, to: end.to };
      return [keepMode(id, { mode, ...end, from }, by)];
    });
    return kept!;
  }

  /** Ends the cut or homework of a person; which of them it was. */
  async endMode(id: number): Promise<Mode> {
    let ended: Mode | undefined;
    await this.#change(id, [], ({ name }) => {
      const { mode } = this.#memory.view().timeOf(id);
      if (mode === undefined) {
        throw new HoursRefused("missing", `There is no cut and no homework for: ${name}`);
      }
      ended = mode.mode;
      return [removeMode(id)];
    });
    return ended!;
  }

  /** Limits the minutes a day of a category; 0 = no limit. */
  setLimit(id: number, category: TimedCategory, minutes: number, by: string): Promise<PersonState> {
    return this.#change(id, [], () => {
      if (minutes !== 0 && !(Number.isInteger(minutes) && minutes >= LEAST && minutes <= MOST)) {
        throw new HoursRefused(
          "bad",
          `A limit is ${LEAST} to ${MOST} minutes a day, or 0 for none, not: ${minutes}`,
        );
      }
      return [keepLimit(id, category, minutes, this.#written(by))];
    });
  }

  /** Names that answer whatever the hours say. */
  async permitted(): Promise<readonly string[]> {
    await this.#memory.ready();
    return this.#memory.permitted().allow;
  }

  /** Keeps other always-permitted names; undefined = those that are proposed for the country again. */
  async setPermitted(domains: readonly string[] | undefined, by: string): Promise<PermittedNames> {
    const names = domains === undefined ? undefined : readPermitted(domains);
    await this.#memory.alone(() => this.#memory.write([keepAllow(names, this.#written(by))]));
    return this.#memory.permitted();
  }

  /**
   * Moves what was begun while the time was not known: `by` milliseconds is what the clock was set by, `since` when it became
   * unknown, by the clock of before. What was to last until the morning lasts until the next one.
   */
  async shift(by: number, since: number): Promise<void> {
    await this.#memory.alone(() => {
      const moment = { now: this.#options.now(), context: this.#memory.context() };
      return this.#memory.write(shifted(this.#memory.kept, { by, since, ...moment }));
    });
  }

  /** Waits for no end any more. */
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
      const { now, timeKnown } = this.#options, time = this.#memory.view().timeOf(id);
      const extra = extraTime(kind, minutes, time, now(), this.#memory.context());
      if (extra === "nothing" && time.enabled && !timeKnown()) throw unknownTime();
      if (extra === "nothing") {
        throw new HoursRefused(
          "conflict",
          `There is nothing to extend: nothing closes within 12 hours for ${name}`,
        );
      }
      if (extra === "far") {
        throw new HoursRefused("conflict", "Extra time ends at most 12 hours from now; give less");
      }
      given = extra;
      return [keepExtra(id, kind, extra, this.#written(by))];
    });
    return given!;
  }

  /** Changes something of a child or teenager, alone; how their time stands then. */
  #change(
    id: number,
    also: readonly Statement[],
    work: (person: Person) => Statement[],
  ): Promise<PersonState> {
    return this.#memory.alone(async () => {
      const person = this.#options.register.people.get(id);
      if (person === undefined) {
        throw new HoursRefused("missing", `There is no person with the number: ${id}`);
      }
      if (!isMinor(person)) {
        throw new HoursRefused("bad", `Adults have no hours, and this is one: ${person.name}`);
      }
      await this.#memory.write([...work(person), ...also]);
      return this.#memory.view().person(person);
    });
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
    return { by, at: this.#options.now() };
  }
}
