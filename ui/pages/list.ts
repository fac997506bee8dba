/**
 * One subscribed list: its source, the result for its lines, and the available actions (A 7.6.9).
 */
import type { Categories } from "../../api/features/protection/categories/routes.ts";
import type {
  CountsResponse,
  ListResponse,
  ListsResponse,
} from "../../api/features/protection/lists/routes.ts";
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { NotFoundError, page } from "../page.ts";
import { card, type Column, definitionList, table } from "../parts/card.ts";
import type { Ui } from "../ui.ts";
import {
  isBusy,
  listProblems,
  listSwitch,
  refreshButton,
  removeButton,
  STARTER_LIST_ID,
  stateLine,
} from "./lists/state.ts";
import { effectText, readEffects } from "./lists/effect.ts";
import { reachForm, reachParts } from "./lists/reach.ts";
import { categoryText, listName, reasonText } from "./lists/texts.ts";

/** The page at `/lists/{id}`. */
export const listPage = page({
  doc: "A 7.6.9",
  path: "/lists/{id}",
  name: "words.lists",
  access: "rules.read",
  area: "protection",
  database: "box",
  islands: ["week_grid"],
  async load({ read, params }) {
    const [{ lists }, { scopes }] = await Promise.all([
      read<ListsResponse>("/api/v1/lists"),
      read<ScopesResponse>("/api/v1/scopes"),
    ]);
    const list = lists.find(({ id }) => String(id) === params.id);
    if (list === undefined) throw new NotFoundError();
    return { list, scopes, effects: await readEffects(read, list) };
  },
  view(ui, { list, scopes, effects }) {
    const write = ui.may("rules.write");
    const refreshed = isBusy(list) ? 2 : 30;
    const acts = html`
      <div class="buttons list-acts">
        ${list.source !== "embedded" && refreshButton(ui, list)}
        ${list.id !== STARTER_LIST_ID && removeButton(ui, list)}
      </div>
    `;
    return {
      title: listName(ui, list),
      lead: html`<span id="list-lead" data-refresh=${refreshed}>${stateLine(ui, list)}</span>`,
      action: html`<div class="list-switch">${listSwitch(ui, list)}</div>`,
      refusal: ui.context.failed?.code === "bad_value"
        ? ui.t("listScopes.choose_someone")
        : undefined,
      body: html`
        <div class="stack">
          ${listProblems(ui, list)}
          <div class="halves">
            ${card(ui.t("lists.about_list"), html`${listFacts(ui, list, effects)}${write && acts}`)}
            ${card(ui.t("lists.what_became"), linesOf(ui, list), { id: "lines" })}
          </div>
          ${card(ui.t("listScopes.title"), reachCard(ui, list, scopes, write), { id: "whom" })}
        </div>
      `,
    };
  },
});

function reachCard(
  ui: Ui,
  list: ListResponse,
  scopes: readonly ScopeResponse[],
  write: boolean,
): Child {
  const now = html`<p class="strong">${reachParts(ui, list).join(" · ")}</p>`;
  return write ? html`${now}${reachForm(ui, list, scopes)}` : now;
}

function listFacts(ui: Ui, list: ListResponse, effects: readonly Categories[]): Markup {
  const {
    kind,
    category,
    source,
    url,
    format,
    created,
    last_attempt,
    last_success,
    next_attempt,
    enabled,
    bytes,
  } = list;
  const embedded = source === "embedded";
  return definitionList(
    [
      ui.t("lists.kind"),
      effects.length > 0
        ? effectText(ui, list, effects)
        : ui.t(kind === "allow" ? "lists.allows" : "lists.blocks"),
    ],
    category !== "" && [ui.t("lists.about"), categoryText(ui, category)],
    [ui.t("lists.source"), placeOf(ui, list)],
    !embedded && [ui.t("words.format"), format === "auto" ? ui.t("lists.format_auto") : format],
    !embedded && source === "file" &&
      [ui.t("lists.address"), html`<bdi class="mono">${url}</bdi>`],
    !embedded && [ui.t("words.subscribed"), ui.time(created)],
    !embedded && [ui.t("lists.last_try"), ui.relativeTime(last_attempt)],
    !embedded && [ui.t("lists.last_copy"), ui.relativeTime(last_success)],
    !embedded && enabled && next_attempt > 0 &&
      [ui.t("lists.next_try"), ui.relativeTime(next_attempt)],
    bytes > 0 && [ui.t("lists.size"), ui.bytes(bytes)],
  );
}

