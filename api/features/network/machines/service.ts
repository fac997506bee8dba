/**
 * The machines of the network: discovered, seen again, removed, and their kinds (A 2.8, 7.10). Kept
 * in memory, written in batches.
 */
import { findSystem } from "../../../../policy/catalogue/systems.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import {
  isMachineMac,
  isRandomMac,
  macOfInterfaceId,
  parseMac,
} from "../../../../policy/model/mac.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { Database } from "../../../store/database.ts";
import type { DeviceFacts, MachineFacts, NewMachine } from "../../household/devices/service.ts";
import type { Neighbours } from "../neighbours/service.ts";
import {
  type Evidence,
  type EvidenceSource,
  Machine,
  type StoredMachine,
  storedMachine,
} from "./machine.ts";
import type { KnownMachines, MachinePlace } from "./known_machines.ts";
import { MachineTable } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";

export { type Evidence, type EvidenceSource, Machine } from "./machine.ts";

/** The methods of the device service that machines need. */
export interface DevicesOfMachines {
  readonly deviceOf: (mac: string) => DeviceFacts | undefined;
  readonly seen: (machines: readonly NewMachine[]) => Promise<void>;
}

/** The dependencies of the service. */
export interface MachineServiceOptions {
  readonly db: Database;
  readonly neighbours: Pick<Neighbours, "macOf" | "onChange" | "onSeen">;
  /** The machines in memory. */
  readonly known: KnownMachines;
  readonly devices: DevicesOfMachines;
  readonly runtime: Runtime;
}

const { most: MOST, factsWrittenEvery, timesWrittenEvery } = LIMITS.machines;

/**
 * Milliseconds during which new machines are collected before the household is notified, and after
 * which it is notified again of one without a device.
 */
const SOON = 200;
const REPORT_INTERVAL = 10_000;

/** The service of machines. */
export class MachineService {
  readonly #options: MachineServiceOptions;
  readonly #table: MachineTable;
  readonly #machines: KnownMachines;
  /**
   * Machines of which more than the time changed, machines of which only the time changed, and
   * machines of which the household was not notified.
   */
  readonly #news = new Set<Machine>();
  readonly #times = new Set<Machine>();
  #untold = new Set<Machine>();
  #gone: string[] = [];
  #loaded = false;
  #timesWritten = -Infinity;
  readonly #changes = new Mutex();
  #callOff: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();
  #hurried = false;
  #callOffHurry: (() => void) | undefined;
  #closed = false;
  #faulted = false;

  constructor(options: MachineServiceOptions) {
    this.#options = options;
    this.#machines = options.known;
    this.#table = new MachineTable(options.db);
    const { neighbours, runtime } = options;
    neighbours.onSeen((entries) => {
      for (const { mac, address } of entries) this.#see(mac, address, runtime.now(), "neighbour");
    });
    // A machine that the kernel only remembers is discovered, but does not count as present if it
    // was known before.
    neighbours.onChange((moves) => {
      for (const { mac, address } of moves) {
        if (mac !== undefined && !this.#machines.has(mac)) {
          this.#see(mac, address, runtime.now(), "neighbour");
        }
      }
      this.#notify();
    });
  }

