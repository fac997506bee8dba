/**
 * A chart of counts over time, rendered on the server: columns from zero, each with its part drawn
 * over the whole.
 */
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { figuresTable } from "./figures_table.ts";
import { dayTicks, type TimeTick, timeTicks, valueTicks } from "./ticks.ts";

/** The counts of one step. */
export interface ChartPoint {
  /** Start of the step in Unix seconds. */
  readonly at: number;
  readonly total: number;
  /** At most `total`. */
  readonly part: number;
}

/** The content of the chart. */
export interface TimeChart {
  /** Id of the element, stable across page views. */
  readonly id: string;
  /** Text for screen readers, and the caption of the table. */
  readonly caption: string;
  /** Consecutive steps without gaps. */
  readonly points: readonly ChartPoint[];
  /** Seconds per step. */
  readonly step: number;
  /** Formats a count: `812 queries`. */
  readonly total: (count: number) => string;
  /** Formats the part: `97 blocked`. */
  readonly part: (count: number) => string;
  /** Column headings of the table. */
  readonly heads: { readonly total: string; readonly part: string };
}

const DAY = 86_400;
/** Pixels: the row of words, the plot below it, the axis below that. */
const TOP = 30;
const PLOT = 150;
const AXIS = 24;
/** The share of a step that its column fills. */
const FILLED = 0.78;

/**
 * The chart with its table; the step under the pointer or selected with arrow keys is described in
 * words.
 */
export function timeChart(ui: Ui, chart: TimeChart): Markup {
  const points = chart.points.map(sound);
  const most = Math.max(0, ...points.map(({ total }) => total));
  const values = valueTicks(most);
  const scale = PLOT / values.at(-1)!;
  const all = { ...chart, points };
  return html`
    <figure class="chart" id=${chart.id}>
      <svg
        width="100%"
        height=${TOP + PLOT + AXIS}
        role="img"
        tabindex="0"
        aria-label=${summary(all)}
      >
        ${totals(all)}
        ${grid(values, scale)}
        <g class="chart-steps">${points.map((_, at) => column(ui, all, at, scale))}</g>
        ${valueAxis(ui, values, scale)}
        ${timeAxis(ui, all)}
      </svg>
      <p class="visually-hidden" aria-live="polite"></p>
      ${figuresTable(ui, {
        caption: all.caption,
        heads: [ui.t("words.time"), all.heads.total, all.heads.part],
        rows: all.points.map(({ at, total, part }) => [
          momentText(ui, at, all.step),
          ui.number(total),
          ui.number(part),
        ]),
      })}
    </figure>
  `;
}

/** Keeps the shape within the chart, whatever counts the database contains. */
function sound({ at, total, part }: ChartPoint): ChartPoint {
  const whole = Number.isFinite(total) ? Math.max(0, total) : 0;
  return { at, total: whole, part: Number.isFinite(part) ? Math.min(whole, Math.max(0, part)) : 0 };
}

function sums({ points }: TimeChart): { total: number; part: number } {
  return points.reduce(
    (sum, { total, part }) => ({ total: sum.total + total, part: sum.part + part }),
    {
      total: 0,
      part: 0,
    },
  );
}

function summary(chart: TimeChart): string {
  const { total, part } = sums(chart);
  return `${chart.caption}: ${chart.total(total)}, ${chart.part(part)}`;
}

/** The words above the plot, with the colours of what they count. */
function words(total: Child, part: Child, moment?: string): Child {
  const time = moment !== undefined && html`<tspan class="moment">${moment}</tspan>`;
  const gap = time === false ? 0 : 8;
  return html`
    ${time}
    <tspan class="mark whole" dx=${gap}>■</tspan>
    <tspan dx="4">${total}</tspan>
    <tspan class="mark part" dx="10">■</tspan>
    <tspan dx="4">${part}</tspan>
  `;
}

function totals(chart: TimeChart): Markup {
  const { total, part } = sums(chart);
  return html`
    <text class="words totals" x="0" y="13">${words(chart.total(total), chart.part(part))}</text>
  `;
}

function grid(values: readonly number[], scale: number): Child {
  return values.map((value) => {
    const y = rounded(TOP + PLOT - value * scale);
    return html`<line class=${
      value === 0 ? "base" : "grid-line"
    } x1="0" x2="100%" y1=${y} y2=${y} />`;
  });
}

/** The values to the left of the plot, each at its line; charts.css provides the room. */
function valueAxis(ui: Ui, values: readonly number[], scale: number): Child {
  return values.slice(1).map((value) =>
    html`
      <text class="value" x="0" y=${rounded(TOP + PLOT - value * scale) + 4} text-anchor="end">
        ${ui.compactNumber(value)}
      </text>
    `
  );
}

function column(ui: Ui, chart: TimeChart, index: number, scale: number): Markup {
  const { points } = chart;
  const { at, total, part } = points[index];
  const wide = 100 / points.length;
  const x = percent(index * wide);
  const width = percent(wide);
  const inset = percent(index * wide + wide * (1 - FILLED) / 2);
  const bar = (name: string, count: number) =>
    count > 0 &&
    html`
      <rect
        class=${name}
        x=${inset}
        y=${rounded(TOP + PLOT - count * scale)}
        width=${percent(wide * FILLED)}
        height=${rounded(Math.max(count * scale, 0.5))}
      />
    `;
  const moment = momentText(ui, at, chart.step);
  const label = `${moment}, ${chart.total(total)}, ${chart.part(part)}`;
  // In narrow charts, the number of the whole is shown alone.
  const whole = html`
    <tspan class="long">${chart.total(total)}</tspan>
    <tspan class="brief">${ui.number(total)}</tspan>
  `;
  return html`
    <g class="chart-step" data-said=${label}>
      <rect class="zone" x=${x} y=${TOP} width=${width} height=${PLOT} />
      ${bar("whole", total)}
      ${bar("part", part)}
      <text class="words" x="0" y="13">${words(whole, chart.part(part), moment)}</text>
    </g>
  `;
}

function timeAxis(ui: Ui, { points, step }: TimeChart): Child {
  if (points.length === 0) return null;
  const from = points[0].at;
  const to = points.at(-1)!.at + step;
  const days = step >= DAY;
  const ticks = days ? dayTicks(ui, points.map(({ at }) => at)) : timeTicks(ui, from, to);
  return ticks.map((tick) =>
    tickMark(tick, ((days ? tick.at + step / 2 : tick.at) - from) / (to - from), days)
  );
}

/**
 * Names of days are centred below their column. Times have a line of their own, and their label
 * stays inside the chart.
 */
function tickMark({ text }: TimeTick, share: number, days: boolean): Child {
  const x = percent(share * 100);
  return html`
    ${!days && html`<line class="tick" x1=${x} x2=${x} y1=${TOP + PLOT} y2=${TOP + PLOT + 5} />`}
    <text class="time" x=${x} y=${TOP + PLOT + 18} text-anchor=${anchorOf(share)}>${text}</text>
  `;
}

function anchorOf(share: number): string {
  if (share < 0.04) return "start";
  return share > 0.96 ? "end" : "middle";
}

/** A step in readable form: `Friday 21 November`, `14:00 – 15:00`, `14:07`. */
function momentText(ui: Ui, at: number, step: number): string {
  if (step >= DAY) {
    return ui.date(at + DAY / 2, { weekday: "short", day: "numeric", month: "long" });
  }
  if (step <= 60) return ui.date(at, { timeStyle: "short" });
  return ui.dateRange(at, at + step, { weekday: "short", hour: "2-digit", minute: "2-digit" });
}

function percent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
