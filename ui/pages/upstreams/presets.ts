/**
 * Well-known public resolvers: operator, filtering and protocols of each, with one tap to use it.
 */
import type { SettingResponse } from "../../../api/features/box/settings/routes.ts";
import type { PresetsResponse } from "../../../api/features/network/upstreams/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { countryName } from "../../parts/country.ts";
import { actionButton } from "../../parts/form.ts";
import { isEditable } from "../../parts/setting.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { Ui } from "../../ui.ts";

type Preset = PresetsResponse["presets"][number];

const WAYS = { doh: "HTTPS", dot: "TLS", plain: "UDP" } as const;
const KINDS = ["none", "malware", "ads", "family"] as const;

/** The card of the presets; `row` = the setting that they are written to. */
export function presetsCard(
  ui: Ui,
  presets: PresetsResponse["presets"],
  row: SettingResponse,
): Markup {
  const groups = KINDS.map((kind) => ({
    kind,
    inside: presets.filter(({ filtering }) => filtering === kind),
  }))
    .filter(({ inside }) => inside.length > 0);
  return card(
    ui.t("upstreams.presets"),
    html`
      <p class="muted">${ui.t("upstreams.presets_help")}</p>
      ${groups.map(({ kind, inside }) =>
        html`
          <details class="reveals" open=${kind === "malware"}>
            <summary>
              ${ui.t(`setup.filters_${kind}`)} <span class="muted">
                ${ui.number(inside.length)}
              </span>
            </summary>
            <ul class="presets">${inside.map((preset) => presetRow(ui, preset, row))}</ul>
          </details>
        `
      )}
    `,
    { id: "presets" },
  );
}

function presetRow(ui: Ui, preset: Preset, row: SettingResponse): Markup {
  const { id, operator, country, protocols, note } = preset;
  return html`
    <li>
      <div>
        <p class="strong">
          <bdi>${operator}</bdi> <span class="muted mono small" translate="no">${id}</span>
        </p>
        <p class="small muted">
          <span>${refusalOrEnglish(ui, note)}</span> ${ui.t("upstreams.seat", {
            country: countryName(ui, country),
          })} · <span class="nowrap">
            ${protocols.map((protocol) => WAYS[protocol]).join(", ")}
          </span>
        </p>
      </div>
      ${presetActs(ui, preset, row)}
    </li>
  `;
}

/** Whether a line of the setting is a preset: its identifier or one of its addresses. */
function isUsed({ id, addresses }: Preset, lines: readonly string[]): boolean {
  return lines.some((line) => line === id || line.startsWith(`${id}/`) || addresses.includes(line));
}

function presetActs(ui: Ui, preset: Preset, row: SettingResponse): Child {
  const lines = Array.isArray(row.value) ? row.value : [];
  const used = isUsed(preset, lines);
  const { id } = preset;
  if (used) return badge("good", ui.t("upstreams.is_used"));
  if (!isEditable(row, { write: ui.may("system.write"), startOnly: false })) return null;
  const path = "/api/v1/settings/upstreams";
  const seen = { seen: row.value };
  const undo = row.source === "database"
    ? { method: "put", path, body: { value: row.value } } as const
    : { method: "delete", path } as const;
  const act = { method: "put", path, done: "upstreams.used", args: { name: id }, undo } as const;
  return html`
    <div class="buttons">
      ${actionButton(ui, { ...act, body: { value: [id], ...seen } }, ui.t("upstreams.use"), {
        label: ui.t("upstreams.use_named", { name: id }),
      })}
      ${actionButton(
        ui,
        { ...act, body: { value: [...lines, id], ...seen } },
        ui.t("upstreams.add"),
        {
          style: "quiet",
          label: ui.t("words.add_named", { name: id }),
        },
      )}
    </div>
  `;
}
