/** Alerts whose name is one that a device asked: what is left of them where its names are shown to nobody (A 4.4, 7.1.5). */
import { ALERT_KINDS, type AlertKind } from "./alert_kinds.ts";
import type { SubjectPart } from "./kinds/kind.ts";

/** What of an alert tells of a name. */
interface Telling {
  readonly kind: string;
  readonly deviceId: number;
  readonly name: string;
  readonly detail: string;
}

/** Whether an alert names what a device asked: its name is then a part of what it is told once for, or nobody knows its kind. */
export function namesAsked({ kind, deviceId }: Pick<Telling, "kind" | "deviceId">): boolean {
  if (deviceId === 0) return false;
  if (!Object.hasOwn(ALERT_KINDS, kind)) return true;
  const subject: readonly SubjectPart[] = ALERT_KINDS[kind as AlertKind].subject;
  return subject.includes("name");
}

/** The alert without that name, and without its detail, which tells of it. */
export function withoutAsked<T extends Telling>(alert: T): T {
  return { ...alert, name: "", detail: "" };
}
