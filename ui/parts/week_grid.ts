/**
 * A week in quarter hours: shown as seven days, painted where scripts run, and otherwise typed as
 * hours.
 */
import { DAY_SLOTS } from "../../policy/model/hours.ts";
import { dayTexts, WEEKDAYS, type WeekHours } from "../../policy/model/week.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../ui.ts";

type Day = (typeof WEEKDAYS)[number];

/** Options of the grid. */
export interface WeekGrid {
  /** Unique on the page. */
  readonly id: string;
  /** The field of the request body with the days: `days`, `schedules.youtube`. */
  readonly name: string;
  /** 672 slots from Monday 00:00; "" = not set. */
  readonly grid: string;
  /** The subject of the grid, for screen readers. */
  readonly label: string;
  /** Labels of slots that are set and not set: open, closed. */
  readonly on: string;
  readonly off: string;
  /** A grid that replaces the current one with one tap. */
  readonly proposed?: { readonly grid: string; readonly text: string };
}

/** Monday 5 January 1970, in Unix seconds at noon UTC. */
const MONDAY = 4 * 86_400 + 43_200;
/** Hours labelled on the axis. */
const AXIS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
/** Maximum number of characters for the hours of one day. */
const MOST = 200;

/** The name of a day in the language of the user. */
export function dayName(ui: Ui, day: Day, weekday: "short" | "long"): string {
  return ui.date(MONDAY + WEEKDAYS.indexOf(day) * 86_400, { weekday, timeZone: "UTC" });
}

/** `Mon–Fri 07:00–08:00 and 16:30–19:30 · Sat–Sun 08:00–20:00`; "" = no hours. */
export function weekText(ui: Ui, hours: readonly WeekHours[]): string {
  return weekParts(ui, hours).join(" · ");
}

/** The same as a paragraph that breaks between groups of days. */
export function weekWords(ui: Ui, hours: readonly WeekHours[]): Child {
  const parts = weekParts(ui, hours);
  const last = parts.length - 1;
  return parts.flatMap((
    part,
    at,
  ) => [html`<span class="week-part">${at < last ? `${part} ·` : part}</span>`, " "]);
}

/** Days with equal hours are merged. */
function weekParts(ui: Ui, hours: readonly WeekHours[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { days, from, to } of hours) {
    const text = daysText(ui, days);
    const same = groups.get(text) ?? [];
    groups.set(text, [...same, `${from}–${to}`]);
  }
  return [...groups].map(([days, times]) => `${days} ${ui.list(times)}`.trim());
}

/** The days; "" = every day. */
function daysText(ui: Ui, days: readonly Day[]): string {
  if (days.length === WEEKDAYS.length) return "";
  const first = WEEKDAYS.indexOf(days[0]);
  const isRun = days.length > 1 && days.every((day, at) => WEEKDAYS[first + at] === day);
  const names = (isRun ? [days[0], days.at(-1)!] : days).map((day) => dayName(ui, day, "short"));
  return isRun ? names.join("–") : names.join(", ");
}

/** The week as form fields; the island `week_grid` makes it paintable. */
export function weekGrid(ui: Ui, options: WeekGrid): Markup {
  const { id, name, label, on, off } = options;
  const fields = dayTexts(options.grid).map((text, at) =>
    ui.fieldValue(`${name}.${WEEKDAYS[at]}`, text)
  );
  return html`
    <div
      class="week-grid"
      id=${id}
      data-on=${on}
      data-off=${off}
      data-wrong=${ui.t("hours.wrong_hours")}
    >
      <div class="week-tools with-script">
        <div class="week-now">
          <output class="week-status" id=${`${id}-status`}>${ui.t("hours.paint")}</output>
          ${tool("undo", ui.t("frame.undo"), "undo-2")}
        </div>
        <span class="buttons">
          ${options.proposed &&
            tool("proposed", options.proposed.text, "clock", options.proposed.grid)}
          ${tool("clear", ui.t("hours.clear"), "x")}
        </span>
      </div>
      ${weekDays(ui, options, label)}
      <p class="help with-script week-keys">${ui.t("hours.keys")}</p>
      <div class="week-below">
        ${copyDay(ui, id)}
        <details class="reveals week-texts" open=${ui.context.failed !== undefined}>
          <summary>${ui.t("hours.write")}</summary>
          <div class="week-fields">
            ${WEEKDAYS.map((day, at) =>
              html`
                <div class="field">
                  <label for=${`${id}-${day}`}>${dayName(ui, day, "long")}</label>
                  <input
                    type="text"
                    id=${`${id}-${day}`}
                    name=${`${name}.${day}`}
                    value=${fields[at]}
                    maxlength=${MOST}
                    autocomplete="off"
                    spellcheck="false"
                    placeholder="07:00-08:00, 16:30-19:30"
                  />
                </div>
              `
            )}
          </div>
          <p class="help">${ui.t("hours.write_help")}</p>
        </details>
      </div>
    </div>
  `;
}

/** A read-only week: seven days of quarter hours, each with its hours in words. */
export function weekDays(ui: Ui, { grid }: Pick<WeekGrid, "grid">, label: string): Markup {
  const texts = dayTexts(grid);
  return html`
    <div class="week-days" aria-label=${label} role="group">
      <div class="week-axis" aria-hidden="true">
        ${AXIS.map((hour) => html`<span>${ui.number(hour)}</span>`)}
      </div>
      ${WEEKDAYS.map((day, at) =>
        html`
          <div class="week-day">
            <span class="week-name">
              <span class="long">${dayName(ui, day, "long")}</span>
              <span class="short" aria-hidden="true">${dayName(ui, day, "short")}</span>
            </span>
            <div class="week-strip">${strip(grid, at)}</div>
            <span class="week-hours">${texts[at].replaceAll("-", "–") || "–"}</span>
          </div>
        `
      )}
    </div>
  `;
}

function strip(grid: string, day: number): Child {
  return Array.from(
    { length: DAY_SLOTS },
    (_, slot) => grid[day * DAY_SLOTS + slot] === "1" ? html`<i class="on" />` : html`<i />`,
  );
}

function tool(does: string, text: string, sign: "clock" | "undo-2" | "x", grid?: string): Markup {
  return html`
    <button
      type="button"
      class="button plain"
      data-week=${does}
      data-grid=${grid}
      disabled=${does === "undo"}
    >
      ${icon(sign)}
      <span>${text}</span>
    </button>
  `;
}

function copyDay(ui: Ui, id: string): Markup {
  return html`
    <details class="reveals week-copy with-script">
      <summary>${ui.t("hours.copy_day")}</summary>
      <div class="week-copy-fields">
        <div class="field">
          <label for=${`${id}-from`}>${ui.t("hours.copy_from")}</label>
          <select id=${`${id}-from`} data-copy-from="true">
            ${WEEKDAYS.map((day, at) =>
              html`<option value=${at}>${dayName(ui, day, "long")}</option>`
            )}
          </select>
        </div>
        <fieldset class="days">
          <legend>${ui.t("hours.copy_to")}</legend>
          <div>
            ${WEEKDAYS.map((day, at) =>
              html`
                <label>
                  <input type="checkbox" value=${at} data-copy-to="true" />
                  <span>${dayName(ui, day, "long")}</span>
                </label>
              `
            )}
          </div>
        </fieldset>
        <p class="buttons">
          ${html`
            <button type="button" class="button plain" data-week="copy">
              ${icon("copy")}
              <span>${ui.t("hours.copy")}</span>
            </button>
          `}
        </p>
      </div>
    </details>
  `;
}
