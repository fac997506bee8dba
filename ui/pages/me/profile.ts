/** Personal choices of the account, and its password. */
import type { ShownAccount } from "../../../api/accounts/routes.ts";
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { html, type Markup } from "../../html.ts";
import { LANGUAGE_NAMES } from "../../language.ts";
import { card } from "../../parts/card.ts";
import { input, select } from "../../parts/field.ts";
import { form, submit } from "../../parts/form.ts";
import { password } from "../../parts/password.ts";
import type { Ui } from "../../shown.ts";

/** Language and e-mail address for messages. */
export function profileCard(ui: Ui, { language, email }: ShownAccount): Markup {
  const languages = LANGUAGES.map((code) => ({
    value: code,
    text: LANGUAGE_NAMES[code],
  }));
  const fields = html`
    ${select(ui, {
      name: "language",
      label: ui.say("words.language"),
      value: language,
      options: [{ value: "", text: ui.say("me.language_browser") }, ...languages],
    })}
    ${input(ui, {
      name: "email",
      type: "email",
      label: ui.say("me.email"),
      help: ui.say("me.email_help"),
      value: email,
      autocomplete: "email",
      maxlength: 254,
    })}
    <div>${submit(ui.say("words.save"))}</div>
  `;
  return card(
    ui.say("me.profile"),
    form(ui, { method: "put", path: "/api/v1/me", done: "me.saved" }, fields),
  );
}

/** The password form; values of these fields are never sent back to a page. */
export function passwordCard(ui: Ui, { name }: ShownAccount): Markup {
  const least = LIMITS.accounts.passwordLeast;
  const act = {
    method: "put",
    path: "/api/v1/me/password",
    fields: { old_password: "old", new_password: "new" },
    done: "me.changed",
  } as const;
  const fields = html`
    <input type="text" name="username" value=${name} autocomplete="username" hidden />
    ${password(ui, {
      name: "old_password",
      label: ui.say("me.old"),
      autocomplete: "current-password",
    })}
    ${password(ui, {
      name: "new_password",
      label: ui.say("words.new_password"),
      help: ui.say("me.new_help", { least }),
      autocomplete: "new-password",
      minlength: least,
    })}
    <div>${submit(ui.say("me.change"))}</div>
  `;
  return card(ui.say("words.password"), form(ui, act, fields));
}
