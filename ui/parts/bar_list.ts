/** What was seen most: a name, its count and its share on a bar, each row a link to what is behind it. */
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../shown.ts";

/** A row. */
export interface Bar {
  readonly name: Child;
  readonly count: number;
  /** What is behind it; absent = nothing. */
  readonly href?: string;
  /** Beside the name: what the bar is in a word. */
  readonly note?: Child;
}

/** How the list is drawn. */
export interface BarListOptions {
  /** The count of everything, of which each row has a share; 0 = shares are left out. */
  readonly whole?: number;
  /** How a count is written; a number otherwise. */
  readonly said?: (count: number) => string;
  /** Colour of the bars: what is blocked has its own. */
  readonly tone?: "whole" | "part";
}

/** The rows as they are given; bars are as long as the count is beside the largest one. */
export function barList(
  ui: Ui,
  bars: readonly Bar[],
  { whole = 0, said, tone = "whole" }: BarListOptions = {},
): Markup {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return html`<ol class=${`bar-list ${tone}`}>${
    bars.map(({ name, count, href, note }) => {
      const inside = html`
        <span class="bar-name">${name}${note && html`
          <span class="muted small">${note}</span>
        `}</span><span
          class="bar-count number">${said?.(count) ?? ui.number(count)}</span>${whole > 0 &&
            html`<span class="bar-share number">${ui.percent(Math.min(1, count / whole))}</span>`}
      `;
      return html`<li><svg aria-hidden="true" width="100%" height="100%"><rect width=${`${
        Math.round(Math.max(0, count) / most * 1000) / 10
      }%`} height="100%" rx="4" /></svg>${
        href === undefined
          ? html`<span class="bar-row">${inside}</span>`
          : html`<a class="bar-row" href=${href}>${inside}</a>`
      }</li>`;
    })
  }</ol>`;
}
