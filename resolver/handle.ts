/** The resolver as main holds it: its listening sockets, its worker threads, and the messages between them (DESIGN 3). */
import { listenTcp, listenUdp } from "./net/sockets.ts";
import { RATE_MEMORY } from "./listeners/rate.ts";
import { DESCRIPTOR_MEMORY, HeldDescriptors } from "./net/descriptors.ts";
import { EADDRNOTAVAIL, EAFNOSUPPORT, libc, SystemError } from "./net/libc.ts";
import type { UpstreamTarget } from "../policy/model/upstream_line.ts";
import type {
  FromResolver,
  ListeningSocket,
  NeighbourChange,
  OtherPorts,
  ResolverHandle,
  SnapshotMessage,
  UpstreamProbe,
} from "./protocol.ts";
import { BlockMemory } from "./block_memory.ts";
import { encodeNeighbours } from "./clients/neighbours.ts";
import { addressToText } from "../policy/model/address.ts";
import { ResolverThread } from "./thread.ts";
import { Turns } from "./turns.ts";
import { workerOf } from "./worker_of.ts";

/** Where to listen. */
export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

/** What main gives to the resolver's threads. */
export interface ResolverOptions {
  readonly workerUrl: URL;
  /** Threads that answer; each has sockets of its own. */
  readonly workers: number;
  readonly secret: Uint8Array;
  readonly interfaces: readonly string[];
  /** Ring and counters of each worker (resolver/journal.ts), as many as workers. */
  readonly journals: readonly { readonly ring: SharedArrayBuffer; readonly counters: SharedArrayBuffer }[];
  /** Names blocked lately (resolver/block_memory.ts), one memory for all threads; absent = one of their own. */
  readonly blocked?: SharedArrayBuffer;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

/** Upstreams that are tried at once, and that wait for it. */
const MAX_PROBES = 16, MAX_WAITING_PROBES = 256;
/** Milliseconds before a thread that stopped is started again; twice as long after each start that failed. */
const RESTART_PAUSE = 250, LONGEST_PAUSE = 30_000;

/** A socket that could not be opened. */
export interface ListenProblem {
  readonly transport: "udp" | "tcp";
  readonly port: number;
  /** `listen on 0.0.0.0:53: address already in use` */
  readonly message: string;
  /** errno(3); 0 = none was told. */
  readonly errno: number;
}

/** The sockets of one worker: those that answer now, those whose address no interface has yet, and what could not be opened. */
export interface OpenedListeners {
  readonly sockets: ListeningSocket[];
  readonly awaited: ListeningSocket[];
  readonly errors: ListenProblem[];
}

/** Opens the sockets of every address for one worker; a failure closes none of the others. */
export function openListeners(addresses: readonly ListenAddress[], workers: number): OpenedListeners {
  const sockets: ListeningSocket[] = [], awaited: ListeningSocket[] = [], errors: ListenProblem[] = [];
  for (const { address, port } of addresses) {
    for (const transport of ["udp", "tcp"] as const) {
      const listen = transport === "udp" ? listenUdp : listenTcp, socket = { transport, address, port };
      try {
        sockets.push({ fd: listen(address, port, workers > 1), ...socket });
      } catch (error) {
        // A machine without IPv6 has no `::`, and misses nothing.
        const errno = error instanceof SystemError ? error.errno : 0;
        if (errno === EAFNOSUPPORT && address === "::") continue;
        errors.push({ transport, port, message: (error as Error).message, errno });
        if (errno !== EADDRNOTAVAIL) continue;
        try {
          // An address that comes later, from DHCP or with the other box of a pair, is answered from then on.
          awaited.push({ fd: listen(address, port, workers > 1, true), ...socket });
        } catch {
          // The first reason is told.
        }
      }
    }
  }
  return { sockets, awaited, errors };
}

/** The threads of the resolver behind the one handle that the rest of the box uses. */
export class ResolverThreads implements ResolverHandle {
  readonly #options: ResolverOptions;
  readonly #sockets: readonly (readonly ListeningSocket[])[];
  readonly #threads: ResolverThread[];
  /** What each thread holds open besides the listening sockets. */
  readonly #descriptors: readonly SharedArrayBuffer[];
  readonly #listening: ReadonlySet<number>;
  #snapshot: SnapshotMessage;
  #interfaces: readonly string[];
  /** Who sits at which address, for threads that start later. */
  readonly #met = new Map<string, NeighbourChange>();
  readonly #rates = new SharedArrayBuffer(RATE_MEMORY);
  readonly #blocked: SharedArrayBuffer;
  readonly #pauses: number[] = [];
  readonly #probes = new Turns(MAX_PROBES, MAX_WAITING_PROBES);
  readonly #restartListeners: (() => void)[] = [];
  #stopping: Promise<void> | undefined;

