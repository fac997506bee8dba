/**
 * Removes queried names from alerts of devices whose names are hidden from everyone (A 4.4, 7.1.5).
 */
import { ALERT_KINDS, type AlertKind } from "./alert_kinds.ts";
import type { SubjectPart } from "./kinds/kind.ts";

/** The parts of an alert that reveal a name. */
interface Telling {
  readonly kind: string;
  readonly deviceId: number;
  readonly name: string;
  readonly detail: string;
}

/**
 * Whether an alert contains a name that a device queried: the name is part of its subject, or the
 * kind is unknown.
 */
export function hasQueriedName({ kind, deviceId }: Pick<Telling, "kind" | "deviceId">): boolean {
  if (deviceId === 0) return false;
  if (!Object.hasOwn(ALERT_KINDS, kind)) return true;
  const subject: readonly SubjectPart[] = ALERT_KINDS[kind as AlertKind].subject;
  return subject.includes("name");
}

/** The alert without its name and its detail, which may reveal the name. */
export function withoutQueriedName<T extends Telling>(alert: T): T {
  return { ...alert, name: "", detail: "" };
}
