/** The holidays as a list: name, dates, source, and a button to remove each. */
import type {
  ShownVacation,
  ShownVacations,
} from "../../../api/features/household/vacations/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, empty } from "../../parts/card.ts";
import { actButton, form, submit } from "../../parts/form.ts";
import { input } from "../../parts/field.ts";
import type { Ui } from "../../shown.ts";
import { daysText, numberOf } from "../../parts/days.ts";

/** Current and future holidays first, past ones below. */
export function holidayRows(ui: Ui, { vacations, day }: ShownVacations): Markup {
  const over = vacations.filter(({ last_day }) => last_day < day);
  const rest = vacations.filter((one) => !over.includes(one));
  return card(
    ui.say("holidays.all"),
    html`
      ${rest.length === 0
        ? empty("calendar-days", ui.say("holidays.none"), ui.say("holidays.none_help"))
        : html`<ul class="list-rows">${rest.map((one) => row(ui, one, day))}</ul>`}
      ${over.length > 0 && html`
        <details>
          <summary>${ui.say("holidays.over", { count: over.length })}</summary>
          <ul class="list-rows">${over.map((one) => row(ui, one, day))}</ul>
        </details>
      `}
    `,
  );
}

function row(ui: Ui, vacation: ShownVacation, day: string): Markup {
  const { first_day, last_day, source } = vacation;
  const days = numberOf(last_day) - numberOf(first_day) + 1;
  const name = vacation.name || ui.say("holidays.unnamed");
  return html`
    <li class="list-row">
      <div class="list-main">
        <p class="list-name">
          <bdi class="strong">${name}</bdi>
          ${first_day <= day && day <= last_day && badge("good", ui.say("holidays.now"), "check")}
        </p>
        <p class="small muted">
          ${daysText(ui, first_day, last_day)} · ${ui.say("holidays.days", {
            count: days,
          })} · ${ui
            .say(`holidays.from_${source}`)}
        </p>
      </div>
      ${ui.may("household.write") && remove(ui, vacation, name)}
    </li>
  `;
}

function remove(
  ui: Ui,
  { id, first_day, last_day, name: own }: ShownVacation,
  name: string,
): Child {
  const undo = {
    method: "post",
    path: "/api/v1/vacations",
    body: { first_day, last_day, name: own },
  } as const;
  const act = {
    method: "delete",
    path: `/api/v1/vacations/${id}`,
    done: "holidays.removed",
    args: { name },
  } as const;
  const label = `${ui.say("words.remove")}: ${name}, ${daysText(ui, first_day, last_day)}`;
  return actButton(ui, { ...act, undo }, ui.say("words.remove"), {
    style: "quiet",
    icon: "trash-2",
    iconOnly: true,
    label,
  });
}

/** The form that adds holidays manually. */
export function addForm(ui: Ui): Markup {
  const act = { method: "post", path: "/api/v1/vacations", done: "holidays.added" } as const;
  const date = (name: string, label: string) =>
    input(ui, { name, label, type: "date", required: true });
  return card(
    ui.say("holidays.add"),
    form(
      ui,
      act,
      html`
        <div class="two-fields">
          ${date("first_day", ui.say("holidays.first_day"))}
          ${date("last_day", ui.say("holidays.last_day"))}
        </div>
        ${input(ui, {
          name: "name:text?",
          label: ui.say("holidays.name"),
          maxlength: 100,
          autocapitalize: "sentences",
        })}
        <p class="buttons">${submit(ui.say("holidays.add_button"), { icon: "plus" })}</p>
      `,
    ),
    { id: "add" },
  );
}
