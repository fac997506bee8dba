/** The figures of a chart as a table, for who hears it or wants them exactly. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../shown.ts";

/** The table of a chart. */
export interface FiguresTable {
  readonly caption: string;
  /** What the rows are, then what each column of figures is. */
  readonly heads: readonly string[];
  /** What the row is, then its figures. */
  readonly rows: readonly (readonly string[])[];
}

/** The table, folded away below its chart. */
export function figuresTable(ui: Ui, { caption, heads, rows }: FiguresTable): Markup {
  return html`
    <details class="as-table">
      <summary>${ui.say("charts.as_table")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
        <table>
          <caption class="only-heard">${caption}</caption>
          <thead>
            <tr>${heads.map((head, at) =>
              html`<th scope="col" class=${at > 0 && "number"}>${head}</th>`
            )}</tr>
          </thead>
          <tbody>${rows.map(([row, ...figures]) =>
            html`<tr><th scope="row">${row}</th>${
              figures.map((figure) => html`<td class="number">${figure}</td>`)
            }</tr>`
          )}</tbody>
        </table>
      </div>
    </details>
  `;
}
