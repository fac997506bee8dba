/** Names of restricted mode: the list, the companies behind them, and a field for one more. */
import type { RestrictedNameResponse } from "../../../api/features/protection/restricted/routes.ts";
import { readableName } from "../../../policy/lookalikes/readable.ts";
import { companyOf } from "../../../policy/catalogue/companies.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { domain } from "../../parts/domain.ts";
import { input } from "../../parts/field.ts";
import { pageLinks } from "../../parts/page_links.ts";
import { searchField } from "../../parts/search.ts";
import { actionButton, form, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

/** The scope in the path of the names: `device/3`, `all/0`. */
export type NamesPath = `${"device" | "group" | "all"}/${number}`;

function namePath(place: NamesPath, name: string): string {
  return `/api/v1/restrict/${place}/names/${encodeURIComponent(name)}`;
}

/** The request that allows a name; its undo removes it. */
export function allowName(place: NamesPath, name: string): PageAction {
  const path = namePath(place, name);
  return {
    method: "put",
    path,
    done: "restricted.done_allowed",
    args: { name },
    undo: { method: "delete", path },
  };
}

/** Names on one page of a list; a television has hundreds. */
const AT_ONCE = 50;

/** Where a list of domains is on its page. */
export interface ListOfDomains {
  /** The page, and the query parameter of the list. */
  readonly path: string;
  readonly parameter: string;
  /** Query parameters of the page; `q` is the text that is searched for. */
  readonly query: Readonly<Partial<Record<string, string>>>;
}

/** One page of rows: those whose domain has the text, after the domain that ended the page before. */
export function pageOfDomains<Row extends { readonly domain: string }>(
  ui: Ui,
  rows: readonly Row[],
  { path, parameter, query }: ListOfDomains,
): { readonly rows: readonly Row[]; readonly links: Child } {
  const q = searchText(query.q);
  const found = q === "" ? rows : rows.filter(({ domain }) => matches(domain, q));
  const last = query[parameter] ?? "";
  const from = found.findIndex(({ domain }) => domain === last) + 1;
  const shown = found.slice(from, from + AT_ONCE);
  const next = from + AT_ONCE < found.length ? shown.at(-1)!.domain : "";
  const links = pageLinks(ui, { path, query: { q }, paged: from > 0, next, parameter });
  return { rows: shown, links };
}

/** Whether a domain has the text, as it is or as people read it. */
function matches(domain: string, text: string): boolean {
  return domain.includes(text) || readableName(domain).includes(text);
}

/** The text that is searched for. */
function searchText(q = ""): string {
  return q.trim().toLowerCase().slice(0, 255);
}

/** The field that searches the names of a page; nothing for few names. */
export function findName(
  ui: Ui,
  path: string,
  names: number,
  { q }: ListOfDomains["query"],
): Child {
  const value = searchText(q);
  if (names <= AT_ONCE && value === "") return null;
  const label = ui.t("queries.search");
  return html`
    <form method="get" action=${path} class="form" role="search">
      <div class="find">${searchField(ui, { id: "find-name", name: "q", value, label })}</div>
    </form>
  `;
}

/** The names as rows, with their questions, in pages. */
export function nameRows(
  ui: Ui,
  place: NamesPath,
  names: readonly RestrictedNameResponse[],
  list: ListOfDomains,
): Markup {
  const { rows, links } = pageOfDomains(ui, names, list);
  if (rows.length === 0) return html`<p class="muted">${ui.t("records.nothing")}</p>`;
  return html`
    <ul class="list-rows">${rows.map((one) => nameRow(ui, place, one))}</ul>
    ${links}
  `;
}

function nameRow(ui: Ui, place: NamesPath, one: RestrictedNameResponse): Markup {
  const { domain: name, source, hits, last_seen: last } = one;
  const path = namePath(place, name);
  const text = ui.t("words.remove");
  const remove: PageAction = {
    method: "delete",
    path,
    done: "restricted.done_removed",
    args: { name },
    undo: { method: "post", path: `${path}/undo` },
  };
  return html`
    <li class="list-row">
      <div class="list-main">
        <p class="list-name">
          ${domain(name)} ${source === "admin" && badge("neutral", ui.t("restricted.added"))}
        </p>
        <p class="small muted">
          ${hits === 0 ? ui.t("restricted.not_asked") : queriesText(ui, hits, last)}
        </p>
      </div>
      ${ui.may("devices.write") &&
        actionButton(ui, remove, text, { style: "quiet", label: `${text}: ${name}` })}
    </li>
  `;
}

/** The number of queries for a name, and when the last one was. */
export function queriesText(ui: Ui, count: number, last: number): Markup {
  return html`
    ${ui.t("home.count_queries", { count })} · ${ui.tRich("tunnels.last", {
      when: ui.relativeTime(last),
    })}
  `;
}

/** The field for one more name; nothing for an account that may not change devices. */
export function addName(ui: Ui, place: NamesPath): Child {
  if (!ui.may("devices.write")) return null;
  const path = `/api/v1/restrict/${place}/names/{name}`;
  const act: PageAction = {
    method: "put",
    path,
    done: "restricted.done_allowed",
    undo: { method: "delete", path },
  };
  const field = input(ui, {
    name: "name:path",
    id: "add-name",
    label: ui.t("restricted.add_label"),
    required: true,
    maxlength: 255,
  });
  return form(ui, act, html`${field}${submit(ui.t("queries.allow"))}`, { class: "form row" });
}

/** The companies behind names, those with the most names first; "" = unknown ones, last. */
function companiesOf(
  names: readonly Pick<RestrictedNameResponse, "domain">[],
): { readonly company: string; readonly domains: readonly string[] }[] {
  const groups = Map.groupBy(names, ({ domain }) => companyOf(domain));
  return [...groups]
    .map(([company, rows]) => ({ company, domains: rows.map(({ domain }) => domain) }))
    .sort((a, b) =>
      Number(a.company === "") - Number(b.company === "") ||
      b.domains.length - a.domains.length || (a.company < b.company ? -1 : 1)
    );
}

/** Domains that are named beside their company. */
const NAMED = 12;

function domainsText(domains: readonly string[]): string {
  const text = domains.slice(0, NAMED).join(", ");
  return domains.length > NAMED ? `${text} …` : text;
}

/** The companies behind names; nothing while none is known. */
export function companiesCard(ui: Ui, names: readonly RestrictedNameResponse[]): Child {
  const companies = companiesOf(names);
  if (!companies.some(({ company }) => company !== "")) return null;
  const rows = companies.map(({ company, domains }) =>
    html`
      <li class="list-row">
        <div class="list-main">
          <p class="list-name">
            <span class="strong">
              ${company === ""
                ? ui.t("restricted.others")
                : html`<bdi translate="no">${company}</bdi>`}
            </span>
          </p>
          <p class="small muted"><bdi translate="no">${domainsText(domains)}</bdi></p>
        </div>
        <span class="muted">${ui.t("lists.names", { count: domains.length })}</span>
      </li>
    `
  );
  return card(
    ui.t("restricted.companies_title"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("restricted.companies_help")}</p>
        <ul class="list-rows">${rows}</ul>
      </div>
    `,
    { id: "companies" },
  );
}

/** The link that saves the names of a place as a file. */
export function exportLink(ui: Ui, place: NamesPath, label: string): Child {
  return html`
    <a class="button quiet" href=${`/api/v1/restrict/${place}/names`} download="names.json" aria-label=${`${
      ui.t("restricted.export")
    }: ${label}`}>
      <span>${ui.t("restricted.export")}</span>
    </a>
  `;
}
