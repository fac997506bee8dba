/**
 * Buttons that write and remove a rule, with undo, and the search for the rule that applies to a
 * name.
 */
import type { ClientResponse } from "../../api/features/insight/client_response.ts";
import type { RuleResponse } from "../../api/features/protection/rules/routes.ts";
import { registrableName } from "../../policy/lists/public_suffix.ts";
import type { Markup } from "../html.ts";
import type { IconName } from "../icons.ts";
import type { TextKey } from "../text/list.ts";
import type { PageAction } from "./form.ts";
import { actionButton, type ButtonStyle } from "./form.ts";
import type { Ui } from "../ui.ts";

/** The properties of a button that writes a rule. */
export interface RuleButton {
  readonly domain: string;
  /** The scope of the rule; absent = everyone. */
  readonly scope?: string;
  readonly action: "allow" | "block";
  readonly text: string;
  readonly done: TextKey;
  readonly style?: ButtonStyle;
  readonly icon?: IconName;
  /** Lifetime of the rule in seconds; absent = permanent. */
  readonly lasts?: number;
  /** The existing rule of the domain, which undo restores. */
  readonly former?: RuleResponse | undefined;
  readonly back?: string;
}

/** The path of a rule by domain and scope; a field fills in `{domain}`. */
export function rulePath(domain: string, scope = "all"): string {
  return `/api/v1/rules/${
    domain === "{domain}" ? domain : encodeURIComponent(domain)
  }?scope=${scope}`;
}

/** The request that restores a rule. */
export function restoreRequest(rule: RuleResponse): NonNullable<PageAction["undo"]> {
  const { action, kind, types, to, except, until } = rule;
  return {
    method: "put",
    path: rulePath(rule.domain, rule.scope),
    body: { action, kind, types, to, until, ...(except !== undefined && { except }) },
  };
}

/** A button that allows or blocks a domain and its subdomains. */
export function ruleButton(ui: Ui, button: RuleButton): Markup {
  const { domain, scope, action, text, done, style, icon, lasts, former, back } = button;
  const path = rulePath(domain, scope);
  const act: PageAction = {
    ...(back === undefined ? {} : { back }),
    method: "put",
    path,
    body: { action, ...(lasts === undefined ? {} : { lasts }) },
    done,
    args: { domain },
    undo: former === undefined ? { method: "delete", path } : restoreRequest(former),
  };
  return actionButton(ui, act, text, { ...(style && { style }), ...(icon && { icon }) });
}

/** The request that removes a rule; undo restores it. */
export function removeAction(rule: RuleResponse, back?: string): PageAction {
  const { domain, scope } = rule;
  return {
    ...(back === undefined ? {} : { back }),
    method: "delete",
    path: rulePath(domain, scope),
    done: "rules.done_removed",
    args: { domain },
    undo: restoreRequest(rule),
  };
}

/**
 * Whether a rule can be written for a name of the journal: it has several labels of plain
 * characters.
 */
export function canHaveRule(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(name) &&
    !/\.\d+$/.test(name);
}

/** The registered domain above a name; "" = the name is one itself or has none. */
export function parentDomain(name: string): string {
  const registered = registrableName(name);
  return registered === name ? "" : registered;
}

/** How specific a kind of rule is, beside the length of its domain. */
const KIND_WEIGHT: Readonly<Record<string, number>> = { exact: 2000, subdomains: 1000 };

/**
 * The rule that decides about a name, among scopes from the widest to the narrowest. The narrower
 * scope wins, then the more specific rule; regular expressions are ignored.
 */
export function findRule(
  rules: readonly RuleResponse[],
  name: string,
  scopes: readonly string[] = ["all"],
): RuleResponse | undefined {
  const weight = ({ kind, domain, scope }: RuleResponse) =>
    10_000 * scopes.indexOf(scope) + (KIND_WEIGHT[kind] ?? 0) + domain.length;
  return rules.filter((rule) => scopes.includes(rule.scope) && covers(rule, name))
    .sort((a, b) => weight(b) - weight(a))[0];
}

/**
 * The scopes whose rules apply to a device: everyone, its group, the profile of its person, the
 * person, the device itself.
 */
export function scopesOf({ device, person }: ClientResponse): readonly string[] {
  return [
    "all",
    ...(device === undefined || device.group_id === 0 ? [] : [`group:${device.group_id}`]),
    ...(person === undefined ? [] : [`profile:${person.profile}`, `person:${person.id}`]),
    ...(device === undefined ? [] : [`device:${device.id}`]),
  ];
}

/** Whether a rule covers a name. */
function covers({ kind, domain }: RuleResponse, name: string): boolean {
  if (kind === "exact") return name === domain;
  if (kind === "subdomains") return name === domain || name.endsWith(`.${domain}`);
  if (kind === "regex") return false;
  return new RegExp(`^${domain.split("*").map((part) => RegExp.escape(part)).join("[^]*")}$`).test(
    name,
  );
}
