/**
 * Categories: a matrix that shows and sets the action for each category of names and each scope (A
 * 7.6.9).
 */
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import type {
  Categories,
  CategoryResponse,
} from "../../api/features/protection/categories/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { badge, card, type Column, table } from "../parts/card.ts";
import { submit } from "../parts/form.ts";
import { FIXED_SCOPES, scopeName, scopeNames, scopeOptions } from "../parts/scope.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";
import { categoryCell, hasSource, noSourceText } from "./categories/cell.ts";
import { riskCard } from "./categories/attack_risk.ts";

/** Columns beside those that every user sees: everyone, and each profile. */
const MORE = 4;

interface Data {
  /** The categories of each column. */
  readonly columns: readonly Categories[];
  readonly scopes: readonly ScopeResponse[];
  /** Columns requested in the address. */
  readonly also: readonly string[];
  /** The category of attacks that is being allowed, and its scope. */
  readonly risky: CategoryResponse | undefined;
  readonly riskyFor: Categories | undefined;
}

/** The page at `/categories?also=person:1,group:2`. */
export const categoriesPage = page<Data>({
  doc: "A 7.6.9",
  path: "/categories",
  name: "categoryPage.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  query: ["scope", "also", "category", "for"],
  async load({ read, query }) {
    const { scopes } = await read<ScopesResponse>("/api/v1/scopes");
    const there = new Set(scopes.map(({ scope }) => scope));
    const wanted = [...(query.also ?? "").split(","), query.scope ?? ""];
    const isThere = (scope: string) => there.has(scope) || /^device:[1-9]\d{0,14}$/.test(scope);
    const also = [...new Set(wanted)].filter((scope) =>
      isThere(scope) && !FIXED_SCOPES.includes(scope)
    )
      .slice(0, MORE);
    const columns = await Promise.all(
      [...FIXED_SCOPES, ...also].map((scope) =>
        read<Categories>("/api/v1/categories", { query: { scope } })
      ),
    );
    const riskyFor = columns.find(({ scope }) => scope === query.for);
    const risky = riskyFor?.categories.find(({ category }) => category === query.category);
    return { columns, scopes, also, riskyFor, risky };
  },
  view: (ui, data) => view(ui, data),
});

function view(ui: Ui, data: Data): PageView {
  const [{ categories }] = data.columns;
  const { risky, riskyFor } = data;
  const rows = (security: boolean) =>
    categories.filter(({ protects }) => (protects !== "choice") === security);
  return {
    lead: leadOf(ui, data),
    body: html`
      <div class="stack">
        ${also(ui, data)}
        ${risky !== undefined && riskyFor !== undefined &&
          riskCard(ui, riskyFor, risky, addressOf(data.also))}
        ${card(
          ui.t("categoryPage.content"),
          html`
            <p class="help">${ui.t("categoryPage.content_help")}</p>
            ${matrix(ui, data, rows(false))}
          `,
        )}
        ${card(
          ui.t("categoryPage.security"),
          html`
            <p class="help">${ui.t("categoryPage.security_help")}</p>
            ${matrix(ui, data, rows(true))}
          `,
        )}
      </div>
    `,
  };
}

/**
 * The number of categories blocked in every column, and the number set to block or report without a
 * source of names.
 */
function leadOf(ui: Ui, data: Data): string {
  const [{ categories }] = data.columns;
  const blocked =
    categories.filter((row) =>
      hasSource(row) && actionsOf(data, row).every((action) => action === "block")
    ).length;
  const unfed = categories.filter((row) => isUnfed(data, row)).length;
  const lead = blocked === 0
    ? ui.t("categoryPage.lead_none")
    : ui.t("categoryPage.lead", { count: blocked });
  return unfed === 0 ? lead : `${lead} ${ui.t("categoryPage.lead_waiting", { count: unfed })}`;
}

/** The action for a category in each column. */
function actionsOf(
  { columns }: Data,
  { category }: CategoryResponse,
): CategoryResponse["effective"][] {
  return columns.map(({ categories }) =>
    categories.find((row) => row.category === category)!.effective
  );
}

/**
 * Whether a category is set to block or report for some scope, but no list or service supplies
 * names for it.
 */
function isUnfed(data: Data, row: CategoryResponse): boolean {
  return !hasSource(row) && actionsOf(data, row).some((action) => action !== "allow");
}

