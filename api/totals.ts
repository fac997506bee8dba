/** Exact counts of all the resolver's workers since the box started, as one. */
import type { Status } from "../resolver/protocol.ts";

/** What the status and the open statistics count. */
export interface SummedTotals {
  readonly queries: number;
  readonly byStatus: Readonly<Record<Status, number>>;
}

/** Sums the counters of the workers. */
export function totalsOf(workers: readonly { totals(): SummedTotals }[]): SummedTotals {
  const byStatus: Record<Status, number> = { answered: 0, cached: 0, stale: 0, local: 0, blocked: 0, failed: 0 };
  let queries = 0;
  for (const worker of workers) {
    const totals = worker.totals();
    queries += totals.queries;
    for (const status of Object.keys(byStatus) as Status[]) byStatus[status] += totals.byStatus[status];
  }
  return { queries, byStatus };
}
