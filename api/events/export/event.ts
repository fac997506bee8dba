/**
 * The common form of exported events: an alert, an entry of the administration log, or a test (A
 * 6).
 */
import { ALERT_KINDS, type AlertKind } from "../alert_kinds.ts";
import type { StoredAlert } from "../alerts.ts";
import { hasQueriedName, withoutQueriedName } from "../queried_name.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../schema/audit_actions.ts";
import type { AuditEntry } from "../audit_log.ts";

/** An event to export. */
export interface ExportedEvent {
  readonly source: "alert" | "audit" | "test";
  /** Id of the alert or of the entry; with the source it identifies the event permanently. */
  readonly id: number;
  /** Unix milliseconds. */
  readonly time: number;
  /** The kind of the alert, or the action of the entry. */
  readonly kind: string;
  /** The group of the alert, or `audit`. */
  readonly group: string;
  /** 0 to 10 as in CEF. */
  readonly severity: number;
  /** A sentence about what happened. */
  readonly text: string;
  /** The facts by field; empty ones are left out. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Severity of the entries of the administration log. */
const AUDIT_SEVERITY = 2;

/** Names of devices and people; "" = unnamed or removed. */
export interface NameDirectory {
  readonly device: (id: number) => string;
  readonly person: (id: number) => string;
  /**
   * Whether the names a device queried at a time in Unix milliseconds are hidden from everyone (A
   * 7.1.5).
   */
  readonly keepsNames: (device: number, time: number) => boolean;
}

/**
 * The event of an alert, complete except for private names: addresses are not masked in the export
 * (A 6). Devices and people are given by name and id: `Tablet (3)`.
 */
export function eventOfAlert(alert: StoredAlert, called: NameDirectory): ExportedEvent {
  const isPrivate = hasQueriedName(alert) && called.keepsNames(alert.deviceId, alert.time);
  const { id, time, kind, group, severity, deviceId, personId, name, detail } = isPrivate
    ? withoutQueriedName(alert)
    : alert;
  const text = Object.hasOwn(ALERT_KINDS, kind) ? ALERT_KINDS[kind as AlertKind].doc : kind;
  const device = named(deviceId, called.device);
  const person = named(personId, called.person);
  return {
    source: "alert",
    id,
    time,
    kind,
    group,
    severity,
    text,
    fields: filled({ name, detail, device, person }),
  };
}

/** The event of an entry of the administration log, masked as it is stored. */
export function eventOfEntry({ id, time, action, by, detail }: AuditEntry): ExportedEvent {
  const text = Object.hasOwn(AUDIT_ACTIONS, action)
    ? AUDIT_ACTIONS[action as AuditAction].doc
    : action;
  const parts = Object.entries(detail).map(([field, value]) =>
    `${field}=${Array.isArray(value) ? value.join(",") : value}`
  );
  const fields = filled({
    account: by.name,
    by: by.kind,
    address: by.address,
    detail: parts.join(" "),
  });
  return {
    source: "audit",
    id,
    time,
    kind: action,
    group: "audit",
    severity: AUDIT_SEVERITY,
    text,
    fields,
  };
}

/** The event of a test. */
export function testEvent(time: number, target: string): ExportedEvent {
  const text = "This is a test of the export of the box";
  return {
    source: "test",
    id: 0,
    time,
    kind: "export.test",
    group: "system",
    severity: 1,
    text,
    fields: { name: target },
  };
}

function named(id: number, nameOf: (id: number) => string): string {
  if (id === 0) return "";
  const name = nameOf(id);
  return name === "" ? String(id) : `${name} (${id})`;
}

function filled(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
