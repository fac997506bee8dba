/** One-tap actions for a person's time: cut, homework, more time, and ending each of them. */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../../policy/limits.ts";
import type { Mode } from "../../../policy/model/person_time.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { actionButton, form, type PageAction } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { minutesText, untilText } from "../../parts/times.ts";
import { isCurrentOrFuture } from "./time_state.ts";

/** The three rows of buttons. */
export function timeActions(ui: Ui, person: PersonState): Markup {
  const { name } = person;
  const id = `acts-${person.person_id}`;
  return html`
    <div class="time-acts" role="group" aria-label=${ui.t("hours.acts_of", { name })}>
      ${row("cut", "ban", ui.t("hours.cut"), modeButtons(ui, person, "cut", id))}
      ${row(
        "homework",
        "book-open",
        ui.t("hours.homework"),
        modeButtons(ui, person, "homework", id),
      )}
      ${person.enabled &&
        row("more", "plus", ui.t("hours.more_time"), moreButtons(ui, person, id))}
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
  act: PageAction,
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
  const act: PageAction = {
    method: "put",
    path: modePath(person),
    body: { mode },
    done: ended.length > 0 ? `hours.${mode}_${state}_ended` : `hours.${mode}_${state}`,
    args: { name, ...(ended.length > 0 && { what: ui.list(ended) }) },
    undo: undoOfMode(person),
  };
  const timed = LIMITS.hours.modeMinutes.map((minutes) => {
    const time = minutesText(ui, minutes);
    return [String(minutes), time, ui.t(`hours.${mode}_label`, { name, time })] as const;
  });
  const morning = [
    "morning",
    ui.t("hours.morning"),
    ui.t(`hours.${mode}_label_morning`, { name }),
  ] as const;
  return choices(ui, act, "duration", [...timed, morning], `${id}-${mode}`);
}

/** What ends when a mode begins: the other mode, and, for a cut, extra time too. */
function endedBy(ui: Ui, { mode: before, bonus, extra }: PersonState, mode: Mode): string[] {
  const ended: string[] = [];
  if (before.mode !== "" && before.mode !== mode && isCurrentOrFuture(ui, before)) {
    ended.push(ui.t(`hours.ended_${before.mode}`));
  }
  if (mode === "cut" && (isCurrentOrFuture(ui, bonus) || isCurrentOrFuture(ui, extra))) {
    ended.push(ui.t("hours.ended_extra"));
  }
  return ended;
}

/** The undo request: restores the mode and the extra time that the change ended. */
function undoOfMode(person: PersonState): NonNullable<PageAction["undo"]> {
  return { method: "post", path: `${modePath(person)}/undo` };
}

function moreButtons(ui: Ui, person: PersonState, id: string): Markup {
  const { person_id, name, bonus, extra, mode } = person;
  const path = `/api/v1/people/${person_id}/bonus`;
  const isFirst = !isCurrentOrFuture(ui, bonus) && !isCurrentOrFuture(ui, extra);
  const isCut = mode.mode === "cut" && isCurrentOrFuture(ui, mode);
  const act: PageAction = {
    method: "post",
    path,
    done: givenKey(person, isCut),
    args: { name, ...(isCut && { until: untilText(ui, mode.until) }) },
    // Extra time given before would end too.
    ...(isFirst ? { undo: { method: "delete" as const, path } } : {}),
  };
  const buttons = LIMITS.hours.extraMinutes.map((minutes) => {
    const time = minutesText(ui, minutes);
    return [String(minutes), `+${time}`, ui.t("hours.more_label", { name, time })] as const;
  });
  return choices(ui, act, "minutes:number", buttons, `${id}-more`);
}

/** The message after extra time is given. */
function givenKey({ devices }: PersonState, isCut: boolean): NonNullable<PageAction["done"]> {
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
  if (mode.mode !== "" && isCurrentOrFuture(ui, mode)) {
    const act: PageAction = {
      method: "delete",
      path,
      done: `hours.${mode.mode}_ended`,
      args: { name },
      undo: undoOfMode(person),
    };
    const text = ui.t(`hours.end_${mode.mode}`);
    const label = ui.t(`hours.end_${mode.mode}_of`, { name });
    ends.push(actionButton(ui, act, text, { id: `end-mode-${person_id}`, icon: "play", label }));
  }
  if (isCurrentOrFuture(ui, bonus) || isCurrentOrFuture(ui, extra)) {
    const act: PageAction = {
      method: "delete",
      path: `/api/v1/people/${person_id}/bonus`,
      done: "hours.more_ended",
      args: { name },
    };
    const label = ui.t("hours.end_more_of", { name });
    ends.push(
      actionButton(ui, act, ui.t("hours.end_more"), {
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
