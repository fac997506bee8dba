/**
 * Whether the time of day is known (A 7.1.1). A small computer without a clock begins at whatever time it was switched off, and
 * hours held to that would open at night: until somebody vouches for the time, they hold back.
 */
import type { Raise } from "./events/alert_kinds.ts";
import type { Log } from "./log.ts";
import { RELEASED } from "./version.ts";

/** What the machine says of its clocks. */
export interface MachineClock {
  /** Whether the kernel says that something keeps its time right; undefined = it does not tell. */
  synchronised(): boolean | undefined;
  /** Unix milliseconds by the clocks that go on while the machine is off, the latest; undefined = it shows none. */
  hardware(): number | undefined;
  /**
   * Whether machines of this kind always have such a clock. One that shows none is a container or a virtual machine then, and
   * was given its time by its host.
   */
  readonly alwaysHasClock: boolean;
}

/** A time that was surely once, kept through restarts. */
export interface KeptTime {
  /** Unix milliseconds, 0 = none. */
  read(): number;
  write(unix: number): void;
}

/** How a clock was set that nobody knew to be right. */
export interface ClockSet {
  /** Whole milliseconds by which it was set. */
  readonly by: number;
  /** From when on it was wrong by that, Unix milliseconds as it showed them then. */
  readonly since: number;
}

/** What knowing the time needs. */
export interface TimeKnownOptions {
  readonly machine: MachineClock;
  readonly kept: KeptTime;
  /** Whether the household says that the clock is right, whatever it shows (the setting `trust_clock`). */
  readonly trusted: () => boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
  /** Runs something after some milliseconds; the function given back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly raise: Raise;
  readonly log: Log;
}

const MINUTE = 60_000, DAY = 86_400_000;
/** How often the clocks are looked at. */
const LOOK = 2000;
/** By how much the wall clock moves against the other at least for it to have been set, or for the machine to have slept. */
const JUMP = 1000;
/** How long the time stays unknown before somebody is told. */
const PATIENCE = 10 * MINUTE;
/** How often a time that is surely right is kept; a memory card bears that. */
const KEEP = 10 * MINUTE;
/** A hardware clock may run on local time, up to 14 hours from UTC: one that is further off was not what the time was taken from. */
const HARDWARE_OFF = DAY;

/** Knows it, looks again every other second, and tells when the clock was set. */
export class TimeKnown {
  readonly #options: TimeKnownOptions;
  /** No moment of now lies before it, Unix milliseconds. */
  #floor: number;
  #known: boolean;
  #trusted: boolean;
  /** Milliseconds between the two clocks. */
  #apart: number;
  /** Since when the time is unknown, monotonic, and since when the clock was not set, Unix milliseconds. */
  #unknownSince: number;
  #unsetSince: number;
  /** Monotonic: when a time was kept last. */
  #keptAt = -Infinity;
  #told = false;
  #moving = false;
  #callOff: (() => void) | undefined;
  readonly #whenKnown = new Set<() => void>();
  readonly #whenSet = new Set<(set: ClockSet) => Promise<void>>();
  readonly #whenChanged = new Set<() => void>();

  constructor(options: TimeKnownOptions) {
    const { kept, trusted, now, monotonic, log } = options;
    this.#options = options;
    this.#floor = Math.max(RELEASED, kept.read());
    this.#trusted = trusted();
    this.#apart = now() - monotonic();
    this.#unknownSince = monotonic();
    this.#unsetSince = now();
    this.#known = this.#evaluate();
    if (!this.#known) {
      log("info", "The time of day is not known yet: hours and daily limits hold back");
    }
    this.#keep();
    this.#sleep();
  }

  /** Whether it is known. What needs the time of day holds back until it is. */
  known(): boolean {
    // Who just said that the clock is right is not told otherwise until it is looked at again.
    return this.#known || this.#options.trusted();
  }

  /** Calls a listener each time that it comes to be known. */
  whenKnown(listener: () => void): void {
    this.#whenKnown.add(listener);
  }

  /** Calls a listener when the clock was set while the time was unknown: what was begun meanwhile is off. */
  whenSet(listener: (set: ClockSet) => Promise<void>): void {
    this.#whenSet.add(listener);
  }

  /** Calls a listener, after those of `whenSet` are done, when the clock was set, and when the time came to be known or unknown: what was worked out by it is stale. */
  whenChanged(listener: () => void): void {
    this.#whenChanged.add(listener);
  }

  /** Looks no more. */
  close(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #sleep(): void {
    this.#callOff = this.#options.after(LOOK, () => {
      this.#sleep();
      this.#look();
    });
  }

  #look(): void {
    const { now, monotonic, trusted, log } = this.#options, before = this.#known;
    const apart = now() - monotonic(),
      by = Math.round(apart - this.#apart),
      jumped = Math.abs(by) > JUMP;
    // Whoever moves what was begun is done before anything goes by the new time.
    if (this.#moving) return;
    const again = jumped || !before || trusted() !== this.#trusted;
    this.#apart = apart;
    this.#trusted = trusted();
    if (jumped) {
      log("info", `The clock was set by ${Math.round(by / 1000)} seconds`);
      this.#keptAt = -Infinity;
    }
    if (!again) return this.#keep();
    const known = this.#evaluate();
    if (!jumped || before || this.#whenSet.size === 0) return this.#take(known, jumped);
    const since = this.#unsetSince;
    this.#unsetSince = now();
    this.#moving = true;
    void Promise.allSettled([...this.#whenSet].map((listener) => listener({ by, since }))).then(
      () => {
        this.#moving = false;
        this.#take(known, jumped);
      },
    );
  }

  /** Takes it that the time is known or not, and tells what changed. */
  #take(known: boolean, jumped: boolean): void {
    const { now, monotonic, log } = this.#options, before = this.#known;
    this.#known = known;
    if (before && !known) {
      this.#unknownSince = monotonic();
      this.#unsetSince = now() - LOOK;
    }
    this.#keep();
    if (known) this.#told = false;
    else this.#tell();
    if (known !== before) {
      log("info", `The time of day is ${known ? "known" : "not known any more"}`);
    }
    if (known && !before) this.#whenKnown.forEach((listener) => listener());
    if (jumped || known !== before) this.#whenChanged.forEach((listener) => listener());
  }

  #evaluate(): boolean {
    const { machine, now } = this.#options, unix = now();
    if (this.#trusted) return true;
    // Whoever keeps the kernel's clock knows better than a time of before: that one may have been wrong.
    const synchronised = machine.synchronised();
    if (synchronised) return unix >= RELEASED;
    if (unix < this.#floor) return false;
    const hardware = machine.hardware();
    if (hardware !== undefined) {
      return hardware >= this.#floor && Math.abs(hardware - unix) <= HARDWARE_OFF;
    }
    return machine.alwaysHasClock || synchronised === undefined;
  }

  /** Keeps the time when it is surely right: one that was merely set could stand in the way of every later one. */
  #keep(): void {
    const { machine, kept, now, monotonic } = this.#options;
    if (!this.#known || monotonic() - this.#keptAt < KEEP) return;
    this.#keptAt = monotonic();
    if (!machine.synchronised()) return;
    this.#floor = Math.max(RELEASED, now());
    kept.write(now());
  }

  #tell(): void {
    if (this.#told || this.#options.monotonic() - this.#unknownSince < PATIENCE) return;
    this.#told = true;
    this.#options.raise({ kind: "clock.unknown" });
  }
}
