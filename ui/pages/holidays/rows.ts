/** The holidays as a list: name, dates, source, and a button to remove each. */
import type {
  VacationResponse,
  VacationsResponse,
} from "../../../api/features/household/vacations/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, emptyState } from "../../parts/card.ts";
import { actionButton, form, submit } from "../../parts/form.ts";
import { input } from "../../parts/field.ts";
import type { Ui } from "../../ui.ts";
import { dayNumberOf, daysText } from "../../parts/days.ts";

/** Current and future holidays first, past ones below. */
export function holidayRows(ui: Ui, { vacations, day }: VacationsResponse): Markup {
  const over = vacations.filter(({ last_day }) => last_day < day);
  const rest = vacations.filter((one) => !over.includes(one));
  return card(
    ui.t("holidays.all"),
    html`
      ${rest.length === 0
        ? emptyState("calendar-days", ui.t("holidays.none"), ui.t("holidays.none_help"))
        : html`<ul class="list-rows">${rest.map((one) => row(ui, one, day))}</ul>`}
      ${over.length > 0 && html`
        <details>
          <summary>${ui.t("holidays.over", { count: over.length })}</summary>
          <ul class="list-rows">${over.map((one) => row(ui, one, day))}</ul>
        </details>
      `}
    `,
  );
}

function row(ui: Ui, vacation: VacationResponse, day: string): Markup {
  const { first_day, last_day, source } = vacation;
  const days = dayNumberOf(last_day) - dayNumberOf(first_day) + 1;
  const name = vacation.name || ui.t("holidays.unnamed");
  return html`
    <li class="list-row">
      <div class="list-main">
        <p class="list-name">
          <bdi class="strong">${name}</bdi>
          ${first_day <= day && day <= last_day && badge("good", ui.t("holidays.now"), "check")}
        </p>
        <p class="small muted">
          ${daysText(ui, first_day, last_day)} · ${ui.t("holidays.days", {
            count: days,
          })} · ${ui
            .t(`holidays.from_${source}`)}
        </p>
      </div>
      ${ui.may("household.write") && remove(ui, vacation, name)}
    </li>
  `;
}

function remove(
  ui: Ui,
  { id, first_day, last_day, name: own }: VacationResponse,
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
  const label = `${ui.t("words.remove")}: ${name}, ${daysText(ui, first_day, last_day)}`;
  return actionButton(ui, { ...act, undo }, ui.t("words.remove"), {
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
    ui.t("holidays.add"),
    form(
      ui,
      act,
      html`
        <div class="two-fields">
          ${date("first_day", ui.t("holidays.first_day"))}
          ${date("last_day", ui.t("holidays.last_day"))}
        </div>
        ${input(ui, {
          name: "name:text?",
          label: ui.t("holidays.name"),
          maxlength: 100,
          autocapitalize: "sentences",
        })}
        <p class="buttons">${submit(ui.t("holidays.add_button"), { icon: "plus" })}</p>
      `,
    ),
    { id: "add" },
  );
}
