/**
 * The resolver as the main thread sees it: listening sockets, worker threads, and the messages
 * between them.
 */
import { RATE_MEMORY_BYTES } from "./listeners/rate_limiter.ts";
import { DESCRIPTOR_MEMORY_BYTES, DescriptorRegistry } from "./net/descriptor_registry.ts";
import { libc } from "./net/libc.ts";
import type { ExplainedStep } from "../policy/model/decision.ts";
import type { UpstreamTarget } from "../policy/model/upstream_line.ts";
import type {
  FromResolver,
  Learned,
  ListeningSocket,
  NeighborChange,
  PeerPorts,
  ResolverHandle,
  SnapshotMessage,
  UpstreamProbe,
} from "./protocol.ts";
import { BlockMemory } from "./memory/block_memory.ts";
import { encodeNeighbors } from "./clients/neighbor_table.ts";
import { addressToText } from "../policy/model/address.ts";
import { ResolverThread } from "./threads/thread.ts";
import { Semaphore } from "./threads/semaphore.ts";
import { shardOf } from "./threads/shard.ts";

/** What the main thread passes to the threads of the resolver. */
export interface ResolverOptions {
  readonly workerUrl: URL;
  /** Number of worker threads; each has its own sockets. */
  readonly workers: number;
  readonly secret: Uint8Array;
  readonly interfaces: readonly string[];
  /** Ring and counters of each worker (resolver/journal/journal.ts); one entry per worker. */
  readonly journals: readonly {
    readonly ring: SharedArrayBuffer;
    readonly counters: SharedArrayBuffer;
  }[];
  /**
   * Recently blocked names (resolver/memory/block_memory.ts), one memory for all threads. If
   * absent, the resolver creates one.
   */
  readonly blocked?: SharedArrayBuffer;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

/** Most upstream probes that run at once, and most that wait. */
const MAX_PROBES = 16;
const MAX_WAITING_PROBES = 256;
/** Names per message, so that a thread delays no answer noticeably. */
const NAMES_AT_ONCE = 500;
/** Milliseconds before a stopped thread is restarted; doubled after each failed start. */
const RESTART_PAUSE = 250;
const LONGEST_PAUSE = 30_000;

/** Runs the threads of the resolver behind the one handle that the rest of the box uses. */
export class ResolverThreads implements ResolverHandle {
  readonly #options: ResolverOptions;
  readonly #sockets: readonly (readonly ListeningSocket[])[];
  readonly #threads: ResolverThread[];
  /** Descriptors that each thread has open besides the listening sockets. */
  readonly #descriptors: readonly SharedArrayBuffer[];
  readonly #listening: ReadonlySet<number>;
  #snapshot: SnapshotMessage;
  #interfaces: readonly string[];
  /** The neighbour at each address, for threads that start later. */
  readonly #met = new Map<string, NeighborChange>();
  readonly #rates = new SharedArrayBuffer(RATE_MEMORY_BYTES);
  readonly #blocked: SharedArrayBuffer;
  readonly #pauses: number[] = [];
  readonly #probes = new Semaphore(MAX_PROBES, MAX_WAITING_PROBES);
  readonly #restartListeners: (() => void)[] = [];
  #onAgeWanted: ((domain: string) => void) | undefined;
  #onLearned: ((learned: readonly Learned[]) => void) | undefined;
  #stopping: Promise<void> | undefined;

  /** `sockets` has one array per worker. */
  constructor(
    options: ResolverOptions,
    sockets: readonly (readonly ListeningSocket[])[],
    snapshot: SnapshotMessage,
  ) {
    this.#options = options;
    this.#sockets = sockets;
    this.#snapshot = snapshot;
    this.#interfaces = options.interfaces;
    this.#blocked = options.blocked ?? BlockMemory.createMemory();
    this.#descriptors = sockets.map(() => new SharedArrayBuffer(DESCRIPTOR_MEMORY_BYTES));
    this.#listening = new Set(sockets.flat().map(({ fd }) => fd));
    const onAgeWanted = (domain: string) => this.#onAgeWanted?.(domain);
    const onLearned = (learned: readonly Learned[]) => this.#onLearned?.(learned);
    this.#threads = sockets.map((_, i) =>
      new ResolverThread({ ...options, onAgeWanted, onLearned }, () => this.#restartSoon(i))
    );
  }

