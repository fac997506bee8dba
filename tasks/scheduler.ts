/**
 * Schedules the tasks; runs of one task never overlap. Clock and timers are passed in, so that
 * scenarios can simulate them.
 */
import { Cron } from "croner";
import type { IdleReason, TaskState } from "../api/schema/tasks.ts";
import { sentence } from "../policy/model/sentence.ts";
import type { Task } from "./task.ts";
import type { Runtime } from "../api/system/runtime.ts";

/** What the scheduler needs from its composition root. */
export interface SchedulerContext {
  readonly runtime: Runtime;
  /** Called with the name and the error of a task that failed two or more times in a row. */
  readonly onFailing?: (task: string, why: string) => void;
}

/**
 * Longest timer delay, in milliseconds. Times are checked again after it, so that a change of the
 * clock does not delay tasks.
 */
const LONGEST_SLEEP = 60_000;
const START_DELAY = 5000;
/** Milliseconds to wait for a run that ignores its abort signal. */
const GRACE = 10_000;

interface Entry {
  readonly task: Task;
  readonly cron: Cron | undefined;
  running: Promise<void> | undefined;
  abort: AbortController | undefined;
  woken: boolean;
  lastRun: number;
  nextRun: number;
  duration: number;
  lastError: string;
  didNothing: IdleReason | "";
  /** Failures since the last successful run. */
  failures: number;
  cancelTimer: (() => void) | undefined;
}

/** Runs the tasks at their scheduled times and records their states. */
export class Scheduler {
  readonly #context: SchedulerContext;
  readonly #entries = new Map<string, Entry>();
  #started = false;

