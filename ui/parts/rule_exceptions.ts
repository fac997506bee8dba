/** To whom in its scope a rule does not apply, and why. */
import type { RuleExceptionResponse } from "../../api/features/protection/rules/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type TextKey, TEXTS } from "../text/list.ts";
import type { Ui } from "../ui.ts";
import { scopeName } from "./scope.ts";

/** An exception as responses and flash messages have it. */
export type ShownException =
  & Pick<RuleExceptionResponse, "name" | "by" | "by_name">
  & { readonly reason: string };

/** "Doesn’t apply to: Noah: closed for children"; one line for each. */
export function ruleExceptions(ui: Ui, exceptions: readonly ShownException[]): Markup | null {
  if (exceptions.length === 0) return null;
  return html`
    <span class="rule-kind rule-exceptions">
      ${ui.t("rules.except")}
      ${exceptions.map((each) => html`<span class="rule-except">${line(ui, each)}</span>`)}
    </span>
  `;
}

function line(ui: Ui, { name, ...why }: ShownException): Child {
  return ui.tRich("rules.except_line", {
    whom: html`<bdi class="strong">${name}</bdi>`,
    why: whyText(ui, why),
  });
}

function whyText(ui: Ui, { reason, by, by_name }: Omit<ShownException, "name">): string {
  const word = reason === "profile" ? by.replace("profile:", "") : reason;
  const key = Object.hasOwn(TEXTS.rules, `except_${word}`) ? `except_${word}` : "except_other";
  return ui.t(`rules.${key}` as TextKey, { by: scopeName(ui, { scope: by, name: by_name }) });
}
