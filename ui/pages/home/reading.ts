/** What the first page reads, all at once; each part of it may be missing. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import type { Requests } from "../../../api/features/household/requests/routes.ts";
import type { AlertPage } from "../../../api/features/insight/alerts/routes.ts";
import type { QueryPage } from "../../../api/features/insight/journal/routes.ts";
import type {
  ShownClients,
  ShownStatistics,
  ShownTop,
} from "../../../api/features/insight/statistics/routes.ts";
import type { ShownUpstreams } from "../../../api/features/network/upstreams/routes.ts";
import type { Pauses } from "../../../api/features/protection/pauses/routes.ts";
import type { ShownLists } from "../../../api/features/protection/lists/routes.ts";
import type { Ask } from "../../page.ts";
import { attempt, type Read } from "../../reading.ts";

/** The periods of the first page. */
export const PERIODS = ["hour", "day", "week", "month"] as const;
/** One of them. */
export type PeriodName = (typeof PERIODS)[number];

/** How the series of a period is asked for, and seconds of a column: 24 to 60 columns each. */
const DRAWN: Readonly<Record<PeriodName, readonly [step: string, column: number]>> = {
  hour: ["minute", 60],
  day: ["hour", 3600],
  week: ["hour", 10_800],
  month: ["day", 86_400],
};
/** Rows of a list of what was seen most, clients that are counted at most, and queries of the live list. */
const TOP = 8, QUERIES = 40, REQUESTS = 20;
/** Clients that are counted at most; beyond, their number is a least one. */
export const MOST_CLIENTS = 500;

/** Devices and people that are counted at most. */
export const MOST_DEVICES = 200;

/** What the first page shows. */
export interface HomeData {
  readonly period: PeriodName;
  /** Seconds of a column of the chart. */
  readonly column: number;
  readonly statistics: Read<ShownStatistics>;
  /** The period before. */
  readonly before: Read<ShownStatistics>;
  readonly names: Read<ShownTop>;
  readonly blocked: Read<ShownTop>;
  /** Addresses, for a network whose devices are not known. */
  readonly clients: Read<ShownClients>;
  readonly devices: Read<ShownTop>;
  readonly people: Read<ShownTop>;
  readonly queries: Read<QueryPage>;
  readonly alerts: Read<AlertPage>;
  readonly severe: Read<AlertPage>;
  readonly status: Read<BoxStatus>;
  readonly upstreams: Read<ShownUpstreams>;
  readonly lists: Read<ShownLists>;
  readonly pauses: Read<Pauses>;
  readonly schedules: Read<Schedules>;
  readonly requests: Read<Requests>;
}

/** The period of an address; a day where it names none. */
export function periodOf(text: string | undefined): PeriodName {
  return PERIODS.find((period) => period === text) ?? "day";
}

/** Reads it all at once. */
export async function readHome(ask: Ask): Promise<HomeData> {
  const period = periodOf(ask.query.period), [step, column] = DRAWN[period];
  const report = <T>(path: string, query: Readonly<Record<string, string | number>>) =>
    attempt<T>(ask, "reports.read", path, query);
  const reports = {
    statistics: report<ShownStatistics>("/api/v1/statistics", { period, step }),
    before: report<ShownStatistics>("/api/v1/statistics", {
      period,
      step: "day",
      before: startOf(period, ask.now),
    }),
    names: report<ShownTop>("/api/v1/top", { period, kind: "names", limit: TOP }),
    blocked: report<ShownTop>("/api/v1/top", { period, kind: "blocked", limit: TOP }),
    clients: report<ShownClients>("/api/v1/clients", { period, limit: MOST_CLIENTS }),
    devices: report<ShownTop>("/api/v1/top", { period, kind: "devices", limit: MOST_DEVICES }),
    people: report<ShownTop>("/api/v1/top", { period, kind: "people", limit: MOST_DEVICES }),
    queries: report<QueryPage>("/api/v1/queries", { limit: QUERIES }),
    alerts: report<AlertPage>("/api/v1/alerts", { acknowledged: "false", limit: 3 }),
    severe: report<AlertPage>("/api/v1/alerts", { acknowledged: "false", severity: 7, limit: 100 }),
    status: attempt<BoxStatus>(ask, "system.read", "/api/v1/status"),
    upstreams: attempt<ShownUpstreams>(ask, "system.read", "/api/v1/upstreams"),
    lists: attempt<ShownLists>(ask, "rules.read", "/api/v1/lists"),
    pauses: attempt<Pauses>(ask, "rules.read", "/api/v1/pauses"),
    schedules: attempt<Schedules>(ask, "household.read", "/api/v1/schedules"),
    requests: attempt<Requests>(ask, "household.read", "/api/v1/requests", { limit: REQUESTS }),
  };
  return { period, column, ...await together(reports) };
}

type Answers<T> = { readonly [K in keyof T]: Awaited<T[K]> };

/** Waits for all of them at once. */
async function together<T extends Readonly<Record<string, Promise<unknown>>>>(
  asked: T,
): Promise<Answers<T>> {
  const found = await Promise.all(Object.values(asked));
  return Object.fromEntries(Object.keys(asked).map((name, at) => [name, found[at]])) as Answers<T>;
}

/** Where a period begins in Unix seconds, as the statistics have it: whole steps of UTC, the running one included. */
function startOf(period: PeriodName, now: number): number {
  const [step, steps] =
    { hour: [60, 60], day: [3600, 24], week: [86_400, 7], month: [86_400, 30] }[period];
  return (Math.floor(now / 1000 / step) + 1 - steps) * step;
}
