/** Personal choices of the account, and its password. */
import type { AccountResponse } from "../../../api/accounts/routes.ts";
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { html, type Markup } from "../../html.ts";
import { LANGUAGE_NAMES } from "../../language.ts";
import { card } from "../../parts/card.ts";
import { input, select } from "../../parts/field.ts";
import { form, submit } from "../../parts/form.ts";
import { passwordField } from "../../parts/password.ts";
import type { Ui } from "../../ui.ts";

/** Language and e-mail address for messages. */
export function profileCard(ui: Ui, { language, email }: AccountResponse): Markup {
  const languages = LANGUAGES.map((code) => ({
    value: code,
    text: LANGUAGE_NAMES[code],
  }));
  const fields = html`
    ${select(ui, {
      name: "language",
      label: ui.t("words.language"),
      value: language,
      options: [{ value: "", text: ui.t("me.language_browser") }, ...languages],
    })}
    ${input(ui, {
      name: "email",
      type: "email",
      label: ui.t("me.email"),
      help: ui.t("me.email_help"),
      value: email,
      autocomplete: "email",
      maxlength: 254,
    })}
    <div>${submit(ui.t("words.save"))}</div>
  `;
  return card(
    ui.t("me.profile"),
    form(ui, { method: "put", path: "/api/v1/me", done: "me.saved" }, fields),
  );
}

/** The password form; values of these fields are never sent back to a page. */
export function passwordCard(ui: Ui, { name }: AccountResponse): Markup {
  const least = LIMITS.accounts.passwordLeast;
  const act = {
    method: "put",
    path: "/api/v1/me/password",
    fields: { old_password: "old", new_password: "new" },
    done: "me.changed",
  } as const;
  const fields = html`
    <input type="text" name="username" value=${name} autocomplete="username" hidden />
    ${passwordField(ui, {
      name: "old_password",
      label: ui.t("me.old"),
      autocomplete: "current-password",
    })}
    ${passwordField(ui, {
      name: "new_password",
      label: ui.t("words.new_password"),
      help: ui.t("me.new_help", { least }),
      autocomplete: "new-password",
      minlength: least,
    })}
    <div>${submit(ui.t("me.change"))}</div>
  `;
  return card(ui.t("words.password"), form(ui, act, fields));
}
