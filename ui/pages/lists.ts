/** The subscribed lists: what they block, and the state of each (A 7.6.9). */
import type { ListResponse, ListsResponse } from "../../api/features/protection/lists/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page } from "../page.ts";
import { badge, card, emptyState } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import type { Ui } from "../ui.ts";
import {
  isBusy,
  listProblems,
  listSwitch,
  refreshButton,
  rejectedLines,
  STARTER_LIST_ID,
  stateLine,
} from "./lists/state.ts";
import { isForEveryone, reachParts } from "./lists/reach.ts";
import { hasEntries, isStillActive } from "../../policy/model/list_effect.ts";
import { categoryText, listName } from "./lists/texts.ts";

/** Seconds between reloads while lists are being fetched, and otherwise. */
const SOON = 2;
const LATER = 30;

/** States of a list that need attention. */
const NEEDS_LOOK: ReadonlySet<ListResponse["health"]> = new Set([
  "failing",
  "held",
  "doubtful",
  "for_no_one",
]);

/** The page at `/lists`. */
export const listsPage = page({
  doc: "A 7.6.9",
  path: "/lists",
  name: "words.lists",
  access: "rules.read",
  area: "protection",
  database: "box",
  load: ({ read }) => read<ListsResponse>("/api/v1/lists"),
  view(ui, { lists }) {
    const others = lists.filter(({ id }) => id !== STARTER_LIST_ID);
    const write = ui.may("rules.write");
    const rows = html`<ul class="list-rows">${lists.map((list) => listRow(ui, list))}</ul>`;
    const refresh = write && others.some(({ enabled }) => enabled) && refreshButton(ui);
    const add = linkButton("/lists/add", ui.t("lists.add"), { style: "main", icon: "plus" });
    return {
      lead: html`
        <span id="lists-lead" data-refresh=${lists.some(isBusy) ? SOON : LATER}>
          ${lead(ui, lists)}
        </span>
      `,
      ...(write ? { action: add } : {}),
      body: html`
        <div class="stack">
          ${card(ui.t("lists.subscribed"), rows, { action: refresh })}
          ${others.length === 0 && teach(ui, write)}
        </div>
      `,
    };
  },
});

/** The overall state: how much is blocked, and whether a list needs attention. */
function lead(ui: Ui, lists: readonly ListResponse[]): string {
  const on = lists.filter(({ enabled }) => enabled);
  const held = lists.filter(isStillActive);
  if (on.length === 0) {
    return held.length === 0
      ? ui.t("lists.lead_none")
      : `${ui.t("lists.lead_off")} ${ui.t("lists.need_look", { count: held.length })}`;
  }
  const filled = on.filter(hasEntries);
  const ill = held.length +
    on.filter(({ health }) => NEEDS_LOOK.has(health)).length;
  const first = firstSentence(ui, on.length, filled);
  if (ill > 0) return `${first} ${ui.t("lists.need_look", { count: ill })}`.trim();
  if (on.some(isBusy)) return `${first} ${ui.t("lists.busy")}`.trim();
  return filled.length > 0 ? `${first} ${ui.t("lists.all_fresh")}`.trim() : first;
}

/** The number of names in the lists in use; lists without a copy and empty lists have none. */
function firstSentence(ui: Ui, on: number, filled: readonly ListResponse[]): string {
  const count = filled.length;
  if (count === 0) return ui.t("lists.lead_idle", { count: on });
  const names = filled.reduce(
    (sum, { counts }) => sum + (counts === null ? NaN : counts.names - counts.duplicates),
    0,
  );
  // A list of rules alone has no name; a copy that was not counted yet has an unknown number.
  return names > 0
    ? ui.t("lists.lead", { count, names: ui.number(names) })
    : ui.t("lists.lead_unknown", { count });
}

function listRow(ui: Ui, list: ListResponse): Markup {
  const { id, kind, category, enabled } = list;
  const refused = rejectedLines(list);
  return html`
    <li class=${enabled ? "list-row" : "list-row is-off"}>
      ${listSwitch(ui, list)}
      <div class="list-main">
        <p class="list-name">
          <a href=${`/lists/${id}`}><bdi>${listName(ui, list)}</bdi></a>
          ${kind === "allow" && badge("good", ui.t("lists.allows"))}
          ${category !== "" && html`<span class="muted">${categoryText(ui, category)}</span>`}
        </p>
        <div id=${`list-${id}-state`} data-refresh=${isBusy(list) ? SOON : LATER}>
          ${stateLine(ui, list)}
          ${!isForEveryone(list) &&
            html`<p><a href=${`/lists/${id}#whom`}>${reachParts(ui, list).join(" · ")}</a></p>`}
          ${refused > 0 &&
            html`
              <p>
                <a href=${`/lists/${id}#lines`}>${ui.t("lists.refused", { count: refused })}</a>
              </p>
            `}
        </div>
        ${listProblems(ui, list)}
      </div>
    </li>
  `;
}

function teach(ui: Ui, write: boolean): Child {
  const action = write && linkButton("/lists/add", ui.t("lists.add"), { icon: "plus" });
  return card(
    ui.t("lists.catalogue"),
    emptyState("scroll-text", ui.t("lists.only_starter"), ui.t("lists.empty_help"), action),
  );
}
