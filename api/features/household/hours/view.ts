/**
 * The time state of all people at an instant, computed from the stored rows: for the snapshot,
 * for the API, and for people who request more time.
 */
import { proposedGrid } from "../../../../policy/catalogue/hours.ts";
import {
  type ClosedWindow,
  type HoursContext,
  isInInterval,
  isVacation,
  nextTransition,
} from "../../../../policy/hours/plan.ts";
import { nextLocal } from "../../../../policy/hours/local_time.ts";
import { dayOf, dayText } from "../../../../policy/model/calendar_day.ts";
import {
  type CutWhom,
  type Interval,
  type PersonTime,
  type ReachedLimitRow,
  TIMED_CATEGORIES,
  type TimedCategory,
} from "../../../../policy/model/person_time.ts";
import type { Profile } from "../../../../policy/model/household.ts";
import { formatScope } from "../../../../policy/model/scope.ts";
import { hoursOf } from "../../../../policy/model/week.ts";
import { toSeconds } from "../../../http/route.ts";
import { isMinor } from "../minors.ts";
import type { Device, HouseholdRepository, Person } from "../household_repository.ts";
import { strictestProfile } from "../device_response.ts";
import {
  type HoursRows,
  moreKey,
  NO_HOURS,
  type PersonHours,
  type StoredCut,
} from "./hours_table.ts";
import type { GridWindows } from "./grid_windows.ts";
import type { HouseholdUse } from "./household_use.ts";
import type { PersonState, Schedules, SharedState } from "./schedules.ts";

/** The minutes that were used today. */
export interface MinutesToday {
  readonly minutes: number;
  /** The end of the step in which that many minutes were reached, in Unix milliseconds. */
  filledAt(minutes: number): number;
}

/** The input of a view. */
export interface ViewSources {
  readonly register: Pick<HouseholdRepository, "people" | "devices">;
  /** What was counted of the present state of the register. */
  readonly use: HouseholdUse;
  readonly kept: HoursRows;
  /**
   * The time that a person (`person:2`) or a shared device (`device:3`) used today, by category.
   */
  readonly usedToday: (scope: string) => ReadonlyMap<TimedCategory, MinutesToday>;
  readonly context: HoursContext;
  /** The closed windows of grids, for `context` and the day of `now`. */
  readonly windows: () => GridWindows;
  /** Unix milliseconds. */
  readonly now: number;
  readonly labelOf: (device: number) => string;
}

/** The people whose time is asked for. */
export interface ScheduleFilter {
  readonly person?: number | undefined;
  /** Those who use this device. */
  readonly device?: number | undefined;
  /** Part of a name. */
  readonly q?: string | undefined;
}

/** The hours and limits that were set for a child or teenager. */
export interface PersonPlan {
  readonly person_id: number;
  readonly name: string;
  readonly profile: Profile;
  /** How many devices the person has or shares. */
  readonly devices: number;
  /** Whether hours hold. */
  readonly enabled: boolean;
  /** Minutes a day, 0 = no limit. */
  readonly limits: readonly { readonly category: TimedCategory; readonly minutes: number }[];
}

type ClosedState = Pick<PersonState, "open_now" | "why" | "next_change" | "cut_until">;

/** A limit of today: `minutes` a day, `extra` more today. */
interface Limit {
  readonly minutes: number;
  readonly extra: number;
}

const NO_LIMIT: Limit = { minutes: 0, extra: 0 };

/** The time of the household at an instant. */
export class TimeView {
  readonly #from: ViewSources;
  /** The day of the household, `YYYY-MM-DD`. */
  readonly today: string;
  /** When it ends, in Unix milliseconds. */
  readonly midnight: number;
  readonly #texts = new Map<string, PersonState["hours"]>();
  /** The states of windows. */
  readonly #states = new Map<readonly ClosedWindow[], ClosedState>();
  #cuts: readonly StoredCut[] | undefined;
  /** The cut of the household that ends last. */
  #longestCut: StoredCut | undefined;
  /** The time used today, by scope. */
  readonly #used = new Map<string, ReturnType<ViewSources["usedToday"]>>();

  constructor(from: ViewSources) {
    const { now, context: { offset } } = from;
    this.#from = from;
    this.today = dayText(dayOf(now, offset));
    this.midnight = nextLocal(0, now, offset);
  }

  /** The children and teenagers. */
  young(): readonly Person[] {
    return this.#from.use.young;
  }

  /** The devices that children or teenagers share with others. */
  shared(): readonly Device[] {
    return this.#from.use.shared;
  }

  /** The children and teenagers that a filter selects. */
  wanted({ person, device, q = "" }: ScheduleFilter): readonly Person[] {
    if (person === undefined && device === undefined && q.trim() === "") return this.young();
    const { register } = this.#from;
    const text = q.trim().toLowerCase();
    const its = device === undefined ? undefined : register.devices.get(device);
    return this.young().filter(({ id, name }) =>
      (person === undefined || id === person) &&
      (device === undefined || its?.personId === id || its?.people.includes(id) === true) &&
      (text === "" || name.toLowerCase().includes(text))
    );
  }

