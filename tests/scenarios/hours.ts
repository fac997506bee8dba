/**
 * Hours and limits of the people in a scenario: turns lines into the rows that the box would store.
 */
import { offsetOf } from "../../api/system/zone_offset.ts";
import { endMode, startMode } from "../../policy/hours/mode.ts";
import { SLOT_MS } from "../../policy/model/hours.ts";
import type {
  Interval,
  PersonTime,
  ReachedLimitRow,
  TimeRows,
  VacationRow,
} from "../../policy/model/person_time.ts";
import type { HoursStep } from "../support/hours_lines.ts";

const DAY = 86_400_000;

type MutablePersonTime = { -readonly [Key in keyof PersonTime]: PersonTime[Key] };

/** Hours, extra time, modes and limits of one scenario. */
export class ScenarioHours {
  /** How far local time is ahead of UTC at an instant, in milliseconds; UTC until a zone is set. */
  offset: (unix: number) => number = () => 0;
  readonly #people = new Map<string, MutablePersonTime>();
  #reached: ReachedLimitRow[] = [];
  readonly #vacations: VacationRow[] = [];
  #permitted: readonly string[] = [];
  #known = true;

  /**
   * Whether the hours of a person change on their own, so that the box must update them several
   * times a day.
   */
  get goesOn(): boolean {
    return this.#people.size > 0;
  }

  /**
   * Applies a line. `scope` returns `person:1` for `person:emma`. `now` is in Unix milliseconds.
   */
  take(step: HoursStep, now: number, scope: (text: string) => string): void {
    const of = (person: string) => this.#of(scope(`person:${person}`));
    switch (step.do) {
      case "zone":
        this.offset = offsetOf(step.zone);
        return;
      case "hours":
        Object.assign(of(step.person), { enabled: step.grid !== "", grid: step.grid });
        return;
      case "bonus":
      case "grant":
        if (step.milliseconds === 0) delete of(step.person)[step.do];
        else of(step.person)[step.do] = stretch(now, step);
        return;
      case "mode":
        return this.#change(step, now, scope);
      case "limited":
        of(step.person).limited = step.categories;
        return;
      case "reached":
        return this.#reach(step, now, scope);
      case "vacation":
        this.#vacations.push(step);
        return;
      case "permitted":
        this.#permitted = step.names;
        return;
      case "time":
        this.#known = step.known;
        return;
    }
  }

  /** The current rows. */
  rows(): TimeRows {
    return {
      people: [...this.#people.values()],
      reached: this.#reached,
      vacations: this.#vacations,
      permitted: this.#permitted,
      known: this.#known,
    };
  }

  /** Begins or ends a mode, with its effect on extra time. */
  #change(
    step: Extract<HoursStep, { do: "mode" }>,
    now: number,
    scope: (text: string) => string,
  ): void {
    const whose = scope(`person:${step.person}`);
    const time = this.#of(whose);
    const context = { offset: this.offset, vacations: this.#vacations, known: this.#known };
    const mode = { ...stretch(now, step), mode: step.mode };
    const after = step.milliseconds === 0
      ? endMode(time, now, context)
      : startMode(time, mode, context);
    this.#people.set(whose, after);
  }

  #of(scope: string): MutablePersonTime {
    const known = this.#people.get(scope) ??
      { personId: Number(scope.split(":")[1]), enabled: false, grid: "" };
    this.#people.set(scope, known);
    return known;
  }

  #reach(
    step: Extract<HoursStep, { do: "reached" }>,
    now: number,
    scope: (text: string) => string,
  ): void {
    const whose = scope(step.scope.includes(":") ? step.scope : `person:${step.scope}`);
    const from = now + step.after;
    const { category } = step;
    if (category === undefined) this.#reached = this.#reached.filter((row) => row.scope !== whose);
    else this.#reached.push({ scope: whose, category, from, to: this.#midnight(from) });
  }

  /** The next local midnight. */
  #midnight(after: number): number {
    const dayOf = (at: number) => Math.floor((at + this.offset(at)) / DAY);
    const today = dayOf(after);
    let at = Math.floor(after / SLOT_MS) * SLOT_MS;
    while (dayOf(at) === today) at += SLOT_MS;
    return at;
  }
}

function stretch(
  now: number,
  { after, milliseconds }: { after: number; milliseconds: number },
): Interval {
  return { from: now + after, to: now + after + milliseconds };
}
