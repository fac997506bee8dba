/** The state of the box: its services, its upstreams and its data. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { ShownUpstreams } from "../../../api/features/network/upstreams/routes.ts";
import type { ShownPause } from "../../../api/features/protection/pauses/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { alertItem } from "../../parts/alert.ts";
import { badge, card, facts, note } from "../../parts/card.ts";
import { pauseEnd } from "../../parts/pause.ts";
import type { Ui } from "../../shown.ts";
import type { HomeData } from "./reading.ts";
import { pauseOfAll } from "./standing.ts";
import { unless } from "./traffic.ts";

/** The card of the box; problems come first. */
export function health(ui: Ui, data: HomeData): Child {
  const { status, upstreams, lists } = data;
  if (status.refused === "no_right") return null;
  return card(
    ui.say("words.the_box"),
    html`
      ${unless(
        ui,
        status,
        "home.off_status",
        (found) => html`${warnings(found)}${box(ui, found, pauseOfAll(data))}`,
      )}
      ${unless(
        ui,
        lists,
        "home.off_lists",
        ({ lists }) =>
          freshness(
            ui,
            lists.filter(({ health, last_success }) => health === "ok" && last_success > 0),
          ),
      )}
      ${unless(
        ui,
        upstreams,
        "home.off_upstreams",
        ({ upstreams }) => upstreamTable(ui, upstreams),
      )}
    `,
    { class: "home-health" },
  );
}

function warnings({ warnings }: BoxStatus): Child {
  return warnings.map((warning) =>
    note("attention", html`<span lang="en"><bdi>${warning}</bdi></span>`)
  );
}

/** Whether names are blocked, as a badge. */
function filteringBadge(ui: Ui, { filtering }: BoxStatus, paused: ShownPause | undefined): Markup {
  if (!filtering) return badge("danger", ui.say("home.off"));
  return paused === undefined
    ? badge("good", ui.say("home.on"))
    : badge("attention", ui.say("home.paused", { until: pauseEnd(ui, paused.until) }));
}

function box(ui: Ui, status: BoxStatus, paused: ShownPause | undefined): Markup {
  const { machine: { memory }, disk, policy } = status;
  return facts(
    [
      ui.say("home.resolver"),
      status.dns
        ? badge("good", ui.say("words.answers"))
        : badge("danger", ui.say("words.does_not_answer")),
    ],
    [ui.say("words.filtering"), filteringBadge(ui, status, paused)],
    [ui.say("home.blocked_names"), ui.number(policy.names)],
    [
      ui.say("home.memory"),
      ui.say("home.of", { some: ui.bytes(memory.resident), all: ui.bytes(memory.total) }),
    ],
    disk !== null && [ui.say("home.disk"), ui.say("home.free", { size: ui.bytes(disk.free) })],
    [ui.say("home.uptime"), ui.duration(status.uptime)],
    [ui.say("words.version"), status.version],
  );
}

type Lists = NonNullable<HomeData["lists"]["data"]>["lists"];

function freshness(ui: Ui, lists: Lists): Child {
  if (lists.length === 0) return null;
  const oldest = Math.min(...lists.map(({ last_success }) => last_success));
  return facts([
    ui.say("home.lists", { count: lists.length }),
    ui.rich("home.renewed", { when: ui.ago(oldest) }),
  ]);
}

/** Upstreams, those that do not respond first. */
function upstreamTable(ui: Ui, upstreams: ShownUpstreams["upstreams"]): Child {
  if (upstreams.length === 0) return null;
  const sorted = upstreams.toSorted((a, b) => Number(b.down_until > 0) - Number(a.down_until > 0));
  return html`
    <h3>${ui.say("words.upstream_servers")}</h3>
    <ul class="home-upstreams">
      ${sorted.map((
        { upstream, latency, down_until, queries, failures },
      ) =>
        html`
          <li>
            <bdi class="home-cut" title=${upstream}>${plainUpstream(upstream)}</bdi>
            <span class="number muted">
              ${queries > 0 && failures > 0 && ui.say("home.failures", { count: failures })}
            </span>
            ${down_until > 0
              ? badge("danger", ui.say("words.does_not_answer"))
              : html`<span class="number">${latencyText(ui, latency, queries)}</span>`}
          </li>
        `
      )}
    </ul>
  `;
}

/** The response time of an upstream; none if it never responded. */
function latencyText(ui: Ui, latency: number, queries: number): string {
  if (latency > 0) return ui.took(latency * 1000);
  return queries === 0 ? ui.say("home.not_asked") : "–";
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
    html`<a href="/alerts">${ui.say("home.all_alerts", { count: open })}</a>`;
  return card(
    ui.say("home.alerts"),
    unless(
      ui,
      alerts,
      "home.off_alerts",
      ({ alerts }) =>
        alerts.length === 0 ? html`<p class="muted">${ui.say("home.no_alerts")}</p>` : html`
          <ol class="alert-list">
            ${alerts.map((alert) => alertItem(ui, alert, { short: true }))}
          </ol>
        `,
    ),
    { action: more, class: "newest-alerts" },
  );
}
