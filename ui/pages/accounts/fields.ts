/** Fields shared by account forms: name, language, e-mail. */
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { input, select } from "../../parts/field.ts";
import { languageName } from "../../parts/setting.ts";
import type { Ui } from "../../ui.ts";

/** The values of the fields. */
export interface Contact {
  readonly name: string;
  readonly language: string;
  readonly email: string;
}

/** People who can own the account. */
export interface PersonFieldOptions {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  /** 0 = no owner. */
  readonly chosen: number;
  /** Whether an owner is required. */
  readonly required?: boolean;
  /** Whether the person is part of the path that the form is sent to. */
  readonly inPath?: boolean;
}

/** The field for the owner of the account; nothing if there are no people. */
export function personField(
  ui: Ui,
  { people, chosen, required = false, inPath = false }: PersonFieldOptions,
): Child {
  if (people.length === 0) return null;
  const options = people.map(({ id, name }) => ({ value: String(id), text: name }));
  const nobody = required ? [] : [{ value: "0", text: ui.t("people.nobody") }];
  return select(ui, {
    name: inPath ? "id:path" : "person_id:number",
    value: String(chosen),
    label: ui.t("accounts.person"),
    help: ui.t("accounts.person_help"),
    options: [...nobody, ...options],
  });
}

/** Name, language and e-mail; `after` follows the name. */
export function contactFields(ui: Ui, { name, language, email }: Contact, after?: Child): Markup {
  const languages = LANGUAGES.map((code) => ({ value: code, text: languageName(code) }));
  return html`
    ${input(ui, {
      name: "name",
      value: name,
      required: true,
      maxlength: 64,
      autocomplete: "off",
      label: ui.t("words.name"),
      help: ui.t("accounts.name_help"),
    })}
    ${after}
    ${select(ui, {
      name: "language",
      value: language,
      label: ui.t("accounts.language"),
      options: [{ value: "", text: ui.t("accounts.language_browser") }, ...languages],
    })}
    ${input(ui, {
      name: "email",
      type: "email",
      value: email,
      maxlength: 254,
      autocomplete: "off",
      label: ui.t("accounts.email"),
      help: ui.t("accounts.email_help"),
    })}
  `;
}
