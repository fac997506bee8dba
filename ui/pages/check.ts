/**
 * "Why was this blocked?": what the box would do with a name now for a client, the reason, and the
 * result of each protection.
 */
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import { page, type PageView } from "../page.ts";
import { type ReadResult, tryRead } from "../try_read.ts";
import { card } from "../parts/card.ts";
import { domain } from "../parts/domain.ts";
import { input, select } from "../parts/field.ts";
import { submit } from "../parts/form.ts";
import type { ListsById } from "../parts/outcome.ts";
import { scopeName, scopeNames, scopeOptions } from "../parts/scope.ts";
import { stepList } from "../parts/steps.ts";
import { decisionText, suggestedActions } from "../parts/why.ts";
import type { Ui } from "../ui.ts";
import { readLists, readRules } from "./queries/query.ts";
import { RECORD_TYPES } from "./queries/filter.ts";

interface CheckShown {
  readonly name: string;
  readonly as: string;
  readonly type: string;
  /** The clients and scopes that can be checked. */
  readonly scopes: readonly ScopeResponse[];
  readonly lists: ListsById;
  readonly rules: Awaited<ReturnType<typeof readRules>>;
  /**
   * The decision of the box, or why it is not available; absent where the address contains no name.
   */
  readonly answer?: ReadResult<QueryAnswer>;
}

/**
 * The page at `/check?name=www.shop.example&as=device:3`: the address is evaluated immediately, so
 * that it can be shared.
 */
export const checkPage = page<CheckShown>({
  doc: "docs/requirements.md#queries",
  path: "/check",
  name: "check.title",
  access: "rules.read",
  area: "protection",
  query: ["name", "type", "as", "device"],
  async load(ask) {
    const device = ask.query.device ?? "";
    const as = ask.query.as ?? (device === "" ? "" : `device:${device}`);
    const name = nameIn(ask.query.name ?? "");
    const type = (ask.query.type ?? "A").trim().toUpperCase() || "A";
    const [answer, lists, rules, { scopes }] = await Promise.all([
      name === "" ? undefined : tryRead<QueryAnswer>(ask, "rules.read", "/api/v1/explain", {
        name,
        type,
        as: as === "" ? "all" : as,
      }),
      readLists(ask),
      readRules(ask, name.toLowerCase().replace(/\.$/, "")),
      ask.read<ScopesResponse>("/api/v1/scopes", { query: { limit: 1000 } }).catch(() => ({
        scopes: [],
      })),
    ]);
    return {
      name,
      as,
      type,
      scopes,
      lists,
      rules,
      ...answer === undefined ? {} : { answer },
    };
  },
  view(ui, shown): PageView {
    const { name, answer: read } = shown;
    const answer = read?.data;
    return {
      lead: answer === undefined ? ui.t("check.lead") : leadOf(ui, name, answer),
      ...read?.refused === undefined
        ? {}
        : { refused: { code: read.refused, error: read.said ?? "" } },
      body: html`
        <div class="stack">
          <div class="card">${checkForm(ui, shown)}</div>
          ${answer !== undefined && answerCards(ui, shown, answer)}
        </div>
      `,
    };
  },
});

/** Extracts the name from the input: users often paste the whole address of a page. */
function nameIn(typed: string): string {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  // Names of reverse zones may contain slashes (RFC 2317).
  const host = /[/:]/.test(text) && !/^[^:]+\.arpa\.?$/i.test(text)
    ? URL.parse(address)?.hostname ?? ""
    : "";
  return host === "" || host.startsWith("[") ? text : host;
}

