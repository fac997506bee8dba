/**
 * Personal rules: a table, a form for a new one, and actions to change and remove each (A 7.2.3).
 */
import { searchField } from "../parts/search.ts";
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import type { RulePage, RuleResponse } from "../../api/features/protection/rules/routes.ts";
import { RULE_ACTIONS } from "../../policy/model/personal_rule.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { badge, card, type Column, emptyState, table, type Tone } from "../parts/card.ts";
import { actionButton, linkButton } from "../parts/form.ts";
import { ruleExceptions } from "../parts/rule_exceptions.ts";
import { removeAction } from "../parts/rule_button.ts";
import { scopeName, scopeOptions } from "../parts/scope.ts";
import type { Ui } from "../ui.ts";
import { ruleForm } from "./rules/form.ts";
import { pasteCard, pasteResult } from "./rules/paste.ts";

/** Rules per page. */
const AT_ONCE = 50;

interface RulesShown {
  readonly rules: readonly RuleResponse[];
  readonly next: string;
  readonly name: string;
  readonly action: RuleResponse["action"] | undefined;
  /** The scope whose rules are shown; "" = all. */
  readonly scope: string;
  readonly scopes: readonly ScopeResponse[];
  readonly paged: boolean;
  /** The rule being edited, or a domain to begin with. */
  readonly edited: RuleResponse | undefined;
  readonly wanted: string;
}

/** The page at `/rules`. */
export const rulesPage = page<RulesShown>({
  doc: "A 7.2.3",
  path: "/rules",
  name: "words.rules",
  access: "rules.read",
  area: "protection",
  database: "box",
  query: ["name", "action", "scope", "cursor", "edit", "of", "add"],
  async load({ read, query }) {
    const name = query.name?.trim() ?? "";
    const action = RULE_ACTIONS.find((word) => word === query.action);
    const scope = query.scope ?? "";
    const of = query.of ?? "all";
    const asked = {
      name: name || undefined,
      action,
      scope: scope || undefined,
      cursor: query.cursor,
      limit: AT_ONCE,
      exceptions: "true",
    };
    const [found, { scopes }, edited] = await Promise.all([
      read<RulePage>("/api/v1/rules", { query: asked }),
      read<ScopesResponse>("/api/v1/scopes"),
      query.edit === undefined ? undefined : read<RulePage>("/api/v1/rules", {
        query: { name: query.edit.slice(0, 255), scope: of, limit: 1000 },
      }),
    ]);
    return {
      rules: found.rules,
      next: found.next,
      name,
      action,
      scope,
      scopes,
      paged: query.cursor !== undefined,
      edited: edited?.rules.find(({ domain }) => domain === query.edit),
      wanted: query.add ?? "",
    };
  },
  view: (ui, shown) => view(ui, shown),
});

function view(ui: Ui, shown: RulesShown): PageView {
  const { rules, edited, wanted } = shown;
  const may = ui.may("rules.write");
  const found = shown.name !== "" || shown.scope !== "" || shown.action;
  const searched = found || shown.paged;
  const open = edited !== undefined || wanted !== "" || ui.context.failed !== undefined ||
    (rules.length === 0 && !searched);
  return {
    lead: leadOf(ui, shown),
    body: html`
      <div class="stack">
        ${pasteResult(ui)}
        ${may && addCard(ui, shown, open)}
        ${may && edited === undefined && pasteCard(ui, shown)}
        ${(rules.length > 0 || searched) &&
          html`<section class="card">${searchForm(ui, shown)}${list(ui, shown, may)}</section>`}
        ${rules.length === 0 && !searched && html`
          <div class="card">
            ${emptyState(
              "shield-check",
              ui.t("rules.empty"),
              ui.t("rules.empty_help"),
              ui.may("reports.read") &&
                linkButton("/queries?outcome=blocked", ui.t("rules.to_queries")),
            )}
          </div>
        `}
      </div>
    `,
  };
}

function leadOf(ui: Ui, { rules, next, name, action, scope, paged }: RulesShown): string {
  const count = rules.length;
  const isFound = name !== "" || scope !== "" || action !== undefined;
  if (paged || (isFound && next !== "")) return ui.t("rules.lead_page", { count });
  if (isFound) return ui.t("rules.lead_found", { count });
  if (count === 0) return ui.t("rules.lead_none");
  return ui.t(next !== "" ? "rules.lead_more" : "rules.lead", { count });
}

function addCard(ui: Ui, { edited, wanted, scope, scopes }: RulesShown, open: boolean): Child {
  if (edited !== undefined) {
    return card(ui.t("rules.edit_title"), ruleForm(ui, { edited, scopes }), { id: "rule-form" });
  }
  return html`
    <details class="card folded" id="rule-form" open=${open}>
      <summary>
        <h2>${ui.t("rules.add")}</h2>
        ${icon("chevron-down")}
      </summary>
      ${ruleForm(ui, {
        wanted,
        scope,
        scopes,
      })}
    </details>
  `;
}

