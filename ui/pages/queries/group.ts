/**
 * Groups related queries: a device that queries a name for IPv4 and IPv6 addresses, or repeats the
 * query at once, has one row.
 */
import type { QueryResponse } from "../../../api/features/insight/journal/routes.ts";

/** Queries of one device for one name within seconds and with the same decision. */
export interface QueryGroup {
  readonly newest: QueryResponse;
  /** Record types, in the order of their first query. */
  readonly types: readonly string[];
  readonly count: number;
}

/** Seconds within which queries are grouped, and the number of rows searched. */
const TOGETHER = 10;
const LOOKED_BACK = 24;

/** Groups queries that are sorted newest first; groups are in the order of their newest query. */
export function groupQueries(entries: readonly QueryResponse[]): QueryGroup[] {
  const groups: { newest: QueryResponse; types: string[]; count: number; key: string }[] = [];
  for (const entry of entries) {
    const key = keyOf(entry);
    const found = groups.slice(-LOOKED_BACK).find((row) =>
      row.key === key && row.newest.time - entry.time <= TOGETHER
    );
    if (found === undefined) groups.push({ newest: entry, types: [entry.type], count: 1, key });
    else {
      found.count++;
      if (!found.types.includes(entry.type)) found.types.unshift(entry.type);
    }
  }
  return groups;
}

function keyOf({ client, name, status, reason, rule }: QueryResponse): string {
  const outcome = status === "blocked" || status === "failed" || status === "local"
    ? status
    : "allowed";
  return JSON.stringify([client, name, outcome, reason, rule]);
}
