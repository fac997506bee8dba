/** The servers in use: response time, error rate, and share of the queries of each. */
import type {
  PresetsResponse,
  UpstreamsResponse,
} from "../../../api/features/network/upstreams/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { Ui } from "../../ui.ts";
import { protocolOf, protocolText } from "./protocol.ts";

type Server = UpstreamsResponse["upstreams"][number];

/** The state of the servers, in one or two sentences. */
export function leadText(ui: Ui, servers: readonly Server[] | undefined): string {
  if (servers === undefined) return ui.t("upstreams.lead_unknown");
  const down = servers.filter(isDown).length;
  if (servers.length > 0 && down === servers.length) return ui.t("upstreams.lead_none");
  const times = servers.filter((row) => !isDown(row) && row.latency > 0).map(({ latency }) =>
    latency
  );
  const fast = times.length === 0
    ? ""
    : ` ${ui.t("upstreams.lead_fast", { time: ui.latency(Math.min(...times) * 1000) })}`;
  const count = servers.length;
  const unasked = servers.filter(({ last_answer }) => last_answer === 0).length;
  if (down > 0) return ui.t("upstreams.lead_some", { count: down, all: count }) + fast;
  if (unasked === count) return ui.t("upstreams.lead_unasked", { count });
  return ui.t(unasked > 0 ? "upstreams.lead_well" : "upstreams.lead_all", { count }) + fast;
}

function isDown({ down_until }: Server): boolean {
  return down_until > 0;
}

/** The table of the servers. */
export function serversCard(
  ui: Ui,
  servers: readonly Server[] | undefined,
  presets: PresetsResponse["presets"],
): Child {
  if (servers === undefined || servers.length === 0) return null;
  const all = servers.reduce((sum, { queries }) => sum + queries, 0);
  const columns: Column<Server>[] = [
    { head: ui.t("words.server"), cell: (row) => name(ui, row, presets), main: true },
    { head: ui.t("words.state"), cell: (row) => state(ui, row) },
    { head: ui.t("upstreams.latency"), cell: (row) => latency(ui, row), number: true },
    { head: ui.t("upstreams.failures"), cell: (row) => failures(ui, row), number: true },
    {
      head: ui.t("upstreams.last_answer"),
      cell: ({ last_answer }) => ui.relativeTime(last_answer),
    },
    { head: ui.t("upstreams.share"), cell: (row) => share(ui, row, all), number: true },
  ];
  const heading = ui.t("upstreams.in_use");
  return card(
    heading,
    html`
      <div id="upstreams-table" data-refresh="10">${table(heading, columns, servers)}</div>
      <p class="help">${ui.t("upstreams.since_start")}</p>
    `,
  );
}

function name(ui: Ui, { upstream }: Server, presets: PresetsResponse["presets"]): Markup {
  return html`
    <div>
      <bdi class="mono" translate="no">${upstream}</bdi>
      <div class="small muted">${protocolText(ui, protocolOf(upstream, presets))}</div>
    </div>
  `;
}

function stateBadge(ui: Ui, row: Server): Markup {
  if (isDown(row)) return badge("danger", ui.t("words.does_not_answer"));
  return row.last_answer === 0
    ? badge("neutral", ui.t("upstreams.unasked"))
    : badge("good", ui.t("words.answers"));
}

function state(ui: Ui, row: Server): Child {
  const error = row.last_error !== "" && (isDown(row) || row.failures > 0) &&
    html`
      <details class="small">
        <summary>${ui.t("upstreams.last_error")}</summary>
        <span>${refusalOrEnglish(ui, row.last_error)}</span>
      </details>
    `;
  return html`<div>${stateBadge(ui, row)}${error}</div>`;
}

function latency(ui: Ui, { latency }: Server): Child {
  return latency > 0
    ? ui.latency(latency * 1000)
    : html`<span class="muted">${ui.t("upstreams.latency_none")}</span>`;
}

function failures(ui: Ui, { failures, queries }: Server): string {
  const share = queries > 0 && failures > 0 ? ` (${ui.percent(failures / queries)})` : "";
  return `${ui.number(failures)}${share}`;
}

function share(ui: Ui, { queries }: Server, all: number): Child {
  if (all === 0) return "–";
  const part = queries / all;
  return html`
    <span class="part-of">
      <svg width="48" height="8" aria-hidden="true">
        <rect class="whole" width="100%" height="100%" rx="4" />
        <rect class="part" width=${`${Math.round(part * 100)}%`} height="100%" rx="4" />
      </svg>
      ${ui.percent(part)}
    </span>
  `;
}
