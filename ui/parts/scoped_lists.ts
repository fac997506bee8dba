/** The lists of one person, group or device that differ from those for everyone. */
import type { ListResponse, ListsResponse } from "../../api/features/protection/lists/routes.ts";
import type { Right } from "../../api/http/rights.ts";
import { type Child, html } from "../html.ts";
import type { LoadContext } from "../page.ts";
import type { Ui } from "../ui.ts";
import { weekText } from "./week_grid.ts";

/** Lists that are for a scope beyond those for everyone, and lists that leave it out. */
export interface ScopedLists {
  readonly beyond: readonly ListResponse[];
  readonly leftOut: readonly ListResponse[];
}

const NONE: ScopedLists = { beyond: [], leftOut: [] };

/** Reads them; none where the account may not see lists. */
export async function readScopedLists(
  { read, principal }: Pick<LoadContext, "read" | "principal">,
  scope: string,
): Promise<ScopedLists> {
  const right: Right = "rules.read";
  if (principal.kind !== "socket" && !principal.rights.has(right)) return NONE;
  const [{ lists }, { lists: applied }] = await Promise.all([
    read<ListsResponse>("/api/v1/lists"),
    read<ListsResponse>("/api/v1/lists", { query: { scope } }),
  ]);
  const ids = new Set(applied.map(({ id }) => id));
  const on = lists.filter(({ enabled }) => enabled);
  return {
    beyond: on.filter(({ id, scopes }) => ids.has(id) && !scopes.includes("all")),
    leftOut: on.filter(({ id, scopes }) => !ids.has(id) && scopes.includes("all")),
  };
}

/** The lists with their hours; nothing where those for everyone apply and no other. */
export function scopedLists(ui: Ui, { beyond, leftOut }: ScopedLists, name: string): Child {
  return html`
    ${beyond.length > 0 && section(ui, ui.t("listScopes.beyond", { name }), beyond)}
    ${leftOut.length > 0 && section(ui, ui.t("listScopes.left_out", { name }), leftOut)}
  `;
}

function section(ui: Ui, title: string, lists: readonly ListResponse[]): Child {
  return html`
    <h3>${title}</h3>
    <ul class="scoped-lists">
      ${lists.map(({ id, source, name, hours }) =>
        html`
          <li>
            <a href=${`/lists/${id}`}>
              <bdi>${source === "embedded" ? ui.t("lists.starter") : name}</bdi>
            </a>
            ${hours.length > 0 && html`<span class="muted">${weekText(ui, hours)}</span>`}
          </li>
        `
      )}
    </ul>
  `;
}
