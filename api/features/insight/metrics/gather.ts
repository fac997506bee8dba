/**
 * The metrics of the box: one row each, in base units; they contain no personal name and no
 * client address.
 */
import type { ClientFaults } from "../../../http/client_faults.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import type { Alerts } from "../../../events/alerts.ts";
import type { BoxState } from "../../../schema/box_state.ts";
import type { TaskRunner, TaskState } from "../../../schema/tasks.ts";
import type { Journal } from "../journal/service.ts";
import { type ResolverSums, withoutRow } from "../totals.ts";
import type { Labels, Metric } from "../../../schema/metrics_text.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that metrics are read from. */
export interface MetricsServices {
  readonly version: string;
  readonly runtime: Runtime;
  readonly state: () => BoxState;
  readonly totals: () => ResolverSums;
  readonly clientFaults: ClientFaults;
  readonly resolver: Pick<ResolverHandle, "statistics">;
  readonly journal: Pick<Journal, "counts">;
  readonly alerts: Pick<Alerts, "open">;
  readonly tasks: Pick<TaskRunner, "taskStates">;
}

/** The sources of a metric. */
interface Facts {
  readonly services: MetricsServices;
  readonly totals: ResolverSums;
  readonly resolver: Awaited<ReturnType<MetricsServices["resolver"]["statistics"]>> | undefined;
  /** Absent without the database. */
  readonly alerts: number | undefined;
}

type Values = Metric["values"];
type Row = readonly [name: string, help: string, values: (facts: Facts) => Values];

/** Milliseconds that the resolver has to report its own metrics. */
const PATIENCE = 1000;

const one = (value: number, labels: Labels = {}): Values => [[labels, value]];
const by = (label: string, counts: Readonly<Record<string, number>>): Values =>
  Object.entries(counts).map(([key, count]) => [{ [label]: key }, count]);
const upstreams = (
  facts: Facts,
  value: (row: NonNullable<Facts["resolver"]>["upstreams"][number]) => number,
): Values => facts.resolver?.upstreams.map((row) => [{ upstream: row.upstream }, value(row)]) ?? [];
const tasks = (
  { services }: Facts,
  value: (task: TaskState) => number,
): Values => services.tasks.taskStates().map((task) => [{ task: task.name }, value(task)]);
const cache = (
  { resolver }: Facts,
  key: "entries" | "bytes" | "capacity" | "hits" | "misses" | "evictions",
): Values => resolver === undefined ? [] : one(resolver.cache[key]);

