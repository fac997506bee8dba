/** The protection step: lists by category, and the DNS provider. */
import { CATEGORIES } from "../../../policy/catalogue/categories.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type Choice, choice, choices as choiceRows } from "../../parts/choice.ts";
import { countryName } from "../../parts/country.ts";
import type { Ui } from "../../shown.ts";
import type { TextKey } from "../../text/list.ts";
import { fixed, type SetupData, step } from "./step.ts";

type Preset = SetupData["presets"][number];

/** The step. */
export function protectionStep(ui: Ui, data: SetupData, problem: Child): Markup {
  const asked = data.choices.fixed.includes("upstreams")
    ? fixed(ui, ui.say("setup.ask"), data.held.upstreams)
    : services(ui, data);
  return step(ui, "protection", html`${lists(ui, data)}${asked}`, problem);
}

/** Lists proposed for some kind of network are shown by category; the others are folded. */
function lists(ui: Ui, { choices: { lists, networks } }: SetupData): Markup {
  const kind = networks.find(({ id }) => id === ui.typed("network", "home"));
  const chosen = new Set(
    ui.shown.failed === undefined ? kind?.lists : ui.typed("lists").split("\n"),
  );
  const proposed = new Set(networks.flatMap((network) => network.lists));
  const others = lists.filter(({ id }) => !proposed.has(id));
  const row = (id: string, text: Child, help?: Child): Choice => ({
    value: id,
    text,
    on: chosen.has(id),
    ...(help === undefined ? {} : { help }),
  });
  const name = "lists:array";
  const about = (category: string) => ui.say(`categories.${category}` as TextKey);
  return html`
    ${choiceRows({
      type: "checkbox",
      name,
      legend: ui.say("setup.block"),
      help: ui.say("setup.block_help"),
      brief: true,
      rows: inOrder(lists.filter(({ id }) => proposed.has(id))).map((list) =>
        row(list.id, about(list.category), html`<bdi>${list.name}</bdi>`)
      ),
    })}
    <details class="more-choices" open=${others.some(({ id }) => chosen.has(id))}>
      <summary>
        ${ui.say("setup.more_lists", {
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

function services(ui: Ui, { presets, held }: SetupData): Markup {
  const name = "upstreams:array?";
  const now = held.upstreams as readonly string[];
  const chosen = ui.typed("upstreams");
  const usual = presets.find(({ id }) => now.some((upstream) => upstream.includes(id)));
  const others = presets.filter((preset) => preset !== usual);
  const kept: Choice = {
    value: "",
    text: html`
      <bdi>${usual?.operator ?? now.join(", ")}</bdi> <span class="badge">
        ${ui.say("setup.recommended")}
      </span>
    `,
    on: chosen === "",
    ...(usual === undefined ? {} : { help: about(ui, usual) }),
  };
  return html`
    ${choiceRows({
      type: "radio",
      name,
      legend: ui.say("setup.ask"),
      help: ui.say("setup.ask_help"),
      rows: [kept],
    })}
    <details class="more-choices" open=${chosen !== ""}>
      <summary>${ui.say("setup.more_services", { count: others.length })}</summary>
      <div class="choice-rows">
        ${others.map((preset) => {
          const text = html`
            <bdi>${preset.operator}</bdi> <span class="muted" translate="no">${preset.id}</span>
          `;
          return choice("radio", name, {
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
  const words = { doh: "HTTPS", dot: "TLS", plain: ui.say("setup.plain") };
  return [
    ui.say(`setup.filters_${filtering}`),
    countryName(ui, country),
    protocols.map((protocol) => words[protocol]).join(", "),
  ].join(" · ");
}
