/** The query log: the queries of devices, their results, and the explanation of each (A 7.11). */
import type { QueryPage, QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { ClientsResponse } from "../../api/features/insight/statistics/routes.ts";
import type { SettingResponse, SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { ScopesResponse } from "../../api/features/protection/choices/routes.ts";
import type { RulePage, RuleResponse } from "../../api/features/protection/rules/routes.ts";
import { type Child, html } from "../html.ts";
import { type LivePart, type LoadContext, page, type PageView } from "../page.ts";
import { emptyState } from "../parts/card.ts";
import { actionButton, form, linkButton } from "../parts/form.ts";
import type { ListsById } from "../parts/outcome.ts";
import { rulePath } from "../parts/rule_button.ts";
import type { Ui } from "../ui.ts";
import { readLists } from "./queries/query.ts";
import {
  type Filter,
  FILTER_NAMES,
  filterOf,
  filterParameters,
  withFilter,
  withoutFilters,
} from "./queries/filter.ts";
import { activeFilters, type ClientChoices, filterForm } from "./queries/form.ts";
import { groupQueries } from "./queries/group.ts";
import { queryRow, queryTable, QUICK_ALLOW, QUICK_BLOCK } from "./queries/rows.ts";

/** Queries per page, and maximum number of rows sent at once to an open one. */
const AT_ONCE = 100;
const LIVE_AT_ONCE = 50;

interface QueriesShown {
  readonly filter: Filter;
  /** What fixes the log setting if the log is off, "" = nothing. */
  readonly off: Pick<SettingResponse, "fixed_by"> | undefined;
  readonly entries: readonly QueryResponse[];
  readonly next: number | undefined;
  /** Unix seconds until when the names of the chosen device are private; 0 = none are. */
  readonly privateUntil: number;
  readonly lists: ListsById;
  /** Rules that allow names. */
  readonly allowing: readonly RuleResponse[];
  readonly askable: ClientChoices;
  readonly asked: ReturnType<typeof filterParameters>;
  readonly live: boolean;
  readonly paged: boolean;
}

/** Longest list of names that rules are read for, in characters. */
const LONGEST_COVERS = 16_384;

/** The page at `/queries`. */
export const queriesPage = page<QueriesShown>({
  doc: "A 7.11",
  path: "/queries",
  name: "frame.queries",
  access: "reports.read",
  area: "queries",
  database: "journal",
  query: [...FILTER_NAMES, "cursor", "live", "after"],
  islands: ["queries"],
  async load(ask) {
    const { read, query, now, zone } = ask;
    const filter = filterOf(query);
    const asked = filterParameters(filter, now, zone);
    const cursor = /^\d{1,15}$/.test(query.cursor ?? "") ? query.cursor : undefined;
    const [found, lists, askable, setting] = await Promise.all([
      read<QueryPage>("/api/v1/queries", { query: { ...asked, cursor, limit: AT_ONCE } }),
      readLists(ask),
      askableOf(ask),
      journalSetting(ask),
    ]);
    const allowing = await allowingRules(ask, found.entries);
    const live = query.live !== undefined && cursor === undefined && filter.to === undefined;
    const shared = {
      filter,
      off: found.kept ? undefined : setting ?? { fixed_by: "" },
      lists,
      allowing,
      askable,
      asked,
      live,
      paged: cursor !== undefined,
    };
    return {
      ...shared,
      entries: found.entries,
      next: found.next,
      privateUntil: found.private_until,
    };
  },
  view: (ui, shown) => shown.off === undefined ? logView(ui, shown) : offView(ui, shown.off),
  async *live(ask, ui) {
    const filter = filterOf(ask.query);
    const { since: _, until: __, ...asked } = filterParameters(filter, ask.now, ask.zone);
    const lists = await readLists(ask);
    const after = /^\d{1,15}$/.test(ask.query.after ?? "") ? ask.query.after : undefined;
    const stream = ask.follow<QueryResponse>("/api/v1/queries/stream", { ...asked, after });
    for await (const batch of stream) {
      const allowing = await allowingRules(ask, batch);
      const groups = groupQueries(batch.slice(-LIVE_AT_ONCE).reverse());
      const markup = groups.map((group) =>
        queryRow(ui, group, { lists, allowing, filter }, ui.may("rules.write"))
      );
      yield [{ put: "first", into: "query-rows", markup }] satisfies LivePart[];
    }
  },
});

/** The clients to choose from; an account that may not see the household has only addresses. */
async function askableOf({ read }: Pick<LoadContext, "read">): Promise<ClientChoices> {
  const [{ scopes }, { clients }] = await Promise.all([
    read<ScopesResponse>("/api/v1/scopes", { query: { limit: 1000 } }).catch(() => ({
      scopes: [],
    })),
    read<ClientsResponse>("/api/v1/clients", { query: { period: "week", limit: 200 } }).catch(
      () => ({
        clients: [],
      }),
    ),
  ]);
  const known = new Set(scopes.map(({ scope }) => scope));
  return { scopes, addresses: clients.filter(({ device }) => !known.has(`device:${device?.id}`)) };
}

/** The rules that may allow the blocked names of entries; none where they may not be read. */
async function allowingRules(
  { read }: Pick<LoadContext, "read">,
  entries: readonly QueryResponse[],
): Promise<readonly RuleResponse[]> {
  const blocked = entries.filter(({ status, name }) => status === "blocked" && !name.includes(","));
  if (blocked.length === 0) return [];
  const covers = [...new Set(blocked.map(({ name }) => name))].join().slice(0, LONGEST_COVERS);
  const query = { action: "allow", covers, limit: 1000 };
  return (await read<RulePage>("/api/v1/rules", { query }).catch(() => ({ rules: [] }))).rules;
}

/** The log setting; undefined = this account may not see it. */
async function journalSetting(
  { read }: Pick<LoadContext, "read">,
): Promise<SettingResponse | undefined> {
  const { settings } = await read<SettingsResponse>("/api/v1/settings").catch(() => ({
    settings: [],
  }));
  return settings.find(({ key }) => key === "journal");
}

function logView(ui: Ui, shown: QueriesShown): PageView {
  const { filter, live, askable, entries } = shown;
  const toggle = live
    ? linkButton(withFilter("/queries", filter), ui.t("queries.live_stop"), { icon: "pause" })
    : linkButton(withFilter("/queries", filter, { live: "1" }), ui.t("queries.live"), {
      icon: "radio",
    });
  return {
    lead: leadOf(ui, shown),
    action: toggle,
    body: html`
      ${filterForm(ui, filter, askable, live)}
      ${activeFilters(ui, filter, askable, live)}
      ${live && liveNote(ui)}
      ${shown.privateUntil > 0 && privateNote(ui, shown.privateUntil)}
      ${entries.length === 0 && !live ? nothing(ui, shown) : log(ui, shown)}
    `,
  };
}

function leadOf(ui: Ui, { filter, entries }: QueriesShown): string {
  const { outcome, range, from, to } = filter;
  const own = from !== undefined || to !== undefined;
  const when = ui.t(`queries.when_${own ? "own" : range as "hour" | undefined ?? "any"}`);
  const all = ui.t(`queries.lead_${outcome as "blocked" | undefined ?? "all"}`, { when });
  const blocked = entries.filter(({ status }) => status === "blocked").length;
  return outcome !== undefined || entries.length === 0
    ? all
    : `${all} ${ui.t("queries.on_page", { count: blocked, all: entries.length })}`;
}

function liveNote(ui: Ui): Child {
  return html`
    <p class="live-note">
      <span class="beat" aria-hidden="true"></span>
      ${ui.t("queries.live_note")}
      <strong class="lost">${ui.t("queries.live_lost")}</strong>
    </p>
  `;
}

/** Why a search of this log finds nothing before a time. */
function privateNote(ui: Ui, until: number): Child {
  const when = ui.date(until, { dateStyle: "long", timeStyle: "short" });
  return html`<p class="muted">${ui.t("queries.private_until", { when })}</p>`;
}

function log(
  ui: Ui,
  { entries, lists, allowing, filter, live, next, paged, asked }: QueriesShown,
): Child {
  const quick = ui.may("rules.write");
  const stream = live
    ? withFilter("/queries/live", withoutFilters(filter, "range", "from", "to"), {
      after: entries[0]?.id ?? 0,
    })
    : undefined;
  return html`
    ${quick && quickForms(ui)}
    <div class="log-holder" data-live=${stream}>
      ${live && html`
        <button
          type="button"
          class="button main new-hint"
          data-live-hint=""
          data-one=${ui.t("queries.new_one")}
          data-more=${ui.t("queries.new_more")}
          hidden
        ></button>
      `}
      <div class="card log-card">
        ${queryTable(ui, groupQueries(entries), { lists, allowing, filter }, quick)}
        ${live &&
          html`<p class="log-waiting muted">${ui.t("queries.waiting")}</p>`}
      </div>
    </div>
    <footer class="log-foot">
      <nav class="buttons" aria-label=${ui.t("queries.pages")}>
        ${paged &&
          linkButton(withFilter("/queries", filter), ui.t("words.newest"), {
            icon: "chevron-left",
          })}
        ${next !== undefined &&
          linkButton(withFilter("/queries", filter, { cursor: next }), ui.t("words.older"), {
            icon: "chevron-right",
          })}
      </nav>
      <p class="help">
        ${ui.t("queries.export")} ${(["csv", "jsonl"] as const).map((format, at) =>
          html`
            ${at > 0 && ", "}
            <a href=${exportPath(asked, format)} download>${ui.t(`queries.export_${format}`)}</a>
          `
        )}
      </p>
    </footer>
  `;
}

/** The forms used by buttons in the rows: each row provides its name. */
function quickForms(ui: Ui): Child {
  const path = rulePath("{domain}");
  const undo = { method: "delete", path } as const;
  const allow = {
    method: "put",
    path,
    body: { action: "allow" },
    done: "rules.done_allowed",
    undo,
  } as const;
  const block = {
    method: "put",
    path,
    body: { action: "block" },
    done: "rules.done_blocked",
    undo,
  } as const;
  return html`
    ${form(ui, allow, null, { id: QUICK_ALLOW, class: "quick-form" })}
    ${form(ui, block, null, { id: QUICK_BLOCK, class: "quick-form" })}
  `;
}

function exportPath(asked: QueriesShown["asked"], format: string): string {
  const values = Object.entries({ ...asked, format }).filter(([, value]) => value !== undefined);
  return `/api/v1/queries/export?${new URLSearchParams(
    values.map(([name, value]) => [name, String(value)]),
  )}`;
}

function nothing(ui: Ui, { filter, next, paged }: QueriesShown): Child {
  const filtered = Object.keys(filter).length > 0 || paged;
  // A search that takes long stops early and says where it continues.
  if (next !== undefined) {
    const on = linkButton(
      withFilter("/queries", filter, { cursor: next }),
      ui.t("queries.go_on"),
      { style: "main" },
    );
    return html`
      <div class="card">
        ${emptyState("search", ui.t("queries.so_far"), ui.t("queries.so_far_help"), on)}
      </div>
    `;
  }
  return html`
    <div class="card">
      ${filtered
        ? emptyState(
          "search",
          ui.t("queries.nothing"),
          ui.t("queries.nothing_help"),
          linkButton("/queries", ui.t("queries.filter_clear")),
        )
        : emptyState("list", ui.t("queries.empty"), ui.t("queries.empty_help"))}
    </div>
  `;
}

function offView(ui: Ui, off: Pick<SettingResponse, "fixed_by">): PageView {
  const fixed = off.fixed_by;
  const turnOn = {
    method: "put",
    path: "/api/v1/settings/journal",
    body: { value: true },
    done: "queries.turned_on",
  } as const;
  const help = html`
    ${ui.t("queries.off_help")} ${fixed !== ""
      ? ui.t("queries.off_fixed", { what: fixed })
      : !ui.may("system.write") && ui.t("queries.off_ask")}
  `;
  const button = fixed === "" && ui.may("system.write") &&
    actionButton(ui, turnOn, ui.t("queries.turn_on"), { style: "main" });
  return {
    lead: ui.t("queries.off_lead"),
    body: html`<div class="card">${emptyState("eye-off", ui.t("queries.off"), help, button)}</div>`,
  };
}
