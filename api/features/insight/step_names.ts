/**
 * Counts distinct names within steps of five minutes, in memory that is bounded even in a flood
 * of names or devices (A 7.1.3).
 */
import { LIMITS } from "../../../policy/limits.ts";

/** Milliseconds of a step; steps are counted from 1 January 1970. */
export const STEP = LIMITS.categoryTime.step * 1000;

/**
 * Maximum number of open steps. Several are open because resolver threads report one after the
 * other, and clocks can be set.
 */
const MOST_STEPS = 3;
/** Marks keys that already have enough names. */
const ENOUGH: string[] = [];

/** The names queried in the open steps, by key. */
export class StepNames<Key> {
  readonly #most: number;
  readonly #steps = new Map<number, Map<Key, string[]>>();
  #lastStep = NaN;
  #last = new Map<Key, string[]>();

  /** Limits the number of keys tracked per step; further keys are not counted. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether this name is the one that reaches `wanted` distinct names of the key in this step. */
  reaches(step: number, key: Key, name: string, wanted: number): boolean {
    if (step !== this.#lastStep) this.#turn(step);
    const names = this.#last.get(key);
    if (names === ENOUGH || names !== undefined && names.includes(name)) return false;
    if ((names?.length ?? 0) + 1 >= wanted) {
      this.#last.set(key, ENOUGH);
      return true;
    }
    if (names !== undefined) names.push(name);
    else if (this.#last.size < this.#most) this.#last.set(key, [name]);
    return false;
  }

  #turn(step: number): void {
    let names = this.#steps.get(step);
    if (names === undefined) {
      names = new Map();
      this.#steps.set(step, names);
      if (this.#steps.size > MOST_STEPS) this.#steps.delete(this.#steps.keys().next().value!);
    }
    this.#lastStep = step;
    this.#last = names;
  }
}