/** A name that ends with `_total` is a counter, any other a gauge. */
const ROWS: readonly Row[] = [
  ["box_build_info", "Version of the box", ({ services }) => one(1, { version: services.version })],
  [
    "box_uptime_seconds",
    "Time since the box started",
    ({ services }) =>
      one(Math.max(0, Math.round((services.runtime.now() - services.state().started) / 1000))),
  ],
  [
    "box_resolver_up",
    "Whether the resolver answers",
    ({ resolver }) => one(resolver === undefined ? 0 : 1),
  ],
  [
    "box_queries_total",
    "Queries answered, by where the answer came from",
    ({ totals }) => by("status", totals.byStatus),
  ],
  [
    "box_queries_by_transport_total",
    "Queries, by how they came",
    ({ totals }) => by("transport", totals.byTransport),
  ],
  [
    "box_queries_by_type_total",
    "Queries, by record type",
    ({ totals }) => by("type", totals.byType),
  ],
  [
    "box_queries_by_rcode_total",
    "Queries, by response code",
    ({ totals }) => by("rcode", totals.byRcode),
  ],
  [
    "box_blocked_by_reason_total",
    "Queries that something decided against, by reason",
    ({ totals }) =>
      by(
        "reason",
        Object.fromEntries(Object.entries(totals.byReason).filter(([reason]) => reason !== "")),
      ),
  ],
  [
    "box_queries_dropped_total",
    "Packets dropped without an answer, by cause",
    ({ totals }) => by("cause", totals.dropped),
  ],
  ["box_cache_entries", "Answers in the cache", (facts) => cache(facts, "entries")],
  ["box_cache_bytes", "Size of the answers in the cache", (facts) => cache(facts, "bytes")],
  ["box_cache_capacity_bytes", "Size that the cache may have", (facts) => cache(facts, "capacity")],
  [
    "box_cache_hits_total",
    "Look-ups that found an answer in the cache",
    (facts) => cache(facts, "hits"),
  ],
  ["box_cache_misses_total", "Look-ups that found none", (facts) => cache(facts, "misses")],
  [
    "box_cache_evictions_total",
    "Answers that gave way to others",
    (facts) => cache(facts, "evictions"),
  ],
  [
    "box_upstream_queries_total",
    "Queries sent to an upstream",
    (facts) => upstreams(facts, ({ queries }) => queries),
  ],
  [
    "box_upstream_failures_total",
    "Queries that an upstream failed",
    (facts) => upstreams(facts, ({ failures }) => failures),
  ],
  [
    "box_upstream_timeouts_total",
    "Queries that an upstream did not answer in time",
    (facts) => upstreams(facts, ({ timeouts }) => timeouts),
  ],
  [
    "box_upstream_late_answers_total",
    "Answers of an upstream that came after the timeout and were used all the same",
    (facts) => upstreams(facts, ({ late }) => late),
  ],
  [
    "box_upstream_latency_seconds",
    "Smoothed time to an answer of an upstream, 0 = not known yet",
    (facts) => upstreams(facts, ({ latency }) => latency / 1000),
  ],
  [
    "box_upstream_up",
    "Whether an upstream is in use",
    (facts) =>
      upstreams(facts, ({ downUntil }) => downUntil > facts.services.runtime.now() ? 0 : 1),
  ],
  [
    "box_policy_version",
    "Version of the policy in force",
    ({ services }) => one(services.state().policy.version),
  ],
  ["box_lists", "Lists in force", ({ services }) => one(services.state().policy.lists)],
  [
    "box_list_names",
    "Names on the lists in force",
    ({ services }) => one(services.state().policy.names),
  ],
  [
    "box_list_rules",
    "Rules of the lists in force",
    ({ services }) => one(services.state().policy.rules),
  ],
  [
    "box_journal_written_total",
    "Entries written to the journal",
    ({ services }) => one(services.journal.counts().written),
  ],
  [
    "box_journal_skipped_total",
    "Queries without an entry in the journal, since too many came at once",
    (facts) => one(facts.services.journal.counts().skipped + withoutRow(facts.totals)),
  ],
  [
    "box_journal_lost_total",
    "Entries lost because the database could not be used",
    ({ services }) => one(services.journal.counts().lost),
  ],
  [
    "box_client_faults_total",
    "What clients of the interface and of encrypted DNS did wrong or gave up, by fault",
    ({ services }) => by("fault", services.clientFaults.counts()),
  ],
  [
    "box_log_lines_suppressed_total",
    "Lines of the log that were left out, since they repeated themselves",
    ({ services }) => one(services.state().suppressedLines),
  ],
  [
    "box_task_last_run_timestamp_seconds",
    "When a task ran last, 0 = never",
    (facts) => tasks(facts, ({ last_run }) => last_run),
  ],
  [
    "box_task_last_duration_seconds",
    "How long the last run of a task took",
    (facts) => tasks(facts, ({ duration }) => duration / 1000),
  ],
  [
    "box_task_failed",
    "Whether the last run of a task failed",
    (facts) => tasks(facts, ({ last_error }) => last_error === "" ? 0 : 1),
  ],
  [
    "box_alerts_open",
    "Alerts that nobody acknowledged",
    ({ alerts }) => alerts === undefined ? [] : one(alerts),
  ],
  [
    "process_start_time_seconds",
    "When the box started, Unix seconds",
    ({ services }) => one(services.state().started / 1000),
  ],
];

/**
 * Gathers all metrics; unavailable values are left out. `process` are the metrics of the process
 * itself.
 */
export async function gatherMetrics(
  services: MetricsServices,
  process: readonly Metric[],
): Promise<Metric[]> {
  const [resolver, alerts] = await Promise.all([
    inTime(services.resolver.statistics()),
    inTime(services.alerts.open()),
  ]);
  const facts: Facts = { services, totals: services.totals(), resolver, alerts };
  const rows = ROWS.map(([name, help, values]): Metric => ({
    name,
    help,
    type: name.endsWith("_total") ? "counter" : "gauge",
    values: values(facts),
  }));
  return [...rows, ...process];
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), PATIENCE);
  return await Promise.race([work.catch(() => undefined), promise]).finally(() =>
    clearTimeout(timer)
  );
}
