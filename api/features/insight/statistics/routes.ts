/** Statistics of a period, and its rankings (A 7.11). */
import { z } from "@hono/zod-openapi";
import { maskUpstream } from "../../../../policy/model/masked_address.ts";
import { rcodeToText, typeToText } from "../../../../resolver/wire/codes.ts";
import { DomainError } from "../../../schema/errors.ts";
import { count, routeFor, seconds, wholeNumber } from "../../../http/route.ts";
import type { ClientNames } from "../../network/clients/service.ts";
import { asker, clientResponse, personResponse } from "../client_response.ts";
import type { Principal } from "../../../http/principal.ts";
import type { ClientDirectory } from "../client_directory.ts";
import { NamePrivacy } from "../name_privacy.ts";
import type { Journal } from "../journal/service.ts";
import { spanOf } from "./period.ts";
import type { ClientSummary, Period, Statistics, Summary } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly journal: Pick<Journal, "askedMost">;
  readonly statistics: Pick<
    Statistics,
    "client" | "summary" | "series" | "top" | "clients" | "everyDevice"
  >;
  readonly askers: ClientDirectory;
  readonly clientNames: Pick<ClientNames, "names">;
}

const route = routeFor<Needs>();

const period = z.enum(["hour", "day", "week", "month", "year"]).default("day").describe(
  "Length of the period",
);
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
    category: counts.describe("Blocked or reported by a category"),
    service: counts.describe("Blocked or reported by a service"),
    upstream: counts,
  }),
  series: z.array(z.object({ at: seconds, queries: count, blocked: count })),
}).meta({ id: "Statistics" });
const clientName = z.string().describe(
  "From the household, local records or reverse names; empty = unknown",
);
const top = z.object({
  kind: z.string(),
  period: z.string(),
  top: z.array(z.object({
    key: z.string().describe("For devices and people the scope: device:ID, person:ID"),
    count,
    name: clientName.optional(),
    ...asker.shape,
  })),
  since: seconds.optional().describe(
    "For one client: start of counting in the journal",
  ),
});
const seenClients = z.object({
  period: z.string(),
  clients: z.array(z.object({
    address: z.string(),
    name: clientName,
    queries: count,
    blocked: count,
    last_seen: seconds.describe("Unix seconds, regardless of the period; 0 = unknown"),
    ...asker.shape,
  })),
});

/** The response of GET /api/v1/statistics. */
export type StatisticsResponse = z.infer<typeof summary>;
/** The response of GET /api/v1/top. */
export type TopResponse = z.infer<typeof top>;

/** The response of GET /api/v1/clients. */
export type ClientsResponse = z.infer<typeof seenClients>;

/** Kinds of ranking as the API writes them, by the word of the service. */
const RANKED = {
  names: "name",
  blocked: "blocked",
  clients: "client",
  blocked_clients: "blocked_client",
  upstreams: "upstream",
} as const;
/** Those that are counted one by one, by their dimension. */
const COUNTED = {
  lists: "list",
  reasons: "reason",
  types: "type",
  categories: "category",
  services: "service",
} as const;
/** The rankings of the household: whether only blocked queries are counted. */
const HOUSEHOLD = {
  devices: false,
  blocked_devices: true,
  people: false,
  blocked_people: true,
} as const;
const kinds = z.enum(
  [...Object.keys(RANKED), ...Object.keys(COUNTED), ...Object.keys(HOUSEHOLD)] as (
    | keyof typeof RANKED
    | keyof typeof COUNTED
    | keyof typeof HOUSEHOLD
  )[],
).describe("What is counted");

/** Seconds of the steps that a series can be asked in. */
const STEPS = { minute: 60, hour: 3600, day: 86_400 } as const;
const step = z.enum(["minute", "hour", "day"]).optional()
  .describe(
    "Step of the series, 1,500 steps at most; absent = minutes for an hour, hours for a day, days for longer periods",
  );
