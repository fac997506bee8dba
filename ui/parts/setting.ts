/**
 * One setting as a field: the control for its kind, its default, who changed it, and what fixes it
 * (A 7.11).
 */
import type { SettingResponse, SettingsResponse } from "../../api/features/box/settings/routes.ts";
import { COUNTRIES } from "../../policy/catalogue/countries.ts";
import { type Language, LANGUAGES } from "../../policy/catalogue/languages.ts";
import { type Child, html, type Markup } from "../html.ts";
import { LANGUAGE_NAMES } from "../language.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";
import { badge } from "./card.ts";
import {
  type FieldOptions,
  input,
  type Option,
  segmented,
  select,
  textArea,
  toggle,
} from "./field.ts";
import { form, submit } from "./form.ts";

type Value = SettingResponse["value"];

/** The value of a setting in force; undefined = the response does not name it. */
export function settingValue(
  { settings }: SettingsResponse,
  key: string,
): SettingResponse["value"] | undefined {
  return settings.find((row) => row.key === key)?.value;
}

/** Units of numbers; cache_size is chosen from a list instead. */
const UNITS: Readonly<Record<string, TextKey>> = {
  rate_limit: "settings.unit_per_second",
  rate_limit_burst: "settings.unit_queries",
  rate_limit_prefix4: "settings.unit_bits",
  rate_limit_prefix6: "settings.unit_bits",
  upstream_timeout: "settings.unit_milliseconds",
  cache_min_ttl: "settings.unit_seconds",
  cache_max_ttl: "settings.unit_seconds",
  cache_negative_ttl: "settings.unit_seconds",
  cache_stale: "settings.unit_seconds",
  blocked_ttl: "settings.unit_seconds",
  list_refresh_hours: "settings.unit_hours",
  journal_days: "settings.unit_days",
  journal_max_mb: "settings.unit_megabytes",
  journal_flush: "settings.unit_minutes",
  statistics_days: "settings.unit_days",
  alerts_days: "settings.unit_days",
  audit_days: "settings.unit_days",
  workers: "settings.unit_threads",
};

/** Allowed values of texts and lists. */
const ALLOWED: Readonly<Record<string, TextKey>> = {
  dns_listen: "settings.allowed_listen",
  http_listen: "settings.allowed_listen",
  https_listen: "settings.allowed_listen",
  dot_listen: "settings.allowed_listen",
  doq_listen: "settings.allowed_listen",
  advertise_addr: "settings.allowed_addresses",
  allowed_ranges: "settings.allowed_ranges",
  denied_clients: "settings.allowed_clients",
  local_records: "settings.allowed_records",
  local_zones: "settings.allowed_domain",
  box_name: "settings.allowed_label",
  local_domain: "settings.allowed_local_domain",
  router_domain: "settings.allowed_local_domain",
  passkey_names: "settings.allowed_domain",
  version_text: "settings.allowed_short",
  cloud_url: "settings.allowed_url",
  update_url: "settings.allowed_url",
  holiday_service_url: "settings.allowed_url",
  country_database_url: "settings.allowed_url",
  password_range_url: "settings.allowed_url",
  acme_directory: "settings.allowed_url",
  time_zone: "settings.allowed_zone",
  upstreams: "upstreams.allowed",
  fallback_upstreams: "upstreams.allowed",
  private_upstreams: "upstreams.allowed",
  bootstrap: "settings.allowed_addresses",
};

const MIB = 1024 * 1024;
/** Cache sizes offered. */
const SIZES = [0, 4, 8, 16, 32, 64, 128, 256, 512, 1024].map((size) => size * MIB);
/** Up to this number of options is shown side by side. */
const SIDE_BY_SIDE = 3;

/** The translated name of a setting; for an unknown setting, its key. */
export function settingName(ui: Ui, key: string): string {
  return Object.hasOwn(TEXTS.settings, `name_${key}`)
    ? ui.t(`settings.name_${key}` as TextKey)
    : key;
}

/** A sentence that describes a setting. */
export function settingHelp(ui: Ui, key: string): string {
  return Object.hasOwn(TEXTS.settings, `help_${key}`)
    ? ui.t(`settings.help_${key}` as TextKey)
    : "";
}

