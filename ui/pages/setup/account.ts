/** The step of the account: a name and a password. */
import { LIMITS } from "../../../policy/limits.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { input } from "../../parts/field.ts";
import { password } from "../../parts/password.ts";
import type { Ui } from "../../shown.ts";
import { step } from "./step.ts";

const { nameCharacters, passwordLeast } = LIMITS.accounts;

/** The step. */
export function accountStep(ui: Ui, problem: Child): Markup {
  const body = html`
    ${input(ui, {
      name: "account.name",
      label: ui.say("setup.name"),
      help: ui.say("setup.name_help"),
      autocomplete: "username",
      maxlength: nameCharacters,
      required: true,
      wanted: ui.say("setup.name_wanted"),
    })}
    ${password(ui, {
      name: "account.password",
      label: ui.say("words.password"),
      help: ui.say("setup.password_help", { least: passwordLeast }),
      autocomplete: "new-password",
      minlength: passwordLeast,
      keep: true,
      wanted: ui.say("setup.password_wanted", { least: passwordLeast }),
    })}
  `;
  return step(ui, "account", body, problem);
}
