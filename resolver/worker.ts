/**
 * The worker thread: receives the snapshot and the sockets from the main thread, connects
 * listeners, resolver and journal, and runs until stopped. Entry module: the clocks and the random
 * source of the thread are created here.
 */
import { prepareDecisions } from "../policy/decide/decide.ts";
import { decodeSnapshot } from "../policy/snapshot/snapshot_file.ts";
import { NameTable } from "../policy/snapshot/name_table.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import { BlockMemory } from "./memory/block_memory.ts";
import { Clock } from "./clock.ts";
import { collectGarbage, trimMemory } from "./memory/free_memory.ts";
import { LearnedNames } from "./memory/learned_names.ts";
import { JournalWriter } from "./journal/journal.ts";
import { NeighborTable } from "./clients/neighbor_table.ts";
import { AccessControl } from "./listeners/access_control.ts";
import { catchFaults, FaultBarrier, throttleFaults } from "./listeners/fault_barrier.ts";
import {
  type AdmissionPolicy,
  ADMIT_ALL,
  ForwardedListener,
} from "./listeners/forwarded_listener.ts";
import { QueryRouter } from "./listeners/query_router.ts";
import { TcpListener } from "./listeners/tcp.ts";
import { UdpListener } from "./listeners/udp.ts";
import { DescriptorRegistry } from "./net/descriptor_registry.ts";
import { NeighborLookup, NeighborMonitor } from "./net/netlink.ts";
import { NeighborProbe } from "./net/neighbor_probe.ts";
import { EpollPoller } from "./net/poller.ts";
import type { FromResolver, SnapshotMessage, ToResolver } from "./protocol.ts";
import { Resolver } from "./resolve.ts";
import { createUpstreamPool, type UpstreamSettings } from "./upstream/pool.ts";
import { UpstreamSetNumbers } from "./upstream/upstream_sets.ts";

type Start = Extract<ToResolver, { kind: "start" }>;

/** The parts of the worker's global scope that are used. */
interface WorkerScope {
  postMessage(message: FromResolver): void;
  close(): void;
  onmessage: ((event: MessageEvent<ToResolver>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const post = (message: FromResolver) => scope.postMessage(message);
const log = (level: "info" | "warn" | "error", text: string) => post({ kind: "log", level, text });

// A fault in one query must not end the thread: it is reported and other queries continue
// (docs/decisions/0010).
const tellFault = throttleFaults((fault) => {
  log("error", `Resolver fault, other queries continue: ${(fault as Error)?.stack ?? fault}`);
}, () => Math.floor(performance.now() / 1000));
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  tellFault(event.reason);
});

function openSnapshot(message: SnapshotMessage, before?: Snapshot): Snapshot {
  let table: NameTable | undefined;
  if (message.table !== undefined) {
    const opened = NameTable.open(message.table);
    if (typeof opened === "string") {
      log("error", `Cannot use the table of list names: ${opened}`);
    } else table = opened;
  }
  const snapshot = decodeSnapshot(message.sections, table, before);
  if (typeof snapshot === "string") throw new Error(`Open the snapshot: ${snapshot}`);
  prepareDecisions(snapshot);
  return snapshot;
}

/** The settings of the upstreams of a snapshot, with the sets that its classes use. */
function upstreamSettingsOf({ settings, upstreamSets = [] }: Snapshot): UpstreamSettings {
  const { upstreams, fallbackUpstreams, privateUpstreams, bootstrap } = settings;
  const { upstreamStrategy, upstreamTimeout } = settings;
  return {
    upstreams,
    fallbackUpstreams,
    privateUpstreams,
    bootstrap,
    upstreamStrategy,
    upstreamTimeout,
    upstreamSets,
  };
}

/** Notices of the kernel's neighbour tables; undefined where the routing socket is refused. */
function openMonitor(): NeighborMonitor | undefined {
  try {
    return new NeighborMonitor();
  } catch {
    return undefined;
  }
}

/** One running worker. */
class Running {
  readonly #poller: EpollPoller;
  readonly #clock = new Clock(() => performance.now(), () => Date.now());
  readonly #access: AccessControl;
  readonly #udp: UdpListener[];
  readonly #tcp: TcpListener[];
  readonly #receiver: FaultBarrier;
  #handed: ForwardedListener | undefined;
  readonly #steered: QueryRouter;
  /** Listeners for queries forwarded by other workers, by worker number. */
  readonly #fromOthers: (ForwardedListener | undefined)[] = [];
  /** The main thread also closes this descriptor if the worker dies. */
  readonly #kernelTable = new NeighborLookup();
  readonly #nudge = new NeighborProbe();
  readonly #monitor = openMonitor();
  readonly #held: DescriptorRegistry;
  readonly #neighbours: NeighborTable;
  readonly #learned = new LearnedNames();
  readonly #resolver: Resolver;
  readonly #pool: ReturnType<typeof createUpstreamPool>;
  readonly #ports: readonly number[];
  readonly #sweeping: ReturnType<typeof setInterval>;
  readonly #ran: Promise<void>;
  #interfaces: readonly string[];
  #settings: Snapshot["settings"];
  #upstreams: UpstreamSettings;

