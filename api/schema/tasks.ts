/** Types of the tasks of the box. */

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
}

/** The scheduler of the tasks. */
export interface TaskRunner {
  readonly taskStates: () => readonly TaskState[];
  /** Runs a task now and waits until it ends. Rejects with a RangeError for an unknown name. */
  readonly wake: (name: string) => Promise<void>;
}