  constructor(tasks: readonly Task[], context: SchedulerContext) {
    this.#context = context;
    for (const task of tasks) {
      if (this.#entries.has(task.name)) {
        throw new Error(`Two tasks have the same name: ${task.name}`);
      }
      this.#entries.set(task.name, {
        task,
        // croner only computes times: a pattern without a callback creates no timer of its own.
        cron: "cron" in task.when ? new Cron(task.when.cron, { timezone: "UTC" }) : undefined,
        running: undefined,
        abort: undefined,
        woken: false,
        lastRun: 0,
        nextRun: 0,
        duration: 0,
        lastError: "",
        didNothing: "",
        failures: 0,
        cancelTimer: undefined,
      });
    }
  }

  /** Starts the scheduler. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const now = this.#context.runtime.now();
    for (const entry of this.#entries.values()) {
      entry.nextRun = this.#firstOf(entry, now);
      this.#sleep(entry);
    }
  }

  /**
   * Schedules a task again, as if the box had just started. Throws a RangeError for an unknown
   * name.
   */
  begin(name: string): void {
    const entry = this.#entryOf(name);
    entry.nextRun = this.#firstOf(entry, this.#context.runtime.now());
    this.#sleep(entry);
  }

  /**
   * Runs a task now, or once more after the current run; resolves when that run has ended. Throws
   * a RangeError for an unknown name.
   */
  async wake(name: string): Promise<void> {
    const entry = this.#entryOf(name);
    if (entry.running === undefined) return await this.#run(entry);
    entry.woken = true;
    await entry.running;
    await entry.running;
  }

  /** The present name of a task that may be called by a former one. */
  nameOf(name: string): string {
    const entries = [...this.#entries.values()];
    return entries.find(({ task }) => task.formerNames?.includes(name))?.task.name ?? name;
  }

  /** The state of each task, in the order of the list. */
  taskStates(): TaskState[] {
    return [...this.#entries.values()].map((entry) => ({
      name: entry.task.name,
      doc: entry.task.doc,
      running: entry.running !== undefined,
      progress: entry.running === undefined ? "" : entry.task.progress?.() ?? "",
      last_run: Math.floor(entry.lastRun / 1000),
      next_run: Math.floor(entry.nextRun / 1000),
      duration: entry.duration,
      last_error: entry.lastError,
      did_nothing: entry.didNothing,
    }));
  }

  /** Cancels all timers, aborts the current runs and waits for them, ten seconds at most. */
  async stop(): Promise<void> {
    this.#started = false;
    const running: Promise<void>[] = [];
    for (const entry of this.#entries.values()) {
      entry.cancelTimer?.();
      entry.cancelTimer = undefined;
      entry.woken = false;
      entry.abort?.abort(new Error(sentence`The box is stopping`));
      if (entry.running !== undefined) running.push(entry.running);
    }
    await Promise.all(running);
  }

  #entryOf(name: string): Entry {
    const entry = this.#entries.get(this.nameOf(name));
    if (entry === undefined) throw new RangeError(`There is no such task: ${name}`);
    return entry;
  }

  #firstOf(entry: Entry, now: number): number {
    const { first, atStart } = entry.task;
    if (first !== undefined) {
      return now + first.from +
        Math.floor(this.#context.runtime.random() * (first.to - first.from + 1));
    }
    return atStart === true ? now + START_DELAY + this.#jitter(entry) : this.#nextOf(entry, now);
  }

  #nextOf(entry: Entry, now: number): number {
    const { when } = entry.task;
    const next = "every" in when
      ? now + when.every
      : entry.cron?.nextRun(new Date(now))?.getTime() ?? Infinity;
    return next + this.#jitter(entry);
  }

  #jitter({ task }: Entry): number {
    return Math.floor(this.#context.runtime.random() * task.jitter);
  }

  #sleep(entry: Entry): void {
    entry.cancelTimer?.();
    entry.cancelTimer = undefined;
    if (!this.#started || entry.nextRun === Infinity) return;
    const left = entry.nextRun - this.#context.runtime.now();
    entry.cancelTimer = this.#context.runtime.after(
      Math.max(0, Math.min(left, LONGEST_SLEEP)),
      () => this.#due(entry),
    );
  }

  #due(entry: Entry): void {
    entry.cancelTimer = undefined;
    const now = this.#context.runtime.now();
    const latest = this.#nextOf(entry, now) + entry.task.jitter + (entry.task.first?.to ?? 0);
    // If the clock is set back, the task would otherwise wait until the old time is reached
    // again.
    if (entry.nextRun > latest) entry.nextRun = latest;
    if (entry.nextRun > now) this.#sleep(entry);
    else void this.#run(entry);
  }

  #run(entry: Entry): Promise<void> {
    return entry.running ??= this.#runOnce(entry).finally(() => {
      entry.running = undefined;
      if (entry.woken) {
        entry.woken = false;
        void this.#run(entry);
      }
    });
  }

  async #runOnce(entry: Entry): Promise<void> {
    const { task } = entry;
    const began = this.#context.runtime.now();
    const abort = entry.abort = new AbortController();
    entry.lastRun = began;
    const late = new Error(sentence`It took longer than ${task.deadline / 1000} s`);
    const cancelDeadline = this.#context.runtime.after(task.deadline, () => abort.abort(late));
    try {
      const idle = await this.#runUntilAbandoned(task, abort.signal);
      if (abort.signal.aborted) throw abort.signal.reason;
      entry.lastError = "";
      entry.didNothing = idle ?? "";
      entry.failures = 0;
    } catch (error) {
      entry.lastError = error instanceof Error ? error.message : String(error);
      entry.didNothing = "";
      entry.failures++;
      if (this.#started) {
        this.#context.runtime.log(
          "warn",
          sentence`The task ${task.name} failed: ${entry.lastError}`,
        );
      }
      if (this.#started && entry.failures > 1) {
        this.#context.onFailing?.(task.name, entry.lastError);
      }
    } finally {
      cancelDeadline();
      entry.abort = undefined;
      const now = this.#context.runtime.now();
      entry.duration = Math.max(0, now - began);
      entry.nextRun = this.#nextOf(entry, now);
      this.#sleep(entry);
    }
  }

  /** Runs the task. A task that ignores its abort signal is abandoned after a grace period. */
  #runUntilAbandoned(task: Task, signal: AbortSignal): Promise<IdleReason | void> {
    return new Promise((resolve, reject) => {
      let cancelGrace: (() => void) | undefined;
      const settle = <T>(done: (value: T) => void) => (value: T) => {
        cancelGrace?.();
        done(value);
      };
      signal.addEventListener("abort", () => {
        cancelGrace = this.#context.runtime.after(GRACE, () => reject(signal.reason));
      }, { once: true });
      Promise.resolve().then(() => task.run(signal)).then(settle(resolve), settle(reject));
    });
  }
}
