/** Finds one of many people by name: a field above lists that show a page of them. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { searchField } from "./search.ts";

/** People on one page of a list. */
export const PEOPLE_AT_ONCE = 50;

/** The field; `path` is the page that lists the people. */
export function findPerson(ui: Ui, path: string, q: string): Markup {
  const label = ui.t("people.find");
  return html`
    <form method="get" action=${path} class="form" role="search">
      <div class="find">${searchField(ui, { id: "find-person", name: "q", value: q, label })}</div>
    </form>
  `;
}