  /** How many of them have Internet now. */
  counts(people: readonly Person[]): Schedules["counts"] {
    const counts = { people: people.length, open: 0, closed: 0, without: 0 };
    for (const { id } of people) {
      if (this.#from.use.devicesOf(id) === 0) counts.without++;
      else if (this.#state(this.#closed(this.timeOf(id))).open_now) counts.open++;
      else counts.closed++;
    }
    return counts;
  }

  /** The cuts of all children and of everyone that hold now. */
  cuts(): readonly StoredCut[] {
    if (this.#cuts === undefined) {
      const { kept, now } = this.#from;
      this.#cuts = kept.cuts.filter(({ to }) => to > now)
        .map((cut) => ({ ...cut, from: Math.min(cut.from, now) }));
      this.#longestCut = this.#cuts.toSorted((a, b) => b.to - a.to)[0];
    }
    return this.#cuts;
  }

  /** The people and devices that a cut of the household closes. */
  reachOf(whom: CutWhom): { readonly people: number; readonly devices: number } {
    return this.#from.use.reachOf(whom);
  }

  /**
   * The time of a child or a teenager for the snapshot, without expired entries. A cut of the
   * household takes the place of an own mode that ends before it, and ends extra time that was
   * given before.
   */
  timeOf(id: number): PersonTime {
    const own = this.ownTimeOf(id);
    this.cuts();
    const cut = this.#longestCut;
    const isLonger = own.mode?.mode === "cut" && own.mode.to >= (cut?.to ?? 0);
    if (cut === undefined || isLonger) return own;

    const { extra } = this.#hoursOf(id);
    const isAfter = (kind: "bonus" | "grant") => (extra[kind]?.given ?? 0) >= cut.from;
    const { bonus, grant, ...rest } = own;
    return {
      ...rest,
      ...(bonus && isAfter("bonus") && { bonus }),
      ...(grant && isAfter("grant") && { grant }),
      mode: { mode: "cut", from: cut.from, to: cut.to },
    };
  }

  /** The same as stored for the person alone. */
  ownTimeOf(id: number): PersonTime {
    const { enabled, grid, extra, mode, limits } = this.#hoursOf(id);
    const { now } = this.#from;
    const running = (each: Interval | undefined) =>
      each !== undefined && each.to > now ? { from: each.from, to: each.to } : undefined;
    const bonus = running(extra.bonus);
    const grant = running(extra.grant);
    const held = running(mode);
    return {
      personId: id,
      enabled,
      grid,
      limited: [...limits.keys()],
      ...(bonus && { bonus }),
      ...(grant && { grant }),
      // A mode begins when it is set. If its start is in the future, the clock went back a little,
      // and the mode is active.
      ...(held && { mode: { mode: mode!.mode, from: Math.min(held.from, now), to: held.to } }),
    };
  }

  /** The limits reached, of people and of shared devices; none while the time of day is unknown. */
  reached(): ReachedLimitRow[] {
    const rows: ReachedLimitRow[] = [];
    // Few people have limits, and a household has thousands of devices.
    const isLimited = (id: number) => this.#hoursOf(id).limits.size > 0;
    const young = this.young().filter(({ id }) => isLimited(id));
    if (young.length === 0) return rows;
    const shared = this.shared().filter(({ people }) => people.some(isLimited));
    for (const category of TIMED_CATEGORIES) {
      const take = (kind: "person" | "device", id: number, limit: Limit) => {
        if (limit.minutes === 0) return;
        const scope = formatScope(kind, id);
        const reached = this.#reached(scope, category, limit);
        if (reached !== undefined) rows.push({ scope, category, ...reached });
      };
      for (const { id } of young) take("person", id, this.#limit(id, category));
      for (const device of shared) take("device", device.id, this.#sharedLimit(device, category));
    }
    return rows;
  }

  /** What was set for a child or teenager, without what is computed of it. */
  plan({ id, name, profile }: Person): PersonPlan {
    const { enabled } = this.#hoursOf(id);
    const limits = TIMED_CATEGORIES.map((category) => ({
      category,
      minutes: this.#limit(id, category).minutes,
    }));
    return { person_id: id, name, profile, devices: this.#from.use.devicesOf(id), enabled, limits };
  }

  /** The time of a child or teenager in responses. */
  person({ id, name, profile }: Person): PersonState {
    const { now, context } = this.#from;
    const time = this.timeOf(id);
    const { enabled, grid, bonus, grant, mode } = this.ownTimeOf(id);
    return {
      person_id: id,
      name,
      profile,
      devices: this.#from.use.devicesOf(id),
      enabled,
      grid,
      hours: this.#hoursText(grid),
      proposed: proposedGrid(profile),
      ...this.#state(this.#closed(time)),
      bonus: intervalResponse(bonus),
      extra: intervalResponse(grant),
      mode: { mode: mode?.mode ?? "", ...intervalResponse(mode) },
      limits: TIMED_CATEGORIES.map((category) => {
        const limit = this.#limit(id, category);
        const allowed = allowedBy(limit);
        const shown = this.#shownLimit(formatScope("person", id), category, limit);
        return { ...shown, minutes: limit.minutes, extra: limit.extra, allowed };
      }),
      vacation: isVacation(dayOf(now, context.offset), context.vacations),
    };
  }

  /**
   * The time of a device that children or teenagers share: closed as soon as it is closed for one
   * of them (A 7.1.5).
   */
  sharedDevice(device: Device): SharedState {
    const { now, register, labelOf } = this.#from;
    const young = this.#youngOf(device).map((id) => this.timeOf(id));
    const windows = young.flatMap((time) => this.#closed(time));
    return {
      device_id: device.id,
      label: labelOf(device.id),
      people: device.people,
      follows: strictestProfile(device, register) ?? "adult",
      ...this.#state(windows),
      homework: young.some(({ mode }) => mode?.mode === "homework" && isInInterval(mode, now)),
      limits: TIMED_CATEGORIES.map((category) =>
        this.#shownLimit(
          formatScope("device", device.id),
          category,
          this.#sharedLimit(device, category),
        )
      ),
    };
  }

  #closed(time: PersonTime): readonly ClosedWindow[] {
    return this.#from.windows().closed(time);
  }

  #hoursText(grid: string): PersonState["hours"] {
    let known = this.#texts.get(grid);
    if (known === undefined) this.#texts.set(grid, known = hoursOf(grid));
    return known;
  }

  #hoursOf(id: number): Readonly<PersonHours> {
    return this.#from.kept.people.get(id) ?? NO_HOURS;
  }

  #youngOf({ people }: Device): number[] {
    return people.filter((id) => isMinor(this.#from.register.people.get(id)));
  }

  #limit(id: number, category: TimedCategory): Limit {
    const { limits, more } = this.#hoursOf(id);
    const minutes = limits.get(category) ?? 0;
    if (minutes === 0) return NO_LIMIT;
    return { minutes, extra: more.get(moreKey(this.today, category)) ?? 0 };
  }

  /** The smallest limit of the people who share it. */
  #sharedLimit({ people }: Device, category: TimedCategory): Limit {
    let least = NO_LIMIT;
    for (const id of people) {
      if (!isMinor(this.#from.register.people.get(id))) continue;
      const limit = this.#limit(id, category);
      const isLess = least.minutes === 0 || allowedBy(limit) < allowedBy(least);
      if (limit.minutes > 0 && isLess) least = limit;
    }
    return least;
  }

  #usedToday(scope: string): ReturnType<ViewSources["usedToday"]> {
    let used = this.#used.get(scope);
    if (used === undefined) this.#used.set(scope, used = this.#from.usedToday(scope));
    return used;
  }

  #reached(scope: string, category: TimedCategory, limit: Limit): Interval | undefined {
    if (limit.minutes === 0 || !this.#from.context.known) return undefined;
    const used = this.#usedToday(scope).get(category);
    if (used === undefined || used.minutes < allowedBy(limit)) return undefined;
    // Later use, of names that a rule allows, does not open anything again.
    const from = used.filledAt(allowedBy(limit));
    return from < this.midnight ? { from, to: this.midnight } : undefined;
  }

  #shownLimit(scope: string, category: TimedCategory, limit: Limit): SharedState["limits"][number] {
    const used = this.#usedToday(scope).get(category)?.minutes ?? 0;
    const minutes = allowedBy(limit);
    const reached = this.#reached(scope, category, limit);
    return {
      category,
      minutes,
      used,
      left: Math.max(0, minutes - used),
      blocked_until: isInInterval(reached, this.#from.now) ? toSeconds(reached!.to) : 0,
    };
  }

  #state(closed: readonly ClosedWindow[]): ClosedState {
    let known = this.#states.get(closed);
    if (known === undefined) this.#states.set(closed, known = this.#findState(closed));
    return known;
  }

  #findState(closed: readonly ClosedWindow[]): ClosedState {
    const { now } = this.#from;
    const holding = closed.filter((window) => isInInterval(window, now));
    const cuts = holding.filter(({ why }) => why === "cut");
    const why = cuts[0]?.why ?? holding[0]?.why;
    return {
      open_now: why === undefined,
      why: why ?? "",
      cut_until: toSeconds(Math.max(0, ...cuts.map(({ to }) => to))),
      next_change: toSeconds(nextTransition(joined(closed), now) ?? 0),
    };
  }
}

/** An interval in responses. */
export function intervalResponse(interval: Interval | undefined): { from: number; until: number } {
  return interval === undefined
    ? { from: 0, until: 0 }
    : { from: toSeconds(interval.from), until: toSeconds(interval.to) };
}

/** The minutes allowed today. */
function allowedBy({ minutes, extra }: Limit): number {
  return minutes === 0 ? 0 : minutes + extra;
}

/** The intervals of several people, sorted and merged. */
function joined(windows: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last === undefined || from > last.to) all.push({ from, to });
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return all;
}
