/**
 * Password fields: the value can be revealed, is never part of the page, and survives a refusal
 * where useful.
 */
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { plainName } from "./field.ts";
import type { Ui } from "../ui.ts";

/** Properties of a password field. */
export interface PasswordOptions {
  /** The name of the field in the form. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** `new-password` for a new password, `current-password` for an existing one. */
  readonly autocomplete: "new-password" | "current-password";
  readonly minlength?: number;
  /** Whether the browser keeps the typed value when the form is refused. */
  readonly keep?: boolean;
  readonly autofocus?: boolean;
  /** The message that a script shows when the value is missing or too short. */
  readonly wanted?: string;
  /** Required where a page has several fields with the same name. */
  readonly id?: string;
}

/** The field; with scripts, a button reveals the typed value. */
export function passwordField(ui: Ui, options: PasswordOptions): Markup {
  const {
    name,
    label,
    help,
    autocomplete,
    minlength,
    keep = false,
    autofocus,
    wanted,
  } = options;
  ui.noteLabel(plainName(name), label);
  const id = options.id ?? `field-${name.replace(/\W/g, "-")}`;
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <div class="password">
        <input
          id=${id}
          name=${name}
          type="password"
          required
          autocomplete=${autocomplete}
          minlength=${minlength}
          maxlength="1024"
          autofocus=${autofocus}
          data-keep=${keep ? "" : undefined}
          data-wanted=${wanted}
          spellcheck="false"
          autocapitalize="none"
          aria-describedby=${help === undefined ? undefined : `${id}-help`}
        />
        <button
          type="button"
          class="button quiet icon-only scripted"
          data-reveal=${id}
          aria-pressed="false"
          aria-label=${ui.t("signIn.show")}
          title=${ui.t("signIn.show")}
        >
          ${icon("eye")}
        </button>
      </div>
      ${help !== undefined && html`<p class="help" id=${`${id}-help`}>${help}</p>`}
    </div>
  `;
}
