/** The most recent queries, updated live. */
import type { QueryResponse } from "../../../api/features/insight/journal/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import type { LivePart, LoadContext } from "../../page.ts";
import { card } from "../../parts/card.ts";
import { clientCell } from "../../parts/query_client.ts";
import { domain } from "../../parts/domain.ts";
import { outcomeBadge } from "../../parts/outcome.ts";
import type { Ui } from "../../ui.ts";
import { groupQueries } from "../queries/group.ts";
import type { HomeData } from "./data.ts";
import { shortName } from "./traffic.ts";

const SHOWN = 8;
const NO_LISTS = new Map<number, never>();

/** The most recent queries; new ones appear at the top while the page is open. */
export function recentQueries(ui: Ui, { queries }: HomeData): Child {
  if (queries.refused === "no_right") return null;
  const entries = (queries.data?.entries ?? []).filter(({ hidden }) => !hidden);
  const rows = groupQueries(entries).slice(0, SHOWN);
  const live = entries.length === 0 ? "/live" : `/live?after=${entries[0].id}`;
  const all = html`<a href="/queries">${ui.t("home.all_queries")}</a>`;
  return card(
    html`
      <span class="live-sign" aria-hidden="true"></span>
      ${ui.t("home.live")}
    `,
    html`
      <div data-live=${live}>
        ${queries.refused && html`<p class="muted">${ui.t("home.off_queries")}</p>`}
        <ol class="recent" id="recent" data-most=${SHOWN}>
          ${rows.map(({ newest }) => row(ui, newest))}
        </ol>
        ${queries.data &&
          html`
            <p class=${queries.data.kept ? "none-recent muted" : "muted"}>
              ${ui.t(queries.data.kept ? "home.no_recent" : "queries.off_lead")}
            </p>
          `}
      </div>
    `,
    { action: all, class: "recent-card" },
  );
}

function row(ui: Ui, query: QueryResponse, fresh = false): Markup {
  const { id, time, client: address, client_name, name } = query;
  const inLog = `/queries/${id}`;
  return html`
    <li class=${`recent-row${fresh ? " fresh" : ""}`}>
      <span class="recent-time muted">${ui.time(time)}</span>
      <a class="recent-name" href=${inLog}>${domain(name)}</a>
      <span class="recent-client muted">
        ${address === "" ? "" : clientCell(ui, { ...query, client_name: shortName(client_name) })}
      </span>
      <span class="recent-outcome">${outcomeBadge(ui, query, NO_LISTS)}</span>
    </li>
  `;
}

/**
 * New queries, the newest first, limited to the number of rows shown. A page that could read none
 * starts with those that the box still has in memory.
 */
export async function* liveQueries(
  { query, follow }: LoadContext,
  ui: Ui,
): AsyncGenerator<readonly LivePart[]> {
  const after = /^\d{1,15}$/.test(query.after ?? "") ? query.after : undefined;
  for await (
    const batch of follow<QueryResponse>(
      "/api/v1/queries/stream",
      after === undefined ? { last: SHOWN } : { last: 0, after },
    )
  ) {
    const rows = groupQueries(batch.filter(({ hidden }) => !hidden).toReversed()).slice(0, SHOWN)
      .reverse();
    yield rows.map(({ newest }) => ({
      put: "first",
      into: "recent",
      markup: row(ui, newest, true),
    }));
  }
}
