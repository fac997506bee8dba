/** Actions that ask for the password again (A 5.5). */
import { html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { form, type PageAction, submit } from "./form.ts";
import { passwordField } from "./password.ts";

/** A form behind a button, which asks for the password again. */
export function passwordConfirmForm(
  ui: Ui,
  id: string,
  text: string,
  act: PageAction,
  danger = false,
): Markup {
  const { by } = ui.context;
  const name = "account" in by ? by.account.name : "";
  // The name is not processed: it tells a password manager whose password is requested.
  const fields = html`
    <input type="text" autocomplete="username" value=${name} hidden />
    ${passwordField(ui, {
      id: `${id}-password`,
      name: "confirm_password",
      label: ui.t("me.confirm"),
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
