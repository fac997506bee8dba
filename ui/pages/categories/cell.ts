/** One cell of the matrix: what holds for somebody, and the choice. */
import type {
  Categories,
  ShownCategory,
} from "../../../api/features/protection/categories/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import { badge, type Tone } from "../../parts/card.ts";
import { chooser } from "../../parts/chooser.ts";
import type { Act } from "../../parts/form.ts";
import { saidBy, scopeName } from "../../parts/scope.ts";
import type { Ui } from "../../shown.ts";
import type { TextKey } from "../../text/list.ts";

/** What cells of a page share. */
export interface CellScene {
  readonly names: ReadonlyMap<string, string>;
  /** The address of the page. */
  readonly back: string;
  readonly may: boolean;
}

const LOOKS = {
  allow: ["neutral", "check"],
  monitor: ["attention", "eye"],
  block: ["danger", "ban"],
} as const satisfies Readonly<Record<ShownCategory["effective"], readonly [Tone, string]>>;

/** What is done with a category, as a word with its sign. */
export function actionBadge(ui: Ui, action: ShownCategory["effective"]): Child {
  const [tone, sign] = LOOKS[action];
  return badge(tone, ui.say(`scopes.is_${action}`), sign);
}

/** The request that chooses about a category for somebody, without the choice; undoing it brings back what was. */
export function choosing(
  ui: Ui,
  scope: string,
  { category, here }: ShownCategory,
  back: string,
): Act {
  const path = `/api/v1/categories?${new URLSearchParams({ scope })}`, name = nameOf(ui, category);
  const risk = here === "allow" || here === "monitor" ? { accept_risk: true } : {};
  return {
    ...{ method: "put", path, back, done: "scopes.done", args: { name } },
    undo: { method: "put", path, body: { categories: { [category]: here }, ...risk } },
  };
}

/** How a category is called. */
export function nameOf(ui: Ui, category: string): string {
  return ui.say(`categories.${category}` as TextKey);
}

/** The cell: a list to choose from, or what holds and why it cannot be chosen here. */
export function cell(
  ui: Ui,
  { names, back, may }: CellScene,
  column: Categories,
  row: ShownCategory,
): Child {
  const { category, actions, effective, here, from, follows, protects } = row, { scope } = column;
  if (!may || actions.length === 1) {
    const why = actions.length === 1 && !row.confidential ? ui.say("categoryPage.fixed_young") : "";
    return html`<span class="held">${actionBadge(ui, effective)}${
      why !== "" && html`<span class="help">${why}</span>`
    }</span>`;
  }
  if (protects === "security") return securityCell(ui, back, scope, row);
  const by = here === "" && from !== "" && from !== scope ? saidBy(ui, from, names) : undefined;
  const options = [
    { value: "", text: ui.say(`scopes.follow_${follows}`) },
    ...actions.map((action) => ({ value: action, text: ui.say(`scopes.choose_${action}`) })),
  ];
  return html`${
    chooser(ui, choosing(ui, scope, row, back), {
      ...{
        id: `${category}-${scope.replace(":", "-")}`,
        name: `categories.${category}`,
        value: here,
        options,
      },
      ...{
        look: `is-${effective}${here === "" ? "" : " is-chosen"}`,
        label: ui.say("scopes.choice_for", {
          name: nameOf(ui, category),
          whom: scopeName(ui, column),
        }),
      },
    })
  }${by !== undefined && html`<span class="help block">${by}</span>`}`;
}

/** Attacks are opened on purpose only: a form of its own says what it means. */
function securityCell(
  ui: Ui,
  back: string,
  scope: string,
  { category, effective }: ShownCategory,
): Child {
  const to = new URLSearchParams({ category, for: scope }).toString(),
    address = `${back}${back.includes("?") ? "&" : "?"}${to}`;
  const text = `${ui.say("words.change")}: ${nameOf(ui, category)}`;
  return html`<span class="held">${
    actionBadge(ui, effective)
  }<a class="button quiet icon-only" href=${`${address}#risk`}
    title=${ui.say("words.change")} aria-label=${text}>${icon("pencil")}</a></span>`;
}
