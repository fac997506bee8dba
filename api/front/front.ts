/**
 * HTTPS of the box: a thread ends TLS and HTTP, main answers. A thread that ends by a fault is started anew; names are answered
 * meanwhile (DESIGN 3).
 */
import type { Log } from "../log.ts";
import { holderText } from "../port_holder.ts";
import type { ListenAddress } from "../settings/listen.ts";
import { type Answer, Answering } from "./answering.ts";
import { Batch } from "./flow.ts";
import { FRONT_LIMITS, type FrontLimits } from "./limits.ts";
import type { AnswerPart, FromFront, ListenFailure, NamedPem, Pem, ToFront } from "./protocol.ts";

/** What the front needs. */
export interface FrontOptions {
  readonly addresses: readonly ListenAddress[];
  /** The module of api/front/thread.ts. */
  readonly workerUrl: URL;
  /** The certificate of the interface, for every name without one of its own. */
  readonly certificate: Pem;
  /** Networks that may connect, `private` for the private ones. */
  readonly ranges: readonly string[];
  readonly answer: Answer;
  readonly log: Log;
  /** Runs a function later; what it returns takes that back. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly limits?: Partial<FrontLimits>;
}

/** The open front. */
export interface Front {
  /** What is listened on: `https [::]:443`. */
  readonly listeners: readonly string[];
  /** Sentences about what could not be listened on; the rest is open. */
  readonly errors: readonly string[];
  /** Replaces the certificate of the interface; open connections keep theirs. */
  certificate(certificate: Pem): void;
  /** Gives a name, or `*.example` for those one label below it, a certificate of its own. */
  named(pem: NamedPem): void;
  /** Replaces the networks that may connect. */
  ranges(ranges: readonly string[]): void;
  /** Ends live views, gives running answers a second, and closes. */
  close(): Promise<void>;
}

/** Milliseconds until a thread that ended is started anew: doubled each time, from the first to the second. */
const PAUSES = [1000, 60_000] as const;
/** Milliseconds after which a thread that runs counts as sound again. */
const SOUND = 60_000;
/** Milliseconds that the thread has to open its listeners, to say that it is alive, and to close. */
const PATIENCE = 10_000;
/** Milliseconds between two questions whether it is alive: one that hangs, or that the runtime ended, says nothing by itself. */
const BETWEEN = 20_000;

/** Opens the front. Never rejects: names are answered whatever becomes of it. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const front = new RunningFront(options);
  await front.start();
  return front;
}

class RunningFront implements Front {
  readonly #options: FrontOptions;
  readonly #named = new Map<string, NamedPem>();
  #certificate: Pem;
  #ranges: readonly string[];
  #worker: Worker | undefined = undefined;
  #answering: Answering | undefined = undefined;
  #closed: (() => void) | undefined = undefined;
  #ending = false;
  #pause: number = PAUSES[0];
  /** Take back what is to happen later. */
  #unwatch: () => void = () => {};
  #unplan: () => void = () => {};
  listeners: readonly string[] = [];
  errors: readonly string[] = [];

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#certificate = options.certificate;
    this.#ranges = options.ranges;
  }

  /** Starts the thread and waits until it told what it listens on. */
  async start(): Promise<void> {
    const { addresses, workerUrl, answer, limits, log } = this.#options;
    if (addresses.length === 0) return;
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    const worker = this.#worker = new Worker(workerUrl, {
      type: "module",
      name: "front",
      deno: { permissions: { net: true, read: false, write: false, env: false, run: false, sys: false, ffi: false } },
    });
    const batch = new Batch<AnswerPart>((parts) => {
      if (this.#worker === worker) this.#post({ kind: "answers", parts });
    }, setImmediate);
    const answering = this.#answering = new Answering(answer, (part) => batch.push(part), log);
    worker.onmessage = ({ data }: MessageEvent<FromFront>) => {
      if (data.kind === "requests") answering.take(data.parts);
      else if (data.kind === "told") log(data.level, data.text);
      else if (data.kind === "closed") this.#closed?.();
      else if (data.kind === "alive") this.#watch(worker);
      else this.#opened(data.listeners, data.failures, resolve);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lost(worker, event.message);
      resolve();
    };
    const start = { addresses, certificate: this.#certificate, named: [...this.#named.values()], ranges: this.#ranges };
    this.#post({ kind: "start", ...start, limits: { ...FRONT_LIMITS, ...limits } });
    const stopWaiting = this.#options.after(PATIENCE, () => {
      this.#lost(worker, `it did not open its listeners within ${PATIENCE / 1000} seconds`);
      resolve();
    });
    await opened;
    stopWaiting();
    this.#watch(worker);
  }

  certificate(certificate: Pem): void {
    this.#certificate = certificate;
    this.#post({ kind: "certificate", certificate });
  }

  named(pem: NamedPem): void {
    this.#named.set(pem.name, pem);
    this.#post({ kind: "named", named: pem });
  }

  ranges(ranges: readonly string[]): void {
    this.#ranges = ranges;
    this.#post({ kind: "ranges", ranges });
  }

  async close(): Promise<void> {
    this.#ending = true;
    this.#unwatch();
    this.#unplan();
    const worker = this.#worker;
    if (worker === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = resolve;
    this.#answering?.endAll();
    this.#post({ kind: "close" });
    const stopWaiting = this.#options.after(PATIENCE, resolve);
    await promise;
    stopWaiting();
    this.#answering?.leaveAll();
    this.#worker = undefined;
    worker.terminate();
  }

  #post(message: ToFront): void {
    this.#worker?.postMessage(message);
  }

  #opened(listeners: readonly string[], failures: readonly ListenFailure[], resolve: () => void): void {
    this.listeners = listeners;
    this.errors = failures.map(sentenceOf);
    resolve();
  }

  /** Asks later whether the thread is alive, and takes it for lost when it does not say so. */
  #watch(worker: Worker): void {
    if (this.#worker !== worker || this.#ending) return;
    const { after } = this.#options;
    this.#unwatch();
    this.#unwatch = after(BETWEEN, () => {
      this.#post({ kind: "ping" });
      this.#unwatch = after(PATIENCE, () => this.#lost(worker, "it does not answer any more"));
    });
  }

  /** The thread is gone: who waited is told, and a new one takes its place. */
  #lost(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    if (this.#ending) return this.#closed?.();
    const { log, after } = this.#options, pause = this.#pause;
    this.#worker = undefined;
    worker.terminate();
    this.#answering?.leaveAll();
    this.#unwatch();
    this.#unplan();
    this.#pause = Math.min(PAUSES[1], pause * 2);
    log("error", `HTTPS stopped and starts again in ${pause / 1000} s, names are answered meanwhile: ${why}`);
    this.#unplan = after(pause, () => void this.#again());
  }

  async #again(): Promise<void> {
    const { log, after } = this.#options;
    await this.start();
    if (this.#worker === undefined || this.#ending) return;
    for (const error of this.errors) log("error", error);
    log("info", `HTTPS answers again: ${this.listeners.join(", ")}`);
    this.#unplan = after(SOUND, () => this.#pause = PAUSES[0]);
  }
}

function sentenceOf({ shown, port, code, message }: ListenFailure): string {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `it is ${holderText("tcp", port)}`,
    EACCES: "ports below 1024 need the capability CAP_NET_BIND_SERVICE",
    EADDRNOTAVAIL: "this machine has no such address",
  };
  return `HTTPS cannot listen on ${shown}: ${why[code] ?? message}`;
}
