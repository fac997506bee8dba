/** The addresses of the account in the breach watch, read-only (A 4.1, 7.3.1). */
import type { BreachesResponse } from "../../../api/features/household/breaches/routes.ts";
import { html } from "../../html.ts";
import { page } from "../../page.ts";
import { breachAdvice, breachCard, breachLead, breachState } from "../../parts/breach.ts";
import { emptyState } from "../../parts/card.ts";
import { linkButton } from "../../parts/form.ts";

/** The page at `/me/breaches`. */
export const myBreachesPage = page<BreachesResponse>({
  doc: "A 4.1",
  path: "/me/breaches",
  name: "breaches.own_name",
  access: "session",
  database: "box",
  load: ({ read }) => read<BreachesResponse>("/api/v1/me/breaches"),
  view(ui, watch) {
    const isNone = watch.addresses.length === 0;
    return {
      lead: isNone ? ui.t("breaches.own_none") : breachLead(ui, watch),
      action: linkButton("/me", ui.t("frame.my_account"), { icon: "chevron-left" }),
      body: html`
        <div class="stack">
          ${breachState(ui, watch)}
          ${isNone
            ? html`
              <div class="card">
                ${emptyState("mail", ui.t("breaches.own_none"), ui.t("breaches.own_none_help"))}
              </div>
            `
            : breachCard(ui, watch)} ${breachAdvice(ui)}
        </div>
      `,
    };
  },
});
