/** The name in a query, or a note that it is hidden. */
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { domain } from "./domain.ts";

/**
 * The name of a query within a sentence. The note for a hidden name is in brackets, so that it is
 * not mistaken for the name.
 */
export function queryNameInside(
  ui: Ui,
  query: Pick<QueryResponse, "name" | "hidden" | "private">,
): Child {
  return query.hidden ? html`[${queryName(ui, query)}]` : queryName(ui, query);
}

/** The name of a query. */
export function queryName(
  ui: Ui,
  { name, hidden, private: isPrivate }: Pick<QueryResponse, "name" | "hidden" | "private">,
): Markup {
  return hidden
    ? html`
      <span
        class="hidden-name muted"
        title=${ui.t(isPrivate ? "activity.private" : "queries.hidden_why")}
      >
        ${ui.t("queries.hidden_name")}
      </span>
    `
    : domain(name);
}
