/** The search field of a list, with its button. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { submit } from "./form.ts";

/** What a search field is made of. */
export interface SearchField {
  readonly id: string;
  /** Query parameter that receives the text. */
  readonly name: string;
  readonly value: string;
  /** Label, which is shown as the placeholder. */
  readonly label: string;
}

/** A label for screen readers, the field and the button that searches. */
export function searchField(ui: Ui, { id, name, value, label }: SearchField): Markup {
  return html`
    <label class="visually-hidden" for=${id}>${label}</label>
    <input
      id=${id}
      type="search"
      name=${name}
      value=${value}
      maxlength="255"
      placeholder=${label}
      spellcheck="false"
      autocapitalize="none"
      autocomplete="off"
    />
    ${submit(ui.t("words.search"), { icon: "search" })}
  `;
}