  constructor(start: Start) {
    const snapshot = openSnapshot(start.snapshot);
    const clock = this.#clock;
    const poller = this.#poller = new EpollPoller(
      this.#held = new DescriptorRegistry(start.descriptors),
    );
    for (const fd of this.#others()) this.#held.add(fd);
    const journal = new JournalWriter(start.ring, start.counters);
    const seconds = () => clock.seconds;
    this.#settings = snapshot.settings;
    this.#interfaces = start.interfaces;
    this.#ports = [...new Set(start.sockets.map((socket) => socket.port))];
    // Workers share the rate limits of a client, so their limiters use one clock: the wall clock.
    this.#access = new AccessControl(
      { countDrop: (cause) => journal.drop(cause) },
      () => clock.unix / 1000,
      start.rates,
    );
    const setNumbers = new UpstreamSetNumbers();
    this.#upstreams = upstreamSettingsOf(snapshot);
    this.#pool = createUpstreamPool(this.#upstreams, {
      setNumbers,
      poller,
      log,
      clock,
      random: (bytes) => crypto.getRandomValues(bytes),
      statistics: start.upstreams,
    });
    this.#neighbours = new NeighborTable(this.#kernelTable);
    this.#resolver = new Resolver(snapshot, {
      clock,
      neighbours: this.#neighbours,
      probeNeighbor: (address) => this.#nudge.send(address),
      journal,
      upstreams: this.#pool,
      setNumbers,
      onDenied: () => journal.drop("not_allowed"),
      askAge: (domain) => post({ kind: "age_wanted", domain }),
      secret: start.secret,
      blocked: new BlockMemory(start.blocked, () => clock.unix),
      learned: this.#learned,
      now: () => performance.now(),
      after: (ms, then) => setTimeout(catchFaults(then, tellFault), ms),
      cancel: clearTimeout,
    });
    this.#configure();
    const monitor = this.#monitor;
    // Before the sockets: of what arrives together, the new machine at an address is read first.
    if (monitor !== undefined) {
      poller.add(monitor.fd, () => this.#resolver.applyKernelChanges(monitor.changes().changed));
    }
    const receiver = this.#receiver = new FaultBarrier(this.#resolver, tellFault);
    const steered = this.#steered = new QueryRouter(receiver, start.worker, start.workers);
    this.#udp = start.sockets.filter(({ transport }) => transport === "udp")
      .map(({ fd }) => new UdpListener(fd, poller, this.#access, receiver));
    this.#tcp = start.sockets.filter(({ transport }) => transport === "tcp")
      .map(({ fd }) =>
        new TcpListener(fd, poller, this.#access, start.workers === 1 ? receiver : steered, seconds)
      );
    this.#sweeping = setInterval(() => this.#sweep(), 1000);
    // Without the poller no query is answered. Thrown from a timer, the fault ends the thread, and
    // the main thread starts another.
    this.#ran = poller.run(() => clock.refresh(), tellFault).catch((error) => {
      setTimeout(() => {
        throw error;
      });
    });
  }

  receive(message: ToResolver): void {
    switch (message.kind) {
      case "snapshot":
        return this.#applySnapshot(message.snapshot);
      case "interfaces":
        this.#interfaces = message.interfaces;
        this.#neighbours.refresh();
        return this.#configure();
      case "handed":
        this.#handed?.close();
        this.#handed = this.#listenAt(message.port, this.#access);
        return;
      case "other":
        this.#fromOthers[message.worker]?.close();
        this.#fromOthers[message.worker] = message.ports &&
          this.#listenAt(message.ports.responses, ADMIT_ALL);
        return this.#steered.connect(message.worker, message.ports?.queries);
      case "neighbours":
        return this.#resolver.updateNeighbors(message.entries);
      case "age":
        this.#clock.refresh();
        return this.#resolver.takeAge(message.domain, message.young, message.milliseconds);
      case "flush":
        return post({
          kind: "flushed",
          id: message.id,
          entries: this.#resolver.flush(message.name),
        });
      case "ask":
        this.#clock.refresh();
        return this.#resolver.ask(message.wire, message.from, message.explain, (answer) => {
          post({ kind: "answer", id: message.id, ...answer });
        });
      case "local": {
        const { id, names } = message;
        return post({ kind: "local", id, answered: this.#resolver.answersItself(names) });
      }
      case "choices": {
        this.#clock.refresh();
        const { id, name, type, scopes } = message;
        const steps = this.#resolver.explainChoices(name, type, scopes);
        return post({ kind: "choices", id, steps });
      }
      case "statistics": {
        const upstreams = this.#pool.statistics();
        const cache = this.#resolver.cacheStatistics();
        return post({ kind: "statistics", id: message.id, upstreams, cache });
      }
      case "drain":
        this.#sendLearned();
        return post({ kind: "drained", id: message.id });
      case "probe":
        return void this.#pool.probe(message.target, message.domain).then((probe) => {
          post({ kind: "probed", id: message.id, probe });
        });
      case "stop":
        return void this.#stop();
    }
  }

  #listenAt(port: MessagePort, admission: AdmissionPolicy): ForwardedListener {
    return new ForwardedListener(port, admission, this.#receiver, () => {
      this.#clock.refresh();
      this.#poller.onLoopWork();
    });
  }

  #applySnapshot(message: SnapshotMessage): void {
    try {
      const snapshot = openSnapshot(message, this.#resolver.snapshot);
      if (JSON.stringify(snapshot.settings) !== JSON.stringify(this.#settings)) {
        this.#settings = snapshot.settings;
        this.#configure();
      }
      const upstreams = upstreamSettingsOf(snapshot);
      if (JSON.stringify(upstreams) !== JSON.stringify(this.#upstreams)) {
        this.#upstreams = upstreams;
        // Done before the policy changes: exchanges with removed upstreams fail now, and the new
        // policy then clears those failures.
        this.#pool.reconfigure(upstreams);
      }
      this.#resolver.applySnapshot(snapshot);
      post({ kind: "holds", version: message.version });
      if (message.collects) collectGarbage();
    } catch (error) {
      post({ kind: "refused", version: message.version, why: (error as Error).message });
    }
  }

  /** Descriptors that no poller watches. */
  #others(): number[] {
    return [this.#kernelTable.fd, ...this.#nudge.descriptors].filter((fd) => fd >= 0);
  }

  #configure(): void {
    this.#access.configure(
      this.#settings.allowedRanges,
      this.#interfaces,
      this.#settings.rateLimit,
      this.#ports,
      this.#settings.deniedClients,
    );
  }

  #sweep(): void {
    this.#clock.refresh();
    for (const listener of this.#tcp) listener.sweep();
    this.#sendLearned();
    trimMemory();
  }

  #sendLearned(): void {
    const learned = this.#learned.drain();
    if (learned.length > 0) post({ kind: "learned", learned });
  }

  async #stop(): Promise<void> {
    clearInterval(this.#sweeping);
    for (const listener of this.#udp) listener.close(this.#poller);
    for (const listener of this.#tcp) listener.close();
    this.#handed?.close();
    for (const from of this.#fromOthers) from?.close();
    this.#steered.close();
    this.#sendLearned();
    const upstreams = this.#pool.statistics();
    this.#pool.close();
    // The main thread closes descriptors still noted; by then another file may use the number.
    for (const fd of this.#others()) this.#held.remove(fd);
    this.#kernelTable.close();
    this.#nudge.close();
    if (this.#monitor !== undefined) this.#poller.remove(this.#monitor.fd);
    this.#monitor?.close();
    this.#poller.stop();
    // The main thread ends the thread at this message, so all its descriptors are closed before.
    await this.#ran;
    post({ kind: "stopped", upstreams });
  }
}

let running: Running | undefined;

scope.onmessage = ({ data }) => {
  if (data.kind !== "start") {
    try {
      return running?.receive(data);
    } catch (fault) {
      return tellFault(fault);
    }
  }
  running = new Running(data);
  post({ kind: "ready" });
};
