/** The step of the account: a name and a password. */
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { input } from "../../parts/field.ts";
import { passwordField } from "../../parts/password.ts";
import type { Ui } from "../../ui.ts";
import { stepSection } from "./step.ts";

const { nameCharacters, passwordLeast } = LIMITS.accounts;

/** The step. */
export function accountStep(ui: Ui, problem: Child): Markup {
  const body = html`
    ${input(ui, {
      name: "account.name",
      label: ui.t("setup.name"),
      help: ui.t("setup.name_help"),
      autocomplete: "username",
      maxlength: nameCharacters,
      required: true,
      wanted: ui.t("setup.name_wanted"),
    })}
    ${passwordField(ui, {
      name: "account.password",
      label: ui.t("words.password"),
      help: ui.t("setup.password_help", { least: passwordLeast }),
      autocomplete: "new-password",
      minlength: passwordLeast,
      keep: true,
      wanted: ui.t("setup.password_wanted", { least: passwordLeast }),
    })}
  `;
  return stepSection(ui, "account", body, problem);
}
