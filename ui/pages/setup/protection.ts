/** The protection step: lists by category, and the DNS provider. */
import { CATEGORIES } from "../../../policy/catalogue/categories.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { optionGroup as choiceRows, type OptionRow, optionRow } from "../../parts/option_group.ts";
import { countryName } from "../../parts/country.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";
import { fixedField, type SetupData, stepSection } from "./step.ts";

type Preset = SetupData["presets"][number];

/** The step. */
export function protectionStep(ui: Ui, data: SetupData, problem: Child): Markup {
  const asked = data.choices.fixed.includes("upstreams")
    ? fixedField(ui, ui.t("setup.ask"), data.settings.upstreams)
    : services(ui, data);
  return stepSection(ui, "protection", html`${lists(ui, data)}${asked}`, problem);
}

/** Lists proposed for some kind of network are shown by category; the others are folded. */
function lists(ui: Ui, { choices: { lists, networks } }: SetupData): Markup {
  const kind = networks.find(({ id }) => id === ui.fieldValue("network", "home"));
  const chosen = new Set(
    ui.context.failed === undefined ? kind?.lists : ui.fieldValue("lists").split("\n"),
  );
  const proposed = new Set(networks.flatMap((network) => network.lists));
  const others = lists.filter(({ id }) => !proposed.has(id));
  const row = (id: string, text: Child, help?: Child): OptionRow => ({
    value: id,
    text,
    on: chosen.has(id),
    ...(help === undefined ? {} : { help }),
  });
  const name = "lists:array";
  const about = (category: string) => ui.t(`categories.${category}` as TextKey);
  return html`
    ${choiceRows({
      type: "checkbox",
      name,
      legend: ui.t("setup.block"),
      help: ui.t("setup.block_help"),
      brief: true,
      rows: inOrder(lists.filter(({ id }) => proposed.has(id))).map((list) =>
        row(list.id, about(list.category), html`<bdi>${list.name}</bdi>`)
      ),
    })}
    <details class="more-choices" open=${others.some(({ id }) => chosen.has(id))}>
      <summary>
        ${ui.t("setup.more_lists", {
          count: others.length,
        })}
      </summary>
      ${CATEGORIES.map(({ category }) => ({
        category,
        rows: others.filter((list) => list.category === category),
      }))
        .filter(({ rows }) => rows.length > 0).map(({ category, rows }) =>
          choiceRows({
            type: "checkbox",
            name,
            legend: about(category),
            rows: rows.map((list) => row(list.id, html`<bdi>${list.name}</bdi>`)),
          })
        )}
    </details>
  `;
}

/** Advertising first, because most users look for it. */
function inOrder<T extends { readonly category: string }>(rows: readonly T[]): T[] {
  const order = ["ads", ...CATEGORIES.map(({ category }) => category)];
  return [...rows].sort((a, b) => order.indexOf(a.category) - order.indexOf(b.category));
}

function services(ui: Ui, { presets, settings }: SetupData): Markup {
  const name = "upstreams:array?";
  const now = settings.upstreams as readonly string[];
  const chosen = ui.fieldValue("upstreams");
  const usual = presets.find(({ id }) => now.some((upstream) => upstream.includes(id)));
  const others = presets.filter((preset) => preset !== usual);
  const kept: OptionRow = {
    value: "",
    text: html`
      <bdi>${usual?.operator ?? now.join(", ")}</bdi> <span class="badge">
        ${ui.t("setup.recommended")}
      </span>
    `,
    on: chosen === "",
    ...(usual === undefined ? {} : { help: about(ui, usual) }),
  };
  return html`
    ${choiceRows({
      type: "radio",
      name,
      legend: ui.t("setup.ask"),
      help: ui.t("setup.ask_help"),
      rows: [kept],
    })}
    <details class="more-choices" open=${chosen !== ""}>
      <summary>${ui.t("setup.more_services", { count: others.length })}</summary>
      <div class="choice-rows">
        ${others.map((preset) => {
          const text = html`
            <bdi>${preset.operator}</bdi> <span class="muted" translate="no">${preset.id}</span>
          `;
          return optionRow("radio", name, {
            value: preset.id,
            text,
            help: about(ui, preset),
            on: chosen === preset.id,
          });
        })}
      </div>
    </details>
  `;
}

/** `Blocks dangerous sites · Switzerland · HTTPS, TLS, unencrypted` */
function about(ui: Ui, { filtering, country, protocols }: Preset): string {
  const words = { doh: "HTTPS", dot: "TLS", plain: ui.t("setup.plain") };
  return [
    ui.t(`setup.filters_${filtering}`),
    countryName(ui, country),
    protocols.map((protocol) => words[protocol]).join(", "),
  ].join(" · ");
}
