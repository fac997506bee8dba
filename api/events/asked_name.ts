/**
 * Alerts whose name is one that a device queried, reduced to what may be shown where its names are
 * hidden from everyone (A 4.4, 7.1.5).
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
 * Whether an alert names what a device queried: the name is then part of the key by which it is
 * raised once, or the kind is unknown.
 */
export function hasQueriedName({ kind, deviceId }: Pick<Telling, "kind" | "deviceId">): boolean {
  if (deviceId === 0) return false;
  if (!Object.hasOwn(ALERT_KINDS, kind)) return true;
  const subject: readonly SubjectPart[] = ALERT_KINDS[kind as AlertKind].subject;
  return subject.includes("name");
}

/** The alert without that name, and without its detail, which reveals it. */
export function withoutQueriedName<T extends Telling>(alert: T): T {
  return { ...alert, name: "", detail: "" };
}
