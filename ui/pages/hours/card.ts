/**
 * The card of one person: current state and its end, today, remaining time, and one-tap actions.
 */
import type { PersonState, Schedules } from "../../../api/features/household/hours/schedules.ts";
import { hoursOf } from "../../../policy/model/week.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { note } from "../../parts/card.ts";
import { avatar } from "../../parts/avatar.ts";
import { actionButton, linkButton, type PageAction } from "../../parts/form.ts";
import { weekWords } from "../../parts/week_grid.ts";
import type { Ui } from "../../ui.ts";
import { endButtons, timeActions, turnedOnKey } from "./actions.ts";
import { limitBars } from "./limits.ts";
import { todayBar } from "./today.ts";
import { nowSeconds, timeRangeText, untilText } from "../../parts/times.ts";
import {
  hasNoDevice,
  isCurrent,
  isCurrentOrFuture,
  type TimeState,
  timeStateOf,
} from "./time_state.ts";

/** Maximum and minimum number of seconds before a card is reloaded. */
const OFTEN = 10;
const SOONEST = 2;

/** Seconds before a card is reloaded: as soon as the state changes. */
export function reloadSeconds(ui: Ui, next: number): number {
  const left = next - nowSeconds(ui);
  return left > 0 ? Math.min(OFTEN, Math.max(SOONEST, left)) : OFTEN;
}

/** The card on a page that shows everyone. */
export function hoursCard(ui: Ui, person: PersonState, { time_known }: Schedules): Markup {
  const { person_id, name } = person;
  const to = `/people/${person_id}/hours`;
  return html`
    <section
      class="card hours-card"
      id=${`hours-${person_id}`}
      data-refresh=${reloadSeconds(ui, person.next_change)}
    >
      <header>
        ${avatar(name)}
        <div>
          <h2><a href=${to}><bdi>${name}</bdi></a></h2>
          ${timeStateLine(ui, person, time_known)}
        </div>
        ${icon("chevron-right")}
      </header>
      ${currentTimeState(ui, person, time_known)}
    </section>
  `;
}

/** The state of a person and its end, with its icon. */
export function timeStateLine(ui: Ui, person: PersonState, known: boolean): Markup {
  return timeStateLabel(timeStateOf(ui, person), timeStateText(ui, person, known));
}

const SIGNS: Readonly<Record<TimeState, IconName>> = {
  cut: "ban",
  closed: "moon",
  extra: "hourglass",
  homework: "book-open",
  open: "wifi",
  free: "wifi",
  no_device: "triangle-alert",
};

/** The same state for any subject. */
export function timeStateLabel(standing: TimeState, text: string): Markup {
  return html`<p class=${`standing ${standing}`}>${icon(SIGNS[standing])}<span>${text}</span></p>`;
}

/**
 * Everything about now: additional states, the bar of today or proposed hours, the remaining
 * limits, the buttons.
 */
export function currentTimeState(
  ui: Ui,
  person: PersonState,
  known: boolean,
  proposes = true,
): Child {
  const may = ui.may("household.write");
  const beside = details(ui, person, known);
  const ends = may && endButtons(ui, person);
  return html`
    ${(beside.length > 0 || ends) &&
      html`
        <div class="hours-now">
          ${beside.map((text) => html`<p class="muted">${text}</p>`)}
          ${ends}
        </div>
      `}
    ${person.grid === ""
      ? may && proposes && proposalCard(ui, person)
      : todayBar(ui, person, known)}
    ${limitBars(ui, person.limits)}
    ${may && timeActions(ui, person)}
  `;
}

/** The sentence of a card: open or closed, until when. */
export function timeStateText(ui: Ui, person: PersonState, known: boolean): string {
  const { mode } = person;
  const standing = timeStateOf(ui, person);
  if (standing === "no_device") {
    return ui.t(hasNoDevice(person) ? "hours.no_device_text" : "people.no_devices");
  }
  if (standing === "homework") {
    return ui.t("hours.homework_until", { until: untilText(ui, mode.until) });
  }
  return internetText(ui, person, standing, known);
}

/** Whether there is Internet and until when, regardless of what homework blocks. */
function internetText(
  ui: Ui,
  { next_change, cut_until }: PersonState,
  standing: Exclude<TimeState, "no_device" | "homework">,
  known: boolean,
): string {
  if (standing === "free") return ui.t("hours.free_text");
  if (standing === "open" && !known) return ui.t("hours.open_waiting");
  if (standing === "cut") return ui.t("hours.cut_text", { until: untilText(ui, cut_until) });
  if (next_change === 0) return ui.t(`hours.${standing}_text_always`);
  return ui.t(`hours.${standing}_text`, { until: untilText(ui, next_change) });
}

/**
 * Additional states: Internet during homework, closed after a cut, upcoming extra time, a vacation.
 */
function details(ui: Ui, person: PersonState, known: boolean): string[] {
  const { mode, bonus, extra, next_change, vacation, enabled } = person;
  const found: string[] = [];
  const standing = timeStateOf(ui, person);
  // What is set for a person without devices closes and opens nothing.
  if (standing === "no_device") return found;
  const isCut = standing === "cut";
  if (isCut && next_change > mode.until) {
    found.push(ui.t("hours.closed_then", { until: untilText(ui, next_change) }));
  }
  if (standing === "homework") {
    found.push(
      ui.t("hours.homework_means"),
      internetText(ui, person, enabled ? "open" : "free", known),
    );
  } else if (mode.mode === "homework" && isCurrent(ui, mode)) {
    found.push(ui.t("hours.homework_text", { until: untilText(ui, mode.until) }));
  }
  if (!isCut && mode.mode === "cut" && isCurrentOrFuture(ui, mode) && mode.until > next_change) {
    found.push(ui.t("hours.cut_then", { until: untilText(ui, mode.until) }));
  }
  for (const stretch of [bonus, extra]) {
    if (!isCurrentOrFuture(ui, stretch) || isCurrent(ui, stretch)) continue;
    found.push(
      isCut
        ? ui.t("hours.extra_waits", { hours: timeRangeText(ui, stretch) })
        : ui.t("hours.extra_ahead", { until: untilText(ui, stretch.until) }),
    );
  }
  if (vacation && enabled) found.push(ui.t("hours.vacation_today"));
  return found;
}

/** The notice shown above everything while the box does not know the time. */
export function unknownClockNote(ui: Ui, known: boolean): Child {
  return !known && note("attention", ui.t("hours.time_unknown"));
}

/**
 * Hours proposed for a profile, for users who never set hours: one tap turns them on; they have no
 * effect before (A 2.2).
 */
function proposalCard(ui: Ui, person: PersonState): Markup {
  const { person_id, name, proposed, grid } = person;
  const path = `/api/v1/people/${person_id}/schedule`;
  const act: PageAction = {
    method: "put",
    path,
    body: { enabled: true, grid: proposed },
    done: turnedOnKey(person),
    args: { name },
    undo: { method: "put", path, body: { enabled: false, grid } },
  };
  return html`
    <div class="proposal-hours">
      <p>${ui.t("hours.proposal", { name })}</p>
      <p class="strong">${weekWords(ui, hoursOf(proposed))}</p>
      <div class="buttons">
        ${actionButton(ui, act, ui.t("hours.turn_on_proposed"), {
          style: "main",
          icon: "clock",
        })}
        ${linkButton(`/people/${person_id}/hours`, ui.t("hours.change_first"))}
      </div>
    </div>
  `;
}