/** A value in words. */
export function settingText(
  ui: Ui,
  { key, type }: Pick<SettingResponse, "key" | "type">,
  value: Value,
): string {
  if (type === "switch") return ui.t(value === true ? "settings.value_on" : "settings.value_off");
  if (Array.isArray(value)) {
    if (value.length === 0) return ui.t("settings.no_value");
    return value.length > 2 ? ui.t("words.lines", { count: value.length }) : value.join(", ");
  }
  if (key === "cache_size") return sizeText(ui, Number(value));
  if (typeof value === "number") {
    return `${ui.number(value)}${UNITS[key] ? ` ${ui.t(UNITS[key])}` : ""}`;
  }
  const option = optionsOf(ui, key, []).find((row) => row.value === value);
  const known = Object.hasOwn(TEXTS.settings, `choice_${key}_${value}`);
  if (option !== undefined) return option.text;
  if (known) return ui.t(`settings.choice_${key}_${value}` as TextKey);
  return value === ""
    ? ui.t(key === "time_zone" ? "settings.of_system" : "settings.no_value")
    : String(value);
}

function sizeText(ui: Ui, bytes: number): string {
  if (bytes === 0) return ui.t("settings.no_value");
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : ui.bytes(bytes);
}

/** Options for rendering settings. */
export interface SettingOptions {
  /** Whether the current user may change it. */
  readonly write: boolean;
  /** Settings that can only be set when the box is started. */
  readonly startOnly: boolean;
}

/** Whether a setting can be changed here. */
export function isEditable(row: SettingResponse, { write, startOnly }: SettingOptions): boolean {
  return write && !startOnly && row.fixed_by === "";
}

/** A setting: its field with the details below. `values.KEY` goes into PUT /api/v1/settings. */
export function settingField(ui: Ui, row: SettingResponse, options: SettingOptions): Markup {
  return html`
    <div class="setting" id=${`setting-${row.key}`}>
      ${control(ui, row, {
        label: settingName(ui, row.key),
        help: helpOf(ui, row.key),
        disabled: !isEditable(row, options),
        error: refusalOf(ui, row),
      })}
      ${below(ui, row, options)}
    </div>
  `;
}

/** The description of a setting, with links to details. */
function helpOf(ui: Ui, key: string): Child {
  const help = settingHelp(ui, key);
  return key === "blocked_response"
    ? html`${help} <a href="/block-page">${ui.t("blockPage.name")}</a>`
    : help;
}

type ControlOptions = Pick<FieldOptions, "label" | "help" | "disabled" | "error">;

function control(ui: Ui, row: SettingResponse, shared: ControlOptions): Markup {
  const { key, type, value } = row;
  const name = `values.${key}`;
  if (type === "switch") {
    return toggle(ui, { ...shared, name: `${name}:boolean`, on: value === true });
  }
  const options = optionsOf(ui, key, row.choices ?? [], value);
  if (key === "cache_size") {
    return select(ui, { ...shared, name: `${name}:number`, value: String(value), options });
  }
  if (options.length > 0) {
    const part = options.length <= SIDE_BY_SIDE ? segmented : select;
    return part(ui, { ...shared, name, value: String(value), options });
  }
  if (type === "number") {
    const bounds = { min: row.least ?? 0, max: row.most ?? Number.MAX_SAFE_INTEGER };
    const unit = UNITS[key] === undefined ? {} : { unit: ui.t(UNITS[key]) };
    return input(ui, {
      ...shared,
      ...unit,
      name: `${name}:number`,
      value: String(value),
      inputmode: "numeric",
      placeholder: `${bounds.min}–${bounds.max}`,
    });
  }
  if (Array.isArray(value)) {
    const help = html`${shared.help} ${ui.t("settings.one_a_line")}`;
    const rows = Math.min(8, Math.max(3, value.length + 1));
    return textArea(ui, { ...shared, help, name: `${name}:lines`, value: value.join("\n"), rows });
  }
  const zones = key === "time_zone" ? { list: Intl.supportedValuesOf("timeZone") } : {};
  return input(ui, { ...shared, ...zones, name, value: String(value), maxlength: 512 });
}