const before = wholeNumber(1, 1e11).optional()
  .describe("Unix seconds at which the period ends, not included; absent = now");
const client = z.string().min(1).max(64).optional().describe("Only queries from this address");

/** GET /api/v1/statistics, /api/v1/top and /api/v1/clients. */
export const statisticsRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/statistics",
    summary: "Query counts of a period, by kind and step by step",
    access: "reports.read",
    query: z.strictObject({
      period,
      before,
      step,
      client: client.describe(
        "One client: queries and blocks only, by hours or days, for the 1,000 busiest clients",
      ),
    }),
    database: "stats",
    answers: { 200: summary },
    async handle({ query: { period, client, before, step } }, { statistics }) {
      if (client !== undefined) {
        return ofClient(period, await statistics.client(client, period, before));
      }
      const found = await statistics.summary(period, before);
      const { status, transport, type, rcode, reason, list, category, service, upstream } =
        found.counts;
      const by = {
        status,
        transport,
        reason,
        list,
        category,
        service,
        upstream: maskedCounts(upstream),
        type: named(type, typeToText),
      };
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
    operationId: "listTop",
    summary:
      "The most frequent names, clients, devices, people, upstreams, lists, reasons and more of a period",
    access: "reports.read",
    query: z.strictObject({
      kind: kinds.default("names"),
      period,
      before,
      client: client.describe(
        "One client: names or blocked names, from the newest 2,000,000 entries of the journal",
      ),
      limit: wholeNumber(1, 200).default(10).describe(
        "Maximum number of entries",
      ),
    }),
    database: "stats",
    answers: { 200: top },
    refusals: ["bad_value", "private"],
    async handle({ query: { kind, period, limit, before, client }, principal }, services) {
      const { statistics, journal, clientNames, askers, runtime } = services;
      if (client !== undefined) {
        refusePrivate(askers, client, principal);
        if (kind !== "names" && kind !== "blocked") {
          throw new DomainError(
            "bad_value",
            programSentence`Of one client there are names and blocked alone: ${kind}`,
          );
        }
        const { from: since, to: until } = spanOf(period, runtime.now() / 1000, before);
        // A device whose names are private may have used this address before.
        const except = NamePrivacy.of(askers, principal).hiding(since * 1000);
        const found = await journal.askedMost(
          { by: { client, except }, blocked: kind === "blocked", since, until },
          limit,
        );
        return { kind, period, top: [...found.top], since: found.since };
      }
      if (isOfHousehold(kind)) {
        return {
          kind,
          period,
          top: await householdTop({ statistics, askers }, kind, { period, limit, before }),
        };
      }
      if (isCounted(kind)) {
        return {
          kind,
          period,
          top: counted(kind, (await statistics.summary(period, before)).counts, limit),
        };
      }
      const found = await statistics.top(RANKED[kind], period, limit, before);
      if (kind === "upstreams") return { kind, period, top: maskedTop(found) };
      if (kind !== "clients" && kind !== "blocked_clients") return { kind, period, top: found };
      const names = await clientNames.names(found.map(({ key }) => key));
      const shown = ({ key, count }: typeof found[0]) => ({
        key,
        count,
        name: names.get(key) ?? "",
        ...clientResponse(askers, askers.deviceAt(key)),
      });
      return { kind, period, top: found.map(shown) };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/clients",
    summary: "The clients of a period, those with the most queries first",
    access: "reports.read",
    query: z.strictObject({
      period,
      before,
      limit: wholeNumber(1, 1000).default(100).describe(
        "Maximum number of entries",
      ),
    }),
    database: "stats",
    answers: { 200: seenClients },
    async handle({ query: { period, limit, before } }, { statistics, clientNames, askers }) {
      const clients = await statistics.clients(period, limit, before);
      const names = await clientNames.names(clients.map(({ address }) => address));
      return {
        period,
        clients: clients.map(({ address, queries, blocked, lastSeen }) => ({
          address,
          name: names.get(address) ?? "",
          queries,
          blocked,
          last_seen: lastSeen,
          ...clientResponse(askers, askers.deviceAt(address)),
        })),
      };
    },
  }),
];

