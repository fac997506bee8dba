/** Counts distinct names within steps of five minutes, in memory that no flood of names or devices makes grow (A 7.1.3). */
import { LIMITS } from "../../../policy/limits.ts";

/** Milliseconds of a step; steps are counted from 1 January 1970. */
export const STEP = LIMITS.categoryTime.step * 1000;

/** Steps that are open at once: threads of the resolver tell theirs one after the other, and clocks are set. */
const MOST_STEPS = 3;
/** Stands for names that are enough already. */
const ENOUGH: string[] = [];

/** What was asked in the steps that are open, by key. */
export class StepNames<Key> {
  readonly #most: number;
  readonly #steps = new Map<number, Map<Key, string[]>>();
  #lastStep = NaN;
  #last = new Map<Key, string[]>();

  /** Keeps names of so many keys a step; others are not counted. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether with this name there are, for the first time in this step, `wanted` distinct names of the key. */
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
