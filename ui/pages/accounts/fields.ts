/** Fields that accounts share: name, language, e-mail. */
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { input, select } from "../../parts/field.ts";
import { languageName } from "../../parts/setting.ts";
import type { Ui } from "../../shown.ts";

/** What the fields hold. */
export interface Contact {
  readonly name: string;
  readonly language: string;
  readonly email: string;
}

/** Whose account it can be. */
export interface PersonChoice {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  /** 0 = nobody's. */
  readonly chosen: number;
}

/** The person whose account it is; nothing while there is nobody. */
export function personField(ui: Ui, { people, chosen }: PersonChoice): Child {
  if (people.length === 0) return null;
  const options = people.map(({ id, name }) => ({ value: String(id), text: name }));
  return select(ui, {
    ...{
      name: "person_id:number",
      value: chosen,
      label: ui.say("accounts.person"),
      help: ui.say("accounts.person_help"),
    },
    options: [{ value: "0", text: ui.say("people.nobody") }, ...options],
  });
}

/** Name, language and e-mail; `after` stands after the name. */
export function contactFields(ui: Ui, { name, language, email }: Contact, after?: Child): Markup {
  const languages = LANGUAGES.map((code) => ({ value: code, text: languageName(code) }));
  return html`${
    input(ui, {
      ...{ name: "name", value: name, required: true, maxlength: 64, autocomplete: "off" },
      ...{ label: ui.say("words.name"), help: ui.say("accounts.name_help") },
    })
  }${after}${
    select(ui, {
      ...{ name: "language", value: language, label: ui.say("accounts.language") },
      options: [{ value: "", text: ui.say("accounts.language_browser") }, ...languages],
    })
  }${
    input(ui, {
      ...{ name: "email", type: "email", value: email, maxlength: 254, autocomplete: "off" },
      ...{ label: ui.say("accounts.email"), help: ui.say("accounts.email_help") },
    })
  }`;
}
