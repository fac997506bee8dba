/**
 * Building blocks of pages: cards, stats, badges, empty states, notes, and tables that become cards
 * on a phone.
 */
import { type Child, html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";

/** A state; each has an icon in addition to its colour. */
export type Tone = "good" | "attention" | "danger" | "neutral";

const SIGNS: Readonly<Record<Tone, IconName | undefined>> = {
  good: "circle-check",
  attention: "triangle-alert",
  danger: "circle-alert",
  neutral: undefined,
};

/**
 * A section of a page with its heading; `said` = it reports the result of a form and scrolls into
 * view.
 */
export function card(
  heading: Child,
  body: Child,
  options: { action?: Child; id?: string; class?: string; said?: boolean } = {},
): Markup {
  return html`
    <section class=${`card ${options.class ?? ""}`} id=${options.id} data-said=${options.said}>
      <header>
        <h2>${heading}</h2>
        ${options.action}
      </header>
      ${body}
    </section>
  `;
}

/** A number with its label. */
export function stat(
  label: Child,
  value: Child,
  options: { help?: Child; tone?: Tone } = {},
): Markup {
  const inside = html`
    <dt>${label}</dt>
    <dd class=${`value ${options.tone ?? ""}`}>${value}</dd>
    ${options.help !== undefined && html`<dd class="help">${options.help}</dd>`}
  `;
  return html`<div class="stat">${inside}</div>`;
}

/** Stats side by side. */
export function stats(...items: readonly Child[]): Markup {
  return html`<dl class="stats">${items}</dl>`;
}

/** A coloured word with an icon. */
export function badge(tone: Tone, text: Child, sign: IconName | undefined = SIGNS[tone]): Markup {
  return html`<span class=${`badge ${tone}`}>${sign && icon(sign)}${text}</span>`;
}

/** A highlighted sentence. */
export function note(tone: Tone, text: Child, action?: Child): Markup {
  return html`
    <div class=${`note ${tone}`}>
      ${icon(SIGNS[tone] ?? "info")}
      <div>${text}</div>
      ${action}
    </div>
  `;
}

/** An empty state: what will be shown here and how to get it. */
export function emptyState(picture: IconName, text: Child, help: Child, action?: Child): Markup {
  return html`
    <div class="empty">
      ${icon(picture)}
      <p class="strong">${text}</p>
      <p class="muted">${help}</p>
      ${action}
    </div>
  `;
}

/** A column of a table. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => Child;
  /** Numbers are right-aligned. */
  readonly number?: boolean;
  /** The column that names the row; it is the card heading on a phone. */
  readonly main?: boolean;
  /** The heading of a column of buttons is only for screen readers. */
  readonly actions?: boolean;
}

/** A table that becomes cards on a phone; `caption` is for screen readers. */
export function table<T>(
  caption: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
  options: { id?: string; rowId?: (row: T) => string } = {},
): Markup {
  const classOf = ({ number, main, actions }: Column<T>) =>
    [number && "number", main && "main", actions && "actions"].filter(Boolean).join(" ") ||
    undefined;
  return html`
    <table class="data">
      <caption class="visually-hidden">${caption}</caption>
      <thead>
        <tr>
          ${columns.map((column) =>
            html`
              <th scope="col" class=${classOf(column)}>
                ${column.actions
                  ? html`<span class="visually-hidden">${column.head}</span>`
                  : column.head}
              </th>
            `
          )}
        </tr>
      </thead>
      <tbody id=${options.id}>
        ${rows.map((row) => tableRow(columns, row, options.rowId?.(row)))}
      </tbody>
    </table>
  `;
}

/** One row of a table; live parts also send single rows. */
export function tableRow<T>(columns: readonly Column<T>[], row: T, id?: string): Markup {
  return html`
    <tr id=${id}>
      ${columns.map(({ head, cell, number, main, actions }) =>
        html`
          <td
            class=${[number && "number", main && "main", actions && "actions"].filter(Boolean).join(
              " ",
            ) || undefined}
            data-head=${main || actions ? undefined : head}
          >
            ${cell(row)}
          </td>
        `
      )}
    </tr>
  `;
}

/** A list of terms with their values. */
export function definitionList(
  ...rows: readonly (readonly [Child, Child] | false | undefined)[]
): Markup {
  return html`
    <dl class="facts">
      ${rows.filter((row) => row !== false && row !== undefined).map(([term, value]) =>
        html`
          <div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>
        `
      )}
    </dl>
  `;
}
