/** Links between the pages of a long list. They work without JavaScript. */
import { type Child, html } from "../html.ts";
import type { Ui } from "../ui.ts";
import { linkButton } from "./form.ts";

/** Where a list is, and which of its pages is shown. */
export interface ListPlace {
  readonly path: string;
  /** Query parameters that stay, such as the text that was searched for; "" = none. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether this is not the first page. */
  readonly paged: boolean;
  /** Cursor of the next page, "" = this is the last. */
  readonly next: string;
  /** Query parameter of the cursor; absent = `cursor`. */
  readonly parameter?: string;
}

/** The links to the first and to the next page; nothing for a list of one page. */
export function pageLinks(ui: Ui, place: ListPlace): Child {
  const { path, query = {}, paged, next, parameter = "cursor" } = place;
  if (!paged && next === "") return null;
  const to = (more: Readonly<Record<string, string>>) => {
    const filled = Object.entries({ ...query, ...more }).filter(([, value]) => value !== "");
    return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
  };
  return html`
    <p class="buttons page-links">
      ${paged && linkButton(to({}), ui.t("records.first"), { icon: "chevron-left" })}
      ${next !== "" &&
        linkButton(to({ [parameter]: next }), ui.t("words.more"), { icon: "chevron-right" })}
    </p>
  `;
}
