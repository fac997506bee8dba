/** Statistics of a period, and what was seen most in it (A 7.11). */
import { z } from "@hono/zod-openapi";
import { rcodeToText, typeToText } from "../../../../resolver/wire/codes.ts";
import { count, route, seconds } from "../../../http/route.ts";

const period = z.enum(["hour", "day", "week", "month", "year"]).default("day");
const counts = z.record(z.string(), count);
const summary = z.object({
  period: z.string(),
  from: seconds,
  to: seconds,
  queries: count,
  blocked: count,
  average_duration: z.number().describe("Microseconds"),
  by: z.object({
    status: counts,
    transport: counts,
    type: counts,
    rcode: counts,
    reason: counts,
    list: counts.describe("By identifier of the list"),
    upstream: counts,
  }),
  series: z.array(z.object({ at: seconds, queries: count, blocked: count })),
});
const top = z.object({
  kind: z.string(),
  period: z.string(),
  top: z.array(z.object({ key: z.string(), count })),
});

/** The answer of GET /api/v1/statistics. */
export type ShownStatistics = z.infer<typeof summary>;
/** The answer of GET /api/v1/top. */
export type ShownTop = z.infer<typeof top>;

/** Kinds of ranking as the API writes them, by the word of the service. */
const KINDS = { names: "name", blocked: "blocked", clients: "client", upstreams: "upstream" } as const;

/** GET /api/v1/statistics and /api/v1/top. */
export const statisticsRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/statistics",
    summary: "Queries of a period, counted by what they were and step by step",
    access: "reports.read",
    query: z.strictObject({ period }),
    database: "stats",
    answers: { 200: summary },
    async handle({ query: { period } }, { statistics }) {
      const [found, series] = [await statistics.summary(period), await statistics.series(period)];
      const { status, transport, type, rcode, reason, list, upstream } = found.counts;
      const by = { status, transport, reason, list, upstream, type: named(type, typeToText) };
      return {
        period,
        from: found.from,
        to: found.to,
        queries: found.queries,
        blocked: found.blocked,
        average_duration: found.averageDuration,
        by: { ...by, rcode: named(rcode, rcodeToText) },
        series,
      };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/top",
    summary: "The names, blocked names, clients or upstreams seen most in a period",
    access: "reports.read",
    query: z.strictObject({
      kind: z.enum(["names", "blocked", "clients", "upstreams"]).default("names"),
      period,
      limit: z.coerce.number().int().min(1).max(200).default(10),
    }),
    database: "stats",
    answers: { 200: top },
    async handle({ query: { kind, period, limit } }, { statistics }) {
      return { kind, period, top: await statistics.top(KINDS[kind], period, limit) };
    },
  }),
];

/** Counts by code as counts by mnemonic; keys that are no numbers are words already. */
function named(counts: Readonly<Record<string, number>>, toText: (code: number) => string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).map(([key, count]) => [/^\d+$/.test(key) ? toText(Number(key)) : key, count]),
  );
}
