/** Writing and removing a rule by one button, with the way back; and which rule is in force for a name. */
import type { Asker } from "../../api/features/insight/asker_shown.ts";
import type { ShownRule } from "../../api/features/protection/rules/routes.ts";
import { registrableName } from "../../policy/lists/suffix.ts";
import type { Markup } from "../html.ts";
import type { IconName } from "../icons.ts";
import type { TextKey } from "../text/list.ts";
import type { Act } from "./form.ts";
import { actButton, type ButtonStyle } from "./form.ts";
import type { Ui } from "../shown.ts";

/** What a button writes. */
export interface RuleButton {
  readonly domain: string;
  /** Whom it is for; absent = everyone. */
  readonly scope?: string;
  readonly action: "allow" | "block";
  readonly text: string;
  readonly done: TextKey;
  readonly style?: ButtonStyle;
  readonly icon?: IconName;
  /** Seconds that the rule holds; absent = for good. */
  readonly lasts?: number;
  /** The rule of the domain that there is already: undoing puts it back. */
  readonly former?: ShownRule | undefined;
  readonly back?: string;
}

/** The path of the rule of a domain for everyone, or another scope; `{domain}` is filled by a field. */
export function rulePath(domain: string, scope = "all"): string {
  return `/api/v1/rules/${
    domain === "{domain}" ? domain : encodeURIComponent(domain)
  }?scope=${scope}`;
}

/** The request that writes a rule as it was. */
export function restoring(rule: ShownRule): NonNullable<Act["undo"]> {
  const { action, kind, types, to, until } = rule;
  return {
    method: "put",
    path: rulePath(rule.domain, rule.scope),
    body: { action, kind, types, to, until },
  };
}

/** A button that allows or blocks a domain with all names below it. */
export function ruleButton(ui: Ui, button: RuleButton): Markup {
  const { domain, scope, action, text, done, style, icon, lasts, former, back } = button;
  const path = rulePath(domain, scope);
  const act: Act = {
    ...(back === undefined ? {} : { back }),
    method: "put",
    path,
    body: { action, ...(lasts === undefined ? {} : { lasts }) },
    done,
    args: { domain },
    undo: former === undefined ? { method: "delete", path } : restoring(former),
  };
  return actButton(ui, act, text, { ...(style && { style }), ...(icon && { icon }) });
}

/** What removes a rule; undoing writes it again. */
export function removing(rule: ShownRule, back?: string): Act {
  const { domain, scope } = rule;
  return {
    ...(back === undefined ? {} : { back }),
    method: "delete",
    path: rulePath(domain, scope),
    done: "rules.done_removed",
    args: { domain },
    undo: restoring(rule),
  };
}

/** Whether a name of the journal can have a rule: it is a plain one of several labels. */
export function mayHaveRule(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(name) &&
    !/\.\d+$/.test(name);
}

/** The registered domain above a name, "" when the name is one itself or has none. */
export function wholeOf(name: string): string {
  const registered = registrableName(name);
  return registered === name ? "" : registered;
}

/**
 * The rule that decides about a name, among scopes from the widest to the narrowest. The narrower
 * scope wins, then the more specific rule; regular expressions are ignored.
 */
export function ruleFor(
  rules: readonly ShownRule[],
  name: string,
  scopes: readonly string[] = ["all"],
): ShownRule | undefined {
  const weight = ({ kind, domain, scope }: ShownRule) =>
    10_000 * scopes.indexOf(scope) + (kind === "exact" ? 2000 : kind === "subdomains" ? 1000 : 0) +
    domain.length;
  return rules.filter((rule) => scopes.includes(rule.scope) && covers(rule, name))
    .sort((a, b) => weight(b) - weight(a))[0];
}

/** Whose rules are about what a device asked: everyone's, its group's, its person's, its own. */
export function scopesOf({ device, person }: Asker): readonly string[] {
  return [
    "all",
    ...(device === undefined || device.group_id === 0 ? [] : [`group:${device.group_id}`]),
    ...(person === undefined ? [] : [`person:${person.id}`]),
    ...(device === undefined ? [] : [`device:${device.id}`]),
  ];
}

/** Whether a rule is about a name. */
function covers({ kind, domain }: ShownRule, name: string): boolean {
  if (kind === "exact") return name === domain;
  if (kind === "subdomains") return name === domain || name.endsWith(`.${domain}`);
  if (kind === "regex") return false;
  return new RegExp(`^${domain.split("*").map((part) => RegExp.escape(part)).join("[^]*")}$`).test(
    name,
  );
}
