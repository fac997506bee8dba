/** The background tasks of the service, run one after the other each minute. */
import type { Runtime } from "../system/runtime.ts";
import { COMPANION_LIMITS } from "./limits.ts";

/** The state of a task; times in Unix seconds, 0 = never. */
export interface BackgroundTaskState {
  readonly task: string;
  readonly last_success: number;
  readonly last_failure: number;
  readonly failures: number;
  /** Why it failed last; empty when it succeeded since. */
  readonly error: string;
}

interface Task {
  readonly run: () => Promise<void>;
  state: BackgroundTaskState;
}

/** Runs tasks until it is closed. */
export class BackgroundTasks {
  readonly #runtime: Runtime;
  readonly #tasks: Task[] = [];
  #closed = false;
  #running = Promise.resolve();
  #cancel = () => {};

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#schedule();
  }

  /** Adds a task. */
  add(task: string, run: () => Promise<void>): void {
    const state = { task, last_success: 0, last_failure: 0, failures: 0, error: "" };
    this.#tasks.push({ run, state });
  }

  /** The states of all tasks. */
  states(): readonly BackgroundTaskState[] {
    return this.#tasks.map(({ state }) => state);
  }

  /** Starts no more tasks; resolves when the running one has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.#running;
  }

  #schedule(): void {
    this.#cancel = this.#runtime.after(COMPANION_LIMITS.sweepSeconds * 1000, () => {
      this.#running = this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    for (const task of this.#tasks) {
      if (this.#closed) return;
      await this.#run(task);
    }
    if (!this.#closed) this.#schedule();
  }

  async #run(task: Task): Promise<void> {
    try {
      await task.run();
      task.state = { ...task.state, last_success: this.#seconds(), error: "" };
    } catch (error) {
      const { message } = error as Error;
      const { failures } = task.state;
      const last_failure = this.#seconds();
      task.state = { ...task.state, last_failure, failures: failures + 1, error: message };
      this.#runtime.log("warn", `A task of each minute failed (${task.state.task}): ${message}`);
    }
  }

  #seconds(): number {
    return Math.floor(this.#runtime.now() / 1000);
  }
}
