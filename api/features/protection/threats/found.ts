/** The alerts that the page "Threats" shows, and the notices of spyware for a person (A 2.5). */
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

/** The notices about spyware for a person, newest first (A 7.4.2). */
export async function findNotices(
  alerts: Pick<Alerts, "page">,
  { now }: Pick<Runtime, "now">,
  person: number,
): Promise<StoredAlert[]> {
  const from = now() - LIMITS.spyware.noticeDays * DAY;
  return await alerts.page({ kind: "spyware.mine", person, from }, LIMITS.threats.found);
}
