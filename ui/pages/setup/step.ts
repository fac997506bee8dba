/** A step of the setup: a section of one form; scripts show one at a time. */
import type { SetupResponse } from "../../../api/features/box/setup/routes.ts";
import type { TermsTextResponse } from "../../../api/features/box/terms/routes.ts";
import type { PresetsResponse } from "../../../api/features/network/upstreams/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { note } from "../../parts/card.ts";
import { submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

/** The steps in order. */
export const STEPS = ["account", "place", "protection", "terms"] as const;
/** The name of a step. */
export type StepName = (typeof STEPS)[number];

/** The data of the setup. */
export interface SetupData {
  readonly choices: NonNullable<SetupResponse["choices"]>;
  readonly terms: TermsTextResponse;
  readonly presets: PresetsResponse["presets"];
  /** The settings before the setup, by key. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A step with its number and the reason for refused fields. */
export function stepSection(ui: Ui, name: StepName, body: Child, problem: Child): Markup {
  const number = STEPS.indexOf(name) + 1;
  const last = number === STEPS.length;
  const count = ui.t("setup.step", { step: number, of: STEPS.length });
  return html`
    <section
      class="card step"
      id=${`step-${name}`}
      aria-labelledby=${`step-${name}-name`}
      data-wrong=${problem ? "" : undefined}
    >
      <p class="step-count">
        <span class="bars" aria-hidden="true">
          ${STEPS.map((_, at) => html`<span class=${at < number ? "on" : undefined}></span>`)}
        </span>
        ${count}
      </p>
      <h2 id=${`step-${name}-name`} tabindex="-1">${ui.t(`setup.step_${name}`)}</h2>
      ${problem && note("danger", problem)}
      <div class="form step-body">${body}</div>
      <div class="buttons step-buttons">
        ${number > 1 &&
          html`
            <button type="button" class="button plain scripted" data-back="">
              ${icon("chevron-left")}
              <span>${ui.t("setup.back")}</span>
            </button>
          `}
        ${last ? submit(ui.t("setup.finish"), { style: "main" }) : html`
          <button type="submit" class="button main scripted">
            <span>${ui.t("setup.next")}</span>
          </button>
        `}
      </div>
    </section>
  `;
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** A setting fixed at startup, shown instead of a field. */
export function fixedField(ui: Ui, label: string, value: unknown): Markup {
  return html`
    <div class="field">
      <p class="strong">${label}</p>
      <p class="help">${icon("lock")}${ui.t("setup.fixed", { value: valueText(value) })}</p>
    </div>
  `;
}
