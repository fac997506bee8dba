/**
 * The queries of a device, a person or a group: counts over time, categories, and names where they
 * may be shown (A 4.4).
 */
import type {
  ActivityResponse,
  NamesResponse,
} from "../../api/features/insight/activity/routes.ts";
import { findService } from "../../policy/catalogue/services.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { LoadContext } from "../page.ts";
import { type ReadResult, tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";
import { type Bar, barList } from "./bar_list.ts";
import { card, note, stat, stats } from "./card.ts";
import { domain } from "./domain.ts";
import { timeChart } from "./time_chart.ts";

/** The periods of the section. */
export const ACTIVITY_PERIODS = ["day", "week", "month"] as const;
/** A period of the section. */
export type ActivityPeriod = (typeof ACTIVITY_PERIODS)[number];

/** The data of the section; each part may be missing. */
export interface ActivityData {
  readonly period: ActivityPeriod;
  readonly activity: ReadResult<ActivityResponse>;
  /** Refused with `private` where an adult keeps the names private. */
  readonly names: ReadResult<NamesResponse>;
}

const NAMES = 8;
/** Devices in a ranking: a group may have a thousand. */
const DEVICES = 20;
/** Seconds of a column of the chart. */
const COLUMN: Readonly<Record<ActivityPeriod, number>> = { day: 3600, week: 86_400, month: 86_400 };

/** The period in the address of a page, `?period=week`; a day by default. */
export function parseActivityPeriod(text: string | undefined): ActivityPeriod {
  return ACTIVITY_PERIODS.find((period) => period === text) ?? "day";
}

/**
 * Reads the activity of `device:3`, `person:2`, `group:1`, or `me` for the account's own person.
 * Never rejects.
 */
export async function readActivity(
  ask: LoadContext,
  scope: string,
  period: ActivityPeriod,
): Promise<ActivityData> {
  const own = scope === "me";
  const base = own ? "/api/v1/me/activity" : "/api/v1/activity";
  const right = own ? "account" : "reports.read";
  const query = { period, ...(own ? {} : { scope }) };
  const [activity, names] = await Promise.all([
    tryRead<ActivityResponse>(ask, right, base, query),
    tryRead<NamesResponse>(ask, right, `${base}/names`, { ...query, limit: NAMES }),
  ]);
  return { period, activity, names };
}

/** The cards of the section; `path` = the page to which the period links lead. */
export function activitySection(ui: Ui, read: ActivityData, path: string): Child {
  const { activity: { data, refused }, period } = read;
  if (data === undefined) {
    return refused === "no_right" || refused === "not_found"
      ? null
      : card(ui.t("activity.title"), html`<p class="muted">${ui.t("home.off_statistics")}</p>`);
  }
  const { queries: count, blocked, series } = data;
  return html`
    <section class="stack activity" id="activity">
      ${card(
        ui.t("activity.title"),
        html`
          ${stats(
            stat(ui.t("frame.queries"), ui.number(count)),
            stat(
              ui.t("words.blocked"),
              ui.percent(count === 0 ? 0 : Math.min(1, blocked / count)),
            ),
          )}
          ${count === 0 ? html`<p class="muted">${ui.t("activity.nothing")}</p>` : timeChart(ui, {
            id: "activity-chart",
            caption: ui.t("home.over_time"),
            step: COLUMN[period],
            points: series.map(({ at, queries, blocked }) => ({
              at,
              total: queries,
              part: blocked,
            })),
            total: (count) => ui.t("home.count_queries", { count }),
            part: (count) => ui.t("home.count_blocked", { count }),
            heads: { total: ui.t("frame.queries"), part: ui.t("words.blocked") },
          })}
        `,
        { action: periodLinks(ui, period, path) },
      )}
      ${count > 0 && namesCards(ui, read, data)}
      ${about(ui, data)}
      ${devicesCard(ui, data)}
    </section>
  `;
}

function periodLinks(ui: Ui, chosen: ActivityPeriod, path: string): Markup {
  return html`
    <nav class="segmented periods" aria-label=${ui.t("home.period")}>
      ${ACTIVITY_PERIODS.map((period) =>
        html`
          <a
            href=${period === "day" ? path : `${path}?period=${period}`}
            aria-current=${period === chosen ? "true" : undefined}
          >
            ${ui.t(`home.period_${period}`)}
          </a>
        `
      )}
    </nav>
  `;
}

/** The names queried and blocked most, each linked to the log; or a note that they are private. */
function namesCards(ui: Ui, { names, period }: ActivityData, activity: ActivityResponse): Child {
  if (activity.private) {
    const person = activity.scope.startsWith("person:");
    return note("neutral", ui.t(person ? "activity.private_person" : "activity.private"));
  }
  if (names.data === undefined) return null;
  const { names: asked, blocked, left_out: left, since } = names.data;
  const range = period === "month" ? {} : { range: period };
  const seesLog = ui.may("reports.read");
  const bars = (rows: typeof asked, more: Readonly<Record<string, string>>) =>
    rows.map(({ name, count }): Bar => ({
      name: domain(name),
      count,
      ...(seesLog
        ? {
          href: `/queries?${new URLSearchParams({ name, who: activity.scope, ...more, ...range })}`,
        }
        : {}),
    }));
  const late = since > activity.from + 86_400;
  return html`
    <div class="activity-halves">
      ${card(ui.t("home.top_names"), barList(ui, bars(asked, {}), { whole: activity.queries }))}
      ${blocked.length > 0 &&
        card(
          ui.t("home.top_blocked"),
          barList(ui, bars(blocked, { outcome: "blocked" }), {
            whole: activity.blocked,
            tone: "part",
          }),
        )}
    </div>
    ${left > 0 && note("neutral", ui.t("activity.left_out", { count: left }))}
    ${late &&
      html`<p class="help">${ui.tRich("activity.since", { when: ui.relativeTime(since) })}</p>`}
  `;
}

/** The subjects of the queries, by category and service. */
function about(ui: Ui, { categories, services, queries }: ActivityResponse): Child {
  const said = (category: string) =>
    Object.hasOwn(TEXTS.categories, category)
      ? ui.t(`categories.${category}` as TextKey)
      : category;
  const bars: Bar[] = [
    ...Object.entries(categories).map(([key, count]) => ({
      name: html`<bdi>${said(key)}</bdi>`,
      count,
    })),
    ...Object.entries(services).map(([key, count]) => ({
      name: html`<bdi>${findService(key)?.name ?? key}</bdi>`,
      count,
    })),
  ].sort((a, b) => b.count - a.count).slice(0, NAMES);
  return bars.length > 0 && card(ui.t("activity.about"), barList(ui, bars, { whole: queries }));
}

/**
 * The devices of a person or a group with the most queries, and a person's shared devices, which
 * are not counted.
 */
export function devicesCard(
  ui: Ui,
  { scope, devices, shared_devices: shared, queries }: ActivityResponse,
): Child {
  if (scope.startsWith("device:") || devices.length + shared.length === 0) return null;
  const bars = (rows: typeof devices) =>
    rows.slice(0, DEVICES).map(({ device, queries: count }): Bar => ({
      name: html`<bdi>${device.label || String(device.id)}</bdi>`,
      count,
      ...(ui.may("devices.read") ? { href: `/devices/${device.id}` } : {}),
    }));
  const ranking = (rows: typeof devices, whole: number) =>
    html`
      ${barList(ui, bars(rows), { whole })}
      ${rows.length > DEVICES &&
        html`<p class="muted">${ui.t("imports.and_more", { count: rows.length - DEVICES })}</p>`}
    `;
  return html`
    <div class="activity-halves">
      ${devices.length > 0 && card(ui.t("home.top_devices"), ranking(devices, queries))}
      ${shared.length > 0 && card(ui.t("home.shared_devices"), ranking(shared, 0))}
    </div>
  `;
}
