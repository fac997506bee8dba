/**
 * The hours in which a service is blocked, as a form: a painted week, typed hours, or one tap for
 * common hours.
 */
import type { ChosenService } from "../../../api/features/protection/services/routes.ts";
import { WEEKDAYS } from "../../../policy/model/week.ts";
import { type Child, html } from "../../html.ts";
import { actionButton, form, type PageAction, submit } from "../../parts/form.ts";
import { weekGrid, weekText } from "../../parts/week_grid.ts";
import type { Ui } from "../../ui.ts";
import { choiceAction, servicesPath } from "./choice_action.ts";

const SCHOOL_DAYS = WEEKDAYS.slice(0, 5);
/** Common hours. */
const PRESETS = [
  { name: "school", hours: { days: SCHOOL_DAYS, from: "08:00", to: "16:00" } },
  { name: "night", hours: { days: WEEKDAYS, from: "21:00", to: "07:00" } },
  { name: "weekdays", hours: { days: SCHOOL_DAYS, from: "00:00", to: "24:00" } },
] as const;

/**
 * The form for the hours in which a blocked service is blocked: always, or at some times on some
 * days.
 */
export function hoursForm(ui: Ui, scope: string, service: ChosenService): Child {
  const { id, hours, schedule } = service;
  const act: PageAction = {
    ...choiceAction(scope, service),
    method: "put",
    path: servicesPath(scope),
  };
  const presets = PRESETS.map((preset) => {
    const body = { services: { [id]: "block" }, schedules: { [id]: preset.hours } };
    return actionButton(ui, { ...act, body }, ui.t(`services.preset_${preset.name}`), {
      icon: "clock",
    });
  });
  const always = { ...act, body: { schedules: { [id]: "" } } };
  const grid = weekGrid(ui, {
    id: "service-hours",
    name: `schedules.${id}`,
    grid: schedule,
    label: ui.t("services.hours"),
    on: ui.t("services.hours_blocked"),
    off: ui.t("services.hours_not_blocked"),
  });
  return html`
    <p class="strong">${schedule === "" ? ui.t("services.always") : weekText(ui, hours)}</p>
    <div class="buttons presets">
      ${presets}
      ${schedule !== "" &&
        actionButton(ui, always, ui.t("services.always"), { icon: "rotate-ccw" })}
    </div>
    ${form(
      ui,
      act,
      html`
        ${grid}
        <p class="help">${ui.t("services.hours_help")}</p>
        <p class="buttons">
          ${submit(ui.t("words.save"), {
            style: "main",
          })}
          <span class="muted" data-unsaved="true" hidden>${ui.t("hours.unsaved")}</span>
        </p>
      `,
    )}
  `;
}
