/** Options with a sentence each: radio buttons or checkboxes, one row per option. */
import { type Child, html, type Markup } from "../html.ts";

/** One row. */
export interface OptionRow {
  readonly value: string;
  readonly text: Child;
  /** A sentence under it. */
  readonly help?: Child;
  readonly on: boolean;
  /** Keywords for a script of the page (`data-lists`). */
  readonly lists?: string;
}

/**
 * Rows under a legend; `name` includes the field type (`lists:array`), `brief` hides the sentences
 * of rows on a phone.
 */
export function optionGroup(
  options: {
    type: "radio" | "checkbox";
    name: string;
    legend: Child;
    help?: Child;
    rows: readonly OptionRow[];
    brief?: boolean;
  },
): Markup {
  const {
    type,
    name,
    legend,
    help,
    rows,
    brief = false,
  } = options;
  return html`
    <fieldset class="choices">
      <legend>${legend}</legend>
      ${help !== undefined && html`<p class="help">${help}</p>`}
      <div class=${brief ? "choice-rows brief" : "choice-rows"}>
        ${rows.map((row) => optionRow(type, name, row))}
      </div>
    </fieldset>
  `;
}

/** A single row, for rows inside a fold. */
export function optionRow(
  type: "radio" | "checkbox",
  name: string,
  { value, text, help, on, lists }: OptionRow,
): Markup {
  return html`
    <label class="choice">
      <input type=${type} name=${name} value=${value} checked=${on}
        data-lists=${lists} />
      <span>
        <span class="choice-text">${text}</span>
        ${help !== undefined &&
          html`<span class="help">${help}</span>`}
      </span>
    </label>
  `;
}
