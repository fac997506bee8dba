/**
 * HTTPS and encrypted DNS of the box. A thread terminates TLS, HTTP and QUIC; the main thread
 * handles requests, and the resolver handles queries. A thread that ends by a fault is restarted;
 * plain DNS continues meanwhile.
 */
import { NO_PERMISSIONS } from "../system/thread_permissions.ts";
import { frontDescriptorLimit } from "../../resolver/net/descriptor_budget.ts";
import { prepareWorkerThreads } from "../system/short_turns.ts";
import { holderText } from "../system/port_holder.ts";
import { type Answer, FrontRequests } from "./http/front_requests.ts";
import { FilteredSockets } from "./quic/filtered_sockets.ts";
import { Batch } from "./http/flow.ts";
import type { ClientFaults } from "../http/client_faults.ts";
import { type FrontLimits, limitsWithin } from "./limits.ts";
import {
  type AnswerPart,
  type EncryptedPem,
  type FromFront,
  type FrontConfig,
  type FrontListen,
  type ListenFailure,
  type Pem,
  PROTOCOL_NAMES,
  type ToFront,
} from "./protocol.ts";
import type { Runtime } from "../system/runtime.ts";

/** Options of the front, including its initial configuration. */
export interface FrontOptions extends FrontConfig {
  /** The module of api/front/thread.ts. */
  readonly workerUrl: URL;
  readonly answer: Answer;
  /**
   * Makes new channels to the resolver's threads, which close the previous ones; absent = queries
   * get no response.
   */
  readonly handed?: () => readonly MessagePort[];
  /** Recently blocked names (resolver/memory/block_memory.ts); absent = none are remembered. */
  readonly blocked?: SharedArrayBuffer;
  /** Counts client errors and requests that clients abandon; absent = they are not counted. */
  readonly clientFaults?: ClientFaults;
  readonly runtime: Runtime;
  readonly limits?: Partial<FrontLimits>;
}

/** The open front. Its configuration also applies to every thread that replaces the current one. */
export interface Front {
  /** The open listeners: `https [::]:443`, `tls [::]:853`, `quic [::]:853`. */
  readonly listeners: readonly string[];
  /** Sentences about listeners that could not be opened; the others are open. */
  readonly errors: readonly string[];
  /**
   * Opens and closes the listeners that changed, and retries those that could not be opened; open
   * connections stay. Never rejects.
   */
  listen(listen: FrontListen): Promise<void>;
  /** Replaces the certificate of the interface; open connections keep theirs. */
  certificate(certificate: Pem | undefined): void;
  /** Replaces the certificate of encrypted DNS. */
  encrypted(encrypted: EncryptedPem | undefined): void;
  /** Replaces the authority for recently blocked names. */
  authority(authority: Pem | undefined): void;
  /** Sends the thread new channels to the resolver: one of its threads was restarted. */
  resolvers(): void;
  /** Replaces the names of the box. */
  own(names: readonly string[]): void;
  /** Replaces the networks that may connect. */
  ranges(ranges: readonly string[]): void;
  /** Ends live views, gives pending responses a second, and closes. */
  close(): Promise<void>;
}

/**
 * Milliseconds until a thread that ended is restarted: doubled each time, from the first value to
 * the second.
 */
const PAUSES = [1000, 60_000] as const;
/** Milliseconds after which a running thread counts as healthy again. */
const SOUND = 60_000;
/** Milliseconds that the thread has to open its listeners, to answer a ping, and to close. */
const PATIENCE = 10_000;
/**
 * Milliseconds between two pings: a thread that hangs, or that the runtime ended, sends no
 * notification.
 */
const BETWEEN = 20_000;

