/** A copy of the box runs: what that means, and the button that makes this one a new box. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { type Child, html } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { actionButton, type PageAction } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

const RENEW: PageAction = {
  method: "post",
  path: "/api/v1/identity",
  done: "system.identity_renewed",
};

/** The card; nothing while no other box uses the identity. */
export function identityCard(ui: Ui, { copied }: BoxStatus): Child {
  if (!copied) return null;
  return card(
    ui.t("system.identity"),
    html`
      <p>${ui.t("system.identity_why")}</p>
      <p>${ui.t("system.identity_off")}</p>
      <p>${ui.t("system.identity_both")}</p>
      ${ui.may("system.write") &&
        html`
          <p class="buttons">
            ${actionButton(ui, RENEW, ui.t("system.identity_renew"), { style: "main" })}
          </p>
        `}
      <p class="help">${ui.t("system.identity_help")}</p>
    `,
    { id: "identity", class: "spaced" },
  );
}
