/** How things stand: what needs attention, worst first, and the one sentence that opens the page (UI 1). */
import type { ShownList } from "../../../api/features/protection/lists/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import type { Tone } from "../../parts/card.ts";
import { actButton } from "../../parts/form.ts";
import { endPause, pauseEnd } from "../../parts/pause.ts";
import type { Ui } from "../../shown.ts";
import type { HomeData } from "./reading.ts";

/** What leads on from something that needs attention. */
interface Remedy {
  /** Where it is looked at. */
  readonly href?: string;
  /** What can be done about it at once. */
  readonly action?: Child;
}

/** Something that needs attention; a danger is told in plain words, which the lead of the page takes over. */
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
    ...ofAlerts(ui, data),
  ];
  return [
    ...all.filter(({ tone }) => tone === "danger"),
    ...all.filter(({ tone }) => tone === "attention"),
  ];
}

function ofPauses(ui: Ui, { pauses: { data } }: HomeData): Problem[] {
  const pause = data?.pauses.find(({ scope }) => scope === "all");
  if (pause === undefined) return [];
  const text = ui.say("home.problem_paused", { until: pauseEnd(ui, pause.until) });
  return [{ tone: "attention", text, action: endPause(ui, pause) }];
}

function ofResolver(ui: Ui, { status: { data: status } }: HomeData): Problem[] {
  if (status === undefined) return [];
  const { all, down } = status.upstreams, found: Problem[] = [];
  if (!status.dns) found.push({ tone: "danger", text: ui.say("home.problem_dns") });
  if (all > 0 && down === all) {
    found.push({ tone: "danger", text: ui.say("home.problem_upstreams") });
  } else if (down > 0) {
    found.push({
      tone: "attention",
      text: ui.say("home.problem_some_upstreams", { count: down, all }),
    });
  }
  if (!status.filtering) {
    found.push({ tone: "danger", text: ui.say("home.problem_filtering"), action: turnOn(ui) });
  } else if (status.policy.names + status.policy.rules === 0) {
    found.push({ tone: "attention", text: ui.say("home.problem_no_lists"), href: "/lists" });
  }
  return found;
}

function turnOn(ui: Ui): Child {
  if (!ui.may("system.write")) return null;
  const change = (filtering: boolean) => ({
    ...{ method: "put" as const, path: "/api/v1/settings", body: { values: { filtering } } },
  });
  return actButton(
    ui,
    { ...change(true), done: "home.filtering_on", undo: change(false) },
    ui.say("words.turn_on"),
  );
}

function ofDatabases(ui: Ui, { status: { data: status } }: HomeData): Problem[] {
  const broken = ["box", "journal", "stats"].filter((name) =>
    (status?.databases[name] ?? "ok") !== "ok"
  );
  return broken.map((name) => ({
    tone: "danger",
    text: ui.say(`home.problem_${name as "box" | "journal" | "stats"}`),
  }));
}

function ofLists(ui: Ui, { lists: { data } }: HomeData): Problem[] {
  const by = (health: ShownList["health"]) =>
    data?.lists.filter((list) => list.health === health) ?? [];
  const failing = by("failing"), held = by("held"), found: Problem[] = [];
  const href = "/lists";
  const tell = (key: "home.problem_lists" | "home.problem_held", lists: readonly ShownList[]) => {
    if (lists.length === 0) return;
    const names = html`<bdi>${ui.list(lists.slice(0, 3).map(({ name }) => name))}</bdi>`;
    found.push({ tone: "attention", text: ui.rich(key, { names }, lists.length), href });
  };
  tell("home.problem_lists", failing);
  tell("home.problem_held", held);
  return found;
}

function ofAlerts(ui: Ui, { severe: { data } }: HomeData): Problem[] {
  if (data === undefined || data.alerts.length === 0) return [];
  const text = ui.say("home.problem_alerts", { count: data.alerts.length });
  return [{ tone: "attention", text, href: "/alerts?severity=7" }];
}

/** The sentence of the page: the worst problem, how many things want a look or that all is well, and what was asked. */
export function leadOf(ui: Ui, data: HomeData, problems: readonly Problem[]): string {
  const { data: statistics } = data.statistics, [worst] = problems;
  const standing = worst?.tone === "danger"
    ? worst.text
    : worst !== undefined
    ? ui.say("home.lead_attention", { count: problems.length })
    : data.status.data === undefined
    ? ""
    : ui.say("home.lead_good");
  if (statistics === undefined) return standing === "" ? ui.say("home.lead_plain") : standing;
  const { queries: count, blocked } = statistics;
  return `${standing} ${ui.say(`home.traffic_${data.period}`, { count, blocked })}`.trim();
}

/** Problems, each leading to where it is looked at. One that the lead says and that leads nowhere is said once. */
export function problemList(ui: Ui, problems: readonly Problem[]): Child {
  const shown = problems.filter(({ tone, action, href }, at) =>
    at > 0 || tone !== "danger" || action || href
  );
  if (shown.length === 0) return null;
  return html`
    <section class="card attention-list">
      <h2 class="only-heard">${ui.say("home.attention")}</h2>
      <ul>${shown.map((problem) =>
        html`<li class=${problem.tone}>${problemRow(problem)}</li>`
      )}</ul>
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
