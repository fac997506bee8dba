/** The step of the place: country, time zone, language and kind of network. */
import { type Child, html, type Markup } from "../../html.ts";
import { optionGroup as choiceRows } from "../../parts/option_group.ts";
import { select } from "../../parts/field.ts";
import type { Ui } from "../../ui.ts";
import { NEW_DEVICE_MODES } from "../../parts/device_row.ts";
import { fixedField, type SetupData, stepSection } from "./step.ts";

/** The step. */
export function placeStep(ui: Ui, data: SetupData, problem: Child): Markup {
  const { choices, settings } = data;
  const unlessFixed = (key: string, label: string, field: () => Markup) =>
    choices.fixed.includes(key) ? fixedField(ui, label, settings[key]) : field();
  const body = html`
    <div class="step-fields" data-guess=${ui.context.failed === undefined ? "" : undefined}>
      ${unlessFixed("country", ui.t("settings.name_country"), () => country(ui, data))}
      ${unlessFixed("time_zone", ui.t("settings.name_time_zone"), () => zone(ui, data))}
      ${unlessFixed("language", ui.t("setup.language"), () => language(ui, data))}
    </div>
    ${unlessFixed("network_kind", ui.t("setup.network"), () => network(ui, data))}
    ${unlessFixed("new_devices", ui.t("settings.name_new_devices"), () => newDevices(ui))}
  `;
  return stepSection(ui, "place", body, problem);
}

function country(ui: Ui, { choices: { countries }, settings }: SetupData): Markup {
  const none = { value: "", text: ui.t("setup.country_none") };
  const options = [none, ...countries.map(({ id, name }) => ({ value: id, text: name }))];
  return select(ui, {
    name: "country?",
    label: ui.t("settings.name_country"),
    value: String(settings.country ?? ""),
    options,
  });
}

/** The empty value is the time zone of the machine: choosing it changes nothing. */
function zone(
  ui: Ui,
  { choices: { time_zones, system_time_zone: here }, settings }: SetupData,
): Markup {
  const others = time_zones.filter((id) => id !== here).map((id) => ({
    value: id,
    text: id.replaceAll("_", " "),
  }));
  const options = [{ value: "", text: here.replaceAll("_", " ") }, ...others];
  return select(ui, {
    name: "time_zone?",
    label: ui.t("settings.name_time_zone"),
    value: String(settings.time_zone ?? ""),
    options,
  });
}

/** The language of the page is preselected. */
function language(ui: Ui, { choices: { languages } }: SetupData): Markup {
  const options = languages.map(({ id, name }) => ({ value: id, text: name }));
  return select(ui, {
    name: "language",
    label: ui.t("setup.language"),
    value: ui.context.language,
    options,
  });
}

/** What becomes of devices that appear later. */
function newDevices(ui: Ui): Markup {
  const chosen = ui.fieldValue("new_devices", "open");
  return choiceRows({
    type: "radio",
    name: "new_devices",
    legend: ui.t("settings.name_new_devices"),
    help: ui.t("settings.help_new_devices"),
    rows: NEW_DEVICE_MODES.map((mode) => ({
      value: mode,
      text: ui.t(`settings.choice_new_devices_${mode}`),
      on: mode === chosen,
    })),
  });
}

function network(ui: Ui, { choices: { networks } }: SetupData): Markup {
  const chosen = ui.fieldValue("network", "home");
  return choiceRows({
    type: "radio",
    name: "network",
    legend: ui.t("setup.network"),
    rows: networks.map(({ id, lists }) => ({
      value: id,
      text: ui.t(`settings.choice_network_kind_${id}`),
      help: ui.t(`setup.network_${id}_what`),
      on: id === chosen,
      lists: lists.join(" "),
    })),
  });
}
