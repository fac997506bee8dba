/** How the box itself is: what answers, whom it asks, what it holds. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import type { ShownUpstreams } from "../../../api/features/network/upstreams/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { alertItem } from "../../parts/alert.ts";
import { badge, card, facts, note } from "../../parts/card.ts";
import type { Ui } from "../../shown.ts";
import type { HomeData } from "./reading.ts";
import { unless } from "./traffic.ts";

/** The box in a card; what is not well stands first. */
export function health(ui: Ui, data: HomeData): Child {
  const { status, upstreams, lists } = data;
  if (status.refused === "no_right") return null;
  return card(
    ui.say("words.the_box"),
    html`${
      unless(ui, status, "home.off_status", (found) => html`${warnings(found)}${box(ui, found)}`)
    }${
      unless(ui, lists, "home.off_lists", ({ lists }) =>
        freshness(
          ui,
          lists.filter(({ health }) => health === "ok"),
        ))
    }${
      unless(ui, upstreams, "home.off_upstreams", ({ upstreams }) => upstreamTable(ui, upstreams))
    }`,
    { class: "home-health" },
  );
}

function warnings({ warnings }: BoxStatus): Child {
  return warnings.map((warning) =>
    note("attention", html`<span lang="en"><bdi>${warning}</bdi></span>`)
  );
}

function box(ui: Ui, status: BoxStatus): Markup {
  const { machine: { memory }, disk, policy } = status;
  return facts(
    [
      ui.say("home.resolver"),
      status.dns
        ? badge("good", ui.say("words.answers"))
        : badge("danger", ui.say("words.does_not_answer")),
    ],
    [
      ui.say("words.filtering"),
      status.filtering ? badge("good", ui.say("home.on")) : badge("danger", ui.say("home.off")),
    ],
    [ui.say("home.blocked_names"), ui.number(policy.names)],
    [
      ui.say("home.memory"),
      ui.say("home.of", { some: ui.octets(memory.resident), all: ui.octets(memory.total) }),
    ],
    disk !== null && [ui.say("home.disk"), ui.say("home.free", { size: ui.octets(disk.free) })],
    [ui.say("home.uptime"), ui.duration(status.uptime)],
    [ui.say("words.version"), status.version],
  );
}

type Lists = NonNullable<HomeData["lists"]["data"]>["lists"];

function freshness(ui: Ui, lists: Lists): Child {
  const oldest = Math.min(...lists.map(({ last_success }) => last_success).filter((at) => at > 0));
  if (!Number.isFinite(oldest)) return null;
  return facts([
    ui.say("home.lists", { count: lists.length }),
    ui.rich("home.renewed", { when: ui.ago(oldest) }),
  ]);
}

/** Upstreams, those that do not answer first. */
function upstreamTable(ui: Ui, upstreams: ShownUpstreams["upstreams"]): Child {
  if (upstreams.length === 0) return null;
  const sorted = upstreams.toSorted((a, b) => Number(b.down_until > 0) - Number(a.down_until > 0));
  return html`
    <h3>${ui.say("words.upstream_servers")}</h3>
    <ul class="home-upstreams">${sorted.map((
      { upstream, latency, down_until, queries, failures },
    ) =>
      html`<li><bdi class="home-cut" title=${upstream}>${
        plainUpstream(upstream)
      }</bdi><span class="number muted">${
        queries > 0 && failures > 0 && ui.say("home.failures", { count: failures })
      }</span>${
        down_until > 0
          ? badge("danger", ui.say("words.does_not_answer"))
          : html`<span class="number">${
            latency > 0 ? ui.took(latency * 1000) : ui.say("home.not_asked")
          }</span>`
      }</li>`
    )}</ul>
  `;
}

/** `dns.quad9.net` of `https://dns.quad9.net/dns-query`: how it is asked stands in the settings. */
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
        alerts.length === 0
          ? html`<p class="muted">${ui.say("home.no_alerts")}</p>`
          : html`<ol class="alert-list">${
            alerts.map((alert) => alertItem(ui, alert, { short: true }))
          }</ol>`,
    ),
    { action: more, class: "newest-alerts" },
  );
}
