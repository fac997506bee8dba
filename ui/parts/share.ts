/**
 * The composition of a whole: one bar of its parts, each listed with its colour, count and share.
 */
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";

/** A part of the whole. */
export interface SharePart {
  readonly name: Child;
  readonly count: number;
  /** Colour of the categorical set. */
  readonly colour: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  readonly href?: string;
}

/**
 * The bar and its parts, the largest first. Parts without a count are omitted, and the bar never
 * exceeds the whole.
 */
export function shareBar(ui: Ui, parts: readonly SharePart[]): Markup {
  const shown = parts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const whole = shown.reduce((sum, { count }) => sum + count, 0);
  let from = 0;
  const pieces = shown.map(({ count, colour }) => {
    const width = count / whole * 100;
    const x = from;
    from += width;
    return html`
      <rect class=${`colour-${colour}`} x=${percent(x)} width=${percent(width)} height="100%" />
    `;
  });
  return html`
    <div class="shares">
      <svg width="100%" height="12" aria-hidden="true">${pieces}</svg>
      <dl>
        ${shown.map(({ name, count, colour, href }) => {
          const text = href === undefined ? name : html`<a href=${href}>${name}</a>`;
          return html`
            <div>
              <dt>
                <span class=${`dot colour-${colour}`}></span>
                ${text}
              </dt>
              <dd class="number">${ui.number(count)}</dd>
              <dd class="number muted">${ui.percent(count / whole)}</dd>
            </div>
          `;
        })}
      </dl>
    </div>
  `;
}

function percent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}
