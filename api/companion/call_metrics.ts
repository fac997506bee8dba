/**
 * Counts calls and DNS queries. Labels are declared routes, statuses and outcomes: never a name of
 * a box and never an address.
 */
import type { Labels, Metric, MetricValue } from "../schema/metrics_text.ts";

/** Upper bounds of the latencies in seconds. */
const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The label of calls that reached no route. */
const NO_ROUTE = "none";

interface Latencies {
  /** One count for each bucket; slower calls are in `count` alone. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/** The text of a declared route as a label. */
export function routeText(
  route: { readonly method: string; readonly path: string } | undefined,
): string {
  return route === undefined ? NO_ROUTE : `${route.method} ${route.path}`;
}

/** The counters of one service. */
export class CallMetrics {
  readonly #calls = new Map<string, Map<number, number>>();
  readonly #latencies = new Map<string, Latencies>();
  readonly #queries = new Map<string, Map<string, number>>();

  /** Counts a response to a call. `route` is the text of a declared route. */
  onCall(route: string, status: number, seconds: number): void {
    increase(this.#calls, route, status);
    const latencies = this.#latencies.get(route) ??
      { counts: BUCKETS.map(() => 0), count: 0, sum: 0 };
    this.#latencies.set(route, latencies);
    latencies.count++;
    latencies.sum += seconds;
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) latencies.counts[bucket]++;
  }

  /** Counts a DNS query; the outcome is a response code, `truncated` or `dropped`. */
  onQuery(transport: "udp" | "tcp", outcome: string): void {
    increase(this.#queries, transport, outcome);
  }

  /** Number of responses of a route with a status. */
  calls(route: string, status: number): number {
    return this.#calls.get(route)?.get(status) ?? 0;
  }

  /** Number of all responses. */
  get total(): number {
    return this.#calls.values().flatMap((statuses) => statuses.values()).reduce(
      (sum, count) => sum + count,
      0,
    );
  }

  /** The counters as metrics. */
  metrics(): readonly Metric[] {
    return [
      {
        name: "box_companion_requests_total",
        help: "Responses by route and status",
        type: "counter",
        values: valuesOf(this.#calls, "route", "status"),
      },
      {
        name: "box_companion_request_seconds",
        help: "Time from the request to its response",
        type: "histogram",
        values: [...this.#latencies].flatMap(([route, latencies]) => histogram(route, latencies)),
      },
      {
        name: "box_companion_dns_queries_total",
        help: "DNS queries by transport and outcome",
        type: "counter",
        values: valuesOf(this.#queries, "transport", "outcome"),
      },
    ];
  }
}

function increase<K>(counts: Map<string, Map<K, number>>, first: string, second: K): void {
  const inner = counts.get(first) ?? new Map<K, number>();
  counts.set(first, inner);
  inner.set(second, (inner.get(second) ?? 0) + 1);
}

function valuesOf<K>(
  counts: ReadonlyMap<string, ReadonlyMap<K, number>>,
  first: string,
  second: string,
): MetricValue[] {
  return [...counts].flatMap(([outer, inner]) =>
    [...inner].map(([key, count]): MetricValue => [
      { [first]: outer, [second]: String(key) },
      count,
    ])
  );
}

function histogram(route: string, { counts, count, sum }: Latencies): MetricValue[] {
  const labels: Labels = { route };
  let below = 0;
  const buckets = counts.map((inBucket, at): MetricValue => {
    below += inBucket;
    return [{ route, le: String(BUCKETS[at]) }, below, "_bucket"];
  });
  return [
    ...buckets,
    [{ route, le: "+Inf" }, count, "_bucket"],
    [labels, sum, "_sum"],
    [labels, count, "_count"],
  ];
}
