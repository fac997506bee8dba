/** The settings: every value with its meaning, saved card by card (A 7.11). */
import type {
  SettingResponse,
  SettingsResponse,
} from "../../../api/features/box/settings/routes.ts";
import { errorText } from "../../layout.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { page } from "../../page.ts";
import { card, emptyState, note } from "../../parts/card.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import {
  isEditable,
  resetForms,
  settingField,
  settingHelp,
  settingName,
  settingText,
} from "../../parts/setting.ts";
import type { Ui } from "../../ui.ts";
import { GROUPS, type SettingGroup, START_ONLY } from "./groups.ts";

interface SettingsData {
  readonly all: readonly SettingResponse[];
  /** The search text; empty = all settings are shown. */
  readonly wanted: string;
  /** The card that stays unfolded after saving. */
  readonly open: string;
}

/** The page at `/settings?q=language`. */
export const settingsPage = page<SettingsData>({
  doc: "A 7.11",
  path: "/settings",
  name: "settings.title",
  access: "system.read",
  area: "box",
  query: ["q", "open"],
  async load({ read, query }) {
    const { settings } = await read<SettingsResponse>("/api/v1/settings");
    return { all: settings, wanted: (query.q ?? "").trim(), open: query.open ?? "" };
  },
  view(ui, data) {
    const { all, wanted } = data;
    const found = all.filter((row) => isMeant(ui, row, wanted));
    const shown = GROUPS.map((group) => ({ group, rows: rowsOf(group, found) })).filter((
      { rows },
    ) => rows.length > 0);
    const count = shown.reduce((sum, { rows }) => sum + rows.length, 0);
    return {
      lead: lead(ui, data, count),
      action: search(ui, wanted),
      refusal: settingRefusal(ui, all),
      body: html`
        <div class="stack settings">
          ${restartNote(ui, all)}
          ${ui.may("system.write") ? null : note("neutral", ui.t("settings.read_only"))}
          ${wanted !== "" && count === 0 && nothing(ui)}
          ${shown.map(({ group, rows }) => groupCard(ui, group, rows, data))}
          ${wanted === ""
            ? note(
              "neutral",
              ui.t("settings.upstreams_elsewhere"),
              linkButton("/upstreams", ui.t("settings.upstreams_open")),
            )
            : html`<p>${linkButton("/settings", ui.t("settings.show_all"))}</p>`}
        </div>
      `,
    };
  },
});

function lead(ui: Ui, { all, wanted }: SettingsData, found: number): string {
  if (wanted !== "") return ui.t("settings.lead_found", { count: found, text: wanted });
  const waits = all.filter((row) => row.waits).length;
  const changed = all.filter(differs).length;
  if (waits > 0) return ui.t("settings.lead_waits", { count: waits });
  return changed > 0
    ? ui.t("settings.lead_changed", { count: changed })
    : ui.t("settings.lead_plain");
}

/** Whether a setting differs from its default, wherever it was set. */
function differs({ source, value, default: usual }: SettingResponse): boolean {
  return source !== "default" && JSON.stringify(value) !== JSON.stringify(usual);
}

/** The letters of a text without case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function isMeant(ui: Ui, { key }: SettingResponse, wanted: string): boolean {
  const text = plain(`${settingName(ui, key)} ${settingHelp(ui, key)} ${key}`);
  return plain(wanted).split(/\s+/).every((word) => text.includes(word));
}

function rowsOf({ keys }: SettingGroup, found: readonly SettingResponse[]): SettingResponse[] {
  return keys.map((key) => found.find((row) => row.key === key)).filter((row) => row !== undefined);
}

function search(ui: Ui, wanted: string): Markup {
  return html`
    <form class="search" method="get" action="/settings" role="search">
      <label class="visually-hidden" for="search">${ui.t("settings.search")}</label>
      <input
        id="search"
        type="search"
        name="q"
        value=${wanted}
        maxlength="100"
        placeholder=${ui.t("settings.search")}
        autocapitalize="none"
      />
      ${submit(ui.t("settings.find"), {
        icon: "search",
        iconOnly: true,
      })}
    </form>
  `;
}

function nothing(ui: Ui): Markup {
  return html`
    <div class="card">
      ${emptyState("search", ui.t("settings.none_found"), ui.t("settings.none_found_help"))}
    </div>
  `;
}

/** Settings that take effect after a restart, with a link to it. */
function restartNote(ui: Ui, all: readonly SettingResponse[]): Child {
  const waiting = all.filter(({ waits }) => waits).map(({ key }) => settingName(ui, key));
  if (waiting.length === 0) return null;
  const way = ui.may("system.write") &&
    linkButton("/system?ask=restart#power", ui.t("settings.restart_go"));
  return note("attention", ui.t("settings.restart_note", { names: ui.list(waiting) }), way);
}