function addressOf(also: readonly string[]): string {
  return also.length === 0
    ? "/categories"
    : `/categories?${new URLSearchParams({ also: also.join(",") })}`;
}

/** Further columns: added from a list, and hidden again. */
function also(ui: Ui, { columns, scopes, also }: Data): Child {
  const shown = new Set(columns.map(({ scope }) => scope));
  const rest = scopes.filter(({ scope }) => !shown.has(scope));
  const [first] = rest;
  return (rest.length > 0 || also.length > 0) &&
    html`
      <div class="chosen-for">
        ${first !== undefined && also.length < MORE && html`
          <form method="get" action="/categories" class="scope-picker">
            ${also.length > 0 &&
              html`<input type="hidden" name="also" value=${also.join(",")} />`}
            <label for="scope">${ui.t("categoryPage.also_show")}</label>
            <select id="scope" name="scope" autocomplete="off">
              ${scopeOptions(ui, rest, first)}
            </select>
            ${submit(ui.t("words.show"))}
          </form>
        `}
        ${columns.filter(({ scope }) => also.includes(scope)).map((column) => {
          const whom = scopeName(ui, column);
          const left = addressOf(also.filter((scope) => scope !== column.scope));
          return html`
            <a class="chip" href=${left} aria-label=${ui.t("categoryPage.hide", { whom })}>
              <bdi>${whom}</bdi>
              ${icon("x")}
            </a>
          `;
        })}
      </div>
    `;
}

function matrix(ui: Ui, data: Data, rows: readonly CategoryResponse[]): Child {
  const { columns, scopes, also } = data;
  const names = scopeNames(ui, scopes);
  const back = addressOf(also);
  const scene = { names, back, may: ui.may("rules.write") };
  const all: Column<CategoryResponse>[] = [
    { head: ui.t("categoryPage.category"), main: true, cell: (row) => nameCell(ui, data, row) },
    ...columns.map((column): Column<CategoryResponse> => ({
      head: scopeName(ui, column),
      cell: ({ category }) =>
        categoryCell(
          ui,
          scene,
          column,
          column.categories.find((each) => each.category === category)!,
        ),
    })),
  ];
  return html`<div class="category-matrix">${table(ui.t("categoryPage.caption"), all, rows)}</div>`;
}

function nameCell(ui: Ui, data: Data, row: CategoryResponse): Child {
  const { category, sensitive, confidential } = row;
  return html`
    <span class="category-name strong">
      ${ui.t(`categories.${category}` as TextKey)}
      ${sensitive &&
        html`
          <span title=${ui.t("categoryPage.sensitive")}>
            ${icon("eye-off", ui.t("categoryPage.sensitive"))}
          </span>
        `}
    </span>
    ${confidential && html`<span class="help block">${ui.t("categoryPage.fixed_law")}</span>`}
    ${isUnfed(data, row) && html`<p>${badge("attention", noSourceText(ui, row))}</p>`}
    ${feeds(ui, row, isUnfed(data, row))}
  `;
}

/** The lists and services that supply the names of a category, or a link to a list. */
function feeds(ui: Ui, { category, lists, services }: CategoryResponse, isSaid: boolean): Child {
  const name = ui.t(`categories.${category}` as TextKey);
  const add = ui.may("rules.write") && html`
    <a
      href=${`/lists/add?${new URLSearchParams({ category })}`}
      aria-label=${ui.t("categoryPage.add_list_for", { category: name })}
    >
      ${ui.t("lists.add")}
    </a>
  `;
  const listTexts = lists.map(({ id, name, enabled, names }) =>
    html`
      <li>
        <a href=${`/lists/${id}`}><bdi>${name}</bdi></a> <span class="muted">
          ${enabled ? ui.t("lists.names", { count: names }) : ui.t("categoryPage.list_off")}
        </span>
      </li>
    `
  );
  return html`
    <ul class="feeds">
      ${listTexts}
      ${services > 0 &&
        html`<li><a href="/services">${ui.t("services.count", { count: services })}</a></li>`}
      ${lists.length === 0 &&
        html`
          ${services === 0 && !isSaid && html`<li>${ui.t("categoryPage.no_list")}</li>`}
          ${add && html`<li>${add}</li>`}
        `}
    </ul>
  `;
}