  /** `sockets` has one array a worker. */
  constructor(options: ResolverOptions, sockets: readonly (readonly ListeningSocket[])[], snapshot: SnapshotMessage) {
    this.#options = options;
    this.#sockets = sockets;
    this.#snapshot = snapshot;
    this.#interfaces = options.interfaces;
    this.#blocked = options.blocked ?? BlockMemory.memory();
    this.#descriptors = sockets.map(() => new SharedArrayBuffer(DESCRIPTOR_MEMORY));
    this.#listening = new Set(sockets.flat().map(({ fd }) => fd));
    this.#threads = sockets.map((_, i) => new ResolverThread(options, () => this.#restartSoon(i)));
  }

  /** Starts every worker; resolves when all answer. */
  async start(): Promise<void> {
    await Promise.all(this.#threads.map((_, i) => this.#startThread(i)));
    this.#threads.forEach((_, i) => this.#connect(i, i));
  }

  /** Restarts every worker without rebinding: caches and connections go, statistics stay (A 7.11). */
  async restart(): Promise<void> {
    for (let i = 0; i < this.#threads.length; i++) {
      this.#disconnect(i);
      await this.#threads[i].stop();
      await this.#startThread(i);
      this.#connect(i);
    }
    this.#tellRestarted();
  }

  /** Ends the threads and closes the sockets. */
  stop(): Promise<void> {
    return this.#stopping ??= this.#end();
  }

  async publish(snapshot: SnapshotMessage): Promise<void> {
    this.#snapshot = snapshot;
    await Promise.all(this.#threads.map((thread) => thread.publish(snapshot)));
  }

  /** Tells the addresses of this machine, when they change. */
  interfaces(interfaces: readonly string[]): void {
    this.#interfaces = interfaces;
    for (const thread of this.#threads) thread.post({ kind: "interfaces", interfaces });
  }

  neighbours(changed: readonly NeighbourChange[]): void {
    for (const { address, mac } of changed) {
      const key = addressToText(address);
      this.#met.delete(key);
      if (mac !== undefined) this.#met.set(key, { address, mac });
    }
    const entries = encodeNeighbours(changed);
    for (const thread of this.#threads) thread.post({ kind: "neighbours", entries });
  }

  handed(): MessagePort[] {
    return this.#threads.map((thread) => {
      const { port1: port, port2 } = new MessageChannel();
      thread.post({ kind: "handed", port }, [port]);
      return port2;
    });
  }

  whenRestarted(listener: () => void): void {
    this.#restartListeners.push(listener);
  }

  #tellRestarted(): void {
    for (const listener of this.#restartListeners) listener();
  }

  async flush(name?: string): Promise<number> {
    const answers = await Promise.all(
      this.#threads.map((thread) =>
        thread.ask((id) => name === undefined ? { kind: "flush", id } : { kind: "flush", id, name }, "flushed")
      ),
    );
    return answers.reduce((sum, answer) => sum + answer.entries, 0);
  }

  ask(wire: Uint8Array, from: string, explain: boolean): Promise<Extract<FromResolver, { kind: "answer" }>> {
    const thread = this.#threads[workerOf(wire, 0, wire.length, this.#threads.length)];
    return thread.ask((id) => ({ kind: "ask", id, wire, from, explain }), "answer");
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
    for (const memory of this.#descriptors) new HeldDescriptors(memory).closeLeft(this.#listening);
    for (const fd of this.#listening) libc.close(fd);
  }

  /** Starts a thread on its sockets; what the one before it left open is closed. */
  async #startThread(i: number): Promise<void> {
    new HeldDescriptors(this.#descriptors[i]).closeLeft(this.#listening);
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
    if (this.#met.size === 0) return;
    this.#threads[i].post({ kind: "neighbours", entries: encodeNeighbours([...this.#met.values()]) });
  }

  /** Lets a worker and the others, or those before `end`, hand each other what is the other's (resolver/listeners/steered.ts). */
  #connect(i: number, end = this.#threads.length): void {
    for (let j = 0; j < end; j++) {
      // One that is down connects when it answers.
      if (j === i || !this.#threads[i].isReady || !this.#threads[j].isReady) continue;
      const there = new MessageChannel(), back = new MessageChannel();
      this.#tell(i, j, { asks: there.port1, answers: back.port1 });
      this.#tell(j, i, { asks: back.port2, answers: there.port2 });
    }
  }

  /** Tells the others that a worker is gone. */
  #disconnect(i: number): void {
    this.#threads.forEach((_, j) => j === i || this.#threads[j].post({ kind: "other", worker: i }));
  }

  #tell(to: number, worker: number, ports: OtherPorts): void {
    this.#threads[to].post({ kind: "other", worker, ports }, [ports.asks, ports.answers]);
  }

  #restartSoon(i: number): void {
    this.#disconnect(i);
    if (this.#stopping !== undefined) return;
    const pause = this.#pauses[i] ?? RESTART_PAUSE;
    this.#pauses[i] = Math.min(pause * 2, LONGEST_PAUSE);
    setTimeout(async () => {
      if (this.#stopping !== undefined) return;
      await this.#startThread(i);
      this.#connect(i);
      this.#pauses[i] = RESTART_PAUSE;
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
