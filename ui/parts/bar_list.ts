/** A ranking: a name, its count and its share as a bar; each row links to details. */
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";

/** A row. */
export interface Bar {
  readonly name: Child;
  readonly count: number;
  /** The address of the details; absent = none. */
  readonly href?: string;
  /** A note next to the name. */
  readonly note?: Child;
}

/** Options of the list. */
export interface BarListOptions {
  /** The total for the shares; 0 = no shares are shown. */
  readonly whole?: number;
  /** Formats a count; a plain number by default. */
  readonly said?: (count: number) => string;
  /** Colour of the bars; blocked items have their own. */
  readonly tone?: "whole" | "part";
}

/** The rows in the given order; bars are relative to the largest count. */
export function barList(
  ui: Ui,
  bars: readonly Bar[],
  { whole = 0, said, tone = "whole" }: BarListOptions = {},
): Markup {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return html`
    <ol class=${`bar-list ${tone}`}>
      ${bars.map(({ name, count, href, note }) => {
        const inside = html`
          <span class="bar-name">
            ${name}
            ${note && html`<span class="muted small">${note}</span>`}
          </span>
          <span class="bar-count number">${said?.(count) ?? ui.number(count)}</span>
          ${whole > 0 &&
            html`<span class="bar-share number">${ui.percent(Math.min(1, count / whole))}</span>`}
        `;
        return html`
          <li>
            <svg aria-hidden="true" width="100%" height="100%">
              <rect
                width=${`${Math.round(Math.max(0, count) / most * 1000) / 10}%`}
                height="100%"
                rx="4"
              />
            </svg>
            ${href === undefined
              ? html`<span class="bar-row">${inside}</span>`
              : html`<a class="bar-row" href=${href}>${inside}</a>`}
          </li>
        `;
      })}
    </ol>
  `;
}
