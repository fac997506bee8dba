/** Types of the tasks of the box. */

/**
 * Why a run had nothing to do: it is turned off, what it needs is not configured, nothing is due,
 * the terms are not accepted, the time of day is not known, there is no network, the same work was
 * under way already, or the primary of the pair does it.
 */
export const IDLE_REASONS = [
  "off",
  "not_configured",
  "not_due",
  "terms",
  "clock",
  "no_network",
  "running",
  "secondary",
] as const;
/** A reason of `IDLE_REASONS`. */
export type IdleReason = typeof IDLE_REASONS[number];

/** The state of a task in the API. Times in Unix seconds, 0 = never. */
export interface TaskState {
  readonly name: string;
  readonly doc: string;
  readonly running: boolean;
  /** Progress of the run, in a few words, or "". */
  readonly progress: string;
  readonly last_run: number;
  readonly next_run: number;
  /** Milliseconds of the last run. */
  readonly duration: number;
  /** "" when the last run went well. */
  readonly last_error: string;
  /** Why the last run did nothing; "" = it did something, failed, or has not run yet. */
  readonly did_nothing: IdleReason | "";
}

/** The scheduler of the tasks. */
export interface TaskRunner {
  readonly taskStates: () => readonly TaskState[];
  /** The present name of a task that may be called by a former one. */
  readonly nameOf: (name: string) => string;
  /** Runs a task now and waits until it ends. Rejects with a RangeError for an unknown name. */
  readonly wake: (name: string) => Promise<void>;
}
