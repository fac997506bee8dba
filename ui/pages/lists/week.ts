/** What a list would have blocked in the last days, before it is added. */
import type { CheckResponse } from "../../../api/features/protection/lists/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { barList } from "../../parts/bar_list.ts";
import type { Ui } from "../../ui.ts";

/** Seconds of a week, and the tolerance within which a log counts as complete. */
const WEEK = 7 * 86_400;
const NEARLY = 3600;

/** How many queries it would have blocked, the names asked most, and what was not counted. */
export function weekView(ui: Ui, week: CheckResponse["week"]): Markup {
  const { journal, queries, names, top } = week;
  if (journal === "unavailable") {
    return section(ui, html`<p>${ui.t("lists.week_unavailable")}</p>`);
  }
  const sum = queries === 0 ? ui.t("lists.week_none") : ui.t("lists.week_blocked", {
    queries: ui.t("home.count_queries", { count: queries }),
    names: ui.t("lists.names", { count: names }),
  });
  const bars = (top ?? []).map(({ name, count }) => ({
    name: html`<bdi>${name}</bdi>`,
    count,
    href: `/queries?name=${encodeURIComponent(`=${name}`)}`,
  }));
  const hidden = queries > 0 && top === undefined && !ui.may("reports.read");
  return section(
    ui,
    html`
      <p>${sum}</p>
      ${spanText(ui, week)}
      ${scopeText(ui, week)}
      ${bars.length > 0 &&
        html`
          <h3>${ui.t("lists.week_top")}</h3>
          ${barList(ui, bars, { tone: "part" })}
        `}
      ${hidden && html`<p class="help">${ui.t("lists.week_hidden")}</p>`}
    `,
  );
}

/** Whose queries were counted, if the list was checked for some. */
function scopeText(ui: Ui, { scoped }: CheckResponse["week"]): Child {
  if (scoped) return help(ui.t("listScopes.week_scoped"));
  const { scopes = "" } = ui.context.values ?? {};
  return scopes === "" || scopes.split("\n").includes("all")
    ? null
    : help(ui.t("listScopes.week_everyone"));
}

function section(ui: Ui, inside: Child): Markup {
  return html`<section class="week"><h3>${ui.t("lists.week")}</h3>${inside}</section>`;
}

/** The start of the count, if it does not cover the whole week. */
function spanText(ui: Ui, { journal, since, complete }: CheckResponse["week"]): Child {
  const whole = since <= ui.context.now / 1000 - WEEK + NEARLY;
  if (!complete) return help(ui.tRich("lists.week_partly", { since: ui.time(since) }));
  if (journal === "off") return help(ui.t("lists.week_off"));
  return whole ? null : help(ui.tRich("lists.week_since", { since: ui.time(since) }));
}

function help(text: Child): Markup {
  return html`<p class="help">${text}</p>`;
}