/** One client as a period that counts nothing else. */
function ofClient(
  period: string,
  { from, to, queries, blocked, series }: ClientSummary,
): StatisticsResponse {
  const nothing = {
    transport: {},
    type: {},
    rcode: {},
    reason: {},
    list: {},
    category: {},
    service: {},
    upstream: {},
  };
  return {
    period,
    from,
    to,
    queries,
    blocked,
    average_duration: 0,
    series: [...series],
    by: { ...nothing, status: blocked === 0 ? {} : { blocked } },
  };
}

/** The names queried by an adult's device are private to that adult (A 4.4), at every address. */
function refusePrivate(askers: ClientDirectory, client: string, by: Principal): void {
  const isHidden = NamePrivacy.of(askers, by).hides(askers.deviceAt(client), Infinity);
  if (isHidden) throw new DomainError("private");
}

function isOfHousehold(kind: string): kind is keyof typeof HOUSEHOLD {
  return Object.hasOwn(HOUSEHOLD, kind);
}

/**
 * Devices, or people with the devices that they alone own, with the most queries or blocked
 * queries.
 */
async function householdTop(
  { statistics, askers }: Pick<Needs, "statistics" | "askers">,
  kind: keyof typeof HOUSEHOLD,
  { period, limit, before }: { period: Period; limit: number; before?: number | undefined },
): Promise<TopResponse["top"]> {
  const counted = HOUSEHOLD[kind] ? "blocked" : "queries";
  const counts = await statistics.everyDevice(period, before);
  const people = new Map<number, number>();
  const ranked: { readonly id: number; readonly count: number; readonly key: string }[] = [];
  const areDevices = kind.endsWith("devices");
  for (const [id, { [counted]: count }] of counts) {
    const device = askers.device(id);
    if (device === undefined || count === 0) continue;
    people.set(device.personId, (people.get(device.personId) ?? 0) + count);
    if (areDevices) ranked.push({ id, count, key: `device:${id}` });
  }
  if (!areDevices) {
    for (const { id } of askers.people()) {
      const count = people.get(id) ?? 0;
      if (count > 0) ranked.push({ id, count, key: `person:${id}` });
    }
  }
  ranked.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  return ranked.slice(0, limit).map(({ id, count, key }) => {
    if (areDevices) {
      return { key, count, name: askers.device(id)!.label, ...clientResponse(askers, id) };
    }
    const person = askers.person(id)!;
    return { key, count, name: person.name, person: personResponse(person) };
  });
}

function isCounted(kind: string): kind is keyof typeof COUNTED {
  return Object.hasOwn(COUNTED, kind);
}

function counted(
  kind: keyof typeof COUNTED,
  counts: Summary["counts"],
  limit: number,
): TopResponse["top"] {
  const found = counts[COUNTED[kind]];
  const words = kind === "types" ? named(found, typeToText) : found;
  const top = Object.entries(words).map(([key, count]) => ({ key, count }));
  return top.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, limit);
}

/** Counts by masked address: older versions counted by the configured address. */
function maskedCounts(counts: Readonly<Record<string, number>>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [key, count] of Object.entries(counts)) {
    const name = maskUpstream(key);
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function maskedTop(found: TopResponse["top"]): TopResponse["top"] {
  const sums = maskedCounts(Object.fromEntries(found.map(({ key, count }) => [key, count])));
  const top = Object.entries(sums).map(([key, count]) => ({ key, count }));
  return top.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

/**
 * Converts counts by code to counts by mnemonic; keys that are not numbers are mnemonics already.
 */
function named(
  counts: Readonly<Record<string, number>>,
  toText: (code: number) => string,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).map((
      [key, count],
    ) => [/^\d+$/.test(key) ? toText(Number(key)) : key, count]),
  );
}
