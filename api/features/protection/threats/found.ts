/** The alerts that the page "Threats" shows, and the spyware on devices of a person (A 2.5). */
import { LIMITS } from "../../../../policy/limits.ts";
import type { AlertKind } from "../../../events/alert_kinds.ts";
import type { Alerts, StoredAlert } from "../../../events/alerts.ts";
import type { Runtime } from "../../../system/runtime.ts";

/**
 * The kinds of alerts that belong to threats. The extra of each is the detail of its alert: an
 * address, `blocked` or empty, a tool, a category.
 */
export const THREAT_KINDS = [
  "rebinding",
  "spyware",
  "remote",
  "beacon",
  "random_names",
  "malicious",
] as const satisfies readonly AlertKind[];
/** One of `THREAT_KINDS`. */
export type ThreatKind = (typeof THREAT_KINDS)[number];

const DAY = 86_400_000;
/** Notices that are read at once. */
const PAGE = LIMITS.threats.found;

/** The newest alerts of these kinds, within the days and the number that the page shows. */
export async function findThreats(
  alerts: Pick<Alerts, "page">,
  { now }: Pick<Runtime, "now">,
): Promise<StoredAlert[]> {
  const { foundDays, found: most } = LIMITS.threats;
  const from = now() - foundDays * DAY;
  const found = await Promise.all(THREAT_KINDS.map((kind) => alerts.page({ kind, from }, most)));
  return found.flat().sort((a, b) => b.id - a.id).slice(0, most);
}

/** A server of spyware that a device of a person contacted; times in Unix milliseconds. */
export interface SpywareContact {
  readonly deviceId: number;
  readonly name: string;
  readonly time: number;
  readonly last: number;
  readonly count: number;
  /** Whether the box blocked it the last time. */
  readonly blocked: boolean;
  /** The number of its newest notice. */
  readonly newest: number;
}

/**
 * The servers of spyware that devices of a person contacted, the last first (A 7.4.2). There is a
 * notice for each day, and for what was blocked and what was not; those of a device and a server
 * are one contact.
 */
export async function findContacts(
  alerts: Pick<Alerts, "page">,
  { now }: Pick<Runtime, "now">,
  person: number,
): Promise<SpywareContact[]> {
  const from = now() - LIMITS.spyware.noticeDays * DAY;
  const contacts = new Map<string, SpywareContact>();
  let before: number | undefined;
  for (;;) {
    const notices = await alerts.page({ kind: "spyware.mine", person, from }, PAGE, before);
    for (const notice of notices) {
      const key = `${notice.deviceId} ${notice.name}`;
      contacts.set(key, withNotice(contacts.get(key), notice));
    }
    if (notices.length < PAGE) break;
    before = notices.at(-1)!.id;
  }
  return [...contacts.values()].sort((a, b) => b.last - a.last);
}

/** A contact with an older notice of it. */
function withNotice(
  contact: SpywareContact | undefined,
  { id, deviceId, name, time, last, count, detail }: StoredAlert,
): SpywareContact {
  const blocked = detail === "blocked";
  if (contact === undefined) return { deviceId, name, time, last, count, blocked, newest: id };
  return {
    deviceId,
    name,
    time: Math.min(contact.time, time),
    last: Math.max(contact.last, last),
    count: contact.count + count,
    blocked: last > contact.last ? blocked : contact.blocked,
    newest: Math.max(contact.newest, id),
  };
}