  /** Starts every worker; resolves when all are ready. */
  async start(): Promise<void> {
    await Promise.all(this.#threads.map((_, i) => this.#startThread(i)));
    this.#threads.forEach((_, i) => this.#connect(i, i));
  }

  /**
   * Restarts every worker without rebinding: caches and connections are lost, statistics are kept
   * (A 7.11).
   */
  async restart(): Promise<void> {
    for (let i = 0; i < this.#threads.length; i++) {
      this.#disconnect(i);
      await this.#threads[i].stop();
      try {
        await this.#startThread(i);
      } catch (error) {
        this.#restartSoon(i, error);
        throw error;
      }
      this.#connect(i);
    }
    this.#tellRestarted();
  }

  /** Stops the threads and closes the sockets. */
  stop(): Promise<void> {
    return this.#stopping ??= this.#end();
  }

  async publish(snapshot: SnapshotMessage): Promise<void> {
    this.#snapshot = snapshot;
    await Promise.all(this.#threads.map((thread) => thread.publish(snapshot)));
  }

  /** Passes the addresses of this machine to the threads when they change. */
  interfaces(interfaces: readonly string[]): void {
    this.#interfaces = interfaces;
    for (const thread of this.#threads) thread.post({ kind: "interfaces", interfaces });
  }

  updateNeighbors(changed: readonly NeighborChange[]): void {
    for (const { address, mac } of changed) {
      const key = addressToText(address);
      this.#met.delete(key);
      if (mac !== undefined) this.#met.set(key, { address, mac });
    }
    const entries = encodeNeighbors(changed);
    for (const thread of this.#threads) thread.post({ kind: "neighbours", entries });
  }

  openQueryPorts(): MessagePort[] {
    return this.#threads.map((thread) => {
      const { port1: port, port2 } = new MessageChannel();
      thread.post({ kind: "handed", port }, [port]);
      return port2;
    });
  }

  onRestart(listener: () => void): void {
    this.#restartListeners.push(listener);
  }

  onAgeWanted(listener: (domain: string) => void): void {
    this.#onAgeWanted = listener;
  }

  onLearned(listener: (learned: readonly Learned[]) => void): void {
    this.#onLearned = listener;
  }

  async drainLearned(): Promise<void> {
    const running = this.#threads.filter((thread) => thread.isReady);
    await Promise.all(
      running.map((thread) => thread.ask((id) => ({ kind: "drain", id }), "drained")),
    );
  }

  tellAge(domain: string, young: boolean, milliseconds: number): void {
    for (const thread of this.#threads) thread.post({ kind: "age", domain, young, milliseconds });
  }

  #tellRestarted(): void {
    for (const listener of this.#restartListeners) listener();
  }

  async flush(name?: string): Promise<number> {
    const answers = await Promise.all(
      this.#threads.map((thread) =>
        thread.ask(
          (id) => name === undefined ? { kind: "flush", id } : { kind: "flush", id, name },
          "flushed",
        )
      ),
    );
    return answers.reduce((sum, answer) => sum + answer.entries, 0);
  }

  ask(
    wire: Uint8Array,
    from: string,
    explain: boolean,
  ): Promise<Extract<FromResolver, { kind: "answer" }>> {
    const thread = this.#threads[shardOf(wire, 0, wire.length, this.#threads.length)];
    return thread.ask((id) => ({ kind: "ask", id, wire, from, explain }), "answer");
  }

  async explainChoices(
    name: string,
    type: number,
    scopes: readonly string[],
  ): Promise<readonly (readonly ExplainedStep[])[]> {
    const [thread] = this.#threads;
    const ask = (id: number) => ({ kind: "choices", id, name, type, scopes }) as const;
    const answer = await thread.ask(ask, "choices");
    return answer.steps;
  }

  async answersItself(names: readonly string[]): Promise<readonly boolean[]> {
    const [thread] = this.#threads;
    const answered: boolean[] = [];
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      const part = names.slice(at, at + NAMES_AT_ONCE);
      const answer = await thread.ask((id) => ({ kind: "local", id, names: part }), "local");
      answered.push(...answer.answered);
    }
    return answered;
  }

  async statistics(): Promise<Extract<FromResolver, { kind: "statistics" }>> {
    const all = await Promise.all(
      this.#threads.map((thread) => thread.ask((id) => ({ kind: "statistics", id }), "statistics")),
    );
    return all.reduce(mergeStatistics);
  }

  probe(target: UpstreamTarget, domain: string): Promise<UpstreamProbe> {
    return this.#probes.run(async () => {
      const ask = (id: number) => ({ kind: "probe", id, target, domain }) as const;
      return (await this.#threads[0].ask(ask, "probed")).probe;
    });
  }