  /**
   * Adds a listener that is called when machines are new, have moved or announced something. It is
   * called often and without arguments.
   */
  onNews(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Reads the stored machines, and writes changes every few seconds from now on. */
  begin(): void {
    void this.flush().finally(() => {
      if (!this.#closed) {
        this.#callOff = this.#options.runtime.after(factsWrittenEvery * 1000, () => this.begin());
      }
    });
  }

  /** Processes the queries of devices: a client that sends a query is present. */
  observe(batch: readonly Observation[]): void {
    for (const { client, transport, time, name } of batch) {
      if (transport === "ask" || transport === "relay") continue;
      const mac = this.macOf(client);
      if (mac === undefined) continue;
      const machine = this.#see(mac, client, time, "query");
      if (machine === undefined) continue;
      machine.lastQuery = Math.max(machine.lastQuery, time);
      if (machine.system !== "") continue;
      const system = findSystem(name);
      if (system !== "" && machine.learn({ source: "query", system })) this.#news.add(machine);
    }
  }

  /** Records evidence about the machine at an address; false when no machine is known there. */
  learn(address: string, evidence: Evidence): boolean {
    const mac = this.macOf(address);
    const machine = mac === undefined
      ? undefined
      : this.#see(mac, address, this.#options.runtime.now(), evidence.source);
    if (machine === undefined) return false;
    if (machine.learn(evidence)) this.#news.add(machine);
    return true;
  }

  /**
   * Returns the hardware address of an address: the neighbour's, or the one in an IPv6 interface
   * identifier when such a machine is known.
   */
  macOf(address: string): string | undefined {
    const mac = this.#options.neighbours.macOf(address);
    if (mac !== undefined || !address.includes(":")) return mac;
    const bytes = parseAddress(address);
    const own = bytes === undefined ? undefined : macOfInterfaceId(bytes);
    return own !== undefined && this.#machines.has(own) ? own : undefined;
  }

  /** All machines, the most recently seen first. */
  all(): Machine[] {
    return [...this.#machines.values()].sort((a, b) =>
      b.seenAt - a.seenAt || (a.mac < b.mac ? -1 : 1)
    );
  }

  /** The number of machines. */
  get size(): number {
    return this.#machines.size;
  }

  /** Returns the facts about a hardware address for the household; undefined = unknown machine. */
  factsOf(mac: string): MachineFacts | undefined {
    return this.#machines.factsOf(mac);
  }

  /** Returns the announced name and the addresses of a machine; undefined = unknown machine. */
  placeOf(mac: string): MachinePlace | undefined {
    return this.#machines.placeOf(mac);
  }

  /** Returns the addresses of a machine that no other machine uses now. */
  addressesOf(machine: Machine): string[] {
    return this.#machines.addressesOf(machine);
  }

  /**
   * Deletes all machines (maintenance `network`, A 7.11) and resolves with their number. Present
   * ones are discovered again.
   */
  forgetAll(): Promise<number> {
    return this.#changes.take(async () => {
      const known = this.#machines.size;
      for (const waiting of [this.#machines, this.#news, this.#times, this.#untold]) {
        waiting.clear();
      }
      this.#gone = [];
      this.#loaded = true;
      return Math.max(known, await this.#table.clear());
    });
  }

  /** Writes pending changes. After a database error they stay pending for the next flush. */
  flush(all = false): Promise<void> {
    return this.#changes.take(async () => {
      try {
        if (!this.#loaded) this.#restore(await this.#table.all());
        await this.#write(all);
        await this.#tell();
        this.#faulted = false;
      } catch (error) {
        if (!this.#faulted) {
          this.#options.runtime.log(
            "warn",
            `Machines of the network cannot be written: ${(error as Error).message}`,
          );
        }
        this.#faulted = true;
      }
    });
  }

  /** Writes pending changes, and stops writing. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#callOff?.();
    this.#callOffHurry?.();
    await this.flush(true);
  }

  /**
   * Notifies the household of a new machine at once, so that it can block it; of many machines,
   * with one notification.
   */
  #hurry(): void {
    if (this.#hurried || this.#closed) return;
    this.#hurried = true;
    this.#callOffHurry = this.#options.runtime.after(SOON, () => {
      this.#hurried = false;
      void this.flush();
    });
  }

  #see(mac: string, address: string, at: number, source: EvidenceSource): Machine | undefined {
    let machine = this.#machines.get(mac);
    if (machine === undefined) {
      const bytes = parseMac(mac);
      if (bytes === undefined || !isMachineMac(bytes)) return undefined;
      machine = new Machine(mac, at);
      this.#machines.set(mac, machine);
      this.#makeRoom();
    }
    this.#tellOf(machine);
    if (machine.seen(address, at, source)) {
      this.#news.add(machine);
      this.#notify();
    } else this.#times.add(machine);
    return machine;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Queues a notification of a machine without a device: a new one, one that it forgot, or one
   * whose notification was lost in a crash.
   */
  #tellOf(machine: Machine): void {
    if (this.#options.devices.deviceOf(machine.mac) !== undefined || this.#untold.has(machine)) {
      return;
    }
    if (Math.abs(this.#options.runtime.now() - machine.reportedAt) < REPORT_INTERVAL) return;
    this.#untold.add(machine);
    this.#hurry();
  }

  #restore(rows: readonly StoredMachine[]): void {
    this.#loaded = true;
    for (const row of rows) {
      const there = this.#machines.get(row.mac);
      const machine = there ?? new Machine(row.mac, row.seenAt);
      machine.restore(row);
      if (there === undefined) {
        machine.presentSince = row.presentSince;
        this.#machines.set(row.mac, machine);
      } else this.#news.add(machine);
    }
    this.#makeRoom();
  }

  async #write(all: boolean): Promise<void> {
    const { runtime } = this.#options;
    const due = all || Math.abs(runtime.now() - this.#timesWritten) >= timesWrittenEvery * 1000;
    const machines = new Set(due ? [...this.#news, ...this.#times] : this.#news);
    const gone = this.#gone;
    if (due) this.#timesWritten = runtime.now();
    if (machines.size === 0 && gone.length === 0) return;
    if (this.#news.size > 0 || gone.length > 0) this.#notify();
    for (const machine of machines) machine.forgetAddresses(runtime.now());
    const rows = [...machines].filter(({ mac }) => this.#machines.has(mac)).map(storedMachine);
    this.#gone = [];
    for (const waiting of [this.#news, ...(due ? [this.#times] : [])]) waiting.clear();
    try {
      if (gone.length > 0) await this.#table.remove(gone);
      await this.#table.write(rows);
    } catch (error) {
      for (const machine of machines) this.#news.add(machine);
      this.#gone.push(...gone.filter((mac) => !this.#machines.has(mac)));
      throw error;
    }
  }

  /** Notifies the household of the machines that are still queued. */
  async #tell(): Promise<void> {
    const { devices } = this.#options;
    const untold = [...this.#untold].filter(({ mac }) => this.#machines.has(mac));
    this.#untold = new Set();
    if (untold.length === 0) return;
    try {
      await devices.seen(untold.map((machine) => {
        const { mac, vendor, name, guessedKind: kind, system } = machine;
        const random = isRandomMac(mac);
        machine.reportedAt = this.#options.runtime.now();
        return {
          mac,
          label: name || (vendor === "" ? mac : `${vendor} ${mac.slice(-5)}`),
          vendor,
          kind,
          system,
          random,
        };
      }));
    } catch (error) {
      for (const machine of untold) this.#untold.add(machine);
      throw error;
    }
  }

  /**
   * Removes the machines unseen for longest that no person edited, a twentieth at once, so that a
   * flood of addresses does not cost one removal each.
   */
  #makeRoom(): void {
    if (this.#machines.size <= MOST) return;
    const touched = ({ mac }: Machine) => {
      const device = this.#options.devices.deviceOf(mac);
      return device !== undefined &&
          (device.personId !== 0 || device.groupId !== 0 || device.people.length > 0)
        ? 1
        : 0;
    };
    const order = [...this.#machines.values()].map((machine) => ({
      machine,
      touched: touched(machine),
    }))
      .sort((a, b) => a.touched - b.touched || a.machine.seenAt - b.machine.seenAt);
    for (const { machine } of order.slice(0, this.#machines.size - MOST + MOST / 20)) {
      this.#machines.delete(machine.mac);
      for (const waiting of [this.#news, this.#times, this.#untold]) waiting.delete(machine);
      this.#gone.push(machine.mac);
    }
  }
}
