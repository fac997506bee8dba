/** The step of the terms: their text, accepting them, and the choice of statistics. */
import { type Child, html, type Markup } from "../../html.ts";
import { toggle } from "../../parts/field.ts";
import { termsText } from "../../parts/terms_text.ts";
import type { Ui } from "../../shown.ts";
import { fixed, type SetupData, step } from "./step.ts";

/** The step. */
export function termsStep(ui: Ui, { terms, choices, held }: SetupData, problem: Child): Markup {
  const label = ui.say("setup.statistics");
  const statistics = choices.fixed.includes("telemetry")
    ? fixed(ui, label, held.telemetry)
    : toggle(ui, {
      name: "telemetry:boolean",
      label,
      help: ui.say("setup.statistics_help"),
      on: held.telemetry !== false,
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
        checked=${ui.typed("accept_terms") === "true"}
        data-wanted=${ui.say("setup.terms_wanted")}
      />
      <span>${ui.say("setup.accept")}</span>
    </label>
    ${statistics}
  `;
  return step(ui, "terms", body, problem);
}
