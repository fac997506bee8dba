/**
 * Determines whether the time of day is known (A 7.1.1). A small computer without a clock starts
 * with the time at which it was switched off, and schedules based on that would open at night.
 * Until a source confirms the time, schedules stay closed.
 */
import { RELEASED } from "./version.ts";
import type { Runtime } from "./runtime.ts";

/** The clocks of the machine. */
export interface MachineClock {
  /** Whether the kernel reports a synchronised clock; undefined = it reports nothing. */
  synchronised(): boolean | undefined;
  /**
   * The latest time in Unix milliseconds of the clocks that run while the machine is off; undefined
   * = none.
   */
  hardware(): number | undefined;
  /**
   * Whether machines of this kind always have such a clock. One without it is then a container or a
   * virtual machine, whose host sets its time.
   */
  readonly alwaysHasClock: boolean;
}

/** A time known to be past, saved across restarts. */
export interface SavedTime {
  /** Unix milliseconds, 0 = none. */
  read(): number;
  write(unix: number): void;
}

/** A correction of a clock that was not known to be right. */
export interface ClockCorrection {
  /** Whole milliseconds by which it was set. */
  readonly by: number;
  /** The start of the error in Unix milliseconds, as the wrong clock showed it. */
  readonly since: number;
}

/** Dependencies of TimeKnown. */
export interface TimeKnownOptions {
  readonly machine: MachineClock;
  readonly kept: SavedTime;
  /** Whether the household trusts the clock, whatever it shows (the setting `trust_clock`). */
  readonly trusted: () => boolean;
  readonly runtime: Runtime;
  /** Raises the alert that the time stays unknown. */
  readonly raise: (alert: { readonly kind: "clock.unknown" }) => void;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Milliseconds between two checks of the clocks. */
const LOOK = 2000;
/**
 * Milliseconds by which the difference of wall clock and monotonic clock must change to mean that
 * the clock was set or the machine slept.
 */
const JUMP = 1000;
/** Milliseconds of unknown time after which an alert is raised. */
const PATIENCE = 10 * MINUTE;
/** Milliseconds between two saves of a time that is certainly right; a memory card endures that. */
const KEEP = 10 * MINUTE;
/**
 * Maximum difference of a hardware clock in milliseconds: it may run on local time, up to 14 hours
 * from UTC. One that differs more was not the source of the time.
 */
const HARDWARE_OFF = DAY;

/**
 * Tracks whether the time is known, checks it every two seconds, and reports when the clock was
 * set.
 */
export class TimeKnown {
  readonly #options: TimeKnownOptions;
  /** The current time is never earlier than this, Unix milliseconds. */
  #floor: number;
  #known: boolean;
  #trusted: boolean;
  /** Difference between wall clock and monotonic clock in milliseconds. */
  #apart: number;
  /**
   * Since when the time is unknown: monotonic, and in Unix milliseconds as the present clock shows
   * it.
   */
  #unknownSince: number;
  #unsetSince: number;
  /** Monotonic: when a time was last saved. */
  #keptAt = -Infinity;
  #reported = false;
  #moving = false;
  #callOff: (() => void) | undefined;
  readonly #whenKnown = new Set<() => void>();
  readonly #whenSet = new Set<(set: ClockCorrection) => Promise<void>>();
  readonly #whenChanged = new Set<() => void>();

  constructor(options: TimeKnownOptions) {
    const { kept, trusted, runtime } = options;
    this.#options = options;
    this.#floor = Math.max(RELEASED, kept.read());
    this.#trusted = trusted();
    this.#apart = runtime.now() - runtime.monotonic();
    this.#unknownSince = runtime.monotonic();
    this.#unsetSince = runtime.now();
    this.#known = this.#evaluate();
    if (!this.#known) {
      runtime.log("info", "The time of day is not known yet: hours and daily limits hold back");
    }
    this.#keep();
    this.#sleep();
  }

