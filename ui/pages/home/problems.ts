/** The overall state: what needs attention, worst first, and the lead sentence of the page. */
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import type { PauseResponse } from "../../../api/features/protection/pauses/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import type { Tone } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import { endPause, pauseEnd } from "../../parts/pause.ts";
import { scopeName } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";
import { hasNoDevice } from "../hours/time_state.ts";
import { isBlocking } from "../../../policy/model/list_effect.ts";
import type { HomeData } from "./data.ts";

/** What can be wrong with lists. */
type ListProblem = "lists" | "lists_none" | "lists_part" | "held";

/** Actions for something that needs attention. */
interface Remedy {
  /** The page with details. */
  readonly href?: string;
  /** The action available immediately. */
  readonly action?: Child;
}

/**
 * Something that needs attention. A danger has a plain sentence, which becomes the lead of the
 * page.
 */
export type Problem =
  & Remedy
  & ({ readonly tone: Extract<Tone, "danger">; readonly text: string } | {
    readonly tone: Extract<Tone, "attention">;
    readonly text: Child;
  });

/** What needs attention, the worst first. */
export function problemsOf(ui: Ui, data: HomeData): Problem[] {
  const all = [
    ...ofPauses(ui, data),
    ...ofResolver(ui, data),
    ...ofDatabases(ui, data),
    ...ofLists(ui, data),
    ...ofHours(ui, data),
    ...ofAlerts(ui, data),
  ];
  return [
    ...all.filter(({ tone }) => tone === "danger"),
    ...all.filter(({ tone }) => tone === "attention"),
  ];
}

/** The pause for everyone, if there is one. */
export function pauseOfAll(
  { pauses: { data } }: Pick<HomeData, "pauses">,
): PauseResponse | undefined {
  return data?.pauses.find(({ scope }) => scope === "all");
}

/** Whether a pause is for a child or teenager without devices: it applies to nothing. */
function isWithoutDevice({ schedules }: HomeData, { scope }: PauseResponse): boolean {
  const people = schedules.data?.people ?? [];
  return people.some(({ person_id, devices }) => devices === 0 && scope === `person:${person_id}`);
}

function ofPauses(ui: Ui, data: HomeData): Problem[] {
  return (data.pauses.data?.pauses ?? []).map((pause) => {
    const until = pauseEnd(ui, pause.until);
    const action = endPause(ui, pause);
    if (pause.scope === "all") {
      return { tone: "attention", text: ui.t("home.problem_paused", { until }), action };
    }
    const key = isWithoutDevice(data, pause)
      ? "home.problem_paused_no_device"
      : "home.problem_paused_for";
    const text = ui.tRich(key, { whom: html`<bdi>${scopeName(ui, pause)}</bdi>`, until });
    return { tone: "attention", text, action };
  });
}

function ofResolver(ui: Ui, data: HomeData): Problem[] {
  const { data: status } = data.status;
  if (status === undefined) return [];
  const { all, down } = status.upstreams;
  const found: Problem[] = [];
  if (!status.dns) found.push({ tone: "danger", text: ui.t("home.problem_dns") });
  if (all > 0 && down === all) {
    found.push({ tone: "danger", text: ui.t("home.problem_upstreams") });
  } else if (down > 0) {
    found.push({
      tone: "attention",
      text: ui.t("home.problem_some_upstreams", { count: down, all }),
    });
  }
  if (!status.filtering) {
    found.push({ tone: "danger", text: ui.t("home.problem_filtering"), action: turnOn(ui) });
  } else if (!hasLists(data)) {
    found.push({ tone: "attention", text: ui.t("home.problem_no_lists"), href: "/lists" });
  }
  if (!status.time_known) {
    found.push({ tone: "attention", text: ui.t("home.problem_time"), href: "/system" });
  }
  return found;
}

/**
 * Whether lists block anything. If the lists may not be read: whether the active policy contains
 * a name or a rule.
 */
function hasLists({ status, lists }: HomeData): boolean {
  const {
    names = 0,
    rules = 0,
  } = status.data?.policy ?? {};
  if (names + rules === 0) return false;
  return lists.data === undefined || lists.data.lists.some(isBlocking);
}

function turnOn(ui: Ui): Child {
  if (!ui.may("system.write")) return null;
  const change = (filtering: boolean) => ({
    method: "put" as const,
    path: "/api/v1/settings",
    body: { values: { filtering } },
  });
  return actionButton(
    ui,
    { ...change(true), done: "home.filtering_on", undo: change(false) },
    ui.t("words.turn_on"),
  );
}

function ofDatabases(ui: Ui, { status: { data: status } }: HomeData): Problem[] {
  const broken = ["box", "journal", "stats"].filter((name) =>
    (status?.databases[name] ?? "ok") !== "ok"
  );
  return broken.map((name) => ({
    tone: "danger",
    text: ui.t(`home.problem_${name as "box" | "journal" | "stats"}`),
  }));
}

