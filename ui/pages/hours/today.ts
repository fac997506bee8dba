/** Today for one person: the day as a bar, and the same in words. */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { DAY_SLOTS, decidingSlot, isGrid, slotAt } from "../../../policy/model/hours.ts";
import { type Child, html } from "../../html.ts";
import { dayBar, type MinuteRange } from "../../parts/day_bar.ts";
import type { Ui } from "../../ui.ts";
import { clockText, localDay, nowSeconds } from "../../parts/times.ts";
import { isCurrentOrFuture, type TimeRange } from "./time_state.ts";

const DAY = 86_400;
const SLOT = 15;
const MINUTES = 1440;

/** The bar with its words; `known` = whether the box knows the time. */
export function todayBar(ui: Ui, person: PersonState, known: boolean): Child {
  const { bonus, extra, mode } = person;
  const now = nowSeconds(ui);
  const hours = known && person.enabled ? openToday(ui, person) : [[0, MINUTES] as const];
  const added = [bonus, extra].filter((stretch) => isToday(ui, stretch));
  const kept = (name: "cut" | "homework") => mode.mode === name && isToday(ui, mode) ? [mode] : [];
  const cut = kept("cut");
  const homework = kept("homework");
  const minutes = (all: readonly TimeRange[]) =>
    all.map((stretch) => minutesOf(ui, stretch)).filter(([a, b]) => b > a);
  return html`
    ${dayBar(ui, {
      open: hours,
      extra: minutes(added),
      cut: minutes(cut),
      homework: minutes(homework),
      now: known ? minuteOf(ui, now) : undefined,
    })}
    <p class="help day-words">
      ${[
        hoursText(ui, hours),
        ...added.map((stretch) => ui.t("hours.today_extra", { hours: rangeText(ui, stretch) })),
        ...cut.map((stretch) => ui.t("hours.today_cut", { hours: rangeText(ui, stretch) })),
        ...homework.map((stretch) =>
          ui.t("hours.today_homework", { hours: rangeText(ui, stretch) })
        ),
      ].join(" ")}
    </p>
  `;
}

function hoursText(ui: Ui, hours: readonly MinuteRange[]): string {
  if (hours.length === 0) return ui.t("hours.today_closed");
  if (hours[0][1] - hours[0][0] === MINUTES) return ui.t("hours.today_open");
  const ranges = hours.map(([from, to]) => `${minuteText(from)}–${minuteText(to)}`);
  return ui.t("hours.today", { hours: ui.list(ranges) });
}

/** The ranges opened by today's hours, in minutes of the day. */
function openToday(ui: Ui, { grid, vacation }: PersonState): MinuteRange[] {
  if (!isGrid(grid)) return [[0, MINUTES]];
  const now = nowSeconds(ui);
  const slot = decidingSlot(slotAt(now * 1000, ui.zoneOffset(now) * 1000), vacation);
  const slots = grid.slice(slot - slot % DAY_SLOTS).slice(0, DAY_SLOTS);
  return [...slots.matchAll(/1+/g)].map((
    { 0: run, index },
  ) => [index * SLOT, (index + run.length) * SLOT]);
}

function isToday(ui: Ui, stretch: TimeRange): boolean {
  return stretch.until > 0 && isCurrentOrFuture(ui, stretch) &&
    localDay(ui, stretch.from) <= localDay(ui, nowSeconds(ui));
}

/** A range in minutes of today, as clock times. */
function minutesOf(ui: Ui, { from, until }: TimeRange): MinuteRange {
  return [minuteOf(ui, from), minuteOf(ui, until)];
}

function minuteOf(ui: Ui, at: number): number {
  const local = at + ui.zoneOffset(at);
  const midnight = localDay(ui, nowSeconds(ui)) * DAY;
  return Math.min(MINUTES, Math.max(0, (local - midnight) / 60));
}

function minuteText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${
    String(minutes % 60).padStart(2, "0")
  }`;
}

function rangeText(ui: Ui, { from, until }: TimeRange): string {
  return `${clockText(ui, from)}–${clockText(ui, until)}`;
}
