/** The subscribed lists: what is blocked by them, and how each of them is (A 7.6.9). */
import type { ShownList, ShownLists } from "../../api/features/protection/lists/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page } from "../page.ts";
import { badge, card, empty } from "../parts/card.ts";
import { linkButton } from "../parts/form.ts";
import type { Ui } from "../shown.ts";
import {
  isBusy,
  listSwitch,
  refreshButton,
  refusedLines,
  STARTER,
  stateLine,
  trouble,
} from "./lists/state.ts";
import { categoryText, listName } from "./lists/words.ts";

/** Seconds between looks at lists that are being fetched, and at lists that rest. */
const SOON = 2, LATER = 30;

/** The page at `/lists`. */
export const listsPage = page({
  doc: "A 7.6.9",
  path: "/lists",
  name: "words.lists",
  access: "rules.read",
  area: "protection",
  database: "box",
  load: ({ read }) => read<ShownLists>("/api/v1/lists"),
  view(ui, { lists }) {
    const others = lists.filter(({ id }) => id !== STARTER), write = ui.may("rules.write");
    const rows = html`<ul class="list-rows">${lists.map((list) => listRow(ui, list))}</ul>`;
    const refresh = write && others.some(({ enabled }) => enabled) && refreshButton(ui);
    const add = linkButton("/lists/add", ui.say("lists.add"), { style: "main", icon: "plus" });
    return {
      lead: html`<span id="lists-lead" data-refresh=${lists.some(isBusy) ? SOON : LATER}>${
        lead(ui, lists)
      }</span>`,
      ...(write ? { action: add } : {}),
      body: html`<div class="stack">${card(ui.say("lists.subscribed"), rows, { action: refresh })}${
        others.length === 0 && teach(ui, write)
      }</div>`,
    };
  },
});

/** How things stand: how much is blocked, and whether somebody must look. */
function lead(ui: Ui, lists: readonly ShownList[]): string {
  const on = lists.filter(({ enabled }) => enabled);
  if (on.length === 0) return ui.say("lists.lead_none");
  const names = on.reduce(
    (sum, { counts }) => sum + (counts === null ? 0 : counts.names - counts.duplicates),
    0,
  );
  const ill = on.filter(({ health }) => health === "failing" || health === "held").length;
  const second = ill > 0
    ? ui.say("lists.need_look", { count: ill })
    : ui.say(on.some(isBusy) ? "lists.busy" : "lists.all_fresh");
  if (names <= 0) return `${ui.say("lists.lead_unknown", { count: on.length })} ${second}`;
  return `${ui.say("lists.lead", { count: on.length, names: ui.number(names) })} ${second}`;
}

function listRow(ui: Ui, list: ShownList): Markup {
  const { id, kind, category, enabled } = list, refused = refusedLines(list);
  return html`
    <li class=${enabled ? "list-row" : "list-row is-off"}>
      ${listSwitch(ui, list)}
      <div class="list-main">
        <p class="list-name"><a href=${`/lists/${id}`}><bdi>${listName(
          ui,
          list,
        )}</bdi></a>${kind === "allow" && badge(
          "good",
          ui.say("lists.allows"),
        )}${category !== "" && html`<span class="muted">${categoryText(ui, category)}</span>`}</p>
        <div id=${`list-${id}-state`} data-refresh=${isBusy(list) ? SOON : LATER}>
          ${stateLine(ui, list)}
          ${refused > 0 &&
            html`<p><a href=${`/lists/${id}#lines`}>${
              ui.say("lists.refused", { count: refused })
            }</a></p>`}
        </div>
        ${trouble(ui, list)}
      </div>
    </li>
  `;
}

function teach(ui: Ui, write: boolean): Child {
  const action = write && linkButton("/lists/add", ui.say("lists.add"), { icon: "plus" });
  return card(
    ui.say("lists.catalogue"),
    empty("scroll-text", ui.say("lists.only_starter"), ui.say("lists.empty_help"), action),
  );
}
