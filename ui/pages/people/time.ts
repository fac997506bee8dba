/**
 * The time that a person spends online, by day, category, service and device, with shared devices
 * listed separately (A 4.4, 7.1.5).
 */
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import type { ReportResponse } from "../../../api/features/insight/time_spent/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { NotFoundError, page, type PageView } from "../../page.ts";
import { type Bar, barList } from "../../parts/bar_list.ts";
import { card, note, stat, stats } from "../../parts/card.ts";
import { dayChart } from "../../parts/day_chart.ts";
import { linkButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { type TextKey, TEXTS } from "../../text/list.ts";
import { minutesText } from "../../parts/times.ts";

const PERIODS = ["week", "month"] as const;
/** Maximum number of rows of a list. */
const ROWS = 8;
/** Minutes per day, the counting step: the minimum difference between two periods. */
const STEP = 5;

/** The data of the page. */
export interface TimeSpentData {
  readonly report: ReportResponse;
  readonly people: readonly PersonResponse[];
}

/** The page at `/people/3/time`. */
export const timePage = page<TimeSpentData>({
  doc: "A 4.4, 7.1.5",
  path: "/people/{id}/time",
  query: ["period"],
  name: "spent.title",
  access: ["reports.read", "household.read"],
  area: "people",
  database: "stats",
  async load({ read, params, query }) {
    const { people } = await read<PeopleResponse>("/api/v1/people");
    if (!people.some(({ id }) => String(id) === params.id)) throw new NotFoundError();
    const period = periodOf(query.period);
    const report = await read<ReportResponse>("/api/v1/people/{id}/report", {
      params: { id: params.id },
      query: { period },
    });
    return { report, people };
  },
  view(ui, data) {
    const { person_id: id, name } = data.report;
    return timeSpentView(
      ui,
      data,
      `/people/${id}/time`,
      linkButton(`/people/${id}`, name, { icon: "chevron-left" }),
    );
  },
});

/** The time of a person; `path` = the page to which period links lead, `back` = a link back. */
export function timeSpentView(ui: Ui, data: TimeSpentData, path: string, back: Child): PageView {
  const { report } = data;
  const { name } = report;
  return {
    title: ui.t("spent.title_of", { name }),
    lead: lead(ui, report),
    action: back,
    body: html`
      <div class="stack spent">
        ${report.private && note("neutral", ui.t("activity.private_person"))}
        ${report.notes.includes("clients_left_out") &&
          note("attention", ui.t("spent.tells_clients_left_out"))}
        ${daysCard(ui, report, path)}
        ${onCards(ui, report)}
        <div class="activity-halves">${devicesCard(ui, report)}${sharedCard(ui, data)}</div>
        ${tellsCard(ui, report)}
      </div>
    `,
  };
}

/** The period in the address of a page; a week by default. */
export function periodOf(text: string | undefined): ReportResponse["period"] {
  return PERIODS.find((period) => period === text) ?? "week";
}

/** The number of days of the period. */
function daysOf({ days }: ReportResponse): number {
  return Math.max(1, days.length);
}

/** Minutes per day, rounded to counting steps. */
function perDay(minutes: number, days: number): number {
  return Math.round(minutes / days / STEP) * STEP;
}

function lead(ui: Ui, report: ReportResponse): Child {
  const days = daysOf(report);
  const { minutes, before, counted_before: counted } = report;
  const time = perDay(minutes, days);
  const subject = { name: html`<bdi>${report.name}</bdi>`, days: ui.number(days) };
  if (minutes === 0) return ui.tRich("spent.lead_nothing", subject);
  const change = time - perDay(before, days);
  const values = {
    ...subject,
    time: minutesText(ui, Math.max(STEP, time)),
    change: minutesText(ui, Math.abs(change)),
  };
  return ui.tRich(
    !counted || before === 0 ? "spent.lead" : `spent.lead_${directionOf(change)}`,
    values,
  );
}

function directionOf(change: number): "same" | "less" | "more" {
  if (Math.abs(change) < STEP) return "same";
  return change < 0 ? "less" : "more";
}

function daysCard(ui: Ui, report: ReportResponse, path: string): Markup {
  const { minutes, days, queries, blocked, period } = report;
  return card(
    ui.t("spent.by_day"),
    html`
      ${stats(
        stat(ui.t("spent.per_day"), minutesText(ui, perDay(minutes, daysOf(report)))),
        stat(ui.t("spent.in_all"), minutesText(ui, minutes)),
        stat(ui.t("frame.queries"), ui.number(queries)),
        stat(
          ui.t("words.blocked"),
          ui.percent(queries === 0 ? 0 : Math.min(1, blocked / queries)),
        ),
      )}
      ${minutes > 0 && dayChart(ui, {
        id: "spent-chart",
        caption: ui.t("spent.title_of", { name: report.name }),
        days,
        said: (minutes) => minutesText(ui, minutes),
        heads: { day: ui.t("spent.day"), minutes: ui.t("spent.title") },
      })}
      <p class="help">${ui.t("spent.own_alone")}</p>
    `,
    { action: periodLinks(ui, period, path) },
  );
}

function periodLinks(ui: Ui, chosen: ReportResponse["period"], path: string): Markup {
  return html`
    <nav class="segmented periods" aria-label=${ui.t("home.period")}>
      ${PERIODS.map((period) =>
        html`
          <a
            href=${period === "week" ? path : `${path}?period=${period}`}
            aria-current=${period === chosen ? "true" : undefined}
          >
            ${ui.t(`home.period_${period}`)}
          </a>
        `
      )}
    </nav>
  `;
}

/** The change of a row since the previous period. */
function changeText(ui: Ui, minutes: number, before: number): string {
  const change = minutes - before;
  if (change === 0) return "";
  return `${change > 0 ? "+" : "−"}${minutesText(ui, Math.abs(change))}`;
}

function bars<T extends { readonly minutes: number; readonly before: number }>(
  ui: Ui,
  rows: readonly T[],
  nameOf: (row: T) => Child,
  isCompared: boolean,
): Bar[] {
  return rows.filter(({ minutes }) => minutes > 0).slice(0, ROWS).map((row) => {
    const note = isCompared ? changeText(ui, row.minutes, row.before) : "";
    return {
      name: html`<bdi>${nameOf(row)}</bdi>`,
      count: row.minutes,
      ...(note === "" ? {} : { note }),
    };
  });
}

function onCards(ui: Ui, report: ReportResponse): Child {
  if (report.private) return null;
  const isCompared = report.counted_before && report.before > 0;
  const said = (minutes: number) => minutesText(ui, minutes);
  const category = ({ category }: { category: string }) =>
    Object.hasOwn(TEXTS.categories, category)
      ? ui.t(`categories.${category}` as TextKey)
      : category;
  const lists = [
    [ui.t("categoryPage.name"), bars(ui, report.categories, category, isCompared)],
    [ui.t("spent.services"), bars(ui, report.services, ({ name }) => name, isCompared)],
  ] as const;
  const shown = lists.filter(([, rows]) => rows.length > 0);
  if (shown.length === 0) return null;
  const help = isCompared &&
    html`<p class="help">${ui.t("spent.change_help", { days: daysOf(report) })}</p>`;
  return html`
    <div class="activity-halves">
      ${shown.map(([title, rows]) => card(title, html`${barList(ui, rows, { said })}${help}`))}
    </div>
  `;
}

function deviceBar(ui: Ui, id: number, label: string, count: number, note?: Child): Bar {
  return {
    name: html`<bdi>${label || String(id)}</bdi>`,
    count,
    ...(note === undefined ? {} : { note }),
    ...(ui.may("devices.read") ? { href: `/devices/${id}` } : {}),
  };
}

function devicesCard(ui: Ui, { devices }: ReportResponse): Markup {
  const rows = devices.slice(0, ROWS).map(({ device_id, label, minutes }) =>
    deviceBar(ui, device_id, label, minutes)
  );
  return card(
    ui.t("people.own_devices"),
    rows.length === 0
      ? html`<p class="muted">${ui.t("people.no_devices")}</p>`
      : barList(ui, rows, { said: (minutes) => minutesText(ui, minutes) }),
  );
}

/** Devices that the person shares, with the other users of each. */
function sharedCard(ui: Ui, { report, people }: TimeSpentData): Child {
  if (report.shared.length === 0) return null;
  const others = (device: number) =>
    people.filter(({ id, shared_devices }) =>
      id !== report.person_id && shared_devices.includes(device)
    )
      .map(({ name }) => name);
  const rows = report.shared.map(({ device_id, label, minutes }) => {
    const names = others(device_id);
    const note = names.length > 0
      ? html`<bdi>${ui.t("spent.shared_with", { people: ui.list(names) })}</bdi>`
      : undefined;
    return deviceBar(ui, device_id, label, minutes, note);
  });
  return card(
    ui.t("people.shared_devices"),
    html`
      ${barList(ui, rows, { said: (minutes) => minutesText(ui, minutes) })}
      <p class="help">${ui.t("spent.shared_help")}</p>
    `,
  );
}

function tellsCard(ui: Ui, { notes }: ReportResponse): Markup {
  const texts = notes.filter((note) => note !== "clients_left_out").map((note) =>
    ui.t(`spent.tells_${note}`)
  );
  return card(
    ui.t("spent.tells"),
    html`
      <ul class="spent-tells">
        ${[ui.t("spent.tells_steps"), ...texts].map((text) => html`<li>${text}</li>`)}
      </ul>
    `,
  );
}
