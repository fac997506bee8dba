/** The result of each protection for a name, step by step in plain words. */
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import { findService } from "../../policy/catalogue/services.ts";
import { categoryOfOrigin } from "../../policy/reasons.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";
import { imitatedName } from "./outcome.ts";

/** One step as the API returns it. */
export type Step = QueryAnswer["steps"][number];

/** Protections by their name in `--explain`, with the suffix of their text keys. */
export const STEP_TEXT_KEYS: Readonly<Record<string, string>> = {
  "local names": "local",
  quarantine: "quarantine",
  schedule: "schedule",
  services: "services",
  rules: "rules",
  tunnels: "tunnels",
  spyware: "spyware",
  "look-alikes": "lookalikes",
  homework: "homework",
  limits: "limits",
  bypass: "bypass",
  lists: "lists",
  "restricted mode": "restricted",
  "safe search": "safe_search",
  rebinding: "rebinding",
  "block page": "block_page",
  "bogus addresses": "bogus",
};

/** Texts for the block page, by the words of the API. */
const PAGE: readonly (readonly [RegExp, TextKey])[] = [
  [/^Answered with the box/, "steps.page_shown"],
  [/not at home$/, "steps.page_away"],
  [/confidential$/, "steps.page_confidential"],
  [/no such address on/, "steps.page_no_address"],
];

const SIGNS: Readonly<Record<string, IconName>> = {
  blocked: "ban",
  allowed: "check",
  answered: "check",
  rewritten: "pencil",
  told: "eye",
  lifted: "check",
};

/** All steps in order; `names` = the names of scopes. */
export function stepList(
  ui: Ui,
  steps: readonly Step[],
  names: ReadonlyMap<string, string>,
): Markup {
  return html`<ol class="check-steps">${steps.map((step) => stepLine(ui, step, names))}</ol>`;
}

function stepLine(ui: Ui, step: Step, names: ReadonlyMap<string, string>): Markup {
  const [protection, part] = step.protection.split(", ");
  const title = sayIf(ui, `title_${STEP_TEXT_KEYS[protection]}`) ?? protection;
  const rule = step.rule !== "" && !step.rule.startsWith("service:") &&
    html`
      ${" "}
      <code lang="en"><bdi>${step.rule}</bdi></code>
    `;
  const decided = step.verdict === "settle" ? " settled" : "";
  const name = html`
    <strong>${title}</strong>
    ${part !== undefined && ` (${ui.t("check.in_answer")})`}
  `;
  const skipped = step.skipped.map(({ list, why }) =>
    html`<span>${ui.tRich(`steps.skipped_${why}`, { list: bold(list) })}${" "}</span>`
  );
  // "It is on no list" would contradict the lists that hold the name but do not apply.
  const outcomeText = step.outcome === "nothing" && skipped.length > 0
    ? null
    : html`${stepText(ui, step, STEP_TEXT_KEYS[protection] ?? "", names)}${" "}`;
  const said = html`${outcomeText}${skipped}`;
  return html`
    <li class=${step.outcome + decided}>
      ${icon(SIGNS[step.outcome] ?? "minus")}
      <span>
        ${ui.tRich("steps.line", { title: name, said })}${rule}${lostText(ui, step, names)}
      </span>
    </li>
  `;
}

/** The allow rule that did not lift a block. */
function lostText(ui: Ui, { lost }: Step, names: ReadonlyMap<string, string>): Child {
  if (lost === undefined) return null;
  const whom = bold(whomText(ui, lost.scope, names));
  return html`
    ${" "}${ui.tRich("steps.lost_rule", { whom })}${" "}
    <code lang="en"><bdi>${lost.rule}</bdi></code>
  `;
}

function whomText(ui: Ui, scope: string, names: ReadonlyMap<string, string>): string {
  return scope === "all" ? ui.t("steps.everyone") : names.get(scope) ?? scope;
}

/** The result of a protection, in a sentence. */
export function stepText(
  ui: Ui,
  step: Step,
  protection: string,
  names: ReadonlyMap<string, string>,
): Child {
  const { outcome, origin, rule, list, scope } = step;
  const service = serviceName(origin) ?? serviceName(rule);
  const category = categoryOfOrigin(origin) || undefined;
  const imitated = imitatedName({ origin });
  const values = {
    service: bold(service ?? ""),
    list: bold(list),
    whom: bold(whomText(ui, scope, names)),
    category: bold(sayCategory(ui, category ?? "")),
    imitated: bold(imitated ?? ""),
  };
  const say = (key: TextKey) => ui.tRich(key, values);
  if (protection === "block_page") {
    const key = PAGE.find(([words]) => words.test(step.text))?.[1];
    return key === undefined ? step.text : ui.t(key);
  }
  // The most specific text available: for the protection, for what decided, or for the outcome
  // alone.
  const own = `${outcome}_${protection}`;
  const closed = /^schedule:(\w+)$/.exec(origin)?.[1] ?? "";
  if (scope !== "" && has(`${outcome}_rule`)) return say(`steps.${outcome}_rule` as TextKey);
  if (service !== undefined && has(`${outcome}_service`) && !(category !== undefined && has(own))) {
    return say(`steps.${outcome}_service` as TextKey);
  }
  if (has(`${outcome}_${closed}`)) return say(`steps.${outcome}_${closed}` as TextKey);
  if (outcome === "blocked" && category !== undefined && !has(own)) {
    return html`${say("steps.blocked_category")} ${list !== "" && say("steps.by_list")}`;
  }
  // Such a name is no imitation of one other name.
  if (imitated === "") return ui.t("steps.blocked_alphabets");
  if (has(own)) return say(`steps.${own}` as TextKey);
  if (list !== "" && has(`${outcome}_list`)) return say(`steps.${outcome}_list` as TextKey);
  return sayIf(ui, outcome) ?? step.text;
}

function serviceName(text: string): string | undefined {
  const id = /^service:(.+)$/.exec(text)?.[1];
  return id === undefined ? undefined : findService(id)?.name ?? id;
}

function sayCategory(ui: Ui, category: string): string {
  return Object.hasOwn(TEXTS.categories, category)
    ? ui.t(`categories.${category}` as TextKey)
    : category;
}

function has(key: string): boolean {
  return Object.hasOwn(TEXTS.steps, key);
}

function sayIf(ui: Ui, key: string): string | undefined {
  return has(key) ? ui.t(`steps.${key}` as TextKey) : undefined;
}

function bold(text: string): Markup {
  return html`<b><bdi>${text}</bdi></b>`;
}
