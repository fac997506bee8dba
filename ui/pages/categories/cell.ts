/** One cell of the matrix: the current action for a scope, and the choice. */
import type {
  Categories,
  CategoryResponse,
} from "../../../api/features/protection/categories/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import { badge, type Tone } from "../../parts/card.ts";
import { chooser } from "../../parts/chooser.ts";
import type { PageAction } from "../../parts/form.ts";
import { scopeName, sourceText } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** Data shared by the cells of a page. */
export interface CellContext {
  readonly names: ReadonlyMap<string, string>;
  /** The address of the page. */
  readonly back: string;
  readonly may: boolean;
}

const LOOKS = {
  allow: ["neutral", "check"],
  monitor: ["attention", "eye"],
  block: ["danger", "ban"],
} as const satisfies Readonly<Record<CategoryResponse["effective"], readonly [Tone, string]>>;

/** Whether a category has a source of names: a list in use with entries, or services. */
export function hasSource(
  { lists, services }: Pick<CategoryResponse, "lists" | "services">,
): boolean {
  return services > 0 || lists.some(({ in_use }) => in_use);
}

/** Why a category without a source blocks nothing. */
export function noSourceText(ui: Ui, { lists }: Pick<CategoryResponse, "lists">): string {
  return ui.t(lists.length === 0 ? "categoryPage.unfed_none" : "categoryPage.unfed_idle");
}

/**
 * The action for a category as a word with its icon; for a category without a source, that nothing
 * is done.
 */
function actionBadge(ui: Ui, row: CategoryResponse): Child {
  const { effective } = row;
  if (effective !== "allow" && !hasSource(row)) return badge("neutral", noSourceText(ui, row));
  const [tone, sign] = LOOKS[effective];
  return badge(tone, ui.t(`scopes.is_${effective}`), sign);
}

/**
 * What following the wider scopes means. For a category without a source: what will apply once it
 * has one.
 */
export function followText(ui: Ui, row: CategoryResponse): string {
  const { follows } = row;
  return follows === "allow" || hasSource(row)
    ? ui.t(`scopes.follow_${follows}`)
    : ui.t(`scopes.wants_${follows}`);
}

/**
 * The request that sets the action of a category for a scope, without the choice itself. Undo
 * restores the previous choice.
 */
export function choiceAction(
  ui: Ui,
  scope: string,
  { category, here }: CategoryResponse,
  back: string,
): PageAction {
  const path = `/api/v1/categories?${new URLSearchParams({ scope })}`;
  const name = nameOf(ui, category);
  const risk = here === "allow" || here === "monitor" ? { accept_risk: true } : {};
  return {
    method: "put",
    path,
    back,
    done: "scopes.done",
    args: { name },
    undo: { method: "put", path, body: { categories: { [category]: here }, ...risk } },
  };
}

/** The display name of a category. */
export function nameOf(ui: Ui, category: string): string {
  return ui.t(`categories.${category}` as TextKey);
}

/** The cell: a select list, or the current action and why it cannot be changed here. */
export function categoryCell(
  ui: Ui,
  { names, back, may }: CellContext,
  column: Categories,
  row: CategoryResponse,
): Child {
  const { category, actions, effective, here, from, protects } = row;
  const { scope } = column;
  if (!may || actions.length === 1) {
    const why = actions.length === 1 && !row.confidential ? ui.t("categoryPage.fixed_young") : "";
    return html`
      <span class="held">
        ${actionBadge(ui, row)}
        ${why !== "" && html`<span class="help">${why}</span>`}
      </span>
    `;
  }
  if (protects === "security") return securityCell(ui, back, scope, row);
  const by = here === "" && from !== "" && from !== scope ? sourceText(ui, from, names) : undefined;
  const options = [
    { value: "", text: followText(ui, row) },
    ...actions.map((action) => ({ value: action, text: ui.t(`scopes.choose_${action}`) })),
  ];
  const look = `is-${hasSource(row) ? effective : "idle"}`;
  return html`
    ${chooser(ui, choiceAction(ui, scope, row, back), {
      id: `${category}-${scope.replace(":", "-")}`,
      name: `categories.${category}`,
      value: here,
      options,
      look: here === "" ? look : `${look} is-chosen`,
      label: ui.t("scopes.choice_for", {
        name: nameOf(ui, category),
        whom: scopeName(ui, column),
      }),
    })}
    ${by !== undefined && html`<span class="help block">${by}</span>`}
  `;
}

/** Allowing attacks requires a separate form that explains the consequences. */
function securityCell(
  ui: Ui,
  back: string,
  scope: string,
  row: CategoryResponse,
): Child {
  const { category } = row;
  const to = new URLSearchParams({ category, for: scope }).toString();
  const address = `${back}${back.includes("?") ? "&" : "?"}${to}`;
  const text = `${ui.t("words.change")}: ${nameOf(ui, category)}`;
  return html`
    <span class="held">
      ${actionBadge(ui, row)}
      <a
        class="button quiet icon-only"
        href=${`${address}#risk`}
        title=${ui.t("words.change")}
        aria-label=${text}
      >
        ${icon("pencil")}
      </a>
    </span>
  `;
}
