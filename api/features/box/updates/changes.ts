/** What changed since a version was installed: a return to the one before may lose it. */
import { LIMITS } from "../../../../policy/limits.ts";
import type { AuditLog } from "../../../events/audit_log.ts";
import { parseMigrationFile } from "../../../store/migration_files.ts";

/** What a return means for the data. Times are Unix seconds. */
export interface ChangesSince {
  /** The version to which the box would return. */
  readonly version: string;
  readonly since: number;
  readonly lost: LostData;
  /** Actions of people since then by name, the most frequent first. */
  readonly actions: readonly { readonly action: string; readonly count: number }[];
}

/** Which data returns too, because the version before cannot read what is there. */
export interface LostData {
  /** What people set. */
  readonly isDataLost: boolean;
  /** The query log. */
  readonly isLogLost: boolean;
  readonly areStatsLost: boolean;
  /** Whether all of it is lost, and not only what came since: there is no copy. */
  readonly isWholeLogLost: boolean;
  readonly areAllStatsLost: boolean;
  /** Why its copy failed; "" = there is one, or it was too large for one. */
  readonly logFault: string;
  readonly statsFault: string;
}

/** Seconds between a copy and the moment when the root unit wrote down the switch. */
const SPREAD = 600;
/** Most characters of the reason why a copy failed. */
const MOST_FAULT = 300;

/**
 * Which schemas the version changed: a copy of the database was made before, at about the time of
 * the switch, or a note that there is none.
 */
export function lostSince(copies: string, switched: number): LostData {
  const names = new Set<string>();
  /** Why there is no copy: "" = it was too large. */
  const uncopied = new Map<string, string>();
  try {
    for (const { name: file } of Deno.readDirSync(copies)) {
      const found = parseMigrationFile(file);
      if (found === undefined) continue;
      const made = Deno.statSync(`${copies}/${file}`).mtime?.getTime() ?? 0;
      if (made / 1000 < switched - SPREAD) continue;
      const { name, kind } = found;
      names.add(name);
      if (kind !== "db") uncopied.set(name, kind === "none" ? "" : faultOf(`${copies}/${file}`));
    }
  } catch {
    // Without a copy nothing was changed.
  }
  return {
    isDataLost: names.has("box"),
    isLogLost: names.has("journal"),
    areStatsLost: names.has("stats"),
    isWholeLogLost: uncopied.has("journal"),
    areAllStatsLost: uncopied.has("stats"),
    logFault: uncopied.get("journal") ?? "",
    statsFault: uncopied.get("stats") ?? "",
  };
}

/** The reason in the note of a copy that failed. */
function faultOf(path: string): string {
  return Deno.readTextFileSync(path).slice(0, MOST_FAULT).replace(/\.$/, "") ||
    "the reason could not be noted";
}

/** Counts what people did since then. */
export async function changesSince(
  audit: Pick<AuditLog, "page">,
  facts: Pick<ChangesSince, "version" | "since" | "lost">,
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
