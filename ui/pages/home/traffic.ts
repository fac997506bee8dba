/** The queries of a period: numbers, a chart over time, and rankings. */
import type { StatisticsResponse } from "../../../api/features/insight/statistics/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type Bar, barList } from "../../parts/bar_list.ts";
import { card, note, stat, stats } from "../../parts/card.ts";
import { client, domain } from "../../parts/domain.ts";
import { avatar } from "../../parts/avatar.ts";
import { shareBar, type SharePart } from "../../parts/share.ts";
import { type ChartPoint, timeChart } from "../../parts/time_chart.ts";
import type { ReadResult } from "../../try_read.ts";
import type { Ui } from "../../ui.ts";
import { type HomeData, MOST_CLIENTS, MOST_DEVICES, type PeriodName, PERIODS } from "./data.ts";

/** The choice of the period, as links. */
export function periodLinks(ui: Ui, chosen: PeriodName): Markup {
  return html`
    <nav class="segmented periods" aria-label=${ui.t("home.period")}>
      ${PERIODS.map((period) =>
        html`
          <a
            href=${period === "day" ? "/" : `/?period=${period}`}
            aria-current=${period === chosen ? "true" : undefined}
          >
            ${ui.t(`home.period_${period}`)}
          </a>
        `
      )}
    </nav>
  `;
}

/** A part that cannot be read shows an error; a part that this account may not see is omitted. */
export function renderRead<T>(
  ui: Ui,
  read: ReadResult<T>,
  off: Parameters<Ui["t"]>[0],
  shown: (data: T) => Child,
): Child {
  if (read.data !== undefined) return shown(read.data);
  return read.refused === "no_right" ? null : html`<p class="muted">${ui.t(off)}</p>`;
}

/** The numbers of the period compared with the previous one. */
export function trafficStats(ui: Ui, data: HomeData): Child {
  const { statistics, before, status } = data;
  if (statistics.refused !== undefined && statistics.refused !== "no_right") {
    // The database error is already shown above.
    if ((status.data?.databases.stats ?? "ok") !== "ok") return null;
    return note("attention", ui.t("home.off_statistics"));
  }
  return renderRead(ui, statistics, "home.off_statistics", (now) => {
    const past = before.data !== undefined && before.data.queries > 0 ? before.data : undefined;
    const was = (value: string | undefined) =>
      value === undefined ? undefined : ui.t("home.was", { value });
    return stats(
      stat(ui.t("frame.queries"), ui.number(now.queries), { help: trend(ui, now, past) }),
      stat(ui.t("words.blocked"), ui.percent(part(now.blocked, now.queries)), {
        help: was(past && ui.percent(part(past.blocked, past.queries))),
      }),
      deviceStat(ui, data),
      stat(ui.t("home.answer_time"), ui.latency(now.average_duration), {
        help: was(past && ui.latency(past.average_duration)),
      }),
      stat(ui.t("home.from_cache"), ui.percent(part(cached(now), now.queries)), {
        help: was(past && ui.percent(part(cached(past), past.queries))),
      }),
    );
  });
}

function part(some: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, some / all);
}

function cached({ by: { status } }: StatisticsResponse): number {
  return (status.cached ?? 0) + (status.stale ?? 0);
}

/** The current step is incomplete: it is compared with an equal part of the previous period. */
function trend(
  ui: Ui,
  now: StatisticsResponse,
  past: StatisticsResponse | undefined,
): string | undefined {
  const elapsed = (ui.context.now / 1000 - now.from) / (now.to - now.from);
  if (past === undefined || !(elapsed > 0 && elapsed <= 1)) return undefined;
  const change = now.queries / (past.queries * elapsed) - 1;
  // Growth from a tiny number is meaningless.
  if (Math.abs(change) > 9.99) return undefined;
  return ui.t("home.change", {
    change: `${signOf(change)}${ui.percent(Math.abs(Math.round(change * 100) / 100))}`,
  });
}

function signOf(change: number): string {
  if (Math.abs(change) < 0.005) return "±";
  return change > 0 ? "+" : "−";
}

/** The number of active devices and the most active one; client addresses if no device is known. */
function deviceStat(
  ui: Ui,
  { clients: addresses, devices: { data: devices } }: HomeData,
): Child {
  const cut = (name: Child) =>
    html`<span class="home-cut">${ui.tRich("home.busiest", { name })}</span>`;
  if (devices !== undefined && devices.top.length > 0) {
    const { top } = devices;
    const help = cut(html`<bdi>${top[0].name || top[0].key}</bdi>`);
    return stat(ui.t("home.devices"), atMost(ui, top.length, MOST_DEVICES), { help });
  }
  if (addresses?.data === undefined) return null;
  const { clients } = addresses.data;
  const [first] = clients;
  const help = first && cut(client(first.address, shortName(first.name)));
  return stat(ui.t("home.devices"), atMost(ui, clients.length, MOST_CLIENTS), { help });
}

function atMost(ui: Ui, count: number, most: number): string {
  return count < most ? ui.number(count) : `${ui.number(most)}+`;
}

/** The name of a device without the common domain of the home network. */
export function shortName(name: string): string {
  return name.replace(/\.(home\.arpa|lan|local|internal|home|fritz\.box)\.?$/i, "");
}

