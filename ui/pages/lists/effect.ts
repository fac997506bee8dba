/**
 * What a list does now: a scope may allow or only report the category of a list, and then
 * subscribing to it blocks nothing there.
 */
import type { Categories } from "../../../api/features/protection/categories/routes.ts";
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import { hasAction } from "../../../policy/catalogue/categories.ts";
import { type Child, html } from "../../html.ts";
import type { LoadContext } from "../../page.ts";
import { FIXED_SCOPES, scopeName } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";

/** Scopes of which the effect is shown. */
const MOST = 8;

type List = Pick<ListResponse, "id" | "kind" | "category" | "enabled" | "scopes">;

/** Whether scopes choose what a list does. */
function isChosen({ kind, category, enabled, scopes }: List): boolean {
  return kind === "block" && enabled && scopes.length > 0 && hasAction(category);
}

/** The choices about categories for whom a list is; none if they do not concern it. */
export async function readEffects(
  read: LoadContext["read"],
  list: List,
): Promise<readonly Categories[]> {
  if (!isChosen(list)) return [];
  // A list for everyone can be blocked for some and allowed for others.
  const scopes = list.scopes.includes("all") ? FIXED_SCOPES : list.scopes.slice(0, MOST);
  return await Promise.all(
    scopes.map((scope) => read<Categories>("/api/v1/categories", { query: { scope } })),
  );
}

/** `Blocked`, or a line for each whom it concerns differently, with a link to the choices. */
export function effectText(ui: Ui, list: List, effects: readonly Categories[]): Child {
  const rows = effects.map((column) => ({
    column,
    row: column.categories.find(({ category }) => category === list.category)!,
  }));
  const isInUse = rows.some(({ row }) =>
    row.lists.some(({ id, in_use }) => id === list.id && in_use)
  );
  if (!isInUse) return ui.t("lists.no_effect");
  const words = rows.map(({ row }) => ui.t(`scopes.is_${row.effective}`));
  const [first] = words;
  const change = html`<a href="/categories">${ui.t("words.change")}</a>`;
  if (words.every((word) => word === first)) return html`${first} · ${change}`;
  const lines = rows.map(({ column }, at) =>
    html`<div><bdi>${whomText(ui, column)}</bdi>: ${words[at]}</div>`
  );
  return html`${lines}${change}`;
}

/** Beside the profiles, the choice for everyone is that of the other devices. */
function whomText(ui: Ui, column: Categories): string {
  return column.scope === "all" ? ui.t("lists.unassigned") : scopeName(ui, column);
}
