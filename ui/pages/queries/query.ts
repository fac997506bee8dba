/**
 * The page of one query: the client and name, the decision and its source, and available actions.
 */
import { domainToUnicode } from "node:url";
import type { QueryPage, QueryResponse } from "../../../api/features/insight/journal/routes.ts";
import type { ListsResponse } from "../../../api/features/protection/lists/routes.ts";
import type { RulePage } from "../../../api/features/protection/rules/routes.ts";
import { registrableName } from "../../../policy/lists/public_suffix.ts";
import { html } from "../../html.ts";
import { type LoadContext, NotFoundError, page } from "../../page.ts";
import { card, definitionList } from "../../parts/card.ts";
import { clientName, clientText } from "../../parts/query_client.ts";
import { client, domain } from "../../parts/domain.ts";
import { queryName } from "../../parts/query_name.ts";
import { linkButton } from "../../parts/form.ts";
import type { ListsById } from "../../parts/outcome.ts";
import {
  cnameTarget,
  type Explanation,
  explanationText,
  suggestedActions,
} from "../../parts/why.ts";
import type { Ui } from "../../ui.ts";
import { type Filter, FILTER_NAMES, filterOf, withFilter } from "./filter.ts";

/** The lists by identifier; none where they may not be read. */
export async function readLists({ read }: Pick<LoadContext, "read">): Promise<ListsById> {
  const { lists } = await read<ListsResponse>("/api/v1/lists").catch(() => ({ lists: [] }));
  return new Map(lists.map((list) => [list.id, list]));
}

/** The rules that may apply to a name; undefined where they may not be read. */
export async function readRules(
  { read }: Pick<LoadContext, "read">,
  name: string,
): Promise<Explanation["rules"]> {
  // Rules for the domain and for every parent domain match its name; patterns are searched among
  // all rules.
  const own = registrableName(name) || name;
  const [about, patterns] = await Promise.all(
    [own, "*"].map((part) =>
      read<RulePage>("/api/v1/rules", { query: { name: part, limit: 1000 } }).catch(() => undefined)
    ),
  );
  return about && [...about.rules, ...patterns?.rules ?? []];
}

/** The page at `/queries/{id}`; `inline` = it is inserted below the row that it explains. */
export const queryPage = page({
  doc: "docs/requirements.md#queries",
  path: "/queries/{id}",
  name: "words.why",
  access: "reports.read",
  area: "queries",
  database: "journal",
  query: [...FILTER_NAMES, "cursor", "live", "inline"],
  async load(ask) {
    const { read, params, query } = ask;
    const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0;
    const [{ entries }, lists] = await Promise.all([
      read<QueryPage>("/api/v1/queries", { query: { cursor: id + 1, limit: 1 } }),
      readLists(ask),
    ]);
    if (id === 0 || entries[0]?.id !== id) throw new NotFoundError();
    const filter = filterOf(query);
    const more = Object.fromEntries(
      Object.entries({ cursor: query.cursor, live: query.live }).filter(([, value]) =>
        value !== undefined
      ),
    ) as Record<string, string>;
    const back = withFilter("/queries", filter, more);
    const inline = query.inline !== undefined;
    const explained = {
      query: entries[0],
      lists,
      rules: entries[0].hidden ? undefined : await readRules(ask, entries[0].name),
    };
    return { explained: inline ? { ...explained, back } : explained, back, inline, filter };
  },
  view(ui, { explained, back, inline, filter }) {
    const { query } = explained;
    const explanation = explanationText(ui, explained);
    const links = html`
      <p class="buttons why-links">
        ${checkLink(ui, query)}
        ${linkButton(withFilter("/queries", onlyAsker(query)), ui.t("why.only_device"), {
          style: "quiet",
        })}
        ${!query.hidden &&
          linkButton(withFilter("/queries", nameFilter(query, filter)), ui.t("why.only_name"), {
            style: "quiet",
          })}
      </p>
    `;
    const todo = suggestedActions(ui, explained);
    return {
      lead: explanation,
      action: linkButton(back, ui.t("why.back"), { icon: "chevron-left" }),
      body: html`
        <div class="stack why" id="why">
          ${inline && html`<p class="said">${explanation}</p>`}
          ${query.private && html`<p class="muted">${ui.t("activity.private")}</p>`}
          ${todo &&
            (inline
              ? html`<div class="todo">${todo}</div>`
              : card(ui.t("why.act"), html`<div class="todo">${todo}</div>`))}
          ${inline
            ? queryFacts(ui, explained)
            : card(ui.t("why.details"), queryFacts(ui, explained))}
          ${links}
        </div>
      `,
    };
  },
});

function onlyAsker({ device, client }: QueryResponse): Filter {
  return device === undefined ? { client } : { who: `device:${device.id}` };
}

function nameFilter({ name }: QueryResponse, { name: searched }: Filter): Filter {
  const own = registrableName(name) || name;
  return { name: searched === own ? name : own };
}

function checkLink(ui: Ui, { name, hidden, type, client, device }: QueryResponse) {
  if (hidden || !ui.may("rules.read")) return null;
  const to = `/check?${new URLSearchParams({
    name,
    type,
    as: device === undefined ? client : `device:${device.id}`,
  })}`;
  return linkButton(to, ui.t("why.check"), { style: "quiet" });
}

/** All facts about a query. */
export function queryFacts(ui: Ui, { query, lists }: Explanation) {
  const {
    time,
    client: address,
    name: written,
    type,
    transport,
    list,
    rule,
    upstream,
    answer,
    rcode,
  } = query;
  const target = cnameTarget(query);
  const over = transport === "ask" ? ui.t("why.from_page") : transport.toUpperCase();
  const code = (text: string) => html`<code><bdi>${text}</bdi></code>`;
  return definitionList(
    list >= 0 && [ui.t("why.list"), html`<bdi>${lists.get(list)?.name ?? String(list)}</bdi>`],
    rule !== "" && [ui.t("why.rule"), code(rule)],
    target !== "" && [ui.t("why.target"), domain(target)],
    [
      ui.t("words.who"),
      [
        clientText(ui, query),
        clientName(query) !== address && html`<span class="muted">${client(address)}</span>`,
      ],
    ],
    [
      ui.t("why.question"),
      html`
        ${queryName(ui, query)} <span class="muted">
          ${ui.t("why.asked_over", { type, transport: over })}
        </span>
      `,
    ],
    written.includes("xn--") &&
      [ui.t("why.reads"), html`<bdi>${domainToUnicode(written) || written}</bdi>`],
    [ui.t("words.when"), ui.date(time, { dateStyle: "medium", timeStyle: "medium" })],
    answer !== "" && [ui.t("why.answer"), code(answer)],
    rcode !== "NOERROR" && [ui.t("why.code"), code(rcode)],
    upstream !== "" && [ui.t("why.upstream"), code(upstream)],
    query.duration >= 50 && [ui.t("words.took"), ui.latency(query.duration)],
  );
}
