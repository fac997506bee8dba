/**
 * Minutes per day as columns from zero, rendered on the server; values are labelled where there is
 * room.
 */
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { figuresTable } from "./figures_table.ts";

/** A day. */
export interface ChartDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly minutes: number;
}

/** What is drawn. */
export interface DayChart {
  /** Id of the element, stable across page views. */
  readonly id: string;
  /** Text for screen readers, and the caption of the table. */
  readonly caption: string;
  /** Consecutive days without gaps. */
  readonly days: readonly ChartDay[];
  /** Formats minutes: `2 h 10 min`. */
  readonly said: (minutes: number) => string;
  /** Heads of the columns of the table. */
  readonly heads: { readonly day: string; readonly minutes: string };
}

const HOUR = 60;
const DAY = 86_400;
/** Pixels: room for labels above the highest column, the plot, the axis below it. */
const TOP = 22;
const PLOT = 150;
const AXIS = 24;
/** The share of a day that its column fills, and the maximum number of days with labels. */
const FILLED = 0.66;
const FEW = 8;
/** Distances between the lines, in minutes. */
const STEPS = [15, 30, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR];

/** The chart with its table. */
export function dayChart(ui: Ui, chart: DayChart): Markup {
  const days = chart.days.map(({ day, minutes }) => ({ day, minutes: sound(minutes) }));
  const most = Math.max(0, ...days.map(({ minutes }) => minutes));
  const lines = linesOf(most);
  const scale = PLOT / lines.at(-1)!;
  return html`
    <figure class="chart day-chart" id=${chart.id}>
      <svg width="100%" height=${TOP + PLOT + AXIS} role="img" aria-label=${summary(ui, chart)}>
        ${lines.map((minutes) => line(ui, minutes, scale))}
        ${days.map((day, at) => column(ui, chart, { ...day, at, count: days.length }, scale))}
      </svg>
      ${figuresTable(ui, {
        caption: chart.caption,
        heads: [chart.heads.day, chart.heads.minutes],
        rows: chart.days.map(({ day, minutes }) => [dayText(ui, day), chart.said(minutes)]),
      })}
    </figure>
  `;
}

/** Keeps the shape within the chart, whatever values the database contains. */
function sound(minutes: number): number {
  return Number.isFinite(minutes) ? Math.min(25 * HOUR, Math.max(0, minutes)) : 0;
}

function linesOf(most: number): number[] {
  const wanted = Math.max(most, HOUR);
  const step = STEPS.find((size) => wanted / size <= 4) ?? STEPS.at(-1)!;
  return Array.from({ length: Math.ceil(wanted / step) + 1 }, (_, at) => at * step);
}

function line(ui: Ui, minutes: number, scale: number): Child {
  const y = rounded(TOP + PLOT - minutes * scale);
  const text = minutes % HOUR === 0
    ? `${ui.number(minutes / HOUR)} h`
    : `${ui.number(minutes)} min`;
  return html`
    <line class=${minutes === 0 ? "base" : "grid-line"} x1="0" x2="100%" y1=${y} y2=${y} />
    ${minutes > 0 &&
      html`
        <text class="value" x="0" y=${y + 4} text-anchor="end">${text.replace(" ", "\u00a0")}</text>
      `}
  `;
}

function column(
  ui: Ui,
  { said }: DayChart,
  { day, minutes, at, count }: ChartDay & { readonly at: number; readonly count: number },
  scale: number,
): Child {
  const wide = 100 / count;
  const height = rounded(minutes * scale);
  const middle = percent((at + 0.5) * wide);
  const every = Math.ceil(count / FEW);
  const named = (count - 1 - at) % every === 0;
  const bar = minutes > 0 && html`
    <rect
      class="whole"
      x=${percent(at * wide + wide * (1 - FILLED) / 2)}
      y=${rounded(TOP + PLOT - height)}
      width=${percent(wide * FILLED)}
      height=${Math.max(height, 1)}
      rx="2"
    >
      <title>${ui.labelWithValue(dayText(ui, day), said(minutes))}</title>
    </rect>
  `;
  return html`
    ${bar}
    ${count <= FEW && minutes > 0 &&
      html`
        <text class="said" x=${middle} y=${rounded(TOP + PLOT - height) - 6} text-anchor="middle">
          ${html`
            <tspan class="long">${said(minutes)}</tspan>
            <tspan class="brief">${brief(minutes)}</tspan>
          `}
        </text>
      `}
    ${named &&
      html`
        <text class="time" x=${middle} y=${TOP + PLOT + 18} text-anchor="middle">
          ${styled(
            ui,
            day,
            count <= FEW ? { weekday: "short" } : { day: "numeric", month: "short" },
          )}
        </text>
      `}
  `;
}

/** `2:10`, for narrow columns. */
function brief(minutes: number): string {
  return `${Math.floor(minutes / HOUR)}:${String(Math.round(minutes % HOUR)).padStart(2, "0")}`;
}

function summary(ui: Ui, { caption, days, said }: DayChart): string {
  if (days.length > FEW) return caption;
  return `${caption}: ${
    ui.list(days.map(({ day, minutes }) =>
      `${styled(ui, day, { weekday: "long" })} ${said(minutes)}`
    ))
  }`;
}

/** A day in readable form: `Fri 21 November`. */
function dayText(ui: Ui, day: string): string {
  return styled(ui, day, { weekday: "short", day: "numeric", month: "long" });
}

/** Uses noon in the household's time zone, so that the date is the same in every zone. */
function styled(ui: Ui, day: string, style: Intl.DateTimeFormatOptions): string {
  const noon = Date.parse(`${day}T00:00:00Z`) / 1000 + DAY / 2;
  return ui.date(noon - ui.zoneOffset(noon), style);
}

function percent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
