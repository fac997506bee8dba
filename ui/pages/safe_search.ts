/** Safe search: which engines return safe results, for each scope (A 4.9). */
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import type {
  EngineResponse,
  SafeSearch,
} from "../../api/features/protection/safe_search/routes.ts";
import { type Child, html } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { card } from "../parts/card.ts";
import { chooser } from "../parts/chooser.ts";
import { actionButton, type PageAction } from "../parts/form.ts";
import { scopeLead, scopeName, scopeNames, scopePicker, sourceText } from "../parts/scope.ts";
import type { Ui } from "../ui.ts";

interface Data {
  readonly shown: SafeSearch;
  readonly scopes: readonly ScopeResponse[];
}

/** The page at `/safe-search?scope=person:1`. */
export const safeSearchPage = page<Data>({
  doc: "A 4.9",
  path: "/safe-search",
  name: "safeSearch.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  query: ["scope"],
  async load({ read, query }) {
    const [shown, { scopes }] = await Promise.all([
      read<SafeSearch>("/api/v1/safe-search", { query: { scope: query.scope } }),
      read<ScopesResponse>("/api/v1/scopes"),
    ]);
    return { shown, scopes };
  },
  view: (ui, data) => view(ui, data),
});

function view(ui: Ui, { shown, scopes }: Data): PageView {
  const { engines } = shown;
  const on = engines.filter(({ effective }) => effective !== "off").length;
  const names = scopeNames(ui, scopes);
  const may = ui.may("rules.write");
  const lead = ui.t("safeSearch.lead", { on, all: engines.length });
  return {
    lead: shown.scope === "all"
      ? ui.t("scopes.holds_for", { whom: ui.t("scopes.everyone"), lead })
      : scopeLead(ui, shown, lead),
    body: html`
      <div class="stack">
        <div class="chosen-for">
          ${scopePicker(ui, { path: "/safe-search", scopes, chosen: shown })}
        </div>
        ${card(
          ui.t("safeSearch.engines"),
          html`
            <ul class="engines">${engines.map((engine) => row(ui, shown, engine, names))}</ul>
            <p class="help">${ui.t("safeSearch.how")}</p>
          `,
          may ? { action: all(ui, shown) } : {},
        )}
      </div>
    `,
  };
}

function pathOf(scope: string): string {
  return `/api/v1/safe-search?${new URLSearchParams({ scope })}`;
}

/** The request that sets choices of a scope; undo restores all of them. */
function choosing({ scope, engines }: SafeSearch, name: string): PageAction {
  const before = Object.fromEntries(engines.map(({ id, here }) => [id, here]));
  const path = pathOf(scope);
  return {
    method: "put",
    path,
    done: "scopes.done",
    args: { name },
    undo: { method: "put", path, body: { engines: before } },
  };
}

function all(ui: Ui, shown: SafeSearch): Child {
  const { engines } = shown;
  const act = choosing(shown, ui.t("safeSearch.name"));
  const strict = Object.fromEntries(engines.map(({ id, values }) => [id, values.at(-1)!]));
  const follow = Object.fromEntries(engines.map(({ id }) => [id, ""]));
  return html`
    <span class="buttons">
      ${engines.some(({ effective }) => effective === "off") &&
        actionButton(ui, { ...act, body: { engines: strict } }, ui.t("safeSearch.all_on"), {
          icon: "shield-check",
        })}
      ${engines.some(({ here }) => here !== "") &&
        actionButton(ui, { ...act, body: { engines: follow } }, ui.t("scopes.all_automatic"))}
    </span>
  `;
}

function row(
  ui: Ui,
  shown: SafeSearch,
  engine: EngineResponse,
  names: ReadonlyMap<string, string>,
): Child {
  const { id, name, values, here, effective, from, follows } = engine;
  const by = here === "" && from !== "" && from !== shown.scope ? sourceText(ui, from, names) : "";
  const may = ui.may("rules.write");
  const said = may ? by : ui.t(`scopes.choose_${effective}`);
  const options = [
    { value: "", text: ui.t(`scopes.follow_${follows}`) },
    ...values.map((value) => ({ value, text: ui.t(`scopes.choose_${value}`) })),
  ];
  return html`
    <li class="engine">
      <div>
        <p class="strong">${name}</p>
        ${said !== "" &&
          html`<p class="help">${said}</p>`}
        ${id === "youtube" &&
          html`<p class="help">${ui.t("safeSearch.youtube")}</p>`}
      </div>
      ${may &&
        chooser(ui, choosing(shown, name), {
          id: `engine-${id}`,
          name: `engines.${id}`,
          value: here,
          options,
          look: `is-${effective}${here === "" ? "" : " is-chosen"}`,
          label: ui.t("scopes.choice_for", { name, whom: scopeName(ui, shown) }),
        })}
    </li>
  `;
}
