/**
 * Why a query was decided as it was, in plain words, with the deciding rule and the most sensible
 * action.
 */
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { RuleResponse } from "../../api/features/protection/rules/routes.ts";
import { protectionKindOf } from "../../policy/catalogue/categories.ts";
import { categoryOfOrigin, findBlockCause, findReasonRow } from "../../policy/reasons.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";
import { note } from "./card.ts";
import { clientText } from "./query_client.ts";
import { domain } from "./domain.ts";
import { actionButton, linkButton } from "./form.ts";
import { queryNameInside } from "./query_name.ts";
import {
  bogusAddress,
  decisionSource,
  imitatedName,
  isReason,
  isReported,
  type ListsById,
  outcomeWord,
  subjectText,
} from "./outcome.ts";
import {
  canHaveRule,
  findRule,
  parentDomain,
  removeAction,
  ruleButton,
  scopesOf,
} from "./rule_button.ts";
import { scopeName } from "./scope.ts";

/** The input of an explanation. */
export interface Explanation {
  readonly query: QueryResponse;
  readonly lists: ListsById;
  /** Rules that may apply to the name; undefined where they may not be read. */
  readonly rules: readonly RuleResponse[] | undefined;
  /**
   * Scopes whose rules are considered, from the widest to the narrowest; absent = those of the
   * client.
   */
  readonly scopes?: readonly string[];
  /** The page that buttons return to; absent = the current page. */
  readonly back?: string;
}

/** The client, the name and the decision, in sentences. */
export function explanationText(ui: Ui, { query, lists }: Explanation): Child {
  const target = cnameTarget(query);
  const leads = query.reason === "rule" ? "why.leads_to_rule" : "why.leads_to";
  return html`
    ${ui.tRich("why.asked", {
      client: clientText(ui, query),
      name: queryNameInside(ui, query),
    })} ${decisionText(ui, query, lists)}
    ${target !== "" && html`${ui.tRich(leads, { target: domain(target) })}`}
  `;
}

/** The decision in a sentence. */
export function decisionText(ui: Ui, query: QueryResponse, lists: ListsById): Child {
  const { status, reason, rcode, upstream } = query;
  const by = decisionSource(query);
  const word = outcomeWord(query);
  const list = html`<b><bdi>${lists.get(query.list)?.name ?? ui.t("why.unknown_list")}</bdi></b>`;
  if (status === "blocked") {
    const about = reasonAbout(ui, query, list);
    if (about !== undefined) return html`<strong>${ui.t("why.is_blocked")}</strong> ${about}`;
    // The name of a confidential list is not shown.
    const isConfidential = reason === "list" && query.hidden && query.list < 0;
    const known = isReason(reason) ? `why.reason_${reason}` as const : "why.status_blocked";
    const why = isConfidential ? "why.some_list" : known;
    return html`<strong>${ui.t("why.is_blocked")}</strong> ${ui.tRich(why, { list })}`;
  }
  if (isReported(query)) {
    return lookalikeText(ui, query, "steps.told_lookalikes") ?? ui.t("steps.told");
  }
  if (query.origin.startsWith("safe-search:")) return ui.t("steps.rewritten_safe_search");
  const bogus = bogusAddress(query);
  if (bogus !== "") {
    return ui.tRich("why.bogus_address", { address: html`<bdi>${bogus}</bdi>` });
  }
  if (word === "allowed") {
    return ui.tRich(by === "rule" ? "why.allowed_rule" : "why.allowed_list", { list });
  }
  if (word === "rewritten") {
    return ui.tRich(by === "rule" ? "why.rewritten_rule" : "why.rewritten_list", { list });
  }
  if (rcode === "NXDOMAIN" && status !== "local") return ui.t("why.missing_name");
  return ui.tRich(`why.status_${status as "answered"}`, {
    upstream: html`<bdi>${upstream}</bdi>`,
    rcode,
  });
}

/** The category or service for which a name was blocked. */
function reasonAbout(ui: Ui, query: QueryResponse, list: Markup): Child | undefined {
  const cause = findBlockCause(query.reason, query.origin);
  // A private query has no origin, so its cause is unknown.
  if (query.reason === "schedule" && query.origin !== "") {
    return ui.t(cause === "cut" ? "steps.blocked_cut" : "steps.blocked_hours");
  }
  const lookalike = lookalikeText(ui, query, "steps.blocked_lookalikes");
  if (lookalike !== undefined) return lookalike;
  const about = subjectText(ui, query);
  if (about === undefined) return undefined;
  const word = html`<b><bdi>${about}</bdi></b>`;
  const byList = query.list >= 0 && ui.tRich("steps.by_list", { list });
  if (query.origin.startsWith("service:")) {
    return ui.tRich("steps.blocked_service", { service: word });
  }
  if (cause === "bypass") return ui.t("steps.blocked_bypass");
  if (cause === "homework") return ui.tRich("steps.blocked_homework", { category: word });
  if (cause === "limit") return ui.tRich("steps.blocked_limits", { category: word });
  return html`${ui.tRich("steps.blocked_category", { category: word })} ${byList}`;
}

