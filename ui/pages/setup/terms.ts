/** The step of the terms: their text, accepting them, and the choice of statistics. */
import { type Child, html, type Markup } from "../../html.ts";
import { toggle } from "../../parts/field.ts";
import { termsText } from "../../parts/terms_text.ts";
import type { Ui } from "../../ui.ts";
import { fixedField, type SetupData, stepSection } from "./step.ts";

/** The step. */
export function termsStep(ui: Ui, { terms, choices, settings }: SetupData, problem: Child): Markup {
  const label = ui.t("setup.statistics");
  const statistics = choices.fixed.includes("telemetry")
    ? fixedField(ui, label, settings.telemetry)
    : toggle(ui, {
      name: "telemetry:boolean",
      label,
      help: ui.t("setup.statistics_help"),
      on: settings.telemetry !== false,
    });
  const body = html`
    <div class="terms-text" tabindex="0" role="region" aria-label=${terms.title}>
      ${termsText(terms)}
    </div>
    <label class="choice accept">
      <input
        type="checkbox"
        name="accept_terms:boolean"
        value="true"
        required
        checked=${ui.fieldValue("accept_terms") === "true"}
        data-wanted=${ui.t("setup.terms_wanted")}
      />
      <span>${ui.t("setup.accept")}</span>
    </label>
    ${statistics}
  `;
  return stepSection(ui, "terms", body, problem);
}
