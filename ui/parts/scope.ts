/** Scopes: the name of a scope, selecting one, and the source of a decision. */
import type { ScopeResponse } from "../../api/features/protection/choices/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { submit } from "./form.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";

/** A scope as the API returns it. */
export type NamedScope = Pick<ScopeResponse, "scope" | "name">;

/** The scopes that every household has: everyone, and each profile. */
export const FIXED_SCOPES = ["all", "profile:child", "profile:teen", "profile:adult"];

/** The name of a scope; everyone and profiles are translated. */
export function scopeName(ui: Ui, { scope, name }: NamedScope): string {
  if (scope === "all") return ui.t("scopes.everyone");
  const key = scope.replace("profile:", "profile_");
  return Object.hasOwn(TEXTS.scopes, key) ? ui.t(`scopes.${key}` as TextKey) : name || scope;
}

/** The names of scopes by their identifier. */
export function scopeNames(ui: Ui, scopes: readonly NamedScope[]): ReadonlyMap<string, string> {
  return new Map(scopes.map((scope) => [scope.scope, scopeName(ui, scope)]));
}

/** The pages of people, groups and devices, and the right to see them. */
const PAGES = {
  person: ["/people/", "household.read"],
  group: ["/groups/", "devices.read"],
  device: ["/devices/", "devices.read"],
} as const;

/** A sentence about a scope, preceded by its name, which links to its page. */
export function scopeLead(ui: Ui, scoped: NamedScope, lead: string): Child {
  const [kind, id] = scoped.scope.split(":");
  const name = html`<bdi>${scopeName(ui, scoped)}</bdi>`;
  if (scoped.scope === "all") return lead;
  const [path, right] = PAGES[kind as keyof typeof PAGES] ?? [];
  const whom = path !== undefined && ui.may(right) ? html`<a href=${path + id}>${name}</a>` : name;
  return ui.tRich("scopes.holds_for", { whom, lead });
}

const GROUPS = ["profile", "group", "person", "device"] as const;

/**
 * The options of a select list of scopes, grouped by kind. The selected scope is included even if
 * it is missing from the list.
 */
export function scopeOptions(
  ui: Ui,
  scopes: readonly ScopeResponse[],
  chosen: NamedScope | undefined,
): Child {
  const all = chosen === undefined || scopes.some(({ scope }) => scope === chosen.scope)
    ? scopes
    : [...scopes, { ...chosen, kind: chosen.scope.replace(/:.*/, "") as ScopeResponse["kind"] }];
  const option = (scope: ScopeResponse) =>
    html`
      <option value=${scope.scope} selected=${scope.scope === chosen?.scope}>
        ${scopeName(ui, scope)}
      </option>
    `;
  const everyone = all.filter(({ kind }) => kind === "all").map(option);
  return html`
    ${everyone}
    ${GROUPS.map((group) => {
      const inside = all.filter(({ kind }) => kind === group);
      return inside.length > 0 &&
        html`<optgroup label=${ui.t(`scopes.of_${group}`)}>${inside.map(option)}</optgroup>`;
    })}
  `;
}

/** Selects the scope of the page; other query parameters are kept. */
export function scopePicker(
  ui: Ui,
  options: {
    readonly path: string;
    readonly scopes: readonly ScopeResponse[];
    readonly chosen: NamedScope;
    readonly kept?: Readonly<Record<string, string>>;
  },
): Markup {
  const { path, scopes, chosen } = options;
  const kept = Object.entries(options.kept ?? {});
  return html`
    <form method="get" action=${path} class="scope-picker" data-auto="true">
      ${kept.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      <label for="scope">${ui.t("scopes.for_whom")}</label>
      <select id="scope" name="scope" autocomplete="off">
        ${scopeOptions(ui, scopes, chosen)}
      </select>
      <span class="without-script">${submit(ui.t("words.show"))}</span>
    </form>
  `;
}

/** The source of a decision: a scope, a category, or none. */
export function sourceText(ui: Ui, from: string, names: ReadonlyMap<string, string>): string {
  if (from === "") return ui.t("scopes.by_default");
  const category = /^category:(\w+)$/.exec(from)?.[1];
  if (category !== undefined && Object.hasOwn(TEXTS.categories, category)) {
    return ui.t("scopes.as_category", { category: ui.t(`categories.${category}` as TextKey) });
  }
  return ui.t("scopes.set_for", { whom: names.get(from) ?? from });
}