function searchForm(ui: Ui, { name, action, scope, scopes }: RulesShown): Child {
  const links = [undefined, ...RULE_ACTIONS].map((word) => {
    const values = Object.entries({ name, scope, action: word ?? "" }).filter(([, value]) =>
      value !== ""
    );
    const to = values.length === 0 ? "/rules" : `/rules?${new URLSearchParams(values)}`;
    return html`
      <a href=${to} aria-current=${action === word ? "true" : undefined}>
        ${ui.t(word === undefined ? "words.all" : `rules.only_${word}`)}
      </a>
    `;
  });
  const chosen = scopes.find((each) => each.scope === scope) ?? { scope, name: scope };
  return html`
    <div class="log-filters">
      <nav class="segmented" aria-label=${ui.t("rules.action")}>${links}</nav>
      <form method="get" action="/rules" class="form">
        ${action !== undefined &&
          html`<input type="hidden" name="action" value=${action} />`}
        <div class="find">
          <label class="visually-hidden" for="rule-scope">${ui.t("scopes.for_whom")}</label>
          <select id="rule-scope" name="scope" class="of-whom" autocomplete="off">
            <option value="" selected=${scope === ""}>
              ${ui.labelWithValue(ui.t("scopes.for_whom"), ui.t("words.all"))}
            </option>
            ${scopeOptions(ui, scopes, scope === "" ? undefined : chosen)}
          </select>
          ${searchField(ui, {
            id: "rule-search",
            name: "name",
            value: name,
            label: ui.t("rules.search"),
          })}
        </div>
      </form>
    </div>
  `;
}

const LOOKS = {
  allow: ["good", "check"],
  block: ["danger", "ban"],
  rewrite: ["neutral", "pencil"],
} as const;

function list(
  ui: Ui,
  { rules, next, name, action, scope, paged }: RulesShown,
  may: boolean,
): Child {
  if (rules.length === 0) {
    return emptyState(
      "search",
      ui.t("rules.nothing"),
      ui.t("rules.nothing_help"),
      linkButton("/rules", ui.t("rules.show_all")),
    );
  }
  const columns: Column<RuleResponse>[] = [
    { head: ui.t("words.name"), main: true, cell: (rule) => domainCell(ui, rule) },
    { head: ui.t("rules.action"), cell: ({ action }) => actionBadge(ui, action) },
    { head: ui.t("scopes.for_whom"), cell: (rule) => whomCell(ui, rule) },
    {
      head: ui.t("rules.ends"),
      cell: ({ until }) => until === 0 ? ui.t("frame.never") : ui.relativeTime(until),
    },
    {
      head: ui.t("rules.by"),
      cell: ({ by, changed }) =>
        html`
          <span><bdi>${by}</bdi> <span class="muted">${ui.relativeTime(changed)}</span></span>
        `,
    },
    ...(may
      ? [{
        head: ui.t("words.actions"),
        actions: true,
        cell: (rule: RuleResponse) => buttons(ui, rule),
      }]
      : []),
  ];
  const kept = {
    ...(name === "" ? {} : { name }),
    ...(scope === "" ? {} : { scope }),
    ...(action === undefined ? {} : { action }),
  };
  const to = (more: Record<string, string>) =>
    `/rules?${new URLSearchParams({ ...kept, ...more })}`;
  return html`
    ${table(ui.t("rules.caption"), columns, rules)}
    <p class="buttons page-links">
      ${paged && linkButton(to({}), ui.t("words.newest"), { icon: "chevron-left" })}
      ${next !== "" &&
        linkButton(to({ cursor: next }), ui.t("words.older"), { icon: "chevron-right" })}
    </p>
  `;
}

function actionBadge(ui: Ui, action: RuleResponse["action"]): Child {
  const [tone, sign]: readonly [Tone, "check" | "ban" | "pencil"] = LOOKS[action];
  return badge(tone, ui.t(`rules.is_${action}`), sign);
}

function whomCell(ui: Ui, { scope, scope_name }: RuleResponse): Child {
  const name = scopeName(ui, { scope, name: scope_name });
  return scope === "all"
    ? html`<span class="muted">${name}</span>`
    : html`<bdi class="strong">${name}</bdi>`;
}

function domainCell(ui: Ui, rule: RuleResponse): Child {
  const { domain, kind, types, to, exceptions = [] } = rule;
  return html`
    <span class="rule-domain"><bdi translate="no">${domain}</bdi></span>
    <span class="rule-kind">
      ${ui.t(`rules.kind_${kind}`)}
      ${types.length > 0 &&
        ` · ${typesText(ui, types)}`}
      ${to.length > 0 &&
        ` · ${ui.t("rules.answers_with", { to: to.join(", ") })}`}
      ${(rule.except ?? []).length > 0 &&
        ` · ${ui.t("rules.leaves_alone", { names: rule.except!.join(", ") })}`}
    </span>
    ${ruleExceptions(ui, exceptions)}
  `;
}

/** The record types of a rule, or those that it leaves out (`~A`). */
function typesText(ui: Ui, types: readonly string[]): string {
  const names = ui.list(types.map((type) => type.replace("~", "")));
  return ui.t(types[0].startsWith("~") ? "rules.types_but" : "rules.types_only", { types: names });
}

function buttons(ui: Ui, rule: RuleResponse): Child {
  const name = rule.domain;
  return html`
    <span class="buttons">
      <a
        class="button quiet"
        href=${`/rules?${new URLSearchParams({
          edit: name,
          ...(rule.scope === "all" ? {} : { of: rule.scope }),
        })}#rule-form`}
        aria-label=${ui.t("rules.edit_of", { name })}
      >
        ${ui.t("words.change")}
      </a>
      ${actionButton(ui, removeAction(rule), ui.t("words.remove"), {
        style: "quiet",
        label: ui.t("rules.remove_of", { name }),
      })}
    </span>
  `;
}
