/** What became of a query, in the words of a person: a badge, and who decided. */
import type { ShownQuery } from "../../api/features/insight/journal/routes.ts";
import type { ShownList } from "../../api/features/protection/lists/routes.ts";
import { type Reason, REASONS } from "../../policy/reasons.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { IconName } from "../icons.ts";
import type { Ui } from "../shown.ts";
import type { TextKey } from "../text/list.ts";
import { badge, type Tone } from "./card.ts";

/** The lists by their identifiers. */
export type ListsById = ReadonlyMap<number, Pick<ShownList, "name" | "category">>;

/** Who decided about a query. */
export type DecidedBy = "rule" | "list" | "";

/** Who let a query through, answered it with something else or blocked it, as far as it was a rule or a list. */
export function decidedBy({ origin, list, reason }: Pick<ShownQuery, "origin" | "list" | "reason">): DecidedBy {
  if (reason === "rule" || origin.startsWith("rule:")) return "rule";
  return reason === "list" || list >= 0 ? "list" : "";
}

const LOOKS: Readonly<Record<string, readonly [Tone, IconName | undefined]>> = {
  blocked: ["danger", "ban"],
  failed: ["attention", "triangle-alert"],
  allowed: ["good", "check"],
  rewritten: ["neutral", "pencil"],
};

/** The word for what became of a query: its status, or what somebody wanted to become of it. */
export function outcomeWord(query: Pick<ShownQuery, "status" | "origin" | "list" | "reason">): string {
  const { status } = query, by = decidedBy(query);
  if (by === "" || status === "blocked" || status === "failed") return status;
  return status === "local" ? "rewritten" : "allowed";
}

/** The badge of a query, with who decided beside it. */
export function outcome(ui: Ui, query: ShownQuery, lists: ListsById): Markup {
  const word = outcomeWord(query), [tone, sign] = LOOKS[word] ?? ["neutral", undefined];
  const by = whoDecided(ui, query, lists);
  return html`<span class="outcome">${badge(tone, ui.say(`queries.outcome_${word}` as TextKey), sign)}${
    by !== undefined && html`
      <span class="by">${by}</span>
    `
  }</span>`;
}

function whoDecided(ui: Ui, query: ShownQuery, lists: ListsById): Child | undefined {
  const by = decidedBy(query);
  if (by === "rule") return ui.say("queries.by_rule");
  if (by === "list") return html`<bdi>${lists.get(query.list)?.name ?? ui.say("why.short_list")}</bdi>`;
  return isReason(query.reason) ? ui.say(`why.short_${query.reason}`) : query.reason || undefined;
}

const REASON_WORDS: ReadonlySet<string> = new Set(REASONS.map(({ reason }) => reason));

/** Whether a word of the journal is a reason that this version of the box knows. */
export function isReason(word: string): word is Reason {
  return REASON_WORDS.has(word);
}
