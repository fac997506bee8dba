/** An entry of the administration log as a sentence: the action, with its fields in words (A 6). */
import type { AuditEntryResponse } from "../../api/features/box/audit/routes.ts";
import { safeSearchEngine } from "../../policy/catalogue/safe_search.ts";
import { SERVICES } from "../../policy/catalogue/services.ts";
import { type Child, html } from "../html.ts";
import { daysText } from "./days.ts";
import { minutesText } from "./times.ts";
import { taskName } from "./task_name.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";
import { domain } from "./domain.ts";
import { scopeName } from "./scope.ts";
import { settingName } from "./setting.ts";

type Value = AuditEntryResponse["detail"][string];

/**
 * Placeholders for a field without a value, and around a name with one, until markup replaces them.
 */
const NONE = "∅";
const OPEN = "‹";
const CLOSE = "›";
/** Number of list items that are named; the others are counted. */
const NAMED = 6;
/** Fields with Unix seconds; 0 = never. */
const MOMENTS: ReadonlySet<string> = new Set(["until", "expires", "made", "from", "to"]);
/** Fields with calendar days. */
const DAYS: ReadonlySet<string> = new Set(["first_day", "last_day"]);
/** Actions of restricted mode, and its modes in words. */
const RESTRICT = /^restrict\./;
const RESTRICT_MODE_TEXTS: Readonly<Record<string, TextKey>> = {
  learning: "restricted.is_learning",
  restricted: "restricted.is_restricted",
};
/** Actions whose sentence differs without a value of a field: nobody, and no group. */
const WITHOUT: Readonly<Record<string, { readonly field: string; readonly text: TextKey }>> = {
  "device.people": { field: "people", text: "audit.device_unassigned" },
  "device.group": { field: "group", text: "audit.device_without_group" },
};
/** The profiles of people; other actions have profiles of another kind. */
const PROFILE_TEXTS: Readonly<Record<string, TextKey>> = {
  child: "people.child",
  teen: "people.teen",
  adult: "people.adult",
};
/** Fields that contain DNS names in some actions. */
const DOMAIN_OF = /^(rule|record|unblock|restrict)\./;

/** The action. For an unknown action: the sentence of the API. */
export function auditText(
  ui: Ui,
  entry: Pick<AuditEntryResponse, "action" | "detail" | "text">,
): Child {
  const key = entry.action.replaceAll(".", "_");
  if (!Object.hasOwn(TEXTS.auditActions, key)) {
    return html`<span lang="en">${entry.text === "" ? entry.action : entry.text}</span>`;
  }
  const fields = givenOf(ui, entry);
  const count = Object.values(entry.detail).find((value) => typeof value === "number");
  const marks = Object.fromEntries(
    Object.keys(fields).map((name) => [name, `${OPEN}${name}${CLOSE}`]),
  );
  const without = WITHOUT[entry.action];
  const text = without === undefined || without.field in fields
    ? `auditActions.${key}` as TextKey
    : without.text;
  const sentence = ui.tRich(text, marks, count).map((part) => part ?? NONE).join("");
  return removeGaps(sentence).split(/‹(\w+)›/).map((part, at) =>
    at % 2 === 0 ? part : fields[part]
  );
}

/** Removes clauses, brackets and labels without a value from a sentence. */
export function removeGaps(text: string): string {
  return text
    .replace(/, [^,:()]*?\s?: ?∅/g, "")
    .replace(/\(∅(?:, )?/g, "(").replace(/, ∅(?=[,)])/g, "").replace(/ \(\s*\)/g, "")
    .replace(/, [^,:()]*∅[^,:()]*/g, "")
    .replace(/\s?: ?∅(?: ∅)*$/g, "").replace(/ ∅(?=$|[,)])/g, "")
    .replaceAll("∅", "–");
}

function givenOf(
  ui: Ui,
  { action, detail }: Pick<AuditEntryResponse, "action" | "detail">,
): Record<string, Child> {
  const given: Record<string, Child> = {};
  for (const [name, value] of Object.entries(detail)) {
    const shown = valueOf(ui, action, name, value);
    if (shown !== undefined) given[name] = shown;
  }
  if (action === "session.failed") given.account ??= ui.t("audit.unknown_account");
  return given;
}

