/**
 * The order of the requests for one file. They run one at a time. A change waits here, and not in
 * the database, while another program writes: the database would block its thread, and reads with
 * it.
 */
import type { StoreRequest } from "./protocol.ts";

/** What the queue needs of a file. */
export interface QueuedFile {
  /** Whether another program is writing. */
  isHeld(): boolean;
  /** Runs a request. Never rejects. */
  run(request: StoreRequest): Promise<void>;
  /** Refuses a change that waited for too long. */
  refuse(request: StoreRequest): void;
}

/** Milliseconds after which a waiting change is refused. */
const LONGEST_WAIT = 5000;
/** Milliseconds between two looks at the lock, which cost up to a millisecond each. */
const LOOK_AGAIN = 50;
/** Milliseconds for which a free lock counts as free: changes come in series. */
const FREE_FOR = 100;

/** The requests for one file. */
export class FileQueue {
  readonly #file: QueuedFile;
  readonly #now: () => number;
  /** Settles when the file is free. */
  #last: Promise<void>;
  /** Settles when no change waits. */
  #waited: Promise<void> = Promise.resolve();
  #waiting = 0;
  #freeUntil = -Infinity;

  /** `opening` = the file is being opened. `now` in monotonic milliseconds. */
  constructor(file: QueuedFile, opening: Promise<void>, now: () => number) {
    this.#file = file;
    this.#now = now;
    this.#last = opening;
  }

  /** Adds a request. Changes keep their order, and reads do not wait for changes that wait. */
  add(request: StoreRequest): void {
    const isChange = changes(request);
    const waits = this.#waiting > 0
      ? isChange || request.kind === "close"
      : isChange && this.#isHeld();
    if (!waits) {
      this.#last = this.#last.then(() => this.#file.run(request));
      return;
    }
    const until = this.#now() + LONGEST_WAIT;
    this.#waiting++;
    this.#waited = this.#waited.then(async () => {
      const isFree = !isChange || await this.#isFreed(until);
      this.#waiting--;
      this.#last = this.#last.then(() =>
        isFree ? this.#file.run(request) : this.#file.refuse(request)
      );
      await this.#last;
    });
  }

  #isHeld(): boolean {
    const now = this.#now();
    if (now < this.#freeUntil) return false;
    const isHeld = this.#file.isHeld();
    if (!isHeld) this.#freeUntil = now + FREE_FOR;
    return isHeld;
  }

  async #isFreed(until: number): Promise<boolean> {
    while (this.#file.isHeld()) {
      if (this.#now() >= until) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
    return true;
  }
}

/** Whether a request needs the write lock for itself. */
function changes(request: StoreRequest): boolean {
  switch (request.kind) {
    case "run":
    case "batch":
      return true;
    case "all":
      return /^\s*(insert|update|delete|replace)\b/i.test(request.sql);
    default:
      return false;
  }
}
