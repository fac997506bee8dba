/**
 * Raises alerts of declared kinds, once in the period that each kind declares, and stores and
 * acknowledges them (A 6, B 6).
 */
import { LIMITS } from "../../policy/limits.ts";
import type { Database, Statement } from "../store/database.ts";
import { ALERT_KINDS, type AlertKind, type AlertToRaise } from "./alert_kinds.ts";
import {
  acknowledgeStatement,
  ALERT_COLUMNS,
  type AlertChoice,
  type AlertFilter,
  alertOf,
  type AlertReopening,
  countStatement,
  forgetStatements,
  pageStatement,
  raiseStatements,
  reopenStatement,
  type StoredAlert,
  type SubjectFilter,
  summaryStatement,
} from "./alert_rows.ts";
import { DailyCaps } from "./daily_caps.ts";
import { Followers } from "./followers.ts";
import { deleteOld } from "./retention.ts";
import { type CompleteAlert, completeAlert, isDuplicate, LONGEST_PERIOD } from "./subject.ts";
import { AlertDeduper, keyOf } from "./alert_deduper.ts";
import { WriteBehind } from "./write_behind.ts";
import type { Runtime } from "../system/runtime.ts";
import { Mutex } from "../async/mutex.ts";

export type {
  AlertChoice,
  AlertFilter,
  AlertReopening,
  StoredAlert,
  SubjectFilter,
} from "./alert_rows.ts";

/** Dependencies of the alerts. */
export interface AlertsOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Day of the calendar of the box at a time in Unix milliseconds: `2026-11-21`. */
  readonly dayOf: (time: number) => string;
  /** Days that alerts are kept (setting `alerts_days`). */
  readonly days: () => number;
}

/** The alerts of a kind about a device. */
export interface AlertSummary<K extends AlertKind> {
  readonly kind: K;
  readonly count: number;
  /** Alerts that are not acknowledged. */
  readonly open: number;
  /** Unix milliseconds. */
  readonly last: number;
}

/** Maximum queued alerts, maximum stored alerts, and maximum queued counts. */
const MOST_WAITING = 2000;
const MOST_KEPT = 100_000;
const MOST_COUNTS = 1000;
/** Milliseconds after which counts of repeated alerts are written. */
const COUNTS_EVERY = 60_000;

/** The alerts of the box. */
export class Alerts {
  readonly #options: AlertsOptions;
  readonly #queue: WriteBehind<CompleteAlert>;
  readonly #followers = new Followers<StoredAlert>();
  readonly #noticeFollowers = new Followers<StoredAlert>();
  readonly #raised = new AlertDeduper();
  readonly #caps = new DailyCaps();
  /** Queued alerts, and how often each was repeated while queued. */
  readonly #waiting = new Map<string, number>();
  /** The id of the newest alert when the table was last read. */
  #seen = 0;
  /** Counts of repeated alerts, by their id, until they are written. */
  #counts = new Map<number, { count: number; last: number }>();
  #cancelCounts: (() => void) | undefined;
  /** Writes are serialised, so that no alert is raised twice. */
  readonly #writes = new Mutex();

