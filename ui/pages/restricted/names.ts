/** Names of restricted mode: the list, the companies behind them, and a field for one more. */
import type { RestrictedNameResponse } from "../../../api/features/protection/restricted/routes.ts";
import { companyOf } from "../../../policy/catalogue/companies.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { domain } from "../../parts/domain.ts";
import { input } from "../../parts/field.ts";
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

/** Names that are shown at once; a television has hundreds. */
const SHOWN = 50;

/** The names as rows, with their questions; many are folded. */
export function nameRows(
  ui: Ui,
  place: NamesPath,
  names: readonly RestrictedNameResponse[],
): Markup {
  const rows = (some: readonly RestrictedNameResponse[]) =>
    html`<ul class="list-rows">${some.map((one) => nameRow(ui, place, one))}</ul>`;
  if (names.length <= SHOWN) return rows(names);
  return html`
    ${rows(names.slice(0, SHOWN))}
    <details class="reveals">
      <summary>${ui.t("threats.more", { count: names.length - SHOWN })}</summary>
      ${rows(names.slice(SHOWN))}
    </details>
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
          <p class="small muted"><bdi translate="no">${domains.join(", ")}</bdi></p>
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
