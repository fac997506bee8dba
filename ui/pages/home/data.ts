/** Reads the data of the home page in parallel; each part may be missing. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import type { Requests } from "../../../api/features/household/requests/routes.ts";
import type { AlertPage } from "../../../api/features/insight/alerts/routes.ts";
import type { QueryPage } from "../../../api/features/insight/journal/routes.ts";
import type {
  ClientsResponse,
  StatisticsResponse,
  TopResponse,
} from "../../../api/features/insight/statistics/routes.ts";
import type { UpstreamsResponse } from "../../../api/features/network/upstreams/routes.ts";
import type { Pauses } from "../../../api/features/protection/pauses/routes.ts";
import type { ListsResponse } from "../../../api/features/protection/lists/routes.ts";
import type { LoadContext } from "../../page.ts";
import { type ReadResult, tryRead } from "../../try_read.ts";

/** The periods of the home page. */
export const PERIODS = ["hour", "day", "week", "month"] as const;
/** A period of the home page. */
export type PeriodName = (typeof PERIODS)[number];

/** The series of a period and the seconds per column: 24 to 60 columns each. */
const DRAWN: Readonly<Record<PeriodName, readonly [step: string, column: number]>> = {
  hour: ["minute", 60],
  day: ["hour", 3600],
  week: ["hour", 10_800],
  month: ["day", 86_400],
};
/** Rows of a ranking, maximum number of clients counted, and queries of the live list. */
const TOP = 8;
const QUERIES = 40;
const REQUESTS = 20;
/** Maximum number of clients counted; above it the number is a minimum. */
export const MOST_CLIENTS = 500;

/** Maximum number of devices and people counted. */
export const MOST_DEVICES = 200;

/** Maximum number of people whose hours are looked at one by one. */
const MOST_PEOPLE = 50;

/** The data of the home page. */
export interface HomeData {
  readonly period: PeriodName;
  /** Seconds of a column of the chart. */
  readonly column: number;
  readonly statistics: ReadResult<StatisticsResponse>;
  /** The previous period. */
  readonly before: ReadResult<StatisticsResponse>;
  /** The longest period, read if the shown period has no queries. */
  readonly longest: ReadResult<StatisticsResponse> | undefined;
  readonly names: ReadResult<TopResponse>;
  readonly blocked: ReadResult<TopResponse>;
  /** Client addresses, read if no device of the period is known. */
  readonly clients: ReadResult<ClientsResponse> | undefined;
  readonly devices: ReadResult<TopResponse>;
  readonly people: ReadResult<TopResponse>;
  readonly queries: ReadResult<QueryPage>;
  readonly alerts: ReadResult<AlertPage>;
  readonly severe: ReadResult<AlertPage>;
  readonly status: ReadResult<BoxStatus>;
  readonly upstreams: ReadResult<UpstreamsResponse>;
  readonly lists: ReadResult<ListsResponse>;
  readonly pauses: ReadResult<Pauses>;
  readonly schedules: ReadResult<Schedules>;
  readonly requests: ReadResult<Requests>;
}

/** The period in an address; a day by default. */
export function periodOf(text: string | undefined): PeriodName {
  return PERIODS.find((period) => period === text) ?? "day";
}

/** Reads all data in parallel, and then what replaces missing data. */
export async function readHome(ask: LoadContext): Promise<HomeData> {
  const period = periodOf(ask.query.period);
  const [step, column] = DRAWN[period];
  const report = <T>(path: string, query: Readonly<Record<string, string | number>>) =>
    tryRead<T>(ask, "reports.read", path, query);
  const reports = {
    statistics: report<StatisticsResponse>("/api/v1/statistics", { period, step }),
    before: report<StatisticsResponse>("/api/v1/statistics", {
      period,
      step: "day",
      before: startOf(period, ask.now),
    }),
    names: report<TopResponse>("/api/v1/top", { period, kind: "names", limit: TOP }),
    blocked: report<TopResponse>("/api/v1/top", { period, kind: "blocked", limit: TOP }),
    devices: report<TopResponse>("/api/v1/top", { period, kind: "devices", limit: MOST_DEVICES }),
    people: report<TopResponse>("/api/v1/top", { period, kind: "people", limit: MOST_DEVICES }),
    queries: report<QueryPage>("/api/v1/queries", { limit: QUERIES }),
    alerts: report<AlertPage>("/api/v1/alerts", { acknowledged: "false", limit: 3 }),
    severe: report<AlertPage>("/api/v1/alerts", { acknowledged: "false", severity: 7, limit: 100 }),
    status: tryRead<BoxStatus>(ask, "system.read", "/api/v1/status"),
    upstreams: tryRead<UpstreamsResponse>(ask, "system.read", "/api/v1/upstreams"),
    lists: tryRead<ListsResponse>(ask, "rules.read", "/api/v1/lists"),
    pauses: tryRead<Pauses>(ask, "rules.read", "/api/v1/pauses"),
    schedules: tryRead<Schedules>(ask, "household.read", "/api/v1/schedules", {
      limit: MOST_PEOPLE,
    }),
    requests: tryRead<Requests>(ask, "household.read", "/api/v1/requests", { limit: REQUESTS }),
  };
  const found = await together(reports);
  const { statistics: { data: shown }, status: { data: status }, queries: { data: log } } = found;
  const isQuiet = shown?.queries === 0 && (status?.queries ?? 0) === 0 &&
    (log?.entries.length ?? 0) === 0;
  const [longest, clients] = await Promise.all([
    isQuiet
      ? report<StatisticsResponse>("/api/v1/statistics", { period: "month", step: "day" })
      : undefined,
    hasDevices(found.devices)
      ? undefined
      : report<ClientsResponse>("/api/v1/clients", { period, limit: MOST_CLIENTS }),
  ]);
  return { period, column, longest, clients, ...found };
}

/** Whether the ranking of devices can be shown instead of client addresses. */
function hasDevices({ data }: ReadResult<TopResponse>): boolean {
  return data !== undefined && data.top.length > 0;
}

type Answers<T> = { readonly [K in keyof T]: Awaited<T[K]> };

/** Waits for all of them in parallel. */
async function together<T extends Readonly<Record<string, Promise<unknown>>>>(
  asked: T,
): Promise<Answers<T>> {
  const found = await Promise.all(Object.values(asked));
  return Object.fromEntries(Object.keys(asked).map((name, at) => [name, found[at]])) as Answers<T>;
}

/**
 * The start of a period in Unix seconds, as in the statistics: whole UTC steps, including the
 * current one.
 */
function startOf(period: PeriodName, now: number): number {
  const [step, steps] =
    { hour: [60, 60], day: [3600, 24], week: [86_400, 7], month: [86_400, 30] }[period];
  return (Math.floor(now / 1000 / step) + 1 - steps) * step;
}
