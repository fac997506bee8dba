/** One day as a bar of 24 hours: open time, extra time, cuts, and the current time. */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";

/** From one minute of the day to another, 0 to 1440. */
export type MinuteRange = readonly [from: number, to: number];

/** The ranges to draw; later ones cover earlier ones. */
export interface DayBar {
  readonly open: readonly MinuteRange[];
  /** Extra time. */
  readonly extra: readonly MinuteRange[];
  readonly cut: readonly MinuteRange[];
  readonly homework: readonly MinuteRange[];
  /** The current minute; absent = the time is unknown. */
  readonly now?: number | undefined;
}

const DAY = 1440;
const AXIS_HOURS = 6;
/** Pixels from the top: the line for closed time, ranges, the line for homework, axis labels. */
const HEIGHT = 44;
const BAR_TOP = 4;
const BAR = 18;
const LINE_TOP = 10;
const LINE = 6;
const HOMEWORK_TOP = 24;
const WORDS = 41;

/** Alignment of axis labels by hour; others are centred. */
const ANCHORS: Readonly<Record<number, string>> = { 0: "start", 24: "end" };

/** The bar; the page states the same in words next to it. */
export function dayBar(ui: Ui, { open, extra, cut, homework, now }: DayBar): Markup {
  const stretches = (name: string, all: readonly MinuteRange[], y: number, height: number) =>
    all.map(([from, to]) =>
      html`
        <rect
          class=${name}
          x=${share(from)}
          y=${y}
          width=${share(to - from)}
          height=${height}
          rx="3"
        />
      `
    );
  const ticks = Array.from({ length: 24 / AXIS_HOURS + 1 }, (_, at) => at * AXIS_HOURS);
  return html`
    <svg class="day-bar" width="100%" height=${HEIGHT} aria-hidden="true">
      <rect class="closed" x="0" y=${LINE_TOP} width="100%" height=${LINE} rx="3" />
      ${stretches("open", open, BAR_TOP, BAR)}
      ${stretches("cut", cut, BAR_TOP, BAR)}
      ${stretches("extra", extra, BAR_TOP, BAR)}
      ${stretches("homework", homework, HOMEWORK_TOP, 3)}
      ${ticks.map((hour) =>
        html`
          <text x=${share(hour * 60)} y=${WORDS} text-anchor=${ANCHORS[hour] ?? "middle"}>
            ${ui.number(hour)}
          </text>
        `
      )}
      ${now !== undefined && html`
        <line class="now-edge" x1=${share(now)} x2=${share(now)} y1="0" y2="28" />
        <line class="now" x1=${share(now)} x2=${share(now)} y1="0" y2="28" />
      `}
    </svg>
  `;
}

function share(minutes: number): string {
  return `${Math.round(Math.min(DAY, Math.max(0, minutes)) / DAY * 10_000) / 100}%`;
}
