/** Adds several rules at once from pasted lines. */
import type { ScopeResponse } from "../../../api/features/protection/choices/routes.ts";
import type { WrittenRules } from "../../../api/features/protection/rules/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { select, textArea } from "../../parts/field.ts";
import { submit } from "../../parts/form.ts";
import { linesCard, linesReport } from "../../parts/lines_report.ts";
import { ruleExceptions } from "../../parts/rule_exceptions.ts";
import type { Ui } from "../../ui.ts";
import { scopeField } from "./form.ts";

/** The form for lines, folded: it is meant for users who come from another filter. */
export function pasteCard(
  ui: Ui,
  { scope, scopes }: { readonly scope: string; readonly scopes: readonly ScopeResponse[] },
): Markup {
  const fields = html`
    ${textArea(ui, {
      name: "lines:lines",
      label: ui.t("rules.paste_lines"),
      help: ui.t("rules.paste_help"),
      rows: 6,
      required: true,
    })}
    <div class="field-grid">
      ${scopeField(ui, scope, scopes, "lines-whom")}
      ${select(ui, {
        name: "action",
        label: ui.t("rules.paste_bare"),
        value: "block",
        options: (["allow", "block"] as const).map((value) => ({
          value,
          text: ui.t(`rules.is_${value}`),
        })),
      })}
    </div>
    <p class="buttons">${submit(ui.t("rules.paste_go"), { style: "main" })}</p>
  `;
  const act = {
    method: "post",
    path: "/api/v1/rules?scope={scope}",
    back: "/rules",
    result: true,
  } as const;
  return linesCard(ui, "rule-lines", act, fields);
}

/** The result of the submitted lines. */
export function pasteResult(ui: Ui): Child {
  const result = ui.context.result as WrittenRules | undefined;
  if (result?.refused === undefined) return null;
  const { rules, refused } = result;
  const text = ui.t("rules.pasted", { count: rules.length });
  const some = rules.flatMap(({ domain, exceptions = [] }) =>
    exceptions.length === 0 ? [] : html`
      <p class="rule-domain">
        <bdi translate="no">${domain}</bdi> ${ruleExceptions(ui, exceptions)}
      </p>
    `
  );
  const refusedText = ui.t("rules.paste_refused", { count: refused.length });
  return html`${linesReport(ui, text, refusedText, refused)}${some}`;
}
