/** What one tap does about the time of a person: cut, homework, more time, and the end of each. */
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../../policy/limits.ts";
import type { Mode } from "../../../policy/model/person_time.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon, type IconName } from "../../icons.ts";
import { type Act, actButton, form } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";
import { spanText } from "../../parts/times.ts";
import { isAhead } from "./words.ts";

/** The three rows of buttons. */
export function timeActs(ui: Ui, person: PersonState): Markup {
  const { name } = person, id = `acts-${person.person_id}`;
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
    <div
      class=${`time-act ${look}`}><span class="time-act-name" aria-hidden="true">${icon(
        picture,
      )}${label}</span>${buttons}</div>
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
        <button type="submit" class="button plain" id=${`${id}-${value}`} name=${field} value=${value}
          aria-label=${label}
        >${text}</button>
      `
    ),
    { class: "time-act-buttons" },
  );
}

function modeButtons(ui: Ui, person: PersonState, mode: Mode, id: string): Markup {
  const { name } = person;
  const act: Act = {
    ...{
      method: "put",
      path: modePath(person),
      body: { mode },
      done: `hours.${mode}_begun`,
      args: { name },
    },
    undo: undoOfMode(ui, person),
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

/** What brings back what was before: the mode that it replaces, or none. */
function undoOfMode(ui: Ui, person: PersonState): NonNullable<Act["undo"]> {
  const { mode: { mode, until } } = person, path = modePath(person);
  return mode !== "" && isAhead(ui, person.mode)
    ? { method: "put", path, body: { mode, until } }
    : { method: "delete", path };
}

function moreButtons(ui: Ui, { person_id, name, bonus, extra }: PersonState, id: string): Markup {
  const path = `/api/v1/people/${person_id}/bonus`,
    isFirst = !isAhead(ui, bonus) && !isAhead(ui, extra);
  const act: Act = {
    ...{ method: "post", path, done: "hours.more_given", args: { name } },
    // What was given before would end too.
    ...(isFirst ? { undo: { method: "delete" as const, path } } : {}),
  };
  const buttons = LIMITS.hours.extraMinutes.map((minutes) => {
    const time = spanText(ui, minutes);
    return [String(minutes), `+${time}`, ui.say("hours.more_label", { name, time })] as const;
  });
  return choices(ui, act, "minutes:number", buttons, `${id}-more`);
}

/** The button that ends what holds now or begins soon: a cut, homework or extra time; nothing where there is none. */
export function endButtons(ui: Ui, person: PersonState): Child {
  const { person_id, name, mode, bonus, extra } = person, path = modePath(person);
  const ends: Child[] = [];
  if (mode.mode !== "" && isAhead(ui, mode)) {
    const act: Act = {
      ...{ method: "delete", path, done: `hours.${mode.mode}_ended`, args: { name } },
      undo: { method: "put", path, body: { mode: mode.mode, until: mode.until } },
    };
    const text = ui.say(`hours.end_${mode.mode}`),
      label = ui.say(`hours.end_${mode.mode}_of`, { name });
    ends.push(actButton(ui, act, text, { id: `end-mode-${person_id}`, icon: "play", label }));
  }
  if (isAhead(ui, bonus) || isAhead(ui, extra)) {
    const act: Act = {
      ...{
        method: "delete",
        path: `/api/v1/people/${person_id}/bonus`,
        done: "hours.more_ended",
        args: { name },
      },
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
