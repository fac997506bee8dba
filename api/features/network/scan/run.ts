/** One scan: addresses, then services, then names (A 4.8). */
import { LIMITS } from "../../../../policy/limits.ts";
import type { MachineService } from "../machines/service.ts";
import type { Neighbours } from "../neighbours/service.ts";
import { ScanEvidence } from "./evidence.ts";
import {
  ALL_SERVICES,
  MDNS_GROUP,
  MDNS_PORT,
  mdnsInquiry,
  mdnsQuery,
  readMdns,
  WELL_KNOWN_SERVICES,
} from "./mdns.ts";
import { NETBIOS_PORT, netbiosQuery, readNetbios } from "./netbios.ts";
import type { Ping } from "./ping.ts";
import type { ScanPart, ScanPlan } from "./plan.ts";
import type { OpenScanSocket, ScanSocket } from "./sockets.ts";
import { readDescription, readSsdp, SSDP_GROUP, SSDP_PORT, ssdpSearch } from "./ssdp.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** What a scan sends and receives with. */
export interface ScanAccess {
  readonly neighbours: Pick<Neighbours, "look" | "entries">;
  readonly openSocket: OpenScanSocket;
  readonly openPing: () => Pick<Ping, "ask" | "askLink" | "answered" | "close">;
  /** Reads the description of a UPnP device; rejects when it is unavailable. */
  readonly describe: (url: string, signal: AbortSignal) => Promise<string>;
  /** Returns reverse names by address. */
  readonly reverseNames: (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Addresses of the default routers. */
  readonly routers: () => readonly string[];
  /** Names of interfaces, for IPv6. */
  readonly links: () => readonly string[];
  readonly runtime: Runtime;
}

/** The dependencies of a scan. */
export interface RunDeps extends ScanAccess {
  readonly machines: Pick<MachineService, "learn">;
  /** Waits; ends early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The progress of a scan. */
export interface ScanProgress {
  readonly stage: "addresses" | "services" | "names";
  readonly done: number;
  readonly total: number;
  /** Addresses at which a machine was found. */
  readonly found: readonly string[];
}

const { perSecond, settleWait, answersWait, descriptions } = LIMITS.scan;
/** Queries sent at once, and types of services queried in the second round. */
const BURST = 8;
const MOST_TYPES = 32;
/** Milliseconds between two bursts. */
const BEAT = 1000 * BURST / perSecond;

/** Runs a scan. Rejects when no socket can be opened; failures of single machines are ignored. */
export async function runScan(
  plan: ScanPlan,
  deps: RunDeps,
  onProgress: (progress: ScanProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const run = new Run(plan, deps, onProgress, signal);
  try {
    run.open();
    await run.askAddresses();
    await run.askServices();
    await run.askNames();
  } finally {
    run.close();
  }
}

class Run {
  readonly #plan: ScanPlan;
  readonly #deps: RunDeps;
  readonly #onProgress: (progress: ScanProgress) => void;
  readonly #signal: AbortSignal;
  readonly #evidence = new ScanEvidence();
  readonly #sockets = new Map<ScanPart, ScanSocket>();
  readonly #targets: ReadonlySet<string>;
  readonly #started: number;
  #ping: ReturnType<RunDeps["openPing"]> | undefined;
  #stage: ScanProgress["stage"] = "addresses";
  #found: readonly string[] = [];
  #done = 0;
  #total: number;

  constructor(
    plan: ScanPlan,
    deps: RunDeps,
    onProgress: (progress: ScanProgress) => void,
    signal: AbortSignal,
  ) {
    this.#plan = plan;
    this.#deps = deps;
    this.#onProgress = onProgress;
    this.#signal = signal;
    this.#started = deps.runtime.now();
    this.#targets = new Set(plan.parts.flatMap(({ targets }) => targets));
    this.#total = this.#targets.size + (settleWait + 4 * answersWait) * perSecond;
  }

  open(): void {
    for (const part of this.#plan.parts) {
      this.#sockets.set(
        part,
        this.#deps.openSocket(part.from, (bytes, from, port) => this.#hear(bytes, from, port)),
      );
    }
    this.#ping = this.#deps.openPing();
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.close();
    this.#ping?.close();
  }

  /**
   * Sends a datagram to each address: a machine there must answer the kernel's request for its
   * hardware address.
   */
  async askAddresses(): Promise<void> {
    const query = netbiosQuery();
    for (const part of this.#plan.parts) {
      await this.#each(
        part.targets,
        (target) => this.#sockets.get(part)!.send(query, target, NETBIOS_PORT),
      );
    }
    await this.#wait(settleWait);
    this.#look();
    for (const address of this.#found) this.#deps.machines.learn(address, { source: "scan" });
    for (const router of this.#deps.routers()) {
      this.#deps.machines.learn(router, { source: "gateway", kind: "router" });
    }
  }

  /** Queries services by multicast, and from each machine that was found. */
  async askServices(): Promise<void> {
    this.#stage = "services";
    const all = [...this.#sockets.values()];
    for (const socket of all) {
      await socket.send(mdnsQuery([ALL_SERVICES, ...WELL_KNOWN_SERVICES]), MDNS_GROUP, MDNS_PORT);
      await socket.send(ssdpSearch(answersWait - 1), SSDP_GROUP, SSDP_PORT);
    }
    for (const link of this.#deps.links()) this.#ping?.askLink(link);
    this.#total += this.#found.length;
    for (const [part, socket] of this.#sockets) {
      const there = this.#found.filter((address) => part.targets.includes(address));
      await this.#each(there, async (address) => {
        this.#ping?.ask(address);
        await socket.send(mdnsInquiry(address), address, MDNS_PORT);
      });
    }
    await this.#wait(answersWait);
    const more = this.#evidence.services().map((service) => `${service}.local`)
      .filter((service) => !WELL_KNOWN_SERVICES.includes(service)).slice(0, MOST_TYPES);
    for (const socket of more.length === 0 ? [] : all) {
      await socket.send(mdnsQuery(more), MDNS_GROUP, MDNS_PORT);
    }
    await this.#wait(answersWait);
    this.#look();
    this.#learn();
  }

  /**
   * Gets names: those of UPnP devices from their descriptions, the others as the box knows them.
   */
  async askNames(): Promise<void> {
    this.#stage = "names";
    const { describe, reverseNames, machines } = this.#deps;
    for (const [address, url] of this.#evidence.locations().slice(0, descriptions)) {
      if (this.#signal.aborted) return;
      const text = await describe(url, this.#signal).catch(() => "");
      if (text !== "") this.#evidence.described(address, readDescription(text));
    }
    this.#learn();
    // Names that are not cached yet are looked up during the wait.
    await reverseNames(this.#found).catch(() => {});
    await this.#wait(answersWait);
    const names = await reverseNames(this.#found).catch(() => new Map<string, string>());
    for (const [address, name] of names) machines.learn(address, { source: "reverse", name });
    await this.#wait(answersWait);
    this.#look();
  }

  #hear(bytes: Uint8Array, from: string, port: number): void {
    if (!this.#targets.has(from)) return;
    if (port === NETBIOS_PORT) {
      const status = readNetbios(bytes);
      if (status !== undefined) this.#evidence.netbios(from, status);
    } else if (port === MDNS_PORT) {
      const findings = readMdns(bytes, from);
      if (findings !== undefined) this.#evidence.mdns(from, findings);
    } else {
      const answer = readSsdp(bytes, from);
      if (answer !== undefined) this.#evidence.ssdp(from, answer);
    }
  }

  /** Finds the present machines: those that the kernel reached since the scan began. */
  #look(): void {
    const { neighbours } = this.#deps;
    neighbours.look(true);
    this.#found = neighbours.entries().filter(({ address, seenAt }) =>
      seenAt >= this.#started && this.#targets.has(address)
    )
      .map(({ address }) => address);
    this.#tell();
  }

  #learn(): void {
    for (const address of this.#ping?.answered() ?? []) {
      if (this.#targets.has(address)) this.#evidence.ping(address);
    }
    for (const [address, evidence] of this.#evidence.all()) {
      this.#deps.machines.learn(address, evidence);
    }
  }

  /** Calls a function for each target, limited to `perSecond`. */
  async #each(targets: readonly string[], ask: (target: string) => Promise<void>): Promise<void> {
    for (let at = 0; at < targets.length && !this.#signal.aborted; at += BURST) {
      const some = targets.slice(at, at + BURST);
      for (const target of some) await ask(target);
      await this.#deps.pause(BEAT, this.#signal);
      this.#done += some.length;
      this.#tell();
    }
  }

  /** Waits for responses, and processes them every second. */
  async #wait(seconds: number): Promise<void> {
    for (let second = 0; second < seconds && !this.#signal.aborted; second++) {
      await this.#deps.pause(1000, this.#signal);
      this.#done += perSecond;
      this.#tell();
    }
  }

  #tell(): void {
    this.#onProgress({
      stage: this.#stage,
      done: Math.min(this.#done, this.#total),
      total: this.#total,
      found: this.#found,
    });
  }
}
