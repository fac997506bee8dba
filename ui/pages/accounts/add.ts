/** Creating an account (A 5.2). */
import { html } from "../../html.ts";
import { page } from "../../page.ts";
import { note } from "../../parts/card.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { passwordField } from "../../parts/password.ts";
import { contactFields } from "./fields.ts";
import { canInvite } from "./list.ts";
import { roleFields } from "./roles.ts";

/** The page at `/accounts/new`. */
export const addAccountPage = page({
  doc: "A 5.2",
  path: "/accounts/new",
  name: "accounts.add",
  access: "accounts.write",
  database: "box",
  load: () => Promise.resolve(undefined),
  view(ui) {
    const act = {
      ...{
        method: "post",
        path: "/api/v1/accounts",
        back: "/accounts",
        done: "accounts.added",
      } as const,
      args: { name: "{name}" },
    };
    const secret = passwordField(ui, {
      name: "password",
      autocomplete: "new-password",
      keep: true,
      label: ui.t("words.password"),
      help: ui.t("accounts.password_help"),
    });
    const fields = html`
      ${contactFields(ui, { name: "", language: "", email: "" }, secret)}
      ${roleFields(ui, { kind: "administrator", role: "everyday", rights: [] })}
      <div class="buttons">
        ${submit(ui.t("accounts.add"), { style: "main", icon: "user-plus" })}
        ${linkButton("/accounts", ui.t("accounts.all"), { style: "quiet" })}
      </div>
    `;
    return {
      lead: ui.t("accounts.add_lead"),
      body: html`
        <div class="stack">
          ${canInvite(ui) &&
            note(
              "neutral",
              ui.t("accounts.add_instead"),
              linkButton("/accounts/invite", ui.t("accounts.invite")),
            )}
          <div class="card narrow">${form(ui, act, fields)}</div>
        </div>
      `,
    };
  },
});
