/**
 * The rows of the log: client, name, time and result. They are also sent alone while the page is
 * open.
 */
import type { RuleResponse } from "../../../api/features/protection/rules/routes.ts";
import { html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { clientCell } from "../../parts/query_client.ts";
import { type ListsById, outcomeBadge } from "../../parts/outcome.ts";
import { queryName } from "../../parts/query_name.ts";
import { canHaveRule, findRule, scopesOf } from "../../parts/rule_button.ts";
import type { Ui } from "../../ui.ts";
import { protectionKindOf } from "../../../policy/catalogue/categories.ts";
import { type Filter, withFilter } from "./filter.ts";
import type { QueryGroup } from "./group.ts";

/** What the rows depend on besides the queries. */
export interface RowContext {
  readonly lists: ListsById;
  /** Rules that currently allow names. */
  readonly allowing: readonly RuleResponse[];
  /** The filter of the log; an explanation links back to it. */
  readonly filter: Filter;
}

/** The forms that the buttons in the rows belong to. */
export const QUICK_ALLOW = "quick-allow";
export const QUICK_BLOCK = "quick-block";

/** The table of the log; `more` = attributes of its body. */
export function queryTable(
  ui: Ui,
  groups: readonly QueryGroup[],
  shown: RowContext,
  quick: boolean,
): Markup {
  const head = (text: string, name: string) => html`<th scope="col" class=${name}>${text}</th>`;
  return html`
    <table class="data log">
      <caption class="visually-hidden">${ui.t("queries.caption")}</caption>
      <thead>
        <tr>
          ${head(ui.t("words.time"), "when")}
          ${head(ui.t("words.name"), "what")}
          ${head(ui.t("words.device"), "who")}
          ${head(ui.t("queries.outcome"), "became")}
          ${head(ui.t("words.took"), "took number")}
          ${quick &&
            html`
              <th scope="col" class="quick">
                <span class="visually-hidden">${ui.t("queries.action")}</span>
              </th>
            `}
        </tr>
      </thead>
      <tbody id="query-rows" data-most="300">
        ${groups.map((group) => queryRow(ui, group, shown, quick))}
      </tbody>
    </table>
  `;
}

/** One row. */
export function queryRow(
  ui: Ui,
  { newest, types, count }: QueryGroup,
  shown: RowContext,
  quick: boolean,
): Markup {
  const { id, name, status } = newest;
  const allowed = status === "blocked" && shown.allowing.length > 0 &&
    findRule(shown.allowing, name, scopesOf(newest)) !== undefined;
  return html`
    <tr id=${`q${id}`} class=${status}>
      <td class="when">${shortTime(ui, newest.time)}</td>
      <td class="what">
        <a
          id=${`why-${id}`}
          href=${withFilter(
            `/queries/${id}`,
            shown.filter,
          )}
          data-why=""
          class=${name.length > 90 ? "long" : undefined}
        >
          ${queryName(ui, newest)}
        </a> <span class="types">${types.join(" ")}</span>
        ${count > types.length &&
          html`<span class="times" title=${ui.t("queries.times", { count })}>×${count}</span>`}
      </td>
      <td class="who">${clientCell(ui, newest)}</td>
      <td class="became">
        ${outcomeBadge(ui, newest, shown.lists)}
        ${allowed &&
          html`<span class="now">${icon("check")}${ui.t("queries.now_allowed")}</span>`}
      </td>
      <td class="took number">${newest.duration < 50 ? "" : ui.latency(newest.duration)}</td>
      ${quick && html`<td class="quick">${!allowed && quickButton(ui, newest, shown.lists)}</td>`}
    </tr>
  `;
}

/** The one sensible immediate action; none if the case needs a closer look. */
function quickButton(
  ui: Ui,
  { name, status, reason, origin, list }: QueryGroup["newest"],
  lists: ListsById,
) {
  if (!canHaveRule(name) || origin.startsWith("rule:") || status === "failed") return null;
  const allows = status === "blocked";
  if (
    allows && !(reason === "list" && protectionKindOf(lists.get(list)?.category ?? "") === "choice")
  ) return null;
  if (!allows && status === "local") return null;
  const text = ui.t(allows ? "queries.allow" : "queries.block");
  return html`
    <button
      type="submit"
      class="button quiet"
      form=${allows ? QUICK_ALLOW : QUICK_BLOCK}
      name="domain:path"
      value=${name}
      aria-label=${`${text} ${name}`}
    >
      ${icon(allows ? "check" : "ban")}
      <span>${text}</span>
    </button>
  `;
}

/** The time for today, otherwise with the day. */
export function shortTime(ui: Ui, seconds: number): Markup {
  const day = (at: number) => ui.date(at, { dateStyle: "short" });
  const same = day(seconds) === day(ui.context.now / 1000);
  const style: Intl.DateTimeFormatOptions = same
    ? { timeStyle: "medium" }
    : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return html`
    <time datetime=${new Date(seconds * 1000).toISOString()}>${ui.date(seconds, style)}</time>
  `;
}
