/**
 * Sends the pending events of one target, in order, with back-off; its position is saved at each
 * step (A 6).
 */
import { DatabaseUnavailableError } from "../../store/database.ts";
import type { RaiseAlert } from "../alert_kinds.ts";
import type { StoredAlert } from "../alerts.ts";
import type { AuditEntry } from "../audit_log.ts";
import { eventOfAlert, eventOfEntry, type ExportedEvent, type NameDirectory } from "./event.ts";
import type { ExportRow, ExportTable } from "./table.ts";
import type { Sentence } from "../../../policy/model/sentence.ts";
import type { Runtime } from "../../system/runtime.ts";
import { deliveryFault } from "./send_options.ts";

/** Dependencies of a delivery. */
export interface DeliveryDeps {
  readonly table: ExportTable;
  readonly alerts: { since(after: number, limit: number): Promise<StoredAlert[]> };
  readonly audit: { since(after: number, limit: number): Promise<AuditEntry[]> };
  /** Sends events to a target. Rejects with the reason. */
  readonly send: (row: ExportRow, events: readonly ExportedEvent[]) => Promise<void>;
  /** The names of devices and people. */
  readonly called: NameDirectory;
  readonly runtime: Runtime;
  readonly raise: RaiseAlert;
}

/**
 * Maximum pending events of each source, maximum events read at once, and minimum and maximum
 * milliseconds between attempts.
 */
const MOST_WAITING = 10_000;
const AT_ONCE = 100;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 3_600_000;
/** Milliseconds between two e-mails: events in between go into the next one. */
const MAIL_PAUSE = 300_000;
/** Failures in a row after which an alert is raised. */
const TOLD_AFTER = 4;

/** The delivery to one target. */
export class Delivery {
  readonly #id: number;
  readonly #deps: DeliveryDeps;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #failures = 0;
  #cancel: (() => void) | undefined;

  constructor(id: number, deps: DeliveryDeps) {
    this.#id = id;
    this.#deps = deps;
  }

  /** Starts sending when events may be pending, unless it waits for the next attempt. */
  wake(): void {
    if (this.#cancel === undefined) this.#begin();
  }

  /** Sends immediately despite earlier failures, because the target was changed. */
  now(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#failures = 0;
    this.#begin();
  }

  /** Sends immediately what waits; resolves when that has ended, well or not. */
  async retry(): Promise<void> {
    await this.#running;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#begin();
    await this.#running;
  }

  /** Stops; resolves when sending has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    await this.#running;
  }

  #begin(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again && this.#cancel === undefined) this.#begin();
    });
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#closed && this.#cancel === undefined) {
      this.#again = false;
      try {
        while (!this.#closed && this.#cancel === undefined && await this.#step());
      } catch (error) {
        // Pending events are in the database, whose faults are already reported.
        if (!(error instanceof DatabaseUnavailableError)) {
          this.#deps.runtime.log(
            "error",
            `The export ${this.#id} failed and is retried: ${(error as Error).message}`,
          );
        }
        this.#later();
        return;
      }
    }
  }

  /** Sends one batch; returns whether there may be more. */
  async #step(): Promise<boolean> {
    const { table, alerts, audit, called, runtime } = this.#deps;
    const row = await table.get(this.#id);
    if (row === undefined || !row.enabled) return false;
    // A webhook accepts one event in a request. Its position is saved after each, so that few
    // events are sent twice.
    const atOnce = row.config.kind === "webhook" ? 1 : AT_ONCE;
    const newAlerts = await alerts.since(row.alertCursor, atOnce);
    const newEntries = row.audit ? await audit.since(row.auditCursor, atOnce) : [];
    if (newAlerts.length === 0 && newEntries.length === 0) return false;
    const chosen = newAlerts.filter(({ kind }) =>
      row.kinds === undefined || row.kinds.includes(kind)
    );
    const events = [
      ...chosen.map((alert) => eventOfAlert(alert, called)),
      ...newEntries.map(eventOfEntry),
    ].sort((
      a,
      b,
    ) => a.time - b.time);
    if (events.length > 0) {
      try {
        await this.#deps.send(row, events);
      } catch (error) {
        await this.#failed(row, deliveryFault(error));
        return false;
      }
      this.#failures = 0;
    }
    await table.update(this.#id, {
      ...(events.length > 0 ? { lastOk: runtime.now(), lastError: "" } : {}),
      ...(newAlerts.length > 0 ? { alertCursor: newAlerts.at(-1)!.id } : {}),
      ...(newEntries.length > 0 ? { auditCursor: newEntries.at(-1)!.id } : {}),
    });
    if (events.length > 0 && row.config.kind === "mail") this.#pause(MAIL_PAUSE);
    return true;
  }

  async #failed(row: ExportRow, why: Sentence): Promise<void> {
    const { table, runtime, raise } = this.#deps;
    this.#failures++;
    if (this.#failures >= TOLD_AFTER) {
      raise({ kind: "export.failing", name: row.name, detail: why });
    }
    const cursors = await this.#bounded(row);
    const dropped = await table.waiting(row, cursors);
    await table.update(row.id, {
      lastError: why,
      lastErrorAt: runtime.now(),
      dropped: row.dropped + dropped.alerts + dropped.entries,
      ...cursors,
    });
    this.#later();
  }

  /** The position of the target after skipping the oldest events when too many are pending. */
  async #bounded(row: ExportRow): Promise<Pick<ExportRow, "alertCursor" | "auditCursor">> {
    const { table } = this.#deps;
    const { alerts, entries } = await table.waiting(row);
    const from = async (name: "alerts" | "audit", cursor: number, many: number) =>
      many > MOST_WAITING ? Math.max(cursor, await table.before(name, MOST_WAITING)) : cursor;
    return {
      alertCursor: await from("alerts", row.alertCursor, alerts),
      auditCursor: await from("audit", row.auditCursor, entries),
    };
  }

  #later(): void {
    const wait = Math.min(
      FIRST_WAIT * 2 ** Math.min(Math.max(0, this.#failures - 1), 12),
      LONGEST_WAIT,
    );
    this.#pause(wait);
  }

  /** Continues after `wait` milliseconds, and not earlier. */
  #pause(wait: number): void {
    if (this.#closed) return;
    this.#cancel?.();
    this.#cancel = this.#deps.runtime.after(wait, () => {
      this.#cancel = undefined;
      this.#begin();
    });
  }
}
