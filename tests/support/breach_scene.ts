/**
 * A breach watch over a database in the thread of the test, with real alerts and a scripted online
 * service.
 */
import assert from "node:assert/strict";
import { Alerts } from "../../api/events/alerts.ts";
import { calendar } from "../../api/events/calendar.ts";
import { openHousehold } from "../../api/features/household/open.ts";
import { addressHash } from "../../api/features/household/breaches/address.ts";
import { FailedCheck } from "../../api/features/household/breaches/range.ts";
import { BreachWatch } from "../../api/features/household/breaches/service.ts";
import { DomainError } from "../../api/schema/errors.ts";
import type { TransferDatabase } from "../../api/store/open.ts";
import { openInProcess } from "./in_process_database.ts";
import { testRuntime } from "./test_runtime.ts";

/** Saturday 2026-11-21 12:00 UTC. */
export const START = Date.UTC(2026, 10, 21, 12);
const ZONE = "Europe/Paris";

/** The scene. */
export class BreachScene {
  now = START;
  isAccepted = true;
  isTimeKnown = true;
  role: "primary" | "secondary" = "primary";
  url = "https://cloud.example";
  /** Whether the database is unavailable. */
  isGone = false;
  /** The breaches that the online service knows, by address. */
  readonly breaches = new Map<string, readonly string[]>();
  /** The prefixes of the requests that it received. */
  readonly asked: string[] = [];
  /** The outcome of its next requests; undefined = they succeed. */
  failure: FailedCheck | undefined;
  /** Runs before each of its responses. */
  during: () => void | Promise<void> = () => {};
  readonly logged: string[] = [];
  /** Times at which the watch woke its task. */
  readonly woken: number[] = [];
  readonly database: TransferDatabase;
  readonly household: ReturnType<typeof openHousehold>;
  alerts: Alerts;
  watch: BreachWatch;
  readonly #timers = new Map<() => void, number>();

  /** `database` = that of an existing box; absent = a new one in memory. */
  constructor(database?: TransferDatabase, readonly minute = 600) {
    this.database = database ?? openInProcess("box", ":memory:", () => this.isGone);
    this.household = openHousehold({
      runtime: this.#runtime,
      db: this.database,
      raise: () => {},
      machineOf: () => undefined,
      own: () => ({ macs: [], addresses: [] }),
      newDevices: () => "open",
      pauses: () => Promise.resolve([]),
      changed: () => {},
    });
    this.alerts = this.#newAlerts();
    this.watch = this.#newWatch();
    this.household.household.onChange(({ gone: { people = [] } = {} }) =>
      void this.watch.forgetPeople(people)
    );
  }

  /** Starts the watch again, as after a kill. */
  restart(): void {
    this.watch.close();
    this.#timers.clear();
    this.alerts = this.#newAlerts();
    this.watch = this.#newWatch();
  }

  /** Runs the task. */
  check(signal: AbortSignal = new AbortController().signal): ReturnType<BreachWatch["check"]> {
    return this.watch.check(signal);
  }

  /** Moves the time, and runs the timers that are due. */
  pass(ms: number): void {
    this.now += ms;
    for (const [run, at] of [...this.#timers]) {
      if (at > this.now) continue;
      this.#timers.delete(run);
      run();
    }
  }

  /** The details of all alerts, oldest first. */
  async alertDetails(): Promise<string[]> {
    const rows = await this.alerts.page({ kind: "breach" }, 10_000);
    return rows.map(({ detail }) => detail).reverse();
  }

  get #runtime() {
    return testRuntime({
      now: () => this.now,
      monotonic: () => this.now,
      log: (_, text) => void this.logged.push(text),
      after: (ms, run) => {
        // The pause between two prefixes.
        if (ms === 3000) {
          queueMicrotask(run);
          return () => {};
        }
        this.#timers.set(run, this.now + ms);
        return () => void this.#timers.delete(run);
      },
    });
  }

  #newAlerts(): Alerts {
    return new Alerts({
      db: this.database,
      runtime: this.#runtime,
      dayOf: calendar(() => ZONE),
      days: () => 365,
    });
  }

  #newWatch(): BreachWatch {
    const watch = new BreachWatch({
      runtime: this.#runtime,
      db: this.database,
      alerts: this.alerts,
      ask: async (prefix) => {
        this.asked.push(prefix);
        await this.during();
        if (this.failure !== undefined) return this.failure;
        const found = [...this.breaches].map(([address, names]) =>
          [addressHash(address), names] as const
        );
        return new Map(
          found.filter(([hash]) => hash.prefix === prefix).map(([hash, names]) => [
            hash.suffix,
            names,
          ]),
        );
      },
      serviceUrl: () => this.url,
      accepted: () => Promise.resolve(this.isAccepted),
      timeKnown: () => this.isTimeKnown,
      role: () => this.role,
      personName: (id) => this.household.people.name(id),
      dayOf: calendar(() => ZONE),
      minute: this.minute,
    });
    watch.whenDue(() => void this.woken.push(this.now));
    return watch;
  }
}

/** Two addresses whose hashes have the same prefix. */
export const TWINS = ["user1224@example.com", "user8162@example.com"] as const;

/** Checks an error of the watch by its code, and by the time from which the call works if given. */
export function refused(code: string, next?: number) {
  return (error: unknown): true => {
    assert.ok(error instanceof DomainError, String(error));
    assert.equal(error.code, code);
    if (next !== undefined) assert.deepEqual(error.details.body, { next: next / 1000 });
    return true;
  };
}
