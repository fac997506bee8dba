/** Hours of a week: as a text of the language, and as a form that works without a script. */
import type { ChosenService } from "../../../api/features/protection/services/routes.ts";
import { type Child, html } from "../../html.ts";
import { type Act, actButton, form, submit } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";
import { choosing, servicesPath } from "./choosing.ts";

type Hours = ChosenService["hours"];
type Day = Hours[number]["days"][number];

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** Monday 5 January 1970, in Unix seconds at noon UTC. */
const MONDAY = 4 * 86_400 + 43_200;

const WEEKDAYS: readonly Day[] = ["mon", "tue", "wed", "thu", "fri"];
/** Hours that many choose. */
const PRESETS = [
  { name: "school", hours: { days: WEEKDAYS, from: "08:00", to: "16:00" } },
  { name: "night", hours: { days: DAYS, from: "21:00", to: "07:00" } },
  { name: "weekdays", hours: { days: WEEKDAYS, from: "00:00", to: "24:00" } },
] as const;

/** A day as the language calls it. */
function dayName(ui: Ui, day: Day, weekday: "short" | "long"): string {
  return ui.date(MONDAY + DAYS.indexOf(day) * 86_400, { weekday, timeZone: "UTC" });
}

/** `Mon – Fri 08:00 – 16:00`; "" = none. */
export function hoursText(ui: Ui, hours: Hours): string {
  return ui.list(hours.map(({ days, from, to }) => `${daysText(ui, days)} ${from}–${to}`.trim()));
}

/** The days; "" = every day. */
function daysText(ui: Ui, days: readonly Day[]): string {
  if (days.length === DAYS.length) return "";
  const first = DAYS.findIndex((day) => day === days[0]);
  const isRun = days.length > 2 && days.every((day, at) => DAYS[first + at] === day);
  const names = (isRun ? [days[0], days.at(-1)!] : days).map((day) => dayName(ui, day, "short"));
  return isRun ? names.join("–") : names.join(", ");
}

/** When a service that the scope blocks is blocked: always, or from one time to another on some days. */
export function hoursForm(ui: Ui, scope: string, service: ChosenService): Child {
  const { id, hours, schedule } = service, [first] = hours;
  const act: Act = { ...choosing(scope, service), method: "put", path: servicesPath(scope) };
  const name = `schedules.${id}`, given = (part: string, otherwise: string) => ui.typed(`${name}.${part}`, otherwise);
  const chosen = new Set(given("days", first?.days.join("\n") ?? "").split("\n"));
  const time = (part: "from" | "to", label: string, value: string) =>
    html`<div class="field"><label for=${`hours-${part}`}>${label}</label><input id=${`hours-${part}`} type="text"
      inputmode="numeric" name=${`${name}.${part}`} value=${
      given(part, value)
    } pattern="([01][0-9]|2[0-4]):(00|15|30|45)"
      maxlength="5" required="true" placeholder="08:00" autocomplete="off" /></div>`;
  const presets = PRESETS.map((preset) => {
    const body = { services: { [id]: "block" }, schedules: { [id]: preset.hours } };
    return actButton(ui, { ...act, body }, ui.say(`services.preset_${preset.name}`), { icon: "clock" });
  });
  const always = { ...act, body: { schedules: { [id]: "" } } };
  const days = DAYS.map((day) =>
    html`<label><input type="checkbox" name=${`${name}.days:array`} value=${day} checked=${chosen.has(day)} /><span>${
      dayName(ui, day, "long")
    }</span></label>`
  );
  return html`
    <p class="strong">${schedule === "" ? ui.say("services.always") : hoursText(ui, hours)}</p>
    <div class="buttons presets">${presets}${schedule !== "" &&
      actButton(ui, always, ui.say("services.always"), { icon: "rotate-ccw" })}</div>
    ${form(
      ui,
      act,
      html`
        <fieldset class="days">
          <legend>${ui.say("services.days")}</legend>
          <div>${days}</div>
        </fieldset>
        <div class="field-grid">${time("from", ui.say("words.from"), first?.from ?? "08:00")}${time(
          "to",
          ui.say("words.until"),
          first?.to ?? "16:00",
        )}</div>
        <p class="help">${ui.say("services.hours_help")}</p>
        <p class="buttons">${submit(ui.say("words.save"), { style: "main" })}</p>
      `,
    )}
  `;
}
