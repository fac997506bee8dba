/** What changed since a version was installed: a return to the one before may lose it. */
import { LIMITS } from "../../../../policy/limits.ts";
import type { AuditLog } from "../../../events/audit_log.ts";

/** What a return means for the data. Times are Unix seconds. */
export interface ChangesSince {
  /** The version to which the box would return. */
  readonly version: string;
  readonly since: number;
  /** Whether the data returns too, because the version before cannot read what is there. */
  readonly isLost: boolean;
  /** Actions of people since then by name, the most frequent first. */
  readonly actions: readonly { readonly action: string; readonly count: number }[];
}

/** Seconds between a copy and the moment when the root unit wrote down the switch. */
const SPREAD = 600;

/**
 * Whether the version changed the schema of the database: a copy was made before, at about the time
 * of the switch.
 */
export function isDataLost(copies: string, switched: number): boolean {
  try {
    return [...Deno.readDirSync(copies)].some(({ name }) => {
      if (!/^box-schema-\d+\.db$/.test(name)) return false;
      const made = Deno.statSync(`${copies}/${name}`).mtime?.getTime() ?? 0;
      return made / 1000 >= switched - SPREAD;
    });
  } catch {
    return false;
  }
}

/** Counts what people did since then. */
export async function changesSince(
  audit: Pick<AuditLog, "page">,
  facts: Pick<ChangesSince, "version" | "since" | "isLost">,
): Promise<ChangesSince> {
  const entries = await audit.page({ from: facts.since * 1000 }, LIMITS.updates.changesMost);
  const counts = new Map<string, number>();
  for (const { action, by } of entries) {
    if (by.kind === "service") continue;
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  const actions = [...counts].map(([action, count]) => ({ action, count }))
    .sort((a, b) => b.count - a.count || (a.action < b.action ? -1 : 1));
  return { ...facts, actions };
}
