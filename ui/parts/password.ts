/**
 * Password fields: the value can be revealed, is never part of the page, and survives a refusal
 * where useful.
 */
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import type { Ui } from "../shown.ts";

/** A field for a password. */
export interface PasswordOptions {
  /** Its name in the form. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** `new-password` for a new password, `current-password` for an existing one. */
  readonly autocomplete: "new-password" | "current-password";
  readonly minlength?: number;
  /** Whether the browser keeps what is typed when the form is refused. */
  readonly keep?: boolean;
  readonly autofocus?: boolean;
  /** What a script of the page says when it is missing or too short. */
  readonly wanted?: string;
  /** Where a page has several fields of one name. */
  readonly id?: string;
}

/** The field, with a button that shows what is typed where there are scripts. */
export function password(ui: Ui, options: PasswordOptions): Markup {
  const { name, label, help, autocomplete, minlength, keep = false, autofocus, wanted } = options;
  const id = options.id ?? `field-${name.replace(/\W/g, "-")}`;
  return html`<div class="field"><label for=${id}>${label}</label><div class="password">
    <input id=${id} name=${name} type="password" required autocomplete=${autocomplete} minlength=${minlength}
      maxlength="1024" autofocus=${autofocus} data-keep=${
    keep ? "" : undefined
  } data-wanted=${wanted} spellcheck="false"
      autocapitalize="none" aria-describedby=${help === undefined ? undefined : `${id}-help`} />
    <button type="button" class="button quiet icon-only scripted" data-reveal=${id} aria-pressed="false"
      aria-label=${ui.say("signIn.show")} title=${ui.say("signIn.show")}>${
    icon("eye")
  }</button></div>${
    help !== undefined && html`<p class="help" id=${`${id}-help`}>${help}</p>`
  }</div>`;
}
