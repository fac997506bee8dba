/** The card of one person: how they stand and until when, today, what is left, and what one tap does. */
import type { PersonState, Schedules } from "../../../api/features/household/hours/schedules.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { note } from "../../parts/card.ts";
import { face } from "../../parts/face.ts";
import type { Ui } from "../../shown.ts";
import { endButtons, timeActs } from "./acts.ts";
import { limitBars } from "./limits.ts";
import { proposal } from "./proposal.ts";
import { todayBar } from "./today.ts";
import { nowOf, untilText } from "../../parts/times.ts";
import { isAhead, isNow, type Standing, standingOf } from "./words.ts";

/** Seconds after which a card is read again at most, and at least. */
const OFTEN = 10, SOONEST = 2;

/** Seconds until a card is read again: at once when something changes. */
export function readAgain(ui: Ui, next: number): number {
  const left = next - nowOf(ui);
  return left > 0 ? Math.min(OFTEN, Math.max(SOONEST, left)) : OFTEN;
}

/** The card of a page that shows everybody. */
export function hoursCard(ui: Ui, person: PersonState, { time_known }: Schedules): Markup {
  const { person_id, name } = person, to = `/people/${person_id}/hours`;
  return html`
    <section class="card hours-card" id=${`hours-${person_id}`} data-refresh=${readAgain(
      ui,
      person.next_change,
    )}>
      <header>${face(name)}<div><h2><a href=${to}><bdi>${name}</bdi></a></h2>${standingLine(
        ui,
        person,
        time_known,
      )}</div>${icon("chevron-right")}</header>
      ${timeNow(ui, person, time_known)}
    </section>
  `;
}

/** How somebody stands and until when, with its sign. */
export function standingLine(ui: Ui, person: PersonState, known: boolean): Markup {
  return standingSaid(standingOf(ui, person), standingText(ui, person, known));
}

const SIGNS: Readonly<Record<Standing, IconName>> = {
  ...{ cut: "ban", closed: "moon", extra: "hourglass", open: "wifi", free: "wifi" },
};

/** The same of whoever stands so. */
export function standingSaid(standing: Standing, text: string): Markup {
  return html`<p class=${`standing ${standing}`}>${icon(SIGNS[standing])}<span>${text}</span></p>`;
}

/** All of now: what holds beside, the bar of today or hours that are proposed, what is left of limits, the buttons. */
export function timeNow(ui: Ui, person: PersonState, known: boolean, proposes = true): Child {
  const may = ui.may("household.write"),
    beside = details(ui, person),
    ends = may && endButtons(ui, person);
  return html`
    ${(beside.length > 0 || ends) &&
      html`<div class="hours-now">${
        beside.map((text) => html`<p class="muted">${text}</p>`)
      }${ends}</div>`}
    ${person.grid === "" ? may && proposes && proposal(ui, person) : todayBar(ui, person, known)}
    ${limitBars(ui, person.limits)}
    ${may && timeActs(ui, person)}
  `;
}

/** The sentence of a card: open or closed, until when. */
export function standingText(ui: Ui, person: PersonState, known: boolean): string {
  const { next_change, mode } = person, standing: Standing = standingOf(ui, person);
  if (standing === "free") return ui.say("hours.free_text");
  if (standing === "open" && !known) return ui.say("hours.open_waiting");
  if (standing === "cut") return ui.say("hours.cut_text", { until: untilText(ui, mode.until) });
  if (next_change === 0) return ui.say(`hours.${standing}_text_always`);
  return ui.say(`hours.${standing}_text`, { until: untilText(ui, next_change) });
}

/** What holds beside: homework, closed after a cut, extra time to come, a vacation. */
function details(ui: Ui, person: PersonState): string[] {
  const { mode, bonus, extra, next_change, vacation, enabled } = person, found: string[] = [];
  const isCut = standingOf(ui, person) === "cut";
  if (isCut && next_change > mode.until) {
    found.push(ui.say("hours.closed_then", { until: untilText(ui, next_change) }));
  }
  if (mode.mode === "homework" && isNow(ui, mode)) {
    found.push(ui.say("hours.homework_text", { until: untilText(ui, mode.until) }));
  }
  for (const stretch of [bonus, extra]) {
    if (isAhead(ui, stretch) && (!isNow(ui, stretch) || isCut)) {
      found.push(ui.say("hours.extra_ahead", { until: untilText(ui, stretch.until) }));
    }
  }
  if (vacation && enabled) found.push(ui.say("hours.vacation_today"));
  return found;
}

/** What stands over everything while the box does not know the time. */
export function timeUnknown(ui: Ui, known: boolean): Child {
  return !known && note("attention", ui.say("hours.time_unknown"));
}
