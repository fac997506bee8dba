/**
 * One resolver thread as the main thread sees it: start, requests, policies, stop, and detection of
 * its death.
 */
import type {
  FromResolver,
  Learned,
  SnapshotMessage,
  ToResolver,
  UpstreamStatistics,
} from "../protocol.ts";

/** What every thread receives. */
export interface ThreadOptions {
  readonly workerUrl: URL;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
  /** Called with a domain when a query depends on its age. */
  readonly onAgeWanted?: (domain: string) => void;
  /** Called with the domains that devices in learning mode asked for. */
  readonly onLearned?: (learned: readonly Learned[]) => void;
  /** Called with the reason after a thread stopped because of a fault; the thread is restarted. */
  readonly faulted?: (why: string) => void;
  /**
   * Called before a thread starts. The function that it returns is called once the thread is ready.
   */
  readonly workerToCome?: () => () => void;
}

/** Milliseconds within which a thread must answer a request of the main thread. */
const ANSWER_DEADLINE = 10_000;
/**
 * Milliseconds within which a thread must stop, and milliseconds after which a terminated thread no
 * longer runs.
 */
const STOP_DEADLINE = 3000;
const CUT_OFF = 500;

/** One thread and its pending requests. */
export class ResolverThread {
  #worker: Worker | undefined;
  #nextId = 1;
  #waiting = new Map<
    number,
    { readonly take: (message: FromResolver) => void; readonly reject: (error: Error) => void }
  >();
  #holds = new Map<
    number,
    { readonly resolve: () => void; readonly reject: (error: Error) => void }
  >();
  #started: (() => void) | undefined;
  #stopped: ((statistics: readonly UpstreamStatistics[]) => void) | undefined;
  upstreams: readonly UpstreamStatistics[] = [];
  readonly #options: ThreadOptions;
  readonly #crashed: () => void;

  constructor(options: ThreadOptions, crashed: () => void) {
    this.#options = options;
    this.#crashed = crashed;
  }

  /**
   * Resolves when the thread is ready. Throws, or rejects, when it cannot start, and then leaves no
   * thread behind.
   */
  start(message: Extract<ToResolver, { kind: "start" }>): Promise<void> {
    const hasCome = this.#options.workerToCome?.();
    const worker = new Worker(this.#options.workerUrl, {
      type: "module",
      name: "resolver",
      // The worker never uses files or the environment; FFI gives it the sockets.
      deno: {
        permissions: {
          net: true,
          ffi: true,
          read: false,
          write: false,
          env: false,
          run: false,
          sys: false,
        },
      },
    });
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromResolver>) => this.#receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#options.log(
        "error",
        `Restarting a resolver thread after a fault: ${event.message}`,
      );
      this.#options.faulted?.(event.message);
      this.#fail();
      this.#crashed();
    };
    // Callers that waited for a failed start continue with the next one.
    const earlier = this.#started;
    return new Promise((resolve, reject) => {
      this.#started = () => {
        hasCome?.();
        earlier?.();
        resolve();
      };
      try {
        worker.postMessage(message);
      } catch (error) {
        this.#fail();
        reject(error);
      }
    });
  }

  /** Whether a thread is ready or starting. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Whether the thread is ready. */
  get isReady(): boolean {
    return this.#worker !== undefined && this.#started === undefined;
  }

  post(message: ToResolver, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  publish(snapshot: SnapshotMessage): Promise<void> {
    // The next start passes the snapshot.
    if (this.#worker === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#holds.set(snapshot.version, { resolve, reject });
      this.post({ kind: "snapshot", snapshot });
    });
  }

  ask<K extends FromResolver["kind"]>(
    make: (id: number) => ToResolver,
    _kind: K,
  ): Promise<Extract<FromResolver, { kind: K }>> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error("Ask the resolver: it did not answer within 10 seconds"));
      }, ANSWER_DEADLINE);
      this.#waiting.set(id, {
        take: (message) => {
          clearTimeout(timer);
          resolve(message as Extract<FromResolver, { kind: K }>);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.post(make(id));
    });
  }

  /** Ends the thread. Once this resolves, none of its code runs. */
  async stop(): Promise<void> {
    if (this.#worker === undefined) return;
    const stopped = new Promise<readonly UpstreamStatistics[]>((resolve) =>
      this.#stopped = resolve
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, STOP_DEADLINE));
    this.post({ kind: "stop" });
    const last = await Promise.race([stopped, late]);
    clearTimeout(timer);
    this.#worker?.terminate();
    if (last === undefined) await new Promise((ended) => setTimeout(ended, CUT_OFF));
    else this.upstreams = last;
    // Only after the thread has ended, because callers that wait for a snapshot then assume that it
    // is active.
    this.#fail();
  }

  #fail(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { resolve } of this.#holds.values()) resolve();
    this.#holds.clear();
    for (const { reject } of this.#waiting.values()) {
      reject(new Error("Ask the resolver: it stopped before it answered"));
    }
    this.#waiting.clear();
  }

  #receive(message: FromResolver): void {
    switch (message.kind) {
      case "ready":
        this.#started?.();
        this.#started = undefined;
        return;
      case "holds":
        return this.#held(message.version);
      case "refused":
        this.#holds.get(message.version)?.reject(
          new Error(`A resolver thread cannot use the new policy: ${message.why}`),
        );
        return void this.#holds.delete(message.version);
      case "age_wanted":
        return this.#options.onAgeWanted?.(message.domain);
      case "learned":
        return this.#options.onLearned?.(message.learned);
      case "log":
        return this.#options.log(message.level, message.text);
      case "stopped":
        return this.#stopped?.(message.upstreams);
      case "statistics":
        this.upstreams = message.upstreams;
    }
    this.#waiting.get(message.id)?.take(message);
    this.#waiting.delete(message.id);
  }

  #held(version: number): void {
    for (const [waited, { resolve }] of this.#holds) {
      if (waited > version) continue;
      this.#holds.delete(waited);
      resolve();
    }
  }
}