  constructor(options: AlertsOptions) {
    this.#options = options;
    this.#queue = new WriteBehind({
      write: (alerts) => this.#writes.take(() => this.#writeWaiting(alerts)),
      runtime: options.runtime,
      most: MOST_WAITING,
      refused: (error, alert) => {
        this.#waiting.delete(waitingKey(alert));
        options.runtime.log("error", `An alert could not be written: ${error.message}`);
      },
    });
  }

  /**
   * Raises an alert; never throws and never waits. An alert that was already raised is only
   * counted.
   */
  readonly raise = (alert: AlertToRaise): void => {
    const whole = completeAlert(alert, this.#instant());
    if (whole === undefined) {
      this.#options.runtime.log(
        "error",
        `An alert of an undeclared kind was raised: ${alert.kind}`,
      );
    } else if (!this.#countAgain(whole) && !this.#caps.refuses(whole)) this.#wait(whole);
  };

  /**
   * Writes changes and alerts in one transaction (A 6, breach). Rejects with
   * DatabaseUnavailableError.
   */
  async raiseWith(alerts: readonly AlertToRaise[], changes: readonly Statement[]): Promise<void> {
    const whole = alerts.map((alert) => completeAlert(alert, this.#instant())).filter((alert) =>
      alert !== undefined
    );
    await this.#writes.take(() => this.#write(whole, changes));
  }

  /**
   * Removes the alerts about a removed subject in one transaction with the changes. If the subject
   * returns, it is reported again (A 6).
   */
  async forget(about: SubjectFilter, changes: readonly Statement[] = []): Promise<void> {
    const { kind, detailPrefix = "", deviceId, personId } = about;
    this.#queue.drop((alert) => {
      const gone = alert.kind === kind && alert.detail.startsWith(detailPrefix) &&
        (deviceId === undefined || alert.deviceId === deviceId) &&
        (personId === undefined || alert.personId === personId);
      if (gone) this.#waiting.delete(waitingKey(alert));
      return gone;
    });
    await this.#writes.take(async () => {
      await this.#options.db.batch([...changes, ...forgetStatements(about)]);
      this.#raised.clear();
      this.#caps.clear();
    });
  }

  /** Alerts, newest first, before an id. */
  async page(
    filter: AlertFilter,
    limit: number,
    before: number = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredAlert[]> {
    await this.#writeCounts();
    const { sql, args } = pageStatement(filter, limit, before);
    return (await this.#options.db.all(sql, args)).map(alertOf);
  }

  /** Counts alerts about a device by kind: since a time in Unix milliseconds, and all open ones. */
  async summary<K extends AlertKind>(
    deviceId: number,
    kinds: readonly K[],
    from: number,
  ): Promise<AlertSummary<K>[]> {
    await this.#writeCounts();
    const { sql, args } = summaryStatement(deviceId, kinds, from);
    return (await this.#options.db.all(sql, args)).map(({ kind, count, open, last }) => ({
      kind: kind as K,
      count: Number(count),
      open: Number(open),
      last: Number(last),
    }));
  }

  /** One alert for administrators; undefined when there is none. */
  async get(id: number): Promise<StoredAlert | undefined> {
    const sql = `select ${ALERT_COLUMNS} from alerts where id = ? and audience = 'administrators'`;
    return (await this.#options.db.all(sql, [id])).map(alertOf)[0];
  }

  /** Alerts for administrators after an id, oldest first: for the export. */
  async since(after: number, limit: number): Promise<StoredAlert[]> {
    const sql =
      `select ${ALERT_COLUMNS} from alerts where id > ? and audience = 'administrators' order by id limit ?`;
    return (await this.#options.db.all(sql, [after, limit])).map(alertOf);
  }

  /** The number of alerts for administrators that are not acknowledged. */
  async open(): Promise<number> {
    const sql =
      "select count(*) as open from alerts where acknowledged = 0 and audience = 'administrators'";
    return Number((await this.#options.db.all(sql))[0].open);
  }

  /** Acknowledges alerts; returns how many were open. */
  async acknowledge(choice: AlertChoice, by: string): Promise<number> {
    const { sql, args } = acknowledgeStatement(choice, by, this.#options.runtime.now());
    return (await this.#options.db.run(sql, args)).changes;
  }

  /** Reopens acknowledged alerts; returns how many. */
  async reopen(choice: AlertReopening): Promise<number> {
    const { sql, args } = reopenStatement(choice);
    return (await this.#options.db.run(sql, args)).changes;
  }

  /** Alerts of a kind that were only counted today, beyond its cap, since the box started. */
  beyond(kind: AlertKind): number {
    return this.#caps.beyond(kind);
  }

  /**
   * Calls a follower with new alerts for administrators; the returned function ends this. Throws
   * `too_many_watchers`.
   */
  follow(follower: (alerts: readonly StoredAlert[]) => void): () => void {
    return this.#followers.follow(follower);
  }

  /** Calls a follower with new notices for people; the returned function ends this. */
  followNotices(follower: (notices: readonly StoredAlert[]) => void): () => void {
    return this.#noticeFollowers.follow(follower);
  }

  /**
   * Deletes alerts that are too old, and records of alerts old enough to be raised again (task
   * `alerts.retention`).
   */
  async retain(signal?: AbortSignal): Promise<void> {
    const { db, runtime } = this.#options;
    // A short retention must not hide a notice from the person that it is for (A 7.4.2).
    const kept = { sql: "audience = 'person'", days: LIMITS.spyware.noticeDays };
    await deleteOld(db, "alerts", { ...this.#options, most: MOST_KEPT, kept }, signal);
    const passing = Object.entries(ALERT_KINDS).filter(([, { once }]) => once !== "ever").map((
      [kind],
    ) => kind);
    await db.run(
      "delete from alerts_told where abs(? - time) > ? and kind in (select value from json_each(?))",
      [
        runtime.now(),
        LONGEST_PERIOD,
        JSON.stringify(passing),
      ],
    );
  }

  /** Writes the queue and the counts. */
  async close(): Promise<void> {
    await this.#queue.close();
    this.#cancelCounts?.();
    await this.#writeCounts();
  }

  #instant(): { time: number; day: string } {
    const time = this.#options.runtime.now();
    return { time, day: this.#options.dayOf(time) };
  }

  /** Adds an alert to the queue; one that is already queued is only counted. */
  #wait(alert: CompleteAlert): void {
    const key = waitingKey(alert);
    const again = this.#waiting.get(key);
    if (again !== undefined && ALERT_KINDS[alert.kind].once !== "time") {
      this.#waiting.set(key, again + 1);
    } else if (this.#queue.put(alert)) this.#waiting.set(key, 0);
  }

  async #writeWaiting(alerts: readonly CompleteAlert[]): Promise<void> {
    await this.#write(alerts, []);
    for (const alert of alerts) {
      const again = this.#waiting.get(waitingKey(alert)) ?? 0;
      this.#waiting.delete(waitingKey(alert));
      if (again > 0) this.#countAgain(alert, again);
    }
    const lost = this.#queue.takeLost();
    if (lost > 0) {
      this.#options.runtime.log(
        "error",
        `Alerts lost while the database was unavailable: ${lost}`,
      );
    }
  }

  /** Counts an alert that was already raised according to memory; returns whether it was. */
  #countAgain(alert: CompleteAlert, times = 1): boolean {
    const earlier = this.#raised.get(keyOf(alert));
    if (earlier === undefined || !isDuplicate(ALERT_KINDS[alert.kind].once, earlier, alert)) {
      return false;
    }
    if (earlier.alert === 0) return true;
    const { count, last } = this.#counts.get(earlier.alert) ?? { count: 0, last: 0 };
    if (count > 0 || this.#counts.size < MOST_COUNTS) {
      this.#counts.set(earlier.alert, { count: count + times, last: Math.max(last, alert.time) });
    }
    this.#cancelCounts ??= this.#options.runtime.after(
      COUNTS_EVERY,
      () => void this.#writeCounts(),
    );
    return true;
  }

  async #writeCounts(): Promise<void> {
    this.#cancelCounts?.();
    this.#cancelCounts = undefined;
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    await this.#writes.take(() =>
      this.#options.db.batch([...counts].map(([id, count]) => countStatement(id, count)))
    )
      .catch((error) =>
        this.#options.runtime.log("warn", `Repeated alerts could not be counted: ${error.message}`)
      );
  }

  async #write(alerts: readonly CompleteAlert[], changes: readonly Statement[]): Promise<void> {
    const { db } = this.#options;
    const last = await this.#newest();
    await this.#raised.load(db, alerts);
    const statements = [...changes];
    const telling: CompleteAlert[] = [];
    const again: CompleteAlert[] = [];
    const keys = new Set<string>();
    for (const alert of alerts) {
      const key = keyOf(alert);
      if (keys.has(key) && ALERT_KINDS[alert.kind].once !== "time") {
        again.push(alert);
        continue;
      }
      if (this.#countAgain(alert) || !await this.#caps.admits(db, alert)) continue;
      keys.add(key);
      statements.push(...raiseStatements(alert));
      telling.push(alert);
    }
    if (statements.length === 0) return;
    try {
      await db.batch(statements);
    } catch (error) {
      this.#caps.clear();
      throw error;
    }
    if (telling.length > 0) await this.#tell(last, telling);
    again.forEach((alert) => this.#countAgain(alert));
  }

  /**
   * The id of the newest alert. A smaller id than before means that an older database was restored.
   */
  async #newest(): Promise<number> {
    const sql = "select coalesce(max(seq), 0) as newest from sqlite_sequence where name = 'alerts'";
    const newest = Number((await this.#options.db.all(sql))[0].newest);
    if (newest < this.#seen) {
      this.#raised.clear();
      this.#caps.clear();
      this.#counts.clear();
    }
    return this.#seen = newest;
  }

  async #tell(last: number, telling: readonly CompleteAlert[]): Promise<void> {
    const sql = `select ${ALERT_COLUMNS}, audience from alerts where id > ? order by id limit ?`;
    const rows = await this.#options.db.all(sql, [last, telling.length]);
    telling.forEach((alert, i) => {
      this.#raised.set(keyOf(alert), {
        time: alert.time,
        day: alert.day,
        alert: Number(rows[i]?.id ?? 0),
      });
    });
    const alertsFor = (wanted: string) =>
      rows.filter(({ audience }) => audience === wanted).map(alertOf);
    this.#followers.tell(alertsFor("administrators"));
    const notices = alertsFor("person");
    if (notices.length > 0) this.#noticeFollowers.tell(notices);
  }
}

function waitingKey(alert: CompleteAlert): string {
  return `${keyOf(alert)} ${alert.day}`;
}
