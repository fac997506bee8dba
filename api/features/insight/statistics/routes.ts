/** Statistics of a period, and what was seen most in it (A 7.11). */
import { z } from "@hono/zod-openapi";
import { rcodeToText, typeToText } from "../../../../resolver/wire/codes.ts";
import { ApiError } from "../../../http/errors.ts";
import { count, route, seconds } from "../../../http/route.ts";
import { spanOf } from "./period.ts";
import type { ClientSummary, Summary } from "./service.ts";

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
const clientName = z.string().describe("As local records and reverse names tell it; empty = unknown");
const top = z.object({
  kind: z.string(),
  period: z.string(),
  top: z.array(z.object({ key: z.string(), count, name: clientName.optional() })),
  since: seconds.optional().describe("Of one client: since when its entries in the journal were counted"),
});
const seenClients = z.object({
  period: z.string(),
  clients: z.array(z.object({
    address: z.string(),
    name: clientName,
    queries: count,
    blocked: count,
    last_seen: seconds.describe("Unix seconds, whatever the period; 0 = unknown"),
  })),
});

/** The answer of GET /api/v1/statistics. */
export type ShownStatistics = z.infer<typeof summary>;
/** The answer of GET /api/v1/top. */
export type ShownTop = z.infer<typeof top>;

/** The answer of GET /api/v1/clients. */
export type ShownClients = z.infer<typeof seenClients>;

/** Kinds of ranking as the API writes them, by the word of the service. */
const RANKED = {
  names: "name",
  blocked: "blocked",
  clients: "client",
  blocked_clients: "blocked_client",
  upstreams: "upstream",
} as const;
/** Those that are counted one by one, by their dimension. */
const COUNTED = { lists: "list", reasons: "reason", types: "type" } as const;
const kinds = z.enum(
  [...Object.keys(RANKED), ...Object.keys(COUNTED)] as (keyof typeof RANKED | keyof typeof COUNTED)[],
);

/** Seconds of the steps that a series can be asked in. */
const STEPS = { minute: 60, hour: 3600, day: 86_400 } as const;
const step = z.enum(["minute", "hour", "day"]).optional()
  .describe("Of the series, 1,500 steps at most; absent = an hour by minutes, a day by hours, longer periods by days");
const before = z.coerce.number().int().min(1).max(1e11).optional()
  .describe("Unix seconds at which the period ends, not included; absent = now");
const client = z.string().min(1).max(64).optional();

/** GET /api/v1/statistics, /api/v1/top and /api/v1/clients. */
export const statisticsRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/statistics",
    summary: "Queries of a period, counted by what they were and step by step",
    access: "reports.read",
    query: z.strictObject({
      period,
      before,
      step,
      client: client.describe("One client: queries and blocks alone, by hours or days, of the 1,000 that ask most"),
    }),
    database: "stats",
    answers: { 200: summary },
    async handle({ query: { period, client, before, step } }, { statistics }) {
      if (client !== undefined) return ofClient(period, await statistics.client(client, period, before));
      const found = await statistics.summary(period, before);
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
        series: await statistics.series(period, step && STEPS[step], before),
      };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/top",
    summary: "What was seen most in a period: names, blocked names, clients, upstreams, lists, reasons or types",
    access: "reports.read",
    query: z.strictObject({
      kind: kinds.default("names"),
      period,
      before,
      client: client.describe("One client: names or blocked names, from the newest 2,000,000 entries of the journal"),
      limit: z.coerce.number().int().min(1).max(200).default(10),
    }),
    database: "stats",
    answers: { 200: top },
    refusals: ["bad_value"],
    async handle({ query: { kind, period, limit, before, client } }, { statistics, journal, clientNames, now }) {
      if (client !== undefined) {
        if (kind !== "names" && kind !== "blocked") {
          throw new ApiError("bad_value", `Of one client there are names and blocked alone: ${kind}`);
        }
        const { from: since, to: until } = spanOf(period, now() / 1000, before);
        const found = await journal.askedMost({ by: { client }, blocked: kind === "blocked", since, until }, limit);
        return { kind, period, top: [...found.top], since: found.since };
      }
      if (isCounted(kind)) {
        return { kind, period, top: counted(kind, (await statistics.summary(period, before)).counts, limit) };
      }
      const found = await statistics.top(RANKED[kind], period, limit, before);
      if (kind !== "clients" && kind !== "blocked_clients") return { kind, period, top: found };
      const names = await clientNames.names(found.map(({ key }) => key));
      return { kind, period, top: found.map((row) => ({ ...row, name: names.get(row.key) ?? "" })) };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/clients",
    summary: "The clients seen in a period, those that asked most first",
    access: "reports.read",
    query: z.strictObject({ period, before, limit: z.coerce.number().int().min(1).max(1000).default(100) }),
    database: "stats",
    answers: { 200: seenClients },
    async handle({ query: { period, limit, before } }, { statistics, clientNames }) {
      const clients = await statistics.clients(period, limit, before);
      const names = await clientNames.names(clients.map(({ address }) => address));
      return {
        period,
        clients: clients.map(({ address, queries, blocked, lastSeen }) => ({
          ...{ address, name: names.get(address) ?? "", queries, blocked },
          last_seen: lastSeen,
        })),
      };
    },
  }),
];

/** One client as a period that counts nothing else. */
function ofClient(period: string, { from, to, queries, blocked, series }: ClientSummary): ShownStatistics {
  const nothing = { transport: {}, type: {}, rcode: {}, reason: {}, list: {}, upstream: {} };
  return {
    ...{ period, from, to, queries, blocked, average_duration: 0, series: [...series] },
    by: { ...nothing, status: blocked === 0 ? {} : { blocked } },
  };
}

function isCounted(kind: string): kind is keyof typeof COUNTED {
  return Object.hasOwn(COUNTED, kind);
}

function counted(kind: keyof typeof COUNTED, counts: Summary["counts"], limit: number): ShownTop["top"] {
  const found = counts[COUNTED[kind]], words = kind === "types" ? named(found, typeToText) : found;
  const top = Object.entries(words).map(([key, count]) => ({ key, count }));
  return top.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, limit);
}

/** Counts by code as counts by mnemonic; keys that are no numbers are words already. */
function named(counts: Readonly<Record<string, number>>, toText: (code: number) => string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).map(([key, count]) => [/^\d+$/.test(key) ? toText(Number(key)) : key, count]),
  );
}
