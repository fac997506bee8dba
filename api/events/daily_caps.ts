/**
 * Limits how many alerts of a kind are raised on a day, for each device, for each person with a
 * device, or in total; further ones are only counted (A 6).
 */
import type { Database } from "../store/database.ts";
import { ALERT_KINDS, type AlertKind } from "./alert_kinds.ts";
import type { CompleteAlert } from "./subject.ts";

const MOST_KEYS = 10_000;

/** The counts of the day. */
export class DailyCaps {
  readonly #raised = new Map<string, number>();
  readonly #beyond = new Map<AlertKind, number>();
  #day = "";

  /** Whether the daily cap is known to be reached for an alert, which is then counted. */
  refuses(alert: CompleteAlert): boolean {
    const { cap } = ALERT_KINDS[alert.kind];
    if (cap === undefined || alert.day !== this.#day) return false;
    if ((this.#raised.get(capKey(alert, cap.a)) ?? 0) < cap.most) return false;
    this.#beyond.set(alert.kind, this.beyond(alert.kind) + 1);
    return true;
  }

  /** Counts an alert and returns whether it may be raised. */
  async admits(db: Database, alert: CompleteAlert): Promise<boolean> {
    const { cap } = ALERT_KINDS[alert.kind];
    if (cap === undefined) return true;
    this.#turn(alert.day);
    const key = capKey(alert, cap.a);
    const raised = this.#raised.get(key) ?? await raisedOn(db, alert, cap.a);
    const admitted = raised < cap.most;
    if (this.#raised.size >= MOST_KEYS) this.#raised.clear();
    this.#raised.set(key, admitted ? raised + 1 : raised);
    if (!admitted) this.#beyond.set(alert.kind, this.beyond(alert.kind) + 1);
    return admitted;
  }

  /** Alerts of a kind that were only counted, on the last counted day, since the box started. */
  beyond(kind: AlertKind): number {
    return this.#beyond.get(kind) ?? 0;
  }

  /** Clears the counts, so that the table is read before the next alert. */
  clear(): void {
    this.#raised.clear();
  }

  #turn(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#raised.clear();
    this.#beyond.clear();
  }
}

/** What each kind of cap counts separately: columns, and the fields of an alert. */
const COUNTED_BY = {
  box: [],
  device: [["device_id", "deviceId"]],
  person: [["device_id", "deviceId"], ["person_id", "personId"]],
} as const;

function capKey(alert: CompleteAlert, each: keyof typeof COUNTED_BY): string {
  return [alert.kind, ...COUNTED_BY[each].map(([, field]) => alert[field])].join(" ");
}

async function raisedOn(
  db: Database,
  alert: CompleteAlert,
  each: keyof typeof COUNTED_BY,
): Promise<number> {
  const counted = COUNTED_BY[each];
  const where = ["kind = ?", "day = ?", ...counted.map(([column]) => `${column} = ?`)];
  const sql = `select count(*) as raised from alerts_told where ${where.join(" and ")}`;
  const args = [alert.kind, alert.day, ...counted.map(([, field]) => alert[field])];
  return Number((await db.all(sql, args))[0].raised);
}
