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
    if ((this.#raised.get(capKey(alert)) ?? 0) < cap.most) return false;
    this.#beyond.set(alert.kind, this.beyond(alert.kind) + 1);
    return true;
  }

  /** Counts an alert and returns whether it may be raised. */
  async admits(db: Database, alert: CompleteAlert): Promise<boolean> {
    const { cap } = ALERT_KINDS[alert.kind];
    if (cap === undefined) return true;
    this.#turn(alert.day);
    const key = capKey(alert);
    const raised = this.#raised.get(key) ?? await raisedOn(db, alert);
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

function capKey({ kind, deviceId, personId }: CompleteAlert): string {
  const a = ALERT_KINDS[kind].cap?.a;
  if (a === "person") return `${kind} ${deviceId} ${personId}`;
  return a === "device" ? `${kind} ${deviceId}` : kind;
}

async function raisedOn(db: Database, alert: CompleteAlert): Promise<number> {
  const { kind, day, deviceId, personId } = alert;
  const a = ALERT_KINDS[kind].cap?.a;
  let sql = "select count(*) as raised from alerts_told where kind = ? and day = ?";
  const args: (string | number)[] = [kind, day];
  if (a !== "box") {
    sql += " and device_id = ?";
    args.push(deviceId);
  }
  if (a === "person") {
    sql += " and person_id = ?";
    args.push(personId);
  }
  return Number((await db.all(sql, args))[0].raised);
}