  async #end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
    for (const memory of this.#descriptors) {
      new DescriptorRegistry(memory).closeAll(this.#listening);
    }
    for (const fd of this.#listening) libc.close(fd);
  }

  /** Starts a thread on its sockets. Descriptors that its predecessor left open are closed. */
  async #startThread(i: number): Promise<void> {
    new DescriptorRegistry(this.#descriptors[i]).closeAll(this.#listening);
    await this.#threads[i].start({
      kind: "start",
      sockets: this.#sockets[i],
      snapshot: this.#snapshot,
      ...this.#options.journals[i],
      secret: this.#options.secret,
      rates: this.#rates,
      blocked: this.#blocked,
      descriptors: this.#descriptors[i],
      upstreams: this.#threads[i].upstreams,
      interfaces: this.#interfaces,
      worker: i,
      workers: this.#threads.length,
    });
    this.#pauses[i] = RESTART_PAUSE;
    if (this.#met.size === 0) return;
    this.#threads[i].post({
      kind: "neighbours",
      entries: encodeNeighbors([...this.#met.values()]),
    });
  }

  /**
   * Connects a worker with the others, or with those before `end`, so that they hand over each
   * other's queries (resolver/listeners/query_router.ts).
   */
  #connect(i: number, end = this.#threads.length): void {
    for (let j = 0; j < end; j++) {
      // A worker that is down connects once it is ready.
      if (j === i || !this.#threads[i].isReady || !this.#threads[j].isReady) continue;
      const there = new MessageChannel();
      const back = new MessageChannel();
      this.#tell(i, j, { queries: there.port1, responses: back.port1 });
      this.#tell(j, i, { queries: back.port2, responses: there.port2 });
    }
  }

  /** Notifies the other workers that a worker is gone. */
  #disconnect(i: number): void {
    this.#threads.forEach((_, j) => j === i || this.#threads[j].post({ kind: "other", worker: i }));
  }

  #tell(to: number, worker: number, ports: PeerPorts): void {
    this.#threads[to].post({ kind: "other", worker, ports }, [ports.queries, ports.responses]);
  }

  /**
   * Restarts a thread after a pause, because it failed or because its start failed with `failed`.
   */
  #restartSoon(i: number, failed?: unknown): void {
    this.#disconnect(i);
    if (this.#stopping !== undefined) return;
    const pause = this.#pauses[i] ?? RESTART_PAUSE;
    this.#pauses[i] = Math.min(pause * 2, LONGEST_PAUSE);
    if (failed !== undefined) {
      const why = failed instanceof Error ? failed.message : String(failed);
      this.#options.log(
        "error",
        `Cannot start a resolver thread, retrying in ${pause / 1000} seconds: ${why}`,
      );
    }
    setTimeout(async () => {
      // An explicit restart may have started it meanwhile.
      if (this.#stopping !== undefined || this.#threads[i].isRunning) return;
      try {
        await this.#startThread(i);
      } catch (error) {
        return this.#restartSoon(i, error);
      }
      this.#connect(i);
      this.#tellRestarted();
    }, pause);
  }
}

type Statistics = Extract<FromResolver, { kind: "statistics" }>;

function mergeStatistics(a: Statistics, b: Statistics): Statistics {
  const upstreams = a.upstreams.map((one) => {
    const other = b.upstreams.find((candidate) => candidate.upstream === one.upstream);
    if (other === undefined) return one;
    return {
      ...one,
      queries: one.queries + other.queries,
      failures: one.failures + other.failures,
      timeouts: one.timeouts + other.timeouts,
      late: one.late + other.late,
      lastAnswer: Math.max(one.lastAnswer, other.lastAnswer),
      lastError: one.lastError || other.lastError,
    };
  });
  const cache = { ...a.cache };
  for (const key of ["entries", "bytes", "capacity", "hits", "misses", "evictions"] as const) {
    (cache as Record<typeof key, number>)[key] = a.cache[key] + b.cache[key];
  }
  return { ...a, upstreams, cache };
}