/** The options for a value; empty = it is typed. */
function optionsOf(ui: Ui, key: string, choices: readonly string[], held: Value = ""): Option[] {
  const { language } = ui.context;
  if (key === "language") {
    return LANGUAGES.map((code) => ({ value: code, text: languageName(code) }));
  }
  if (key === "country") {
    const names = new Intl.DisplayNames(language, { type: "region" });
    const known = COUNTRIES.map((code) => ({ value: code, text: names.of(code) ?? code }));
    known.sort((a, b) => a.text.localeCompare(b.text, language));
    return [{ value: "", text: ui.t("settings.not_told") }, ...known];
  }
  if (key === "cache_size") {
    const sizes = [...new Set([...SIZES, ...(typeof held === "number" ? [held] : [])])].sort((
      a,
      b,
    ) => a - b);
    return sizes.map((size) => ({ value: String(size), text: sizeText(ui, size) }));
  }
  return choices.map((value) => ({
    value,
    text: Object.hasOwn(TEXTS.settings, `choice_${key}_${value}`)
      ? ui.t(`settings.choice_${key}_${value}` as TextKey)
      : value,
  }));
}

/** The name of a language in that language, capitalised. */
export function languageName(code: Language): string {
  const name = LANGUAGE_NAMES[code];
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Why the submitted value is refused, in words that state what is allowed. */
function refusalOf(ui: Ui, row: SettingResponse): string | undefined {
  const { code, facts } = ui.context.failed ?? {};
  const faults = facts?.settings as Record<string, string> | undefined;
  if (code !== "bad_value" || faults === undefined || !Object.hasOwn(faults, row.key)) {
    return undefined;
  }
  if (row.type === "number") {
    return ui.t("settings.allowed_number", { least: row.least ?? 0, most: row.most ?? 0 });
  }
  return ALLOWED[row.key]
    ? ui.t(ALLOWED[row.key])
    : ui.t("settings.allowed_other", { why: row.allowed });
}

/**
 * Below the field: what fixes the setting, who changed it, its default and a button to restore it.
 */
function below(ui: Ui, row: SettingResponse, options: SettingOptions): Child {
  const name = settingName(ui, row.key);
  const known = settingText(ui, row, row.default);
  const isSaved = row.source === "database";
  const isDifferent = JSON.stringify(row.value) !== JSON.stringify(row.default);
  const facts = [
    fixedText(ui, row, options),
    row.waits
      ? badge("attention", ui.t("settings.is_waiting"))
      : row.needs_restart && row.fixed_by === "" && !options.startOnly &&
        ui.t("settings.is_restart"),
    isSaved && row.changed_by !== "" &&
    ui.tRich("settings.changed_by", {
      name: html`<bdi>${row.changed_by}</bdi>`,
      when: ui.relativeTime(row.changed),
    }),
    isDifferent && html`<span>${ui.t("settings.default", { value: known })}</span>`,
  ].filter(Boolean);
  const reset = isSaved && isEditable(row, options) &&
    submit(ui.t("settings.reset"), {
      style: "quiet",
      icon: "rotate-ccw",
      form: `reset-${row.key}`,
      id: `reset-button-${row.key}`,
      label: ui.t("settings.reset_label", { name, value: known }),
    });
  if (facts.length === 0 && !reset) return null;
  return html`
    <p class="setting-facts small muted">
      ${facts.map((fact) => html`<span>${fact}</span>`)}
      ${reset}
    </p>
  `;
}

function fixedText(ui: Ui, row: SettingResponse, { startOnly }: SettingOptions): Child {
  const flag = html`<code>--${row.key.replaceAll("_", "-")}</code>`;
  if (row.source === "flag") return ui.tRich("settings.fixed_flag", { name: flag });
  if (row.source === "environment") {
    return ui.tRich("settings.fixed_environment", {
      name: html`<code>BOX_${row.key.toUpperCase()}</code>`,
    });
  }
  if (row.source === "file") {
    return ui.tRich("settings.fixed_file", { name: html`<code>box.toml</code>` });
  }
  return startOnly && ui.tRich("settings.fixed_start", { name: flag });
}

/** The forms of the reset buttons; they are outside the form that saves. */
export function resetForms(ui: Ui, rows: readonly SettingResponse[], back: string): Child {
  return rows.filter(({ source }) => source === "database").map((row) => {
    const path = `/api/v1/settings/${row.key}`;
    const undo = { method: "put", path, body: { value: row.value } } as const;
    const act = { method: "delete", path, back, done: "settings.reset_done", undo } as const;
    const args = { name: settingName(ui, row.key) };
    return form(ui, { ...act, args }, null, { id: `reset-${row.key}`, class: "elsewhere" });
  });
}
