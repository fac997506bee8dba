/** The card with protection choices for one person, group or device: links, and a pause. */
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";
import { card } from "./card.ts";
import { actionButton } from "./form.ts";
import { type ScopedLists, scopedLists } from "./scoped_lists.ts";

const LINKS: readonly (readonly [path: string, text: TextKey])[] = [
  ["/services", "services.name"],
  ["/categories", "categoryPage.name"],
  ["/safe-search", "safeSearch.name"],
  ["/rules", "words.rules"],
];
/** Durations of a pause, in minutes. */
const PAUSES = [10, 60] as const;

/** The card; `queries` is the address of the log for this scope. */
export function protectionCard(
  ui: Ui,
  scope: string,
  name: string,
  queries: string,
  lists: ScopedLists,
): Markup {
  const to = (path: string) => `${path}?${new URLSearchParams({ scope })}`;
  const links = [
    ...(ui.may("rules.read") ? LINKS.map(([path, text]) => [to(path), text] as const) : []),
    ...(ui.may("reports.read") ? [[queries, "people.activity"] as const] : []),
  ];
  return card(
    ui.t("people.protection"),
    html`
      <p class="muted">${ui.t("people.protection_of", { name })}</p>
      <ul class="ways">
        ${links.map(([path, text]) =>
          html`
            <li><a href=${path}><span>${ui.t(text)}</span>${icon("chevron-right")}</a></li>
          `
        )}
      </ul>
      ${scopedLists(ui, lists, name)}
      ${ui.may("rules.write") && pauses(ui, scope, name)}
    `,
    { id: "protection" },
  );
}

function pauses(ui: Ui, scope: string, whom: string): Markup {
  const path = `/api/v1/pauses?${new URLSearchParams({ scope })}`;
  const undo = { method: "delete", path: `${path}&back=true` } as const;
  const buttons = PAUSES.map((minutes) =>
    actionButton(
      ui,
      { method: "put", path, body: { minutes }, done: "pauses.begun", undo },
      ui.duration(minutes * 60),
      { icon: "pause", label: `${ui.t("pauses.pause")}: ${whom}, ${ui.duration(minutes * 60)}` },
    )
  );
  return html`
    <div class="pause-row">
      <span>${ui.t("pauses.pause")}</span>
      <span class="buttons">${buttons}</span>
    </div>
  `;
}
