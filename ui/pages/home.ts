/** The home page: the current situation at a glance. */
import type { Stats } from "../../api/features/box/status/routes.ts";
import type { SpywareNotices } from "../../api/features/protection/threats/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import { mergeParts } from "../live.ts";
import { type LivePart, type LoadContext, page, type PageView } from "../page.ts";
import {
  type ActivityData,
  activitySection,
  parseActivityPeriod,
  readActivity,
} from "../parts/activity.ts";
import { card } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import { currentCuts, cutControl } from "../parts/household_cut.ts";
import { liveRequests, requestCards, requestsSentence } from "../parts/time_request.ts";
import { untilText } from "../parts/times.ts";
import type { Ui } from "../ui.ts";
import { hoursLines } from "./hours/person_time.ts";
import { healthCard, newestAlerts } from "./home/health.ts";
import { type HomeData, readHome } from "./home/data.ts";
import { liveQueries, recentQueries } from "./home/recent.ts";
import { leadOf, problemList, problemsOf } from "./home/problems.ts";
import { readSpyware, spywareCard } from "./me/spyware.ts";
import { hasNoQueries, startSteps } from "./home/start.ts";
import {
  answerShares,
  clientRankings,
  nameRankings,
  periodLinks,
  trafficChart,
  trafficStats,
} from "./home/traffic.ts";

/** Seconds after which numbers are reloaded. */
const OFTEN = 15;

/** The view of an account without access to reports: its own person, and a few numbers (A 5.2). */
interface OwnData {
  readonly stats: Stats;
  readonly own: ActivityData;
}

/** The data of either view, with the notices of spyware for the account's own person. */
type Shown = (HomeData | OwnData) & { readonly spyware: SpywareNotices | undefined };

/** The page at `/?period=week`. */
export const homePage = page<Shown>({
  doc: "docs/requirements.md#interface",
  path: "/",
  name: "frame.home",
  access: "account",
  area: "home",
  query: ["period", "after"],
  islands: ["chart"],
  async load(ask) {
    const { principal, read, query } = ask;
    const sees = principal.kind === "socket" || principal.rights.has("reports.read") ||
      principal.rights.has("system.read");
    const found = readSpyware(ask);
    if (sees) return { ...await readHome(ask), spyware: await found };
    const [stats, own, spyware] = await Promise.all([
      read<Stats>("/api/v1/stats"),
      readActivity(ask, "me", parseActivityPeriod(query.period)),
      found,
    ]);
    return { stats, own, spyware };
  },
  view(ui, data) {
    const shown = "period" in data ? view(ui, data) : ownView(ui, data);
    const notices = spywareCard(ui, data.spyware);
    if (notices === null) return shown;
    return { ...shown, body: html`<div class="home-notices">${notices}</div>${shown.body}` };
  },
  live: homeLive,
});

/** Live queries and requests, as far as the current user may see them. */
function homeLive(ask: LoadContext, ui: Ui): AsyncIterable<readonly LivePart[]> {
  const may = (right: "reports.read" | "household.read") =>
    ask.principal.kind === "socket" || ask.principal.rights.has(right);
  return mergeParts([
    ...(may("household.read") ? [liveRequests(ask, ui)] : []),
    ...(may("reports.read") ? [liveQueries(ask, ui)] : []),
  ]);
}

function view(ui: Ui, data: HomeData): PageView {
  const problems = problemsOf(ui, data);
  const unasked = hasNoQueries(data);
  const lead = cutLead(ui, data) ??
    (unasked && problems.length === 0 ? ui.t("home.lead_unasked") : leadOf(ui, data, problems));
  const waiting = data.requests.data?.requests.filter(({ status }) => status === "waiting") ?? [];
  const asked = requestsSentence(ui, waiting);
  const said = problems[0]?.tone === "danger" ? alarming(lead) : lead;
  const part = (id: string, inside: Child) => refreshed(`home-${id}`, "div", inside);
  const now = html`<div class="stack">${recentQueries(ui, data)}${
    part("answers", answerShares(ui, data))
  }</div>`;
  const box = html`
    <div class="stack">
      ${part("alerts", newestAlerts(ui, data))}
      ${part("health", healthCard(ui, data))}
    </div>
  `;
  return {
    lead: refreshed(
      "home-lead",
      "span",
      asked === null ? said : html`${said} <a href="/requests">${asked}</a>`,
    ),
    action: data.statistics.data && !unasked && periodLinks(ui, data.period),
    body: html`
      <p class="home-lost" role="status">${ui.t("home.lost")}</p>
      ${requestCards(ui, waiting)}
      ${part("cuts", data.schedules.data && currentCuts(ui, data.schedules.data))}
      ${part("hours", hoursLines(ui, data.schedules.data))}
      ${data.schedules.data && cutControl(ui, data.schedules.data)}
      ${part("problems", problemList(ui, problems))}
      <div class="stack home">
        ${unasked ? startSteps(ui, data.status.data) : [
          part("numbers", trafficStats(ui, data)),
          part("chart", trafficChart(ui, data)),
          part("askers", clientRankings(ui, data)),
        ]}
        <div class="home-halves">${now}${box}</div>
        ${!unasked && part("tops", nameRankings(ui, data))}
      </div>
    `,
  };
}

/** The lead while the Internet is off for everyone; undefined = it is not. */
function cutLead(ui: Ui, { schedules }: HomeData): string | undefined {
  const cut = schedules.data?.cuts.find(({ whom }) => whom === "all");
  if (cut === undefined) return undefined;
  return `${ui.t("hours.off_now_all", { until: untilText(ui, cut.until) })}.`;
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
function ownView(ui: Ui, data: OwnData): PageView {
  const account = card(
    ui.t("home.member_title"),
    html`
      <p>${ui.t("home.member_text")}</p>
      <p class="buttons">
        ${linkButton("/me", ui.t("frame.my_account"), {
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
    return ui.t("activity.lead_own", { count: activity.queries, blocked: activity.blocked });
  }
  if (queries === 0) return ui.t("home.member_quiet");
  return ui.t("home.member", { share: ui.percent(share / 100) });
}
