/**
 * A short-lived cache of the zone's data. Several services share one database, so nothing is cached
 * for long.
 */
import { COMPANION_LIMITS } from "../limits.ts";
import type { Names, NameState } from "../names.ts";
import type { ZoneRecords } from "./zone.ts";
import type { Runtime } from "../../system/runtime.ts";

const LIMITS = COMPANION_LIMITS.dns;

interface Entry {
  readonly known: NameState | "failed";
  readonly at: number;
}

/** Caches names and the serial; each is read at most once a second. */
export class ZoneCache implements ZoneRecords {
  readonly #names: Pick<Names, "known" | "serial">;
  readonly #now: Runtime["now"];
  /** Least recently read first. */
  readonly #entries = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<void>>();
  #serial = 1;
  #serialAt = -Infinity;

  /** `now` in milliseconds. */
  constructor(names: Pick<Names, "known" | "serial">, now: Runtime["now"]) {
    this.#names = names;
    this.#now = now;
  }

  /** The serial that was read last. */
  get serial(): number {
    return this.#serial;
  }

  /**
   * The state of a name; undefined = not read within the last second, "failed" = reading failed.
   */
  known(name: string): NameState | undefined | "failed" {
    const entry = this.#entries.get(name);
    return entry !== undefined && this.#isFresh(entry.at) ? entry.known : undefined;
  }

  /**
   * Reads the data that a response needs and that is not cached; undefined = everything is cached.
   * Never rejects.
   */
  read(name: string | undefined): Promise<unknown> | undefined {
    const serial = this.#isFresh(this.#serialAt)
      ? undefined
      : this.#once("", () => this.#readSerial());
    const wanted = name === undefined || this.known(name) !== undefined
      ? undefined
      : this.#once(name, () => this.#readName(name));
    if (serial === undefined) return wanted;
    return wanted === undefined ? serial : Promise.all([serial, wanted]);
  }

  /**
   * Invalidates a name that this service changed; the result of a read in progress is discarded.
   */
  forget(name: string): void {
    this.#entries.delete(name);
    this.#reading.delete(name);
  }

  #isFresh(at: number): boolean {
    const age = this.#now() - at;
    return age >= 0 && age < LIMITS.knownForMs;
  }

  /**
   * Reads something once for all concurrent callers; `read` returns a function that stores the
   * result.
   */
  #once(what: string, read: () => Promise<() => void>): Promise<void> {
    const running = this.#reading.get(what);
    if (running !== undefined) return running;
    if (this.#reading.size >= LIMITS.reading) {
      this.#keep(what, "failed");
      return Promise.resolve();
    }
    const begun: Promise<void> = read().then((take) => {
      if (this.#reading.get(what) !== begun) return;
      this.#reading.delete(what);
      take();
    });
    this.#reading.set(what, begun);
    return begun;
  }

  async #readName(name: string): Promise<() => void> {
    const known = await this.#names.known(name).catch(() => "failed" as const);
    // When the database cannot be read, the previous state is kept.
    return () =>
      this.#keep(name, known === "failed" ? this.#entries.get(name)?.known ?? known : known);
  }

  async #readSerial(): Promise<() => void> {
    const serial = await this.#names.serial().catch(() => this.#serial);
    return () => {
      this.#serial = serial;
      this.#serialAt = this.#now();
    };
  }

  #keep(name: string, known: Entry["known"]): void {
    this.#entries.delete(name);
    this.#entries.set(name, { known, at: this.#now() });
    if (this.#entries.size > LIMITS.knownNames) {
      this.#entries.delete(this.#entries.keys().next().value!);
    }
  }
}
