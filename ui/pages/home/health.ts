/** The state of the box: its services, its upstreams and its data. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { UpstreamsResponse } from "../../../api/features/network/upstreams/routes.ts";
import type { PauseResponse } from "../../../api/features/protection/pauses/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { alertItem } from "../../parts/alert.ts";
import { badge, card, definitionList } from "../../parts/card.ts";
import { pauseEnd } from "../../parts/pause.ts";
import { warningNotes } from "../../parts/warnings.ts";
import type { Ui } from "../../ui.ts";
import type { HomeData } from "./data.ts";
import { pauseOfAll } from "./problems.ts";
import { renderRead } from "./traffic.ts";

/** The card of the box; problems come first. */
export function healthCard(ui: Ui, data: HomeData): Child {
  const { status, upstreams, lists } = data;
  if (status.refused === "no_right") return null;
  return card(
    ui.t("words.the_box"),
    html`
      ${renderRead(
        ui,
        status,
        "home.off_status",
        (found) => html`${warningNotes(ui, found.warnings)}${box(ui, found, pauseOfAll(data))}`,
      )}
      ${renderRead(
        ui,
        lists,
        "home.off_lists",
        ({ lists }) =>
          freshness(
            ui,
            lists.filter(({ health, last_success }) => health === "ok" && last_success > 0),
          ),
      )}
      ${renderRead(
        ui,
        upstreams,
        "home.off_upstreams",
        ({ upstreams }) => upstreamTable(ui, upstreams),
      )}
    `,
    { class: "home-health" },
  );
}

/** Whether names are blocked, as a badge. */
function filteringBadge(
  ui: Ui,
  { filtering }: BoxStatus,
  paused: PauseResponse | undefined,
): Markup {
  if (!filtering) return badge("danger", ui.t("home.off"));
  return paused === undefined
    ? badge("good", ui.t("home.on"))
    : badge("attention", ui.t("home.paused", { until: pauseEnd(ui, paused.until) }));
}

function box(ui: Ui, status: BoxStatus, paused: PauseResponse | undefined): Markup {
  const { machine: { memory }, disk, policy } = status;
  return definitionList(
    [
      ui.t("home.resolver"),
      status.dns
        ? badge("good", ui.t("words.answers"))
        : badge("danger", ui.t("words.does_not_answer")),
    ],
    [ui.t("words.filtering"), filteringBadge(ui, status, paused)],
    [ui.t("home.blocked_names"), ui.number(policy.names)],
    [
      ui.t("home.memory"),
      ui.t("home.of", { some: ui.bytes(memory.resident), all: ui.bytes(memory.total) }),
    ],
    disk !== null && [ui.t("home.disk"), ui.t("home.free", { size: ui.bytes(disk.free) })],
    [ui.t("home.uptime"), ui.duration(status.uptime)],
    [ui.t("words.version"), versionText(ui, status)],
  );
}

/** The version that runs, and the new one that is available. */
function versionText(ui: Ui, { version, update }: BoxStatus): Child {
  if (update === "") return version;
  const text = ui.t("updates.home_available", { version: update });
  return html`${version} · <a href="/updates">${text}</a>`;
}

type Lists = NonNullable<HomeData["lists"]["data"]>["lists"];

function freshness(ui: Ui, lists: Lists): Child {
  if (lists.length === 0) return null;
  const oldest = Math.min(...lists.map(({ last_success }) => last_success));
  return definitionList([
    ui.t("home.lists", { count: lists.length }),
    ui.tRich("home.renewed", { when: ui.relativeTime(oldest) }),
  ]);
}

/** Upstreams, those that do not respond first. */
function upstreamTable(ui: Ui, upstreams: UpstreamsResponse["upstreams"]): Child {
  if (upstreams.length === 0) return null;
  const sorted = upstreams.toSorted((a, b) => Number(b.down_until > 0) - Number(a.down_until > 0));
  return html`
    <h3>${ui.t("words.upstream_servers")}</h3>
    <ul class="home-upstreams">
      ${sorted.map((
        { upstream, latency, down_until, queries, failures },
      ) =>
        html`
          <li>
            <bdi class="home-cut" title=${upstream}>${plainUpstream(upstream)}</bdi>
            <span class="number muted">
              ${queries > 0 && failures > 0 && ui.t("home.failures", { count: failures })}
            </span>
            ${down_until > 0
              ? badge("danger", ui.t("words.does_not_answer"))
              : html`<span class="number">${latencyText(ui, latency, queries)}</span>`}
          </li>
        `
      )}
    </ul>
  `;
}

/** The response time of an upstream; none if it never responded. */
function latencyText(ui: Ui, latency: number, queries: number): string {
  if (latency > 0) return ui.latency(latency * 1000);
  return queries === 0 ? ui.t("home.not_asked") : "–";
}

/** `dns.quad9.net` of `https://dns.quad9.net/dns-query`; the settings show the protocol. */
function plainUpstream(upstream: string): string {
  return upstream.replace(/^\w+:\/\//, "").replace(/\/dns-query$/, "").replace(/#.*$/, "");
}

/** The newest open alerts. */
export function newestAlerts(ui: Ui, { alerts }: HomeData): Child {
  if (alerts.refused === "no_right") return null;
  const open = alerts.data?.open ?? 0;
  const more = open > 0 &&
    html`<a href="/alerts">${ui.t("home.all_alerts", { count: open })}</a>`;
  return card(
    ui.t("home.alerts"),
    renderRead(
      ui,
      alerts,
      "home.off_alerts",
      ({ alerts }) =>
        alerts.length === 0 ? html`<p class="muted">${ui.t("home.no_alerts")}</p>` : html`
          <ol class="alert-list">
            ${alerts.map((alert) => alertItem(ui, alert, { short: true }))}
          </ol>
        `,
    ),
    { action: more, class: "newest-alerts" },
  );
}
