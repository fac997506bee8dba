/** The home page: the current situation at a glance. */
import type { Stats } from "../../api/features/box/status/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import { together } from "../live.ts";
import { type Ask, type LivePart, page, type View } from "../page.ts";
import {
  activityPeriod,
  type ActivityRead,
  activitySection,
  readActivity,
} from "../parts/activity.ts";
import { card } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import { requestsLive, requestsNow, requestsSentence } from "../parts/request.ts";
import type { Ui } from "../shown.ts";
import { hoursLines } from "./hours/person_time.ts";
import { health, newestAlerts } from "./home/health.ts";
import { type HomeData, readHome } from "./home/reading.ts";
import { recent, recentLive } from "./home/recent.ts";
import { leadOf, problemList, problemsOf } from "./home/standing.ts";
import { isUnasked, start } from "./home/start.ts";
import { answers, askers, numbers, overTime, periods, tops } from "./home/traffic.ts";

/** Seconds after which numbers are reloaded. */
const OFTEN = 15;

/** The view of an account without access to reports: its own person, and a few numbers (A 5.2). */
interface OwnData {
  readonly stats: Stats;
  readonly own: ActivityRead;
}

/** The page at `/?period=week`. */
export const homePage = page<HomeData | OwnData>({
  doc: "docs/requirements.md#interface",
  path: "/",
  name: "frame.home",
  access: "account",
  area: "home",
  query: ["period", "after"],
  islands: ["chart"],
  async load(ask) {
    const { by, read, query } = ask;
    const sees = by.kind === "socket" || by.rights.has("reports.read") ||
      by.rights.has("system.read");
    if (sees) return await readHome(ask);
    const [stats, own] = await Promise.all([
      read<Stats>("/api/v1/stats"),
      readActivity(ask, "me", activityPeriod(query.period)),
    ]);
    return { stats, own };
  },
  view: (ui, data) => "period" in data ? view(ui, data) : ownView(ui, data),
  live: homeLive,
});

/** Live queries and requests, as far as the current user may see them. */
function homeLive(ask: Ask, ui: Ui): AsyncIterable<readonly LivePart[]> {
  const may = (right: "reports.read" | "household.read") =>
    ask.by.kind === "socket" || ask.by.rights.has(right);
  return together([
    ...(may("household.read") ? [requestsLive(ask, ui)] : []),
    ...(may("reports.read") ? [recentLive(ask, ui)] : []),
  ]);
}

function view(ui: Ui, data: HomeData): View {
  const problems = problemsOf(ui, data);
  const unasked = isUnasked(data);
  const lead = unasked && problems.length === 0
    ? ui.say("home.lead_unasked")
    : leadOf(ui, data, problems);
  const waiting = data.requests.data?.requests.filter(({ status }) => status === "waiting") ?? [];
  const asked = requestsSentence(ui, waiting);
  const said = problems[0]?.tone === "danger" ? alarming(lead) : lead;
  const part = (id: string, inside: Child) => refreshed(`home-${id}`, "div", inside);
  const now = html`<div class="stack">${recent(ui, data)}${
    part("answers", answers(ui, data))
  }</div>`;
  const box = html`
    <div class="stack">
      ${part("alerts", newestAlerts(ui, data))}
      ${part("health", health(ui, data))}
    </div>
  `;
  return {
    lead: refreshed(
      "home-lead",
      "span",
      asked === null ? said : html`${said} <a href="/requests">${asked}</a>`,
    ),
    action: data.statistics.data && !unasked && periods(ui, data.period),
    body: html`
      <p class="home-lost" role="status">${ui.say("home.lost")}</p>
      ${requestsNow(ui, waiting)}
      ${part("hours", hoursLines(ui, data.schedules.data))}
      ${part("problems", problemList(ui, problems))}
      <div class="stack home">
        ${unasked ? start(ui, data.status.data) : [
          part("numbers", numbers(ui, data)),
          part("chart", overTime(ui, data)),
          part("askers", askers(ui, data)),
        ]}
        <div class="home-halves">${now}${box}</div>
        ${!unasked && part("tops", tops(ui, data))}
      </div>
    `,
  };
}

/** A prominent sentence. */
function alarming(lead: string): Child {
  return html`<span class="alarming">${icon("circle-alert")}<span>${lead}</span></span>`;
}

/** A part that is reloaded periodically. */
function refreshed(id: string, tag: "div" | "span", inside: Child): Child {
  return tag === "span"
    ? html`<span id=${id} data-refresh=${OFTEN}>${inside}</span>`
    : html`<div id=${id} data-refresh=${OFTEN}>${inside}</div>`;
}

/**
 * The page of an account without access to reports and settings: the queries of its own devices, if
 * it belongs to a person.
 */
function ownView(ui: Ui, data: OwnData): View {
  const account = card(
    ui.say("home.member_title"),
    html`
      <p>${ui.say("home.member_text")}</p>
      <p class="buttons">
        ${linkButton("/me", ui.say("frame.my_account"), {
          icon: "circle-user",
        })}
      </p>
    `,
    { class: "home-plain" },
  );
  return {
    lead: ownLead(ui, data),
    body: html`<div class="stack">${activitySection(ui, data.own, "/")}${account}</div>`,
  };
}

function ownLead(ui: Ui, { stats: { queries, share }, own }: OwnData): string {
  const activity = own.activity.data;
  if (activity !== undefined) {
    return ui.say("activity.lead_own", { count: activity.queries, blocked: activity.blocked });
  }
  if (queries === 0) return ui.say("home.member_quiet");
  return ui.say("home.member", { share: ui.percent(share / 100) });
}
