/** One-tap actions for a person's time: cut, homework, more time, and ending each of them. */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../../policy/limits.ts";
import type { Mode } from "../../../policy/model/person_time.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { type Act, actButton, form } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";
import { spanText, untilText } from "../../parts/times.ts";
import { isAhead } from "./words.ts";

/** The three rows of buttons. */
export function timeActs(ui: Ui, person: PersonState): Markup {
  const { name } = person;
  const id = `acts-${person.person_id}`;
  return html`
    <div class="time-acts" role="group" aria-label=${ui.say("hours.acts_of", { name })}>
      ${row("cut", "ban", ui.say("hours.cut"), modeButtons(ui, person, "cut", id))}
      ${row(
        "homework",
        "book-open",
        ui.say("hours.homework"),
        modeButtons(ui, person, "homework", id),
      )}
      ${person.enabled &&
        row("more", "plus", ui.say("hours.more_time"), moreButtons(ui, person, id))}
    </div>
  `;
}

function row(look: string, picture: IconName, label: string, buttons: Child): Markup {
  return html`
    <div class=${`time-act ${look}`}>
      <span class="time-act-name" aria-hidden="true">${icon(picture)}${label}</span>
      ${buttons}
    </div>
  `;
}

/** One form with a button for each value of a field. */
function choices(
  ui: Ui,
  act: Act,
  field: string,
  buttons: readonly (readonly [string, string, string])[],
  id: string,
) {
  return form(
    ui,
    act,
    buttons.map(([value, text, label]) =>
      html`
        <button
          type="submit"
          class="button plain"
          id=${`${id}-${value}`}
          name=${field}
          value=${value}
          aria-label=${label}
        >
          ${text}
        </button>
      `
    ),
    { class: "time-act-buttons" },
  );
}

function modeButtons(ui: Ui, person: PersonState, mode: Mode, id: string): Markup {
  const { name, devices } = person;
  const ended = endedBy(ui, person, mode);
  // Without a device nothing is cut or blocked yet.
  const state = devices === 0 ? "set" : "begun";
  const act: Act = {
    method: "put",
    path: modePath(person),
    body: { mode },
    done: ended.length > 0 ? `hours.${mode}_${state}_ended` : `hours.${mode}_${state}`,
    args: { name, ...(ended.length > 0 && { what: ui.list(ended) }) },
    undo: undoOfMode(person),
  };
  const timed = LIMITS.hours.modeMinutes.map((minutes) => {
    const time = spanText(ui, minutes);
    return [String(minutes), time, ui.say(`hours.${mode}_label`, { name, time })] as const;
  });
  const morning = [
    "morning",
    ui.say("hours.morning"),
    ui.say(`hours.${mode}_label_morning`, { name }),
  ] as const;
  return choices(ui, act, "duration", [...timed, morning], `${id}-${mode}`);
}

/** What ends when a mode begins: the other mode, and, for a cut, extra time too. */
function endedBy(ui: Ui, { mode: before, bonus, extra }: PersonState, mode: Mode): string[] {
  const ended: string[] = [];
  if (before.mode !== "" && before.mode !== mode && isAhead(ui, before)) {
    ended.push(ui.say(`hours.ended_${before.mode}`));
  }
  if (mode === "cut" && (isAhead(ui, bonus) || isAhead(ui, extra))) {
    ended.push(ui.say("hours.ended_extra"));
  }
  return ended;
}

/** The undo request: restores the mode and the extra time that the change ended. */
function undoOfMode(person: PersonState): NonNullable<Act["undo"]> {
  return { method: "post", path: `${modePath(person)}/undo` };
}

function moreButtons(ui: Ui, person: PersonState, id: string): Markup {
  const { person_id, name, bonus, extra, mode } = person;
  const path = `/api/v1/people/${person_id}/bonus`;
  const isFirst = !isAhead(ui, bonus) && !isAhead(ui, extra);
  const isCut = mode.mode === "cut" && isAhead(ui, mode);
  const act: Act = {
    method: "post",
    path,
    done: givenKey(person, isCut),
    args: { name, ...(isCut && { until: untilText(ui, mode.until) }) },
    // Extra time given before would end too.
    ...(isFirst ? { undo: { method: "delete" as const, path } } : {}),
  };
  const buttons = LIMITS.hours.extraMinutes.map((minutes) => {
    const time = spanText(ui, minutes);
    return [String(minutes), `+${time}`, ui.say("hours.more_label", { name, time })] as const;
  });
  return choices(ui, act, "minutes:number", buttons, `${id}-more`);
}

/** The message after extra time is given. */
function givenKey({ devices }: PersonState, isCut: boolean): NonNullable<Act["done"]> {
  if (devices === 0) return "hours.more_set";
  return isCut ? "hours.more_given_cut" : "hours.more_given";
}

/** The message after hours are turned on: without a device they apply to nothing yet. */
export function turnedOnKey({ devices }: PersonState): "hours.turned_on" | "hours.hours_set" {
  return devices === 0 ? "hours.hours_set" : "hours.turned_on";
}

/**
 * The button that ends a current or upcoming cut, homework or extra time; nothing if there is none.
 */
export function endButtons(ui: Ui, person: PersonState): Child {
  const { person_id, name, mode, bonus, extra } = person;
  const path = modePath(person);
  const ends: Child[] = [];
  if (mode.mode !== "" && isAhead(ui, mode)) {
    const act: Act = {
      method: "delete",
      path,
      done: `hours.${mode.mode}_ended`,
      args: { name },
      undo: undoOfMode(person),
    };
    const text = ui.say(`hours.end_${mode.mode}`);
    const label = ui.say(`hours.end_${mode.mode}_of`, { name });
    ends.push(actButton(ui, act, text, { id: `end-mode-${person_id}`, icon: "play", label }));
  }
  if (isAhead(ui, bonus) || isAhead(ui, extra)) {
    const act: Act = {
      method: "delete",
      path: `/api/v1/people/${person_id}/bonus`,
      done: "hours.more_ended",
      args: { name },
    };
    const label = ui.say("hours.end_more_of", { name });
    ends.push(
      actButton(ui, act, ui.say("hours.end_more"), {
        id: `end-more-${person_id}`,
        icon: "x",
        label,
      }),
    );
  }
  return ends.length > 0 && html`<div class="buttons ends">${ends}</div>`;
}

function modePath({ person_id }: PersonState): string {
  return `/api/v1/people/${person_id}/mode`;
}