function groupCard(
  ui: Ui,
  group: SettingGroup,
  rows: readonly SettingResponse[],
  data: SettingsData,
): Markup {
  const options = (row: SettingResponse) => ({
    write: ui.may("system.write"),
    startOnly: START_ONLY.has(row.key),
  });
  const open = rows.filter((row) => isEditable(row, options(row)));
  const id = `group-${group.name}`;
  const back = addressOf(group, data);
  const seen = Object.fromEntries(open.map(({ key, value }) => [key, value]));
  const act = {
    method: "put",
    path: "/api/v1/settings",
    body: { seen },
    back,
    done: "settings.saved",
  } as const;
  const undo = {
    method: "put",
    path: "/api/v1/settings",
    body: { values: storedValues(open) },
  } as const;
  const fields = html`
    ${rows.map((row) => settingField(ui, row, options(row)))}
    ${open.length > 0 &&
      html`
        <div class="buttons">
          ${submit(ui.t("words.save"), { style: "main", id: `save-${group.name}` })}
        </div>
      `}
  `;
  const body = html`${form(ui, { ...act, undo }, fields)}${resetForms(ui, open, back)}`;
  if (group.inside === undefined || data.wanted !== "") {
    return card(ui.t(group.title), body, { id });
  }
  const failed = Object.keys(ui.context.failed?.values ?? {});
  const isMeant = rows.some(({ key }) => failed.includes(`values.${key}`));
  return html`
    <details class="card fold" id=${id} open=${data.open === group.name || isMeant}>
      <summary>
        ${icon("chevron-right")}
        <div>
          <h2>${ui.t(group.title)}</h2>
          <p class="help">${ui.t(group.inside)}</p>
        </div>
      </summary>
      ${body}
    </details>
  `;
}

/** The stored values, for undo; null = none was set. */
export function storedValues(rows: readonly SettingResponse[]): Record<string, unknown> {
  return Object.fromEntries(
    rows.map(({ key, source, value }) => [key, source === "database" ? value : null]),
  );
}

/** The address of the page with the card of this group unfolded. */
function addressOf({ name, inside }: SettingGroup, { wanted }: SettingsData): string {
  if (wanted !== "") return `/settings?q=${encodeURIComponent(wanted).replaceAll("'", "%27")}`;
  return inside === undefined ? "/settings" : `/settings?open=${name}#group-${name}`;
}

/**
 * Who changed a setting in the meantime, or that a value is not allowed; the field shows which one.
 */
export function settingRefusal(ui: Ui, all: readonly SettingResponse[]): Child {
  const { failed } = ui.context;
  const changed = failed?.facts?.settings;
  if (failed === undefined) return undefined;
  if (failed.code === "bad_value" && changed !== undefined) return errorText(ui, failed.code, "");
  if (failed.code !== "changed_meanwhile" || !Array.isArray(changed)) return undefined;
  return changed.map(({ key, changed_by: by }: { key: string; changed_by: string }) => {
    const row = all.find((candidate) => candidate.key === key);
    const setting = settingName(ui, key);
    const value = html`<strong>${
      row === undefined ? "" : settingText(ui, row, row.value)
    }</strong>`;
    return html`
      <p>
        ${by === ""
          ? ui.tRich("settings.meanwhile_reset", { setting, value })
          : ui.tRich("settings.meanwhile", { name: html`<bdi>${by}</bdi>`, setting, value })}
      </p>
    `;
  });
}
