/** Settings of another product that were found on the machine: look at them, or leave them. */
import type { FoundImportsResponse } from "../../../api/features/box/import/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

type Found = FoundImportsResponse["found"][number];

/** Products by their names. */
const PRODUCTS: Readonly<Record<Found["product"], string>> = {
  pihole: "Pi-hole",
  adguard: "AdGuard Home",
};

/** The card of one product; its plan is shown on the import page. */
export function foundCard(ui: Ui, { product, copied }: Found): Markup {
  const name = PRODUCTS[product];
  const path = `/api/v1/import/found/${product}`;
  const preview = {
    method: "post",
    path: `${path}/preview`,
    back: "/import",
    result: true,
  } as const;
  const forget = { method: "delete", path, done: "imports.found_left" } as const;
  const date = ui.date(copied, { dateStyle: "long" });
  return card(
    ui.t("imports.found", { product: name }),
    html`
      <p>${ui.t("imports.found_lead", { product: name, date })}</p>
      <div class="buttons">
        ${actionButton(ui, preview, ui.t("imports.look"), { style: "main", icon: "eye" })}
        ${actionButton(ui, forget, ui.t("imports.found_leave"), { style: "quiet" })}
      </div>
    `,
  );
}
