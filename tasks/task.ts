/** The definition of a task: work that the box repeats automatically, without input. */
import type { IdleReason } from "../api/schema/tasks.ts";

/**
 * One task. Its run is idempotent: it compares the actual state with the wanted one and corrects
 * it, so an additional run changes nothing.
 */
export interface Task {
  /** For example `journal.retention`: the area, then the action. */
  readonly name: string;
  /** Names of older versions, by which it is still found. */
  readonly formerNames?: readonly string[];
  /** Its purpose, in one sentence for the user. */
  readonly doc: string;
  /** When it runs: at an interval in milliseconds from its start, or by a cron pattern (UTC). */
  readonly when: { readonly every: number } | { readonly cron: string };
  /** Milliseconds after which a run is aborted. */
  readonly deadline: number;
  /**
   * Maximum random delay of each run in milliseconds, so that not all boxes send requests at
   * once.
   */
  readonly jitter: number;
  /** Whether it also runs shortly after startup. */
  readonly atStart?: boolean;
  /** Range of the random delay before the first run, in milliseconds after startup. */
  readonly first?: { readonly from: number; readonly to: number };
  /** The progress of a run, in a few words; called only during a run. */
  progress?(): string;
  /**
   * Does the work; ends early when the signal aborts. Resolves with the reason when there was nothing
   * to do. A thrown error is stored as the last error of the task.
   */
  run(signal: AbortSignal): Promise<IdleReason | void>;
}
