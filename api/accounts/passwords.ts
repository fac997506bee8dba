/** Hashing passwords in threads of their own: at most two at once, few that wait, none kept when there is nothing to do (A 5). */
import { LIMITS } from "../../policy/limits.ts";
import type { Verified } from "./password_hash.ts";

/** One piece of work. */
export type PasswordJob =
  | { readonly kind: "hash"; readonly password: string }
  | { readonly kind: "verify"; readonly hash: string | undefined; readonly password: string };

/** What the thread answers. */
export type FromPasswordThread =
  | { readonly kind: "hashed"; readonly hash: string }
  | { readonly kind: "verified" } & Verified
  | { readonly kind: "failed"; readonly why: string };

/** Makes and checks hashes of passwords. Rejects with PasswordsBusy when too many wait. */
export interface PasswordHasher {
  /** The PHC string of a password. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one of a hash; without a hash it takes as long and is wrong. */
  verify(hash: string | undefined, password: string): Promise<Verified>;
  /** Ends the threads; what waits is refused. */
  close(): void;
}

/** Too many passwords wait already; try again after so many seconds. */
export class PasswordsBusy extends Error {
  readonly retryAfter = 2;

  constructor() {
    super("Too many passwords are being checked; wait a moment and try again");
    this.name = "PasswordsBusy";
  }
}

/** What the threads are given. */
export interface PasswordsDeps {
  /** The module of api/accounts/password_thread.ts. */
  readonly workerUrl: URL;
  /** Runs something after so many milliseconds; the function given back takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

interface Waiting {
  readonly job: PasswordJob;
  readonly resolve: (answer: FromPasswordThread) => void;
  readonly reject: (error: Error) => void;
}

const { hashesAtOnce, hashesWaiting, hashThreadIdle } = LIMITS.accounts;

/** The hasher over threads. */
export class Passwords implements PasswordHasher {
  readonly #deps: PasswordsDeps;
  readonly #waiting: Waiting[] = [];
  readonly #threads = new Set<Thread>();

  constructor(deps: PasswordsDeps) {
    this.#deps = deps;
  }

  async hash(password: string): Promise<string> {
    const answer = await this.#ask({ kind: "hash", password });
    if (answer.kind !== "hashed") throw new Error("The thread answered something else than a hash");
    return answer.hash;
  }

  async verify(hash: string | undefined, password: string): Promise<Verified> {
    const answer = await this.#ask({ kind: "verify", hash, password });
    if (answer.kind !== "verified") throw new Error("The thread answered something else than was asked");
    return { right: answer.right, outdated: answer.outdated };
  }

  /** Threads that run. */
  get threads(): number {
    return this.#threads.size;
  }

  close(): void {
    for (const thread of [...this.#threads]) this.#end(thread, "The box is ending");
    for (const { reject } of this.#waiting.splice(0)) reject(new Error("The box is ending"));
  }

  #ask(job: PasswordJob): Promise<FromPasswordThread> {
    if (this.#waiting.length >= hashesWaiting) return Promise.reject(new PasswordsBusy());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  /** Gives the oldest work to a thread that is free, starting one while there may be more. */
  #next(): void {
    if (this.#waiting.length === 0) return;
    let free = [...this.#threads].find(({ busy }) => busy === undefined);
    if (free === undefined) {
      if (this.#threads.size >= hashesAtOnce) return;
      this.#threads.add(free = this.#start());
    }
    free.keepIdle?.();
    free.keepIdle = undefined;
    free.busy = this.#waiting.shift()!;
    free.worker.postMessage(free.busy.job);
  }

  #start(): Thread {
    const worker = new Worker(this.#deps.workerUrl, {
      type: "module",
      name: "passwords",
      // It computes, and needs nothing of the machine.
      deno: { permissions: "none" },
    });
    const thread: Thread = { worker, busy: undefined, keepIdle: undefined };
    worker.onmessage = ({ data }: MessageEvent<FromPasswordThread>) => this.#take(thread, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(thread, event.message);
      this.#next();
    };
    return thread;
  }

  #take(thread: Thread, answer: FromPasswordThread): void {
    const { busy } = thread;
    thread.busy = undefined;
    if (answer.kind === "failed") busy?.reject(new Error(`Check a password: ${answer.why}`));
    else busy?.resolve(answer);
    this.#next();
    if (thread.busy !== undefined) return;
    thread.keepIdle = this.#deps.after(hashThreadIdle * 1000, () => this.#end(thread, "It was idle"));
  }

  #end(thread: Thread, why: string): void {
    thread.keepIdle?.();
    this.#threads.delete(thread);
    thread.worker.terminate();
    thread.busy?.reject(new Error(`Check a password: the thread ended: ${why}`));
    thread.busy = undefined;
  }
}

interface Thread {
  readonly worker: Worker;
  /** What it works on; undefined = it is free. */
  busy: Waiting | undefined;
  /** Takes back the end of its idle time. */
  keepIdle: (() => void) | undefined;
}
