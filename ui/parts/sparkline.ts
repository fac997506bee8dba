/** A trend at the height of a line of text, next to the number that states it. */
import { html, type Markup } from "../html.ts";

const WIDE = 100;
const HIGH = 24;

/**
 * A line from zero to the largest value. Fewer than two values, or only zeros, draw the ground
 * line.
 */
export function sparkline(values: readonly number[]): Markup {
  const counts = values.map((value) => Number.isFinite(value) ? Math.max(0, value) : 0);
  const most = Math.max(0, ...counts);
  const apart = WIDE / Math.max(1, counts.length - 1);
  const at = (value: number, index: number) =>
    `${round(index * apart)},${round(HIGH - 1 - (most === 0 ? 0 : value / most) * (HIGH - 3))}`;
  const line = counts.length < 2 ? `0,${HIGH - 1} ${WIDE},${HIGH - 1}` : counts.map(at).join(" ");
  return html`
    <svg
      class="sparkline"
      viewBox=${`0 0 ${WIDE} ${HIGH}`}
      width="100%"
      height=${HIGH}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points=${`0,${HIGH} ${line} ${WIDE},${HIGH}`} />
      <polyline points=${line} />
    </svg>
  `;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