/** What a look-alike imitates, in a sentence; undefined = the query is about none. */
function lookalikeText(ui: Ui, query: QueryResponse, key: TextKey): Child | undefined {
  const imitated = imitatedName(query);
  if (imitated === "") return ui.t("steps.blocked_alphabets");
  return imitated === undefined
    ? undefined
    : ui.tRich(key, { imitated: html`<b>${domain(imitated)}</b>` });
}

/** The CNAME target that decided, if the decision came after the response; "" = the name itself. */
export function cnameTarget({ name, rule, upstream, status }: QueryResponse): string {
  // Only decisions after the response have an upstream.
  if (status !== "blocked" || upstream === "") return "";
  const about = /^(?:@@)?\|\|?([^\^$/*]+)\^/.exec(rule)?.[1] ?? "";
  return about === "" || name === about || name.endsWith(`.${about}`) ? "" : about;
}

/** The actions available now; nothing if the user may not write rules, or if no rule helps. */
export function suggestedActions(ui: Ui, explanation: Explanation): Child {
  const {
    query,
    rules,
    scopes = scopesOf(query),
    back,
  } = explanation;
  const { name, status } = query;
  if (rules === undefined) return null;
  const now = findRule(rules, name, scopes);
  const may = ui.may("rules.write");
  if (now !== undefined) {
    return html`${ruleNow(ui, query, now, may, back)}${may && exception(ui, explanation, now)}`;
  }
  if (!may || !canHaveRule(name)) return null;
  if (status === "blocked") return html`${toAllow(ui, explanation)}${toChoice(ui, explanation)}`;
  if (status === "local" || status === "failed") return null;
  const shared = {
    domain: name,
    action: "block",
    icon: "ban",
    done: "rules.done_blocked",
  } as const;
  const narrow = narrowestOf(scopes);
  const more = back === undefined ? {} : { back };
  return html`
    <div class="buttons">
      ${narrow !== undefined && ruleButton(ui, {
        ...shared,
        ...more,
        scope: narrow.scope,
        text: ui.t(`rules.block_${narrow.kind}`),
      })}
      ${ruleButton(ui, { ...shared, ...more, text: ui.t("rules.block_everyone") })}
      ${wholeButton(ui, name, "block", back)}
    </div>
    ${covers(ui, name)}
  `;
}

/** The narrowest scope; undefined = everyone alone. */
function narrowestOf(
  scopes: readonly string[],
): { scope: string; kind: "group" | "person" | "device" } | undefined {
  const scope = scopes.at(-1)!;
  const kind = scope.slice(0, scope.indexOf(":"));
  return kind === "group" || kind === "person" || kind === "device" ? { scope, kind } : undefined;
}

/**
 * Next to a rule that blocks for a wider scope: allows the name for this client only, since the
 * narrower rule wins.
 */
function exception(
  ui: Ui,
  { query, scopes = scopesOf(query), back }: Explanation,
  rule: RuleResponse,
): Child {
  const narrow = narrowestOf(scopes);
  if (rule.action !== "block" || narrow === undefined || narrow.scope === rule.scope) return null;
  return html`
    <div class="buttons gap">
      ${ruleButton(ui, {
        domain: query.name,
        scope: narrow.scope,
        action: "allow",
        text: ui.t(`rules.allow_${narrow.kind}`),
        done: "rules.done_allowed",
        icon: "check",
        ...(back === undefined ? {} : { back }),
      })}
    </div>
  `;
}

/** The effect of a rule that was written after the query, by its action. */
const NOW_TEXTS: Readonly<Partial<Record<RuleResponse["action"], TextKey>>> = {
  block: "why.now_blocked",
  allow: "why.now_allowed",
};

/** A rule in effect, with a button to remove it. */
function ruleNow(
  ui: Ui,
  query: QueryResponse,
  rule: RuleResponse,
  may: boolean,
  back: string | undefined,
): Child {
  const blocks = rule.action === "block";
  const decided = decisionSource(query) === "rule";
  const effect = decided ? undefined : NOW_TEXTS[rule.action];
  const word = ui.t(`rules.kind_${rule.kind}`);
  const kind = word.slice(0, 1).toLocaleLowerCase(ui.context.language) + word.slice(1);
  const whom = scopeName(ui, { scope: rule.scope, name: rule.scope_name });
  const scopeNote = rule.scope === "all"
    ? null
    : html`${ui.tRich("check.for", { whom: html`<bdi>${whom}</bdi>` })}`;
  const what = html`
    ${scopeNote}
    ${effect !== undefined && html`<strong>${ui.t(effect)}</strong>`}
    ${ui.tRich("rules.rule_is", {
      domain: html`<code><bdi>${rule.domain}</bdi></code>`,
      by: html`<bdi>${rule.by}</bdi>`,
      ends: rule.until === 0 ? ui.t("frame.never") : ui.relativeTime(rule.until),
      kind,
    })}
  `;
  const remove = may && actionButton(ui, removeAction(rule, back), ui.t("rules.remove_rule"), {
    ...(decided && blocks ? { style: "main" as const } : {}),
    icon: "trash-2",
  });
  return note(blocks ? "danger" : "good", what, remove);
}

function toAllow(ui: Ui, { query, lists, scopes = scopesOf(query), back }: Explanation): Child {
  const { name, reason } = query;
  const protects = protectionKindOf(categoryOf(query, lists));
  const narrow = narrowestOf(scopes);
  if (reason === "rule") return html`<p class="muted">${ui.t("why.rule_gone")}</p>`;
  if (protects === "illegal") return note("neutral", ui.t("why.never"));
  const everyone = canRuleLift(query);
  const own = narrow !== undefined && (everyone || narrow.kind !== "group") &&
    canRuleLift(query, narrow.kind !== "group");
  if (!everyone && !own) return note("neutral", ui.t("why.no_rule"));
  const shared = {
    domain: name,
    action: "allow",
    ...(back === undefined ? {} : { back }),
  } as const;
  const style = protects === "security" ? "plain" : "main";
  const scoped = own ? { scope: narrow.scope } : {};
  const allowed = { ...shared, done: "rules.done_allowed", icon: "check" } as const;
  return html`
    ${protects === "security" && note("attention", ui.t("why.careful"))}
    <div class="buttons">
      ${own &&
        ruleButton(ui, {
          ...allowed,
          ...scoped,
          style,
          text: ui.t(`rules.allow_${narrow.kind}`),
        })}
      ${everyone &&
        ruleButton(ui, {
          ...allowed,
          style: own ? "plain" : style,
          text: ui.t("rules.allow_everyone"),
        })}
      ${ruleButton(ui, {
        ...shared,
        ...scoped,
        text: ui.t("rules.allow_hour"),
        done: "rules.done_hour",
        icon: "clock",
        lasts: 3600,
      })}
      ${everyone && wholeButton(ui, name, "allow", back)}
    </div>
    ${covers(ui, name)}
  `;
}

/** A link to the choice that blocks the name: of a service, a category or restricted mode. */
function toChoice(ui: Ui, { query, scopes }: Explanation): Child {
  const { origin } = query;
  const narrow = narrowestOf(scopes ?? scopesOf(query));
  if (origin.startsWith("restricted:")) {
    return narrow?.kind === "device" && ui.may("devices.read") &&
      html`
        <p>
          ${linkButton(`/restrict/${narrow.scope.replace(":", "/")}`, ui.t("why.open_restricted"), {
            icon: "chevron-right",
          })}
        </p>
      `;
  }
  const service = /^service:([\w-]+)$/.exec(origin)?.[1];
  const scope = scopes === undefined ? undefined : narrowestOf(scopes)?.scope;
  const parameters = scope === undefined ? "" : `?${new URLSearchParams({ scope })}`;
  if (service !== undefined) {
    return html`
      <p>
        ${linkButton(`/services/${service}${parameters}`, ui.t("why.open_service"), {
          icon: "chevron-right",
        })}
      </p>
    `;
  }
  // Time limits are changed with the hours, not with the categories.
  return origin.startsWith("category:") &&
    html`
      <p>
        ${linkButton(`/categories${parameters}`, ui.t("why.open_categories"), {
          icon: "chevron-right",
        })}
      </p>
    `;
}

/** The category for which a name was blocked; "" = none. */
function categoryOf({ origin, list }: QueryResponse, lists: ListsById): string {
  return categoryOfOrigin(origin) || (lists.get(list)?.category ?? "");
}

/** A button for the registered domain above a name. */
function wholeButton(
  ui: Ui,
  name: string,
  action: "allow" | "block",
  back: string | undefined,
): Child {
  const whole = parentDomain(name);
  const allows = action === "allow";
  return whole !== "" && ruleButton(ui, {
    domain: whole,
    action,
    style: "quiet",
    ...(back === undefined ? {} : { back }),
    text: ui.t(allows ? "rules.allow_whole" : "rules.block_whole", { domain: whole }),
    done: allows ? "rules.done_allowed" : "rules.done_blocked",
  });
}

function covers(ui: Ui, name: string): Markup {
  return html`<p class="help">${ui.tRich("why.covers", { name: domain(name) })}</p>`;
}

/**
 * Whether a rule for everyone, or one of the device itself, lifts a block. What is closed for a
 * child or a teenager is not opened for everyone.
 */
export function canRuleLift(
  { reason, origin, person }: Pick<QueryResponse, "reason" | "origin" | "person">,
  ofDevice = false,
): boolean {
  const isMinor = person !== undefined && person.profile !== "adult";
  if (isMinor && !ofDevice && reason === "category" && origin.startsWith("category:")) return false;
  const lifting = [
    "any",
    "personal",
    "narrower-scope",
    ...ofDevice ? ["choice-scope", "device", "network-or-device"] : [],
  ];
  return lifting.includes(findReasonRow(reason, origin)?.allowLifts ?? "no");
}