function placeOf(ui: Ui, { source, url }: ListResponse): Child {
  if (source === "embedded") return ui.t("lists.with_box");
  if (source === "file") return ui.t("lists.source_file");
  return html`<a href=${url} rel="noreferrer noopener" target="_blank"><bdi>${url}</bdi></a>`;
}

function linesOf(ui: Ui, { counts, source }: ListResponse): Markup {
  if (counts === null) return html`<p class="muted">${ui.t("lists.not_counted")}</p>`;
  return countsView(ui, counts, source === "file");
}

/**
 * The result for the lines of a list, also of one that is only previewed; `hidden` = their text is
 * not shown.
 */
export function countsView(ui: Ui, counts: CountsResponse, hidden = false): Markup {
  const { lines, names, rules, duplicates, ignored, refused, samples, error } = counts;
  const sum = (of: Readonly<Record<string, number>>) =>
    Object.values(of).reduce((all, count) => all + count, 0);
  const left = sum(ignored);
  const wrong = sum(refused);
  return html`
    ${definitionList(
      [ui.t("lists.count_lines"), ui.number(lines)],
      [ui.t("words.names"), ui.number(names)],
      rules > 0 && [ui.t("words.rules"), ui.number(rules)],
      duplicates > 0 && [ui.t("lists.count_duplicates"), ui.number(duplicates)],
    )}
    ${error !== undefined &&
      html`
        <p class="list-trouble danger">${ui.t("lists.unread")}</p>
      `}
    ${left > 0 && fold(ui, "ignored", left, ignored)}
    ${wrong === 0
      ? html`<p class="muted">${ui.t("lists.none_refused")}</p>`
      : fold(ui, "refused", wrong, refused, sampleTable(ui, samples, hidden))}
  `;
}

function fold(
  ui: Ui,
  kind: "ignored" | "refused",
  count: number,
  reasons: Readonly<Record<string, number>>,
  more: Child = null,
): Markup {
  const rows = Object.entries(reasons).sort((a, b) => b[1] - a[1]);
  return html`
    <details class="reveals" open=${kind === "refused"}>
      <summary>
        ${ui.t(kind === "ignored" ? "lists.ignored" : "lists.refused", { count })}
      </summary>
      ${definitionList(
        ...rows.map(([reason, of]) => [reasonText(ui, kind, reason), ui.number(of)] as const),
      )}
      ${more}
    </details>
  `;
}

function sampleTable(ui: Ui, samples: CountsResponse["samples"], hidden: boolean): Child {
  if (samples.length === 0) return null;
  type Sample = CountsResponse["samples"][number];
  const columns: Column<Sample>[] = [
    { head: ui.t("lists.line"), cell: ({ line }) => ui.number(line), number: true },
    { head: ui.t("words.why"), cell: ({ why }) => reasonText(ui, "refused", why) },
  ];
  if (!hidden) {
    columns.push({
      head: ui.t("lists.text"),
      cell: ({ text }) => html`<bdi class="mono sample">${text}</bdi>`,
    });
  }
  return html`
    <h3>${ui.t("lists.samples")}</h3>
    ${table(ui.t("lists.samples"), columns, samples)}
    ${hidden && html`<p class="help">${ui.t("lists.hidden_text")}</p>`}
  `;
}
