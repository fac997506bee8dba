/**
 * Manages a thread and its database files: a thread costs more memory than most files need, so
 * files may share one.
 */
import type {
  DatabaseName,
  StoreOptions,
  StoreReply,
  StoreRequest,
  StoreStart,
} from "./protocol.ts";

/** A file of a thread, with its callbacks. */
export interface StoreThreadFile {
  readonly options: StoreOptions;
  readonly take: (reply: StoreReply) => void;
  /** Called when the thread died; the next request of any of its files starts another. */
  readonly lost: (why: string) => void;
}

/**
 * Starts the thread at the first request, restarts it after it died, and ends it with the last of
 * its files.
 */
export class StoreThread {
  readonly #url: string | URL;
  readonly #files = new Map<DatabaseName, StoreThreadFile>();
  #worker: Worker | undefined;

  /** `url` = the module api/store/thread.ts, as packaged. */
  constructor(url: string | URL) {
    this.#url = url;
  }

  /** Adds a file; each name at most once. */
  hold(file: StoreThreadFile): void {
    this.#files.set(file.options.name, file);
    if (this.#worker !== undefined) begin(this.#worker, file);
  }

  /** Removes a closed file. */
  release(name: DatabaseName): void {
    this.#files.delete(name);
    if (this.#files.size > 0) return;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** Sends a request for one of its files. */
  post(request: StoreRequest): void {
    (this.#worker ??= this.#start()).postMessage(request);
  }

  #start(): Worker {
    const worker = new Worker(this.#url, {
      type: "module",
      name: `store ${[...this.#files.keys()].join(" ")}`,
    });
    worker.onmessage = ({ data }: MessageEvent<StoreReply>) =>
      this.#files.get(data.name)?.take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { lost } of this.#files.values()) lost(event.message);
    };
    for (const file of this.#files.values()) begin(worker, file);
    return worker;
  }
}

function begin(worker: Worker, { options }: StoreThreadFile): void {
  worker.postMessage({ kind: "start", options } satisfies StoreStart);
}
