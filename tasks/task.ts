/** What a task is: work that the box does by itself, again and again, without input (DESIGN 6). */

/** One task. Its run is idempotent: it looks at what is there and puts it right, so that a run too many changes nothing. */
export interface Task {
  /** `journal.retention`: the area, then what is done. */
  readonly name: string;
  /** What it does, in one sentence for a person. */
  readonly doc: string;
  /** When it runs: every so many milliseconds after it began, or by a cron pattern (UTC). */
  readonly when: { readonly every: number } | { readonly cron: string };
  /** Milliseconds after which a run is aborted. */
  readonly deadline: number;
  /** Milliseconds, at most, by which each run is put off at random, so that boxes do not all call at once. */
  readonly jitter: number;
  /** Whether it also runs shortly after the start. */
  readonly atStart?: boolean;
  /** Milliseconds after the start, drawn at random between the two, at which it runs for the first time. */
  readonly first?: { readonly from: number; readonly to: number };
  /** How far a run is, in a few words; asked only while it runs. */
  progress?(): string;
  /** Does the work; ends early when the signal aborts. What it throws is kept as its last error. */
  run(signal: AbortSignal): Promise<void>;
}

/** How a task is doing, as `GET /tasks` prints it. Times in Unix seconds, 0 = never. */
export interface TaskState {
  readonly name: string;
  readonly doc: string;
  readonly running: boolean;
  /** How far the run is, in a few words, or "". */
  readonly progress: string;
  readonly last_run: number;
  readonly next_run: number;
  /** Milliseconds of the last run. */
  readonly duration: number;
  /** "" when the last run went well. */
  readonly last_error: string;
}
