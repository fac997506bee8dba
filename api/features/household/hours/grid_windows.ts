/**
 * The intervals in which people are closed, computed once a day for each grid: many people have
 * the same hours and nothing else.
 */
import { type ClosedWindow, DaysAhead, type HoursContext } from "../../../../policy/hours/plan.ts";
import type { PersonTime } from "../../../../policy/model/person_time.ts";

/** Maximum number of grids whose windows are kept, twice those of the largest household. */
const MOST = 2000;

/** The windows of the days ahead of an instant. */
export class GridWindows {
  readonly #context: HoursContext;
  readonly #days: DaysAhead;
  readonly #byGrid = new Map<string, readonly ClosedWindow[]>();

  /** `now` in Unix milliseconds. */
  constructor(now: number, context: HoursContext) {
    this.#context = context;
    this.#days = new DaysAhead(now, context);
  }

  /** Whether the windows at another instant and in another context are the same. */
  holdsFor(now: number, { offset, vacations, known }: HoursContext): boolean {
    const context = this.#context;
    return this.#days.covers(now) && context.offset === offset && context.known === known &&
      context.vacations === vacations;
  }

  /** The intervals in which a person is closed, in order. */
  closed(time: PersonTime): readonly ClosedWindow[] {
    const { enabled, grid, bonus, grant, mode } = time;
    if (bonus !== undefined || grant !== undefined || mode !== undefined) {
      return this.#days.closed(time);
    }
    const key = enabled ? grid : "";
    let known = this.#byGrid.get(key);
    if (known === undefined) {
      if (this.#byGrid.size >= MOST) this.#byGrid.clear();
      this.#byGrid.set(key, known = this.#days.closed(time));
    }
    return known;
  }
}
