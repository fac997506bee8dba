/** Exact counts of all resolver workers since the box started, added up. */
import type { QueryStatus } from "../../../resolver/protocol.ts";

/** The counters of the status and of the open statistics. */
export interface ResolverSums {
  readonly queries: number;
  readonly byStatus: Readonly<Record<QueryStatus, number>>;
  readonly byTransport: Counts;
  readonly byType: Counts;
  readonly byRcode: Counts;
  /** "" = nothing decided against the query. */
  readonly byReason: Counts;
  /** Packets dropped without a response, by cause. */
  readonly dropped: Counts;
  /**
   * Queries without a row in the journal, by status: the ring was full, or they arrived faster
   * than 2,000 a second.
   */
  readonly full: Counts;
  readonly overRate: Counts;
}

type Counts = Readonly<Record<string, number>>;

/** Queries without a row in the journal, because too many arrived at once. */
export function withoutRow({ full, overRate }: Pick<ResolverSums, "full" | "overRate">): number {
  return [full, overRate].flatMap((counts) => Object.values(counts)).reduce(
    (all, count) => all + count,
    0,
  );
}

/** Sums the counters of the workers. */
export function totalsOf(workers: readonly { totals(): ResolverSums }[]): ResolverSums {
  const all = workers.map((worker) => worker.totals());
  const sum = (counts: (totals: ResolverSums) => Counts): Record<string, number> => {
    const summed: Record<string, number> = {};
    for (const totals of all) {
      for (const [key, count] of Object.entries(counts(totals))) {
        summed[key] = (summed[key] ?? 0) + count;
      }
    }
    return summed;
  };
  const none = { answered: 0, cached: 0, stale: 0, local: 0, blocked: 0, failed: 0 };
  return {
    queries: all.reduce((queries, totals) => queries + totals.queries, 0),
    byStatus: { ...none, ...sum(({ byStatus }) => byStatus) },
    byTransport: sum(({ byTransport }) => byTransport),
    byType: sum(({ byType }) => byType),
    byRcode: sum(({ byRcode }) => byRcode),
    byReason: sum(({ byReason }) => byReason),
    dropped: sum(({ dropped }) => dropped),
    full: sum(({ full }) => full),
    overRate: sum(({ overRate }) => overRate),
  };
}
