/**
 * Steps of five minutes that count, by local day: one bit each, so that a step reported twice
 * counts once.
 */
import { STEP } from "../../insight/step_names.ts";

/** The used time of one key on a day. */
export interface UsageOfDay {
  readonly minutes: number;
  /**
   * The end of the step in which that many minutes were reached, in Unix milliseconds; 0 = not
   * reached yet.
   */
  filledAt(minutes: number): number;
}

/**
 * Milliseconds before the UTC midnight of a local day from which all its steps are covered: zones
 * differ from UTC by at most 14 hours.
 */
const BEFORE = 15 * 3_600_000;
const SPAN = BEFORE + 39 * 3_600_000;
const NOTHING: UsageOfDay = { minutes: 0, filledAt: () => 0 };

interface Steps {
  readonly bits: Uint8Array;
  count: number;
}

/** The steps of one day, by key. */
export class DayUsage<Key> {
  readonly #first: number;
  readonly #steps = new Map<Key, Steps>();

  constructor(day: string) {
    this.#first = Math.floor((Date.parse(`${day}T00:00:00Z`) - BEFORE) / STEP);
  }

  /**
   * Counts a step, numbered from 1 January 1970; returns whether it is new. Steps of other days
   * are not counted.
   */
  add(key: Key, step: number): boolean {
    const place = step - this.#first;
    if (!(place >= 0 && place < SPAN / STEP)) return false;
    let steps = this.#steps.get(key);
    if (steps === undefined) {
      this.#steps.set(key, steps = { bits: new Uint8Array(SPAN / STEP / 8), count: 0 });
    }
    const byte = place >> 3;
    const bit = 1 << (place & 7);
    if ((steps.bits[byte] & bit) !== 0) return false;
    steps.bits[byte] |= bit;
    steps.count++;
    return true;
  }

  /** The used time of a key. */
  of(key: Key): UsageOfDay {
    const steps = this.#steps.get(key);
    if (steps === undefined) return NOTHING;
    const filledAt = (minutes: number) => {
      const filling = this.stepsOf(key)[Math.max(1, Math.ceil(minutes * 60_000 / STEP)) - 1];
      return filling === undefined ? 0 : (filling + 1) * STEP;
    };
    return { minutes: steps.count * STEP / 60_000, filledAt };
  }

  /** The counted steps of a key, in order, numbered from 1 January 1970. */
  stepsOf(key: Key): number[] {
    const { bits } = this.#steps.get(key) ?? { bits: new Uint8Array(0) };
    const found: number[] = [];
    for (let place = 0; place < bits.length * 8; place++) {
      if ((bits[place >> 3] & (1 << (place & 7))) !== 0) found.push(this.#first + place);
    }
    return found;
  }

  /** Removes all steps of a key. */
  drop(key: Key): void {
    this.#steps.delete(key);
  }
}
