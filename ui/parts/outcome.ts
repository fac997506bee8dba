/** The result of a query in plain words: a badge, and what decided. */
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { ListResponse } from "../../api/features/protection/lists/routes.ts";
import { findService } from "../../policy/catalogue/services.ts";
import {
  type BlockCause,
  categoryOfOrigin,
  findBlockCause,
  type Reason,
  REASONS,
} from "../../policy/reasons.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { IconName } from "../icons.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";
import { badge, type Tone } from "./card.ts";

/** The lists by identifier. */
export type ListsById = ReadonlyMap<number, Pick<ListResponse, "name" | "category">>;

/** What decided a query. */
export type DecisionSource = "rule" | "list" | "";

const LOOKALIKE = "lookalike:";

/** The fields that show what decided a query. */
type Decided = Pick<QueryResponse, "status" | "origin" | "list" | "reason" | "rule">;

/** Whether a rule or a list allowed, rewrote or blocked a query; "" = neither. */
export function decisionSource(query: Decided): DecisionSource {
  const { origin, list, reason } = query;
  if (reason === "rule" || origin.startsWith("rule:")) return "rule";
  return (reason === "list" || list >= 0) && !isReported(query) ? "list" : "";
}

/** Whether a query was answered and only reported, because its category is monitored. */
export function isReported({ status, origin, list, reason, rule }: Decided): boolean {
  if (reason !== "" || ["blocked", "failed", "local"].includes(status)) return false;
  if (imitatedName({ origin }) !== undefined) return true;
  if (origin !== "") return false;
  return rule.startsWith("service:") || (list >= 0 && !rule.startsWith("@@"));
}

/** The name that a look-alike imitates, "" = it mixes alphabets; undefined = it is none. */
export function imitatedName({ origin }: Pick<QueryResponse, "origin">): string | undefined {
  return origin.startsWith(LOOKALIKE) ? origin.slice(LOOKALIKE.length) : undefined;
}

/** The address that means that the name does not exist (setting bogus_nxdomain); "" = none. */
export function bogusAddress({ origin }: Pick<QueryResponse, "origin">): string {
  return origin.startsWith("bogus:") ? origin.slice("bogus:".length) : "";
}

/** The category or service for which a query was blocked, in words; undefined = neither. */
export function subjectText(ui: Ui, { origin }: Pick<QueryResponse, "origin">): string | undefined {
  const service = /^service:(.+)$/.exec(origin)?.[1];
  if (service !== undefined) return findService(service)?.name ?? service;
  const category = categoryOfOrigin(origin);
  if (category === "") return undefined;
  return Object.hasOwn(TEXTS.categories, category)
    ? ui.t(`categories.${category}` as TextKey)
    : category;
}

const LOOKS: Readonly<Record<string, readonly [Tone, IconName | undefined]>> = {
  blocked: ["danger", "ban"],
  failed: ["attention", "triangle-alert"],
  allowed: ["good", "check"],
  rewritten: ["neutral", "pencil"],
};

/** The word for the result of a query: its status, or the intended result. */
export function outcomeWord(query: Decided): string {
  const { status } = query;
  const by = decisionSource(query);
  if (by === "" || status === "blocked" || status === "failed") return status;
  return status === "local" ? "rewritten" : "allowed";
}

/** The badge of a query with what decided it. */
export function outcomeBadge(ui: Ui, query: QueryResponse, lists: ListsById): Markup {
  const word = outcomeWord(query);
  const [tone, sign] = LOOKS[word] ?? ["neutral", undefined];
  const by = whoDecided(ui, query, lists);
  return html`
    <span class="outcome">
      ${badge(tone, ui.t(`queries.outcome_${word}` as TextKey), sign)}
      ${by !== undefined && html`<span class="by">${by}</span>`}
    </span>
  `;
}

/** Short words for causes related to time. */
const TIME_WORDS: Readonly<Partial<Record<BlockCause, TextKey>>> = {
  hours: "why.short_hours",
  cut: "why.short_cut",
  homework: "why.short_homework",
  limit: "why.short_limit",
};

function whoDecided(ui: Ui, query: QueryResponse, lists: ListsById): Child | undefined {
  const by = decisionSource(query);
  const about = subjectText(ui, query);
  if (by === "rule") return ui.t("queries.by_rule");
  const time = TIME_WORDS[findBlockCause(query.reason, query.origin)];
  // A private query has no origin, so its cause is unknown.
  if (time !== undefined && query.origin !== "") {
    return about === undefined
      ? ui.t(time)
      : ui.tRich("why.short_about", { cause: ui.t(time), category: html`<bdi>${about}</bdi>` });
  }
  if (about !== undefined) return html`<bdi>${about}</bdi>`;
  if (isReported(query)) return ui.t("scopes.is_monitor");
  if (query.origin.startsWith("safe-search:")) return ui.t("steps.title_safe_search");
  if (bogusAddress(query) !== "") return ui.t("why.short_bogus");
  if (by === "list") {
    return html`<bdi>${lists.get(query.list)?.name ?? ui.t("why.short_list")}</bdi>`;
  }
  return isReason(query.reason) ? ui.t(`why.short_${query.reason}`) : query.reason || undefined;
}

const REASON_WORDS: ReadonlySet<string> = new Set(REASONS.map(({ reason }) => reason));

/** Whether a journal keyword is a reason known to this version of the box. */
export function isReason(word: string): word is Reason {
  return REASON_WORDS.has(word);
}
