/**
 * Twelve months with marked holidays. They are marked with a line and bold type, not by colour
 * alone, and each month is described in words.
 */
import type {
  VacationResponse,
  VacationsResponse,
} from "../../../api/features/household/vacations/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import type { Ui } from "../../ui.ts";
import { dayText } from "../../../policy/model/calendar_day.ts";
import { dayNumberOf, noonOf } from "../../parts/days.ts";

const MONTHS = 12;
const WEEK = 7;
const SATURDAY = 5;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const weekdayOf = (number: number) => (number + 3) % WEEK;

/** The calendar, from the month of today on. */
export function holidayCalendar(ui: Ui, { vacations, day }: VacationsResponse): Markup {
  const [year, month] = day.split("-").map(Number);
  const months = Array.from({ length: MONTHS }, (_, at) => {
    const first = Date.UTC(year, month - 1 + at, 1) / 86_400_000;
    const next = Date.UTC(year, month + at, 1) / 86_400_000;
    return monthOf(ui, first, next, vacations, dayNumberOf(day));
  });
  return card(
    ui.t("holidays.calendar"),
    html`
      <p class="help">${ui.t("holidays.effect")}</p>
      <div class="months">${months}</div>
      <p class="month-legend" aria-hidden="true">
        <span>
          <span class="day free">12</span>
          ${ui.t("holidays.legend_free")}
        </span>
        <span>
          <span class="day free rest">13</span>
          ${ui.t("holidays.legend_weekend")}
        </span>
        <span>
          <span class="day today">14</span>
          ${ui.t("holidays.legend_today")}
        </span>
      </p>
    `,
  );
}

function monthOf(
  ui: Ui,
  first: number,
  next: number,
  vacations: readonly VacationResponse[],
  today: number,
): Markup {
  const month = ui.date(noonOf(ui, dayText(first)), { month: "long", year: "numeric" });
  const within = vacations.filter((one) =>
    dayNumberOf(one.first_day) < next && dayNumberOf(one.last_day) >= first
  );
  const isFree = (day: number) =>
    within.some((one) => dayNumberOf(one.first_day) <= day && day <= dayNumberOf(one.last_day));
  const blanks = Array.from({ length: weekdayOf(first) }, () => html`<span></span>`);
  const days = Array.from({ length: next - first }, (_, at) => {
    const day = first + at;
    const rest = weekdayOf(day) >= SATURDAY;
    const marks = [isFree(day) && "free", rest && "rest", day === today && "today"].filter(Boolean)
      .join(" ");
    return html`<span class=${marks === "" ? "day" : `day ${marks}`}>${at + 1}</span>`;
  });
  return html`
    <figure class="month">
      <figcaption>${month}</figcaption>
      <p class="visually-hidden">${inWords(ui, within, first, next)}</p>
      <div class="month-days" aria-hidden="true">${weekdays(ui)}${blanks}${days}</div>
    </figure>
  `;
}

/** The first letters of the days of a week, from Monday. */
function weekdays(ui: Ui): Markup[] {
  return Array.from(
    { length: WEEK },
    (_, at) =>
      html`
        <span class="weekday">${ui.date(noonOf(ui, dayText(4 + at)), { weekday: "narrow" })}</span>
      `,
  );
}

/** The holidays of a month as text for screen readers. */
function inWords(ui: Ui, within: readonly VacationResponse[], first: number, next: number): string {
  if (within.length === 0) return ui.t("holidays.month_none");
  const texts = within.map(({ first_day, last_day, name }) => {
    const from = dayText(Math.max(first, dayNumberOf(first_day)));
    const to = dayText(Math.min(next - 1, dayNumberOf(last_day)));
    const style = { day: "numeric", month: "long" } as const;
    const days = from === to
      ? ui.date(noonOf(ui, from), style)
      : ui.dateRange(noonOf(ui, from), noonOf(ui, to), style);
    return ui.labelWithValue(name || ui.t("holidays.unnamed"), days);
  });
  return texts.join("; ");
}
