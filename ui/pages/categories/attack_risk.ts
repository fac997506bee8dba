/**
 * Allowing attacks for a scope, after an explicit confirmation that explains the consequences (A
 * 7.6.9).
 */
import type {
  Categories,
  CategoryResponse,
} from "../../../api/features/protection/categories/routes.ts";
import { html, type Markup } from "../../html.ts";
import { card, note } from "../../parts/card.ts";
import { select, toggle } from "../../parts/field.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { scopeName } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";
import { choiceAction, followText, nameOf } from "./cell.ts";

/** The form for one category and one scope. */
export function riskCard(ui: Ui, column: Categories, row: CategoryResponse, back: string): Markup {
  const { category, here, actions } = row;
  const fields = html`
    ${note("attention", ui.t("categoryPage.risk_text"))}
    ${select(ui, {
      name: `categories.${category}`,
      label: ui.t("services.choice"),
      value: here,
      options: [
        { value: "", text: followText(ui, row) },
        ...actions.map((action) => ({ value: action, text: ui.t(`scopes.choose_${action}`) })),
      ],
    })}
    ${toggle(ui, {
      name: "accept_risk:boolean",
      label: ui.t("categoryPage.risk_accept"),
      on: false,
    })}
    <p class="buttons">
      ${submit(ui.t("words.save"), { style: "main" })}
      ${linkButton(back, ui.t("rules.cancel"))}
    </p>
  `;
  const title = ui.t("categoryPage.risk_title", {
    category: nameOf(ui, category),
    whom: scopeName(ui, column),
  });
  return card(title, form(ui, choiceAction(ui, column.scope, row, back), fields), { id: "risk" });
}