  /** Whether the time is known. Features that need the time of day wait until it is. */
  known(): boolean {
    if (this.#known) return true;
    // Trust in the clock applies as soon as it is configured, before the next check. If the clock
    // was set too, times that were saved by the wrong one are moved first.
    return this.#options.trusted() && !this.#moving && Math.abs(this.#offBy()) <= JUMP;
  }

  /** Calls a listener each time the time becomes known. */
  whenKnown(listener: () => void): void {
    this.#whenKnown.add(listener);
  }

  /**
   * Calls a listener when the clock was set while the time was unknown: times saved meanwhile are
   * wrong.
   */
  whenSet(listener: (set: ClockCorrection) => Promise<void>): void {
    this.#whenSet.add(listener);
  }

  /**
   * Calls a listener, after those of `whenSet` are done, when the clock was set, and when the time
   * became known or unknown: results computed from it are stale.
   */
  whenChanged(listener: () => void): void {
    this.#whenChanged.add(listener);
  }

  /** Stops checking. */
  close(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #sleep(): void {
    this.#callOff = this.#options.runtime.after(LOOK, () => {
      this.#sleep();
      this.#look();
    });
  }

  #look(): void {
    const { runtime, trusted } = this.#options;
    const before = this.#known;
    const by = this.#offBy();
    const jumped = Math.abs(by) > JUMP;
    // Listeners that shift saved times finish before any component uses the new time.
    if (this.#moving) return;
    const again = jumped || !before || trusted() !== this.#trusted;
    this.#apart = runtime.now() - runtime.monotonic();
    this.#trusted = trusted();
    if (jumped) {
      runtime.log("info", `The clock was set by ${Math.round(by / 1000)} seconds`);
      this.#keptAt = -Infinity;
    }
    if (!again) return this.#keep();
    const known = this.#evaluate();
    if (!jumped || before || this.#whenSet.size === 0) return this.#take(known, jumped);
    const since = this.#unsetSince;
    // Listeners move what was saved since then; a second correction moves it again.
    this.#unsetSince = since + by;
    this.#moving = true;
    void Promise.allSettled([...this.#whenSet].map((listener) => listener({ by, since }))).then(
      () => {
        this.#moving = false;
        this.#take(known, jumped);
      },
    );
  }

  /** Whole milliseconds by which the clock was set since the last check. */
  #offBy(): number {
    const { runtime } = this.#options;
    return Math.round(runtime.now() - runtime.monotonic() - this.#apart);
  }

  /** Sets whether the time is known, and calls the listeners for changes. */
  #take(known: boolean, jumped: boolean): void {
    const { runtime } = this.#options;
    const before = this.#known;
    this.#known = known;
    if (before && !known) {
      this.#unknownSince = runtime.monotonic();
      this.#unsetSince = runtime.now() - LOOK;
    }
    this.#keep();
    if (known) this.#reported = false;
    else this.#tell();
    if (known !== before) {
      runtime.log("info", `The time of day is ${known ? "known" : "no longer known"}`);
    }
    if (known && !before) this.#whenKnown.forEach((listener) => listener());
    if (jumped || known !== before) this.#whenChanged.forEach((listener) => listener());
  }

  #evaluate(): boolean {
    const { machine, runtime } = this.#options;
    const unix = runtime.now();
    if (this.#trusted) return true;
    // The source that synchronises the kernel's clock outranks a saved time: the saved one may have
    // been wrong.
    const synchronised = machine.synchronised();
    if (synchronised) return unix >= RELEASED;
    if (unix < this.#floor) return false;
    const hardware = machine.hardware();
    if (hardware !== undefined) {
      return hardware >= this.#floor && Math.abs(hardware - unix) <= HARDWARE_OFF;
    }
    return machine.alwaysHasClock || synchronised === undefined;
  }

  /**
   * Saves the time when it is certainly right: a time that was merely set could block later ones.
   */
  #keep(): void {
    const { machine, kept, runtime } = this.#options;
    if (!this.#known || runtime.monotonic() - this.#keptAt < KEEP) return;
    this.#keptAt = runtime.monotonic();
    if (!machine.synchronised()) return;
    this.#floor = Math.max(RELEASED, runtime.now());
    kept.write(runtime.now());
  }

  #tell(): void {
    if (this.#reported || this.#options.runtime.monotonic() - this.#unknownSince < PATIENCE) return;
    this.#reported = true;
    this.#options.raise({ kind: "clock.unknown" });
  }
}
