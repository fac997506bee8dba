/** The figures of a chart as a table, for screen readers and for exact values. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";

/** The table of a chart. */
export interface FiguresTable {
  readonly caption: string;
  /** The heading of the rows, then of each column of figures. */
  readonly heads: readonly string[];
  /** The label of the row, then its figures. */
  readonly rows: readonly (readonly string[])[];
}

/** The table, folded below its chart. */
export function figuresTable(ui: Ui, { caption, heads, rows }: FiguresTable): Markup {
  return html`
    <details class="as-table">
      <summary>${ui.t("charts.as_table")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
        <table>
          <caption class="visually-hidden">${caption}</caption>
          <thead>
            <tr>
              ${heads.map((head, at) =>
                html`<th scope="col" class=${at > 0 && "number"}>${head}</th>`
              )}
            </tr>
          </thead>
          <tbody>
            ${rows.map(([row, ...figures]) =>
              html`
                <tr>
                  <th scope="row">${row}</th>
                  ${figures.map((figure) => html`<td class="number">${figure}</td>`)}
                </tr>
              `
            )}
          </tbody>
        </table>
      </div>
    </details>
  `;
}