/** Opens the front. Never rejects: plain DNS must continue in any case. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const front = new RunningFront(options);
  await front.start();
  return front;
}

class RunningFront implements Front {
  readonly #options: FrontOptions;
  #given: FrontConfig;
  #worker: Worker | undefined = undefined;
  #answering: FrontRequests | undefined = undefined;
  #sockets: FilteredSockets | undefined = undefined;
  #closed: (() => void) | undefined = undefined;
  /**
   * Callbacks that wait until the thread has opened its listeners, by the number of the message.
   */
  readonly #opening = new Map<number, () => void>();
  #last = 0;
  #ending = false;
  #pause: number = PAUSES[0];
  /** These cancel scheduled actions; there is no thread while a start is scheduled. */
  #unwatch: () => void = () => {};
  #unplan: (() => void) | undefined = undefined;
  listeners: readonly string[] = [];
  errors: readonly string[] = [];

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#given = givenOf(options);
  }

  /**
   * Starts the thread and waits until it reports its listeners; without any address to listen on no
   * thread is started.
   */
  async start(): Promise<void> {
    const { https, tls, quic } = this.#given.listen;
    const { workerUrl, blocked, limits } = this.#options;
    if (https.length + tls.length + quic.length === 0) return;
    const hasCome = prepareWorkerThreads();
    const worker = this.#worker = new Worker(workerUrl, {
      type: "module",
      name: "front",
      deno: { permissions: { ...NO_PERMISSIONS, net: true } },
    });
    this.#hear(worker);
    const within = { ...limitsWithin(frontDescriptorLimit()), ...limits };
    this.#post({
      kind: "start",
      given: this.#given,
      limits: within,
      ...(blocked ? { blocked } : {}),
    });
    this.resolvers();
    await this.#opened(worker, 0);
    hasCome();
    this.#watch(worker);
  }

  #hear(worker: Worker): void {
    const { answer, clientFaults, runtime } = this.#options;
    const batch = new Batch<AnswerPart>((parts) => {
      if (this.#worker === worker) this.#post({ kind: "answers", parts });
    }, setImmediate);
    const answering = this.#answering = new FrontRequests(
      answer,
      (part) => batch.push(part),
      runtime.log,
    );
    const sockets = this.#sockets = new FilteredSockets(this.#given.ranges, runtime.log);
    worker.onmessage = ({ data }: MessageEvent<FromFront>) => {
      if (data.kind === "requests") answering.take(data.parts);
      else if (data.kind === "log") runtime.log(data.level, data.text);
      else if (data.kind === "faults") clientFaults?.add(data.counts);
      else if (data.kind === "closed") this.#closed?.();
      else if (data.kind === "alive") this.#watch(worker);
      else if (data.kind === "bound") {
        sockets.bound(data.socket);
        worker.postMessage({ kind: "filtered" } satisfies ToFront);
      } else this.#open(data.id, data.listeners, data.failures);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lost(worker, event.message);
    };
  }

  async listen(listen: FrontListen): Promise<void> {
    this.#given = { ...this.#given, listen };
    const worker = this.#worker;
    if (this.#ending || this.#unplan !== undefined && worker === undefined) return;
    if (worker === undefined) return await this.start();
    const id = ++this.#last;
    this.#post({ kind: "listen", id, listen });
    await this.#opened(worker, id);
  }

  certificate(certificate: Pem | undefined): void {
    this.#given = givenOf({ ...this.#given, certificate });
    this.#post({ kind: "certificate", ...(certificate ? { certificate } : {}) });
  }

  encrypted(encrypted: EncryptedPem | undefined): void {
    this.#given = givenOf({ ...this.#given, encrypted });
    this.#post({ kind: "encrypted", ...(encrypted ? { encrypted } : {}) });
  }

  authority(authority: Pem | undefined): void {
    this.#given = givenOf({ ...this.#given, authority });
    this.#post({ kind: "authority", ...(authority ? { authority } : {}) });
  }

  resolvers(): void {
    if (this.#worker === undefined) return;
    const ports = [...this.#options.handed?.() ?? []];
    this.#worker.postMessage({ kind: "resolvers", ports } satisfies ToFront, ports);
  }

  own(own: readonly string[]): void {
    this.#given = { ...this.#given, own };
    this.#post({ kind: "own", names: own });
  }

  ranges(ranges: readonly string[]): void {
    this.#given = { ...this.#given, ranges };
    this.#sockets?.ranges(ranges);
    this.#post({ kind: "ranges", ranges });
  }

  async close(): Promise<void> {
    this.#ending = true;
    this.#unwatch();
    this.#unplan?.();
    const worker = this.#worker;
    if (worker === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = resolve;
    this.#answering?.endAll();
    this.#post({ kind: "close" });
    const stopWaiting = this.#options.runtime.after(PATIENCE, resolve);
    await promise;
    stopWaiting();
    this.#answering?.leaveAll();
    this.#worker = undefined;
    worker.terminate();
  }

  #post(message: ToFront): void {
    this.#worker?.postMessage(message);
  }

  #open(id: number, listeners: readonly string[], failures: readonly ListenFailure[]): void {
    const before = this.errors;
    this.listeners = listeners;
    this.errors = failures.map(sentenceOf);
    // Errors of a start are logged by the caller that starts it.
    if (id > 0) {
      this.errors.filter((error) => !before.includes(error)).forEach((error) =>
        this.#options.runtime.log("error", error)
      );
    }
    this.#opening.get(id)?.();
  }

  /** Waits until a thread has opened its listeners; a thread that does not is treated as lost. */
  async #opened(worker: Worker, id: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opening.set(id, resolve);
    const why = `it did not open its listeners within ${PATIENCE / 1000} seconds`;
    const stopWaiting = this.#options.runtime.after(PATIENCE, () => this.#lost(worker, why));
    await promise;
    stopWaiting();
    this.#opening.delete(id);
  }

  /** Pings the thread later, and treats it as lost when it does not answer. */
  #watch(worker: Worker): void {
    if (this.#worker !== worker || this.#ending) return;
    const { runtime } = this.#options;
    this.#unwatch();
    this.#unwatch = runtime.after(BETWEEN, () => {
      this.#post({ kind: "ping" });
      this.#unwatch = runtime.after(
        PATIENCE,
        () => this.#lost(worker, "it does not answer any more"),
      );
    });
  }

  /** The thread is gone: waiting callbacks are called, and a new thread replaces it. */
  #lost(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    if (this.#ending) return this.#closed?.();
    const { runtime } = this.#options;
    const pause = this.#pause;
    this.#worker = undefined;
    worker.terminate();
    this.#answering?.leaveAll();
    this.listeners = [];
    for (const give of this.#opening.values()) give();
    this.#unwatch();
    this.#unplan?.();
    this.#pause = Math.min(PAUSES[1], pause * 2);
    runtime.log(
      "error",
      `The front stopped and starts again in ${
        pause / 1000
      } s, names are answered meanwhile: ${why}`,
    );
    this.#unplan = runtime.after(pause, () => void this.#again());
  }

  async #again(): Promise<void> {
    const { runtime } = this.#options;
    this.#unplan = undefined;
    await this.start();
    if (this.#worker === undefined || this.#ending) return;
    for (const error of this.errors) runtime.log("error", error);
    runtime.log("info", `The front is running again: ${this.listeners.join(", ")}`);
    this.#unplan = runtime.after(SOUND, () => this.#pause = PAUSES[0]);
  }
}

/** The configuration sent to a thread, without absent fields. */
function givenOf(
  given: { readonly [key in keyof FrontConfig]: FrontConfig[key] | undefined },
): FrontConfig {
  const { listen, own, ranges, certificate, encrypted, authority } = given as FrontConfig;
  return {
    listen,
    own,
    ranges,
    ...(certificate ? { certificate } : {}),
    ...(encrypted ? { encrypted } : {}),
    ...(authority ? { authority } : {}),
  };
}

function sentenceOf({ protocol, shown, port, code, message }: ListenFailure): string {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `it is ${holderText(protocol === "quic" ? "udp" : "tcp", port)}`,
    EACCES: "ports below 1024 need the capability CAP_NET_BIND_SERVICE",
    EADDRNOTAVAIL: "this machine has no such address",
    // The runtime reports this for TCP where it does not know the reason by name, most often for an
    // address of another machine.
    EINVAL: "it cannot be listened on there; most often this machine has no such address",
  };
  return `${PROTOCOL_NAMES[protocol]} cannot listen on ${shown}: ${why[code] ?? message}`;
}