function checkForm(ui: Ui, { name, as, type, scopes }: CheckShown): Child {
  const types = (RECORD_TYPES as readonly string[]).includes(type)
    ? RECORD_TYPES
    : [...RECORD_TYPES, type];
  return html`
    <form method="get" action="/check" class="form" id="check-form">
      ${input(ui, {
        name: "name",
        label: ui.t("words.name"),
        help: ui.t("check.name_help"),
        value: name,
        required: true,
        maxlength: 1000,
        inputmode: "url",
        autocomplete: "off",
      })}
      <div class="field">
        <label for="check-as">${ui.t("check.as")}</label>
        <select id="check-as" name="as">${whomOptions(ui, scopes, as)}</select>
      </div>
      <details class="unfolds" open=${type !== "A"}>
        <summary>${ui.t("words.more")}${icon("chevron-down")}</summary>
        <div class="field-grid">
          ${select(ui, {
            name: "type",
            label: ui.t("words.record_type"),
            value: type,
            options: types.map((value) => ({ value, text: value })),
          })}
        </div>
      </details>
      <p class="buttons">
        ${submit(ui.t("check.go"), {
          style: "main",
          icon: "search",
        })}
      </p>
    </form>
  `;
}

/** Everyone, the profiles, groups, people and devices, plus an address given in the query string. */
function whomOptions(ui: Ui, scopes: readonly ScopeResponse[], as: string): Child {
  const chosen = as === "" ? "all" : as;
  const isScope = chosen === "all" || /^(device|person|profile|group):/.test(chosen);
  return html`
    ${!isScope && html`<option value=${chosen} selected>${chosen}</option>`}
    ${scopeOptions(ui, scopes, { scope: isScope ? chosen : "", name: "" })}
  `;
}

function leadOf(ui: Ui, name: string, answer: QueryAnswer): Child {
  return ui.tRich(`check.lead_${outcomeOf(answer)}`, { name: domain(name) });
}

function outcomeOf({ status, rcode }: QueryAnswer): "blocked" | "failed" | "missing" | "answered" {
  if (status === "blocked" || status === "failed") return status;
  return rcode === "NXDOMAIN" ? "missing" : "answered";
}

/** The scopes whose rules apply to the checked client, as far as the page knows. */
function scopesOf(as: string): readonly string[] {
  return /^(device|person|profile|group):/.test(as) ? ["all", as] : ["all"];
}

/** The decision in the form of an entry of the query log. */
function asQuery({ name, as, type }: CheckShown, answer: QueryAnswer): QueryResponse {
  const { status, reason, rcode, upstream, size, by, duration } = answer;
  const plain = name.toLowerCase().replace(/\.$/, "");
  return {
    id: 0,
    time: 0,
    duration,
    client: as,
    client_name: "",
    transport: "ask",
    name: plain,
    hidden: false,
    private: false,
    type,
    rcode,
    status,
    reason,
    upstream,
    size,
    origin: by?.origin ?? "",
    list: by?.list ?? -1,
    rule: by?.rule ?? "",
    answer: answer.records.join("\n"),
  };
}

function answerCards(ui: Ui, shown: CheckShown, answer: QueryAnswer): Child {
  const { lists, rules } = shown;
  const query = asQuery(shown, answer);
  const { name } = query;
  const again = `/check?${new URLSearchParams({
    name,
    type: shown.type,
    ...(shown.as === "" ? {} : { as: shown.as }),
  })}`;
  const todo = suggestedActions(ui, {
    query,
    lists,
    rules,
    scopes: scopesOf(shown.as),
    back: again,
  });
  const whom = shown.scopes.find(({ scope }) => scope === shown.as);
  return html`
    ${card(
      domain(name),
      html`
        <p class="said" data-said="">
          ${whom !== undefined && whom.kind !== "all" &&
            ui.tRich("check.for", {
              whom: html`<b><bdi>${scopeName(ui, whom)}</bdi></b>`,
            })} ${decisionText(ui, query, lists)}
        </p>
        ${todo && html`<div class="todo gap">${todo}</div>`}
      `,
    )}
    ${card(ui.t("check.steps"), stepList(ui, answer.steps, scopeNames(ui, shown.scopes)))}
    <details class="card folded">
      <summary>
        <h2>${ui.t("check.message")}</h2>
        ${icon("chevron-down")}
      </summary>
      <pre tabindex="0">${answer.text}</pre>
    </details>
  `;
}
