/** Hashes passwords in separate threads: at most two at once, with a short queue (A 5). */
import { LIMITS } from "../../policy/limits.ts";
import { DomainError } from "../schema/errors.ts";
import { memory } from "../system/memory.ts";
import type { PasswordMatch } from "./password_hash.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** A job for the thread. */
export type PasswordJob =
  | { readonly kind: "hash"; readonly password: string }
  | { readonly kind: "verify"; readonly hash: string | undefined; readonly password: string };

/** Messages of the thread: `begins`, then one result. */
export type FromPasswordThread =
  | { readonly kind: "begins" }
  | { readonly kind: "hashed"; readonly hash: string }
  | { readonly kind: "verified" } & PasswordMatch
  | { readonly kind: "failed"; readonly why: string };

/**
 * Creates and verifies hashes of passwords. Rejects with `too_many_requests` when the queue is
 * full.
 */
export interface PasswordHasher {
  /** The PHC string of a password. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches a hash. Without a hash it takes the same time and the result is
   * wrong.
   */
  verify(hash: string | undefined, password: string): Promise<PasswordMatch>;
  /** Terminates the threads; waiting jobs are rejected. */
  close(): void;
}

/** Seconds after which a password that was not checked may be sent again. */
export const BUSY_SECONDS = 2;

/** The error for a password while too many others are being checked. */
export function passwordsBusy(): DomainError {
  const text = sentence`Too many passwords are being checked; wait a moment and try again`;
  return new DomainError("too_many_requests", text, {
    headers: { "retry-after": String(BUSY_SECONDS) },
  });
}

/** Whether an error says that a password was not checked because too many others are. */
export function isPasswordsBusy(error: unknown): boolean {
  return error instanceof DomainError && error.code === "too_many_requests";
}

interface Waiting {
  readonly job: PasswordJob;
  readonly resolve: (answer: FromPasswordThread) => void;
  readonly reject: (error: Error) => void;
}

const { hashesAtOnce, hashesWaiting } = LIMITS.accounts;

/**
 * The hasher over threads. Each thread hashes one password, and its 32 MiB are freed with it. A
 * long-lived thread keeps the memory of several passwords until its garbage is collected (295 MB
 * seen after seven). Starting a thread costs 70 ms.
 */
export class Passwords implements PasswordHasher {
  readonly #workerUrl: URL;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<Worker, Waiting>();

  /** `workerUrl` is the module of api/accounts/password_thread.ts. */
  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl;
  }

  async hash(password: string): Promise<string> {
    const answer = await this.#ask({ kind: "hash", password });
    if (answer.kind !== "hashed") throw new Error("The thread answered something else than a hash");
    return answer.hash;
  }

  async verify(hash: string | undefined, password: string): Promise<PasswordMatch> {
    const answer = await this.#ask({ kind: "verify", hash, password });
    if (answer.kind !== "verified") {
      throw new Error("The thread answered something else than was asked");
    }
    return { right: answer.right, outdated: answer.outdated };
  }

  /** The number of running threads. */
  get threads(): number {
    return this.#running.size;
  }

  close(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error("The box is ending"));
    for (const worker of [...this.#running.keys()]) {
      this.#end(worker, (one) => one.reject(new Error("The box is ending")));
    }
  }

  #ask(job: PasswordJob): Promise<FromPasswordThread> {
    if (this.#waiting.length >= hashesWaiting) return Promise.reject(passwordsBusy());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  /** Starts a thread for the oldest waiting job, unless too many are running. */
  #next(): void {
    const next = this.#running.size < hashesAtOnce ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    const worker = new Worker(this.#workerUrl, {
      type: "module",
      name: "password",
      // It only computes and needs no permissions.
      deno: { permissions: "none" },
    });
    this.#running.set(worker, next);
    worker.onmessage = ({ data }: MessageEvent<FromPasswordThread>) => {
      // Memory peaks here: code that only the start of the thread needed is released to make room
      // for the hash.
      if (data.kind === "begins") return memory.trimMemory();
      this.#end(worker, (one) => {
        if (data.kind === "failed") one.reject(new Error(`Check a password: ${data.why}`));
        else one.resolve(data);
      });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(
        worker,
        (one) => one.reject(new Error(`Check a password: the thread ended: ${event.message}`)),
      );
    };
    worker.postMessage(next.job);
  }

  #end(worker: Worker, tell: (waiting: Waiting) => void): void {
    worker.terminate();
    const waiting = this.#running.get(worker);
    this.#running.delete(worker);
    if (waiting !== undefined) tell(waiting);
    this.#next();
  }
}
