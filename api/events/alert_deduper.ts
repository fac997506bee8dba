/**
 * Caches which alerts were already raised, by kind and subject: a bounded cache in front of the
 * table (A 6).
 */
import type { Database, Row } from "../store/database.ts";
import type { AlertKind } from "./alert_kinds.ts";
import type { CompleteAlert } from "./subject.ts";

/** A record that an alert was raised. */
export interface AlertOccurrence {
  readonly time: number;
  readonly day: string;
  /** The id of the stored alert; 0 = not known, so repetitions are not counted. */
  readonly alert: number;
}

const MOST = 4096;

/** Key of an alert: its kind and its subject. */
export function keyOf({ kind, subject }: Pick<CompleteAlert, "kind" | "subject">): string {
  return `${kind} ${subject}`;
}

/** The recently raised alerts; the least recently used entry is evicted. */
export class AlertDeduper {
  readonly #tellings = new Map<string, AlertOccurrence>();

  /** The record of a key; undefined = not in memory. */
  get(key: string): AlertOccurrence | undefined {
    const telling = this.#tellings.get(key);
    if (telling !== undefined) {
      this.#tellings.delete(key);
      this.#tellings.set(key, telling);
    }
    return telling;
  }

  /** Adds a record. */
  set(key: string, telling: AlertOccurrence): void {
    this.#tellings.delete(key);
    this.#tellings.set(key, telling);
    if (this.#tellings.size > MOST) this.#tellings.delete(this.#tellings.keys().next().value!);
  }

  /** Clears the cache, so that the table is read again. */
  clear(): void {
    this.#tellings.clear();
  }

  /** Reads the records of alerts from the table when they are not in memory. */
  async load(db: Database, alerts: readonly CompleteAlert[]): Promise<void> {
    const unknown = alerts.filter((alert) => !this.#tellings.has(keyOf(alert)));
    if (unknown.length === 0) return;
    const rows = await db.all(
      "select raised.kind, raised.subject, time, day, alert from json_each(?) as wanted cross join alerts_told as raised " +
        "on raised.kind = wanted.value ->> 0 and raised.subject = wanted.value ->> 1",
      [JSON.stringify(unknown.map(({ kind, subject }) => [kind, subject]))],
    );
    for (const row of rows) {
      this.set(keyOf({ kind: row.kind as AlertKind, subject: String(row.subject) }), telling(row));
    }
  }
}

function telling(row: Row): AlertOccurrence {
  return { time: Number(row.time), day: String(row.day), alert: Number(row.alert) };
}