function ofLists(ui: Ui, { lists: { data } }: HomeData): Problem[] {
  const all = data?.lists ?? [];
  const failing = all.filter(({ health }) => health === "failing");
  const found: Problem[] = [];
  const href = "/lists";
  const tell = (key: `home.problem_${ListProblem}`, lists: readonly ListResponse[]) => {
    if (lists.length === 0) return;
    const names = html`<bdi>${ui.list(lists.slice(0, 3).map(({ name }) => name))}</bdi>`;
    found.push({ tone: "attention", text: ui.tRich(key, { names }, lists.length), href });
  };
  const kept = failing.filter(({ why, in_force }) => why !== "" && in_force === "copy");
  const never = failing.filter(({ why, last_success }) => why !== "" && last_success === 0);
  tell("home.problem_lists", kept);
  tell("home.problem_lists_none", never);
  tell(
    "home.problem_lists_part",
    failing.filter((list) => !kept.includes(list) && !never.includes(list)),
  );
  tell(
    "home.problem_held",
    all.filter(({ health }) => health === "held" || health === "doubtful"),
  );
  return found;
}

/** Hours of people without devices: they appear active, but apply to nothing. */
function ofHours(ui: Ui, { schedules: { data } }: HomeData): Problem[] {
  return (data?.people ?? []).filter(hasNoDevice).map(({ person_id, name }) => ({
    tone: "attention",
    text: ui.tRich("home.problem_no_device", { name: html`<bdi>${name}</bdi>` }),
    href: `/people/${person_id}`,
  }));
}

function ofAlerts(ui: Ui, { severe: { data } }: HomeData): Problem[] {
  if (data === undefined || data.alerts.length === 0) return [];
  const text = ui.t("home.problem_alerts", { count: data.alerts.length });
  return [{ tone: "attention", text, href: "/alerts?severity=7" }];
}

/** The lead sentence: the state of the protection, and the number of queries. */
export function leadOf(ui: Ui, data: HomeData, problems: readonly Problem[]): string {
  const { data: statistics } = data.statistics;
  const standing = standingOf(ui, data, problems);
  if (statistics === undefined) return standing === "" ? ui.t("home.lead_plain") : standing;
  const { queries: count, blocked } = statistics;
  return `${standing} ${ui.t(`home.traffic_${data.period}`, { count, blocked })}`.trim();
}

/**
 * The worst problem. Otherwise: whether protection is paused or has no list. Otherwise: how many
 * items need a look, or that all is well. Facts that this account may not see are not stated: "" =
 * nothing is known.
 */
function standingOf(ui: Ui, data: HomeData, problems: readonly Problem[]): string {
  const { status: { data: status }, pauses } = data;
  const [worst] = problems;
  const count = problems.length;
  if (worst?.tone === "danger") return worst.text;

  const all = pauseOfAll(data);
  if (all !== undefined) {
    return withMore(ui, ui.t("home.lead_paused", { until: pauseEnd(ui, all.until) }), count - 1);
  }
  if (status === undefined) return count === 0 ? "" : ui.t("home.lead_things", { count });
  if (!hasLists(data)) return withMore(ui, ui.t("home.lead_no_lists"), count - 1);
  // It is not known whether protection is paused, so the page must not claim that it works.
  if (pauses.data === undefined) {
    return count === 0 ? ui.t("home.member_quiet") : ui.t("home.lead_things", { count });
  }
  const paused = pauses.data.pauses.filter((pause) => !isWithoutDevice(data, pause))
    .map((pause) => scopeName(ui, pause));
  if (paused.length > 0) {
    const text = ui.t("home.lead_paused_for", { whom: ui.list(paused) });
    return withMore(ui, text, count - paused.length);
  }
  if (count > 0) return ui.t("home.lead_attention", { count });
  const off = status.checks_off.length;
  return off === 0 ? ui.t("home.lead_good") : ui.t("home.lead_checks_off", { count: off });
}

/** A sentence, and the number of other items that need a look. */
function withMore(ui: Ui, text: string, more: number): string {
  return more > 0 ? `${text} ${ui.t("home.lead_more", { count: more })}` : text;
}

/**
 * Problems, each linked to its page. A problem without a link that the lead states is not repeated.
 */
export function problemList(ui: Ui, problems: readonly Problem[]): Child {
  const shown = problems.filter(({ tone, action, href }, at) =>
    at > 0 || tone !== "danger" || action || href
  );
  if (shown.length === 0) return null;
  return html`
    <section class="card attention-list">
      <h2 class="visually-hidden">${ui.t("home.attention")}</h2>
      <ul>
        ${shown.map((problem) => html`<li class=${problem.tone}>${problemRow(problem)}</li>`)}
      </ul>
    </section>
  `;
}

function problemRow({ tone, text, href, action }: Problem): Child {
  const sign = icon(tone === "danger" ? "circle-alert" : "triangle-alert");
  if (href !== undefined) {
    return html`<a href=${href}>${sign}<span>${text}</span>${icon("chevron-right")}</a>`;
  }
  return html`<div>${sign}<span>${text}</span>${action}</div>`;
}
