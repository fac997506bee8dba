/** The step of the place: country, time zone, language and kind of network. */
import { type Child, html, type Markup } from "../../html.ts";
import { choices as choiceRows } from "../../parts/choice.ts";
import { select } from "../../parts/field.ts";
import type { Ui } from "../../shown.ts";
import { fixed, type SetupData, step } from "./step.ts";

/** The step. */
export function placeStep(ui: Ui, data: SetupData, problem: Child): Markup {
  const { choices, held } = data;
  const unlessFixed = (key: string, label: string, field: () => Markup) =>
    choices.fixed.includes(key) ? fixed(ui, label, held[key]) : field();
  const body = html`
    <div class="step-fields" data-guess=${ui.shown.failed === undefined ? "" : undefined}>
      ${unlessFixed("country", ui.say("settings.name_country"), () => country(ui, data))}
      ${unlessFixed("time_zone", ui.say("settings.name_time_zone"), () => zone(ui, data))}
      ${unlessFixed("language", ui.say("setup.language"), () => language(ui, data))}
    </div>
    ${unlessFixed("network_kind", ui.say("setup.network"), () => network(ui, data))}
  `;
  return step(ui, "place", body, problem);
}

function country(ui: Ui, { choices: { countries }, held }: SetupData): Markup {
  const none = { value: "", text: ui.say("setup.country_none") };
  const options = [none, ...countries.map(({ id, name }) => ({ value: id, text: name }))];
  return select(ui, {
    name: "country?",
    label: ui.say("settings.name_country"),
    value: String(held.country ?? ""),
    options,
  });
}

/** The empty value is the time zone of the machine: choosing it changes nothing. */
function zone(
  ui: Ui,
  { choices: { time_zones, system_time_zone: here }, held }: SetupData,
): Markup {
  const others = time_zones.filter((id) => id !== here).map((id) => ({
    value: id,
    text: id.replaceAll("_", " "),
  }));
  const options = [{ value: "", text: here.replaceAll("_", " ") }, ...others];
  return select(ui, {
    name: "time_zone?",
    label: ui.say("settings.name_time_zone"),
    value: String(held.time_zone ?? ""),
    options,
  });
}

/** The language of the page is preselected. */
function language(ui: Ui, { choices: { languages } }: SetupData): Markup {
  const options = languages.map(({ id, name }) => ({ value: id, text: name }));
  return select(ui, {
    name: "language",
    label: ui.say("setup.language"),
    value: ui.shown.language,
    options,
  });
}

function network(ui: Ui, { choices: { networks } }: SetupData): Markup {
  const chosen = ui.typed("network", "home");
  return choiceRows({
    type: "radio",
    name: "network",
    legend: ui.say("setup.network"),
    rows: networks.map(({ id, lists }) => ({
      value: id,
      text: ui.say(`settings.choice_network_kind_${id}`),
      help: ui.say(`setup.network_${id}_what`),
      on: id === chosen,
      lists: lists.join(" "),
    })),
  });
}
