/** Actions that ask for the password again (A 5.5). */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../shown.ts";
import { type Act, form, submit } from "./form.ts";
import { password } from "./password.ts";

/** A form behind a button, which asks for the password again. */
export function confirmed(ui: Ui, id: string, text: string, act: Act, danger = false): Markup {
  const { by } = ui.shown;
  const name = "account" in by ? by.account.name : "";
  // The name is not processed: it tells a password manager whose password is requested.
  const fields = html`
    <input type="text" autocomplete="username" value=${name} hidden />
    ${password(ui, {
      id: `${id}-password`,
      name: "confirm_password",
      label: ui.say("me.confirm"),
      autocomplete: "current-password",
    })}
    <div>${submit(text, { style: danger ? "danger" : "main" })}</div>
  `;
  return html`
    <details class="ask">
      <summary class="button plain">${text}</summary>
      ${form(ui, act, fields, { id })}
    </details>
  `;
}