/** Queries over time. */
export function trafficChart(ui: Ui, { statistics, column }: HomeData): Child {
  return statistics.data && card(
    ui.t("home.over_time"),
    timeChart(ui, {
      id: "over-time",
      caption: ui.t("home.over_time"),
      step: column,
      points: toColumns(statistics.data.series, column),
      total: (count) => ui.t("home.count_queries", { count }),
      part: (count) => ui.t("home.count_blocked", { count }),
      heads: { total: ui.t("frame.queries"), part: ui.t("words.blocked") },
    }),
  );
}

/** Merges the steps of a series into columns, beginning with the first step. */
export function toColumns(series: StatisticsResponse["series"], column: number): ChartPoint[] {
  const points = new Map<number, { at: number; total: number; part: number }>();
  const first = series[0]?.at ?? 0;
  for (const { at, queries, blocked } of series) {
    const start = first + Math.floor((at - first) / column) * column;
    const point = points.get(start) ?? { at: start, total: 0, part: 0 };
    point.total += queries;
    point.part += blocked;
    points.set(start, point);
  }
  return [...points.values()];
}

/** Rankings of people and devices. */
export function clientRankings(ui: Ui, data: HomeData): Child {
  return html`<div class="home-pair">${peopleCard(ui, data)}${deviceCard(ui, data)}</div>`;
}

/** Rankings of names and blocked names. */
export function nameRankings(ui: Ui, { period, statistics, names, blocked }: HomeData): Child {
  const link = linksOf(period);
  const { queries = 0, blocked: stopped = 0 } = statistics.data ?? {};
  const named = (more: Readonly<Record<string, string>>) =>
  (
    { key, count }: { key: string; count: number },
  ) => ({
    name: domain(key),
    count,
    href: link({ name: key, ...more }),
  });
  return html`
    <div class="home-pair">
      ${names.data &&
        card(ui.t("home.top_names"), list(ui, names.data.top.map(named({})), queries))}
      ${blocked.data &&
        card(
          ui.t("home.top_blocked"),
          list(ui, blocked.data.top.map(named({ outcome: "blocked" })), stopped, "part"),
        )}
    </div>
  `;
}

function list(
  ui: Ui,
  bars: readonly Bar[],
  whole: number,
  tone: "whole" | "part" = "whole",
): Child {
  return bars.length === 0
    ? html`<p class="muted">${ui.t("home.no_top")}</p>`
    : barList(ui, bars, { whole, tone });
}

/** Links to the log for a period. */
function linksOf(period: PeriodName): (more: Readonly<Record<string, string>>) => string {
  const range = period === "month" ? {} : { range: period };
  return (more) => `/queries?${new URLSearchParams({ ...more, ...range })}`;
}

/**
 * People ranked by queries of their own devices, then shared devices and those without an owner;
 * nothing if there are no people.
 */
function peopleCard(ui: Ui, { period, statistics, people, devices }: HomeData): Child {
  if (people.data === undefined || people.data.top.length === 0) return null;
  const link = linksOf(period);
  const sum = (of: readonly { count: number }[]) => of.reduce((all, { count }) => all + count, 0);
  const rest = devices.data?.top.filter(({ person }) => person === undefined) ?? [];
  const shared = sum(rest.filter(({ device }) => device?.shared));
  const others = sum(rest) - shared;
  const bars: Bar[] = people.data.top.slice(0, 8).map(({ key, count, name = "" }) => ({
    name: html`
      ${avatar(name)}
      <bdi>${name}</bdi>
    `,
    count,
    href: link({ who: key }),
  }));
  if (shared > 0) {
    bars.push({ name: html`<i class="muted">${ui.t("home.shared_devices")}</i>`, count: shared });
  }
  if (others > 0) {
    bars.push({ name: html`<i class="muted">${ui.t("people.nobodys")}</i>`, count: others });
  }
  return card(ui.t("home.top_people"), list(ui, bars, statistics.data?.queries ?? 0));
}

/** The devices of the household; client addresses if no device is known. */
function deviceCard(ui: Ui, { period, statistics, devices, clients }: HomeData): Child {
  const link = linksOf(period);
  const whole = statistics.data?.queries ?? 0;
  if (devices.data !== undefined && devices.data.top.length > 0) {
    const bars = devices.data.top.slice(0, 8).map((
      { key, count, name = "", device, person },
    ): Bar => ({
      name: html`
        ${avatar(person?.name ?? (name || key))}
        <bdi>${name || key}</bdi>
      `,
      note: person === undefined
        ? device?.shared && ui.t("activity.shared")
        : html`<bdi>${person.name}</bdi>`,
      count,
      href: link({ who: key }),
    }));
    return card(ui.t("home.top_devices"), list(ui, bars, whole));
  }
  return clients?.data && card(
    ui.t("home.top_devices"),
    list(
      ui,
      clients.data.clients.slice(0, 8).map(({ address, name, queries }) => ({
        name: html`${avatar(shortName(name) || address)}${client(address, shortName(name))}`,
        count: queries,
        href: link({ client: address }),
      })),
      whole,
    ),
  );
}

const ANSWERS = { answered: 1, cached: 3, stale: 5, local: 8, blocked: 2, failed: 4 } as const;

/** How queries were answered. */
export function answerShares(ui: Ui, { statistics }: HomeData): Child {
  if (statistics.data === undefined || statistics.data.queries === 0) return null;
  const { status } = statistics.data.by;
  const parts = (Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]).map((key): SharePart => ({
    name: ui.t(`home.answers_${key}`),
    count: status[key] ?? 0,
    colour: ANSWERS[key],
  }));
  return card(ui.t("home.answers"), shareBar(ui, parts));
}