function valueOf(ui: Ui, action: string, name: string, value: Value): Child | undefined {
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : listOf(ui, action, name, value.map(String));
  }
  // A persistent sign-in is mentioned; a sign-in that expires is the normal case.
  if (name === "remembered" && value === false) return undefined;
  if (typeof value === "boolean") return ui.t(value ? "audit.yes" : "audit.no");
  if (typeof value === "number") {
    if (MOMENTS.has(name)) {
      return value === 0 ? undefined : ui.date(value, { dateStyle: "medium", timeStyle: "short" });
    }
    if (action === "limit.change") {
      return value === 0 ? inside(ui, ui.t("hours.no_limit")) : minutesText(ui, value);
    }
    if (RESTRICT.test(action) && name === "days") return ui.t("holidays.days", { count: value });
    return name === "bytes" ? ui.bytes(value) : ui.number(value);
  }
  if (value === "") return undefined;
  const text = String(value);
  if (name === "duration" && /^\d+$/.test(text)) return minutesText(ui, Number(text));
  if (name === "category" && Object.hasOwn(TEXTS.categories, text)) {
    const category = ui.t(`categories.${text}` as TextKey);
    // German nouns keep their capital letter.
    return ui.context.language === "de" ? category : inside(ui, category);
  }
  if (name === "profile" && Object.hasOwn(PROFILE_TEXTS, text)) {
    const profile = ui.t(PROFILE_TEXTS[text]);
    return ui.context.language === "de" ? profile : inside(ui, profile);
  }
  if (DAYS.has(name) && /^\d{4}-\d\d-\d\d$/.test(text)) return daysText(ui, text, text);
  if (name === "scope") return html`<bdi>${whomText(ui, text)}</bdi>`;
  if (action === "dns.certificate" && name === "mode" && Object.hasOwn(TEXTS.dns, `mode_${text}`)) {
    return inside(ui, ui.t(`dns.mode_${text}` as TextKey));
  }
  if (RESTRICT.test(action) && name === "mode") {
    return inside(ui, ui.t(RESTRICT_MODE_TEXTS[text] ?? "dns.off"));
  }
  if (name === "task") return taskName(ui, text);
  if (name === "settings") return settingName(ui, text);
  if (name === "name" && DOMAIN_OF.test(action)) return domain(text);
  return html`<bdi>${wordOf(ui, text)}</bdi>`;
}

/** The scope by name alone: `Noah (person:4)`; "everyone" as used within a sentence. */
function whomText(ui: Ui, scope: string): string {
  const named = /^(.+) \((?:person|group|device):\d+\)$/s.exec(scope)?.[1];
  const text = scopeName(ui, { scope, name: named ?? "" });
  return scope === "all" ? inside(ui, text) : text;
}

/** The subject of a choice: a category, a search engine or a service; undefined = unknown. */
function subjectName(ui: Ui, action: string, id: string): string | undefined {
  switch (action) {
    case "categories.change":
      return Object.hasOwn(TEXTS.categories, id) ? ui.t(`categories.${id}` as TextKey) : undefined;
    case "safesearch.change":
      return safeSearchEngine(id)?.name;
    default:
      return SERVICES.find((service) => service.id === id)?.name;
  }
}

/**
 * A choice such as `games=block` in words: its subject, then the choice; undefined = it is not a
 * choice.
 */
function choiceText(ui: Ui, action: string, text: string): string | undefined {
  const [, id, value] = /^([^=]+)=(\w+)$/.exec(text) ?? [];
  if (id === undefined) return undefined;
  const name = subjectName(ui, action, id);
  const chosen = Object.hasOwn(TEXTS.scopes, `choose_${value}`)
    ? inside(ui, ui.t(`scopes.choose_${value}` as TextKey))
    : wordOf(ui, value);
  return `${name || id} (${chosen})`;
}

/** A standalone text, adapted for use within a sentence. */
function inside({ context: { language } }: Ui, text: string): string {
  return text.slice(0, 1).toLocaleLowerCase(language) + text.slice(1);
}

function listOf(ui: Ui, action: string, name: string, values: readonly string[]): Child {
  const named = values.slice(0, NAMED).map((value) => {
    if (name === "settings") return settingName(ui, value);
    if (RESTRICT.test(action)) return whomText(ui, value);
    return (name === "changed" && choiceText(ui, action, value)) || wordOf(ui, value);
  });
  const rest = values.length - named.length;
  return html`
    <bdi>
      ${rest > 0 ? `${named.join(", ")} ${ui.t("audit.more", { count: rest })}` : ui.list(named)}
    </bdi>
  `;
}

/** An API keyword in the language of the user: a role, a factor, a changed field. */
function wordOf(ui: Ui, value: string): string {
  const right = value.replace(".", "_");
  if (Object.hasOwn(TEXTS.accounts, `right_${right}`)) {
    return ui.t(`accounts.right_${right}` as TextKey);
  }
  return Object.hasOwn(TEXTS.audit, `word_${value}`)
    ? ui.t(`audit.word_${value}` as TextKey)
    : value;
}
