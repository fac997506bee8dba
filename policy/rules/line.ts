/**
 * Parses a rule from a person's existing list: adblock syntax, a line of a hosts file, or a bare
 * name (rule-syntax E2).
 */
import type { PersonalRule } from "../model/personal_rule.ts";

/** The properties of a rule that a line contains. */
export type RuleLine = Pick<PersonalRule, "domain" | "action" | "kind">;

const HOSTS = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/;

/**
 * Parses the rule in a line; undefined for an empty line and a comment. `otherwise` is the action
 * for a bare name. The domain is validated later by `parsePersonalRule`.
 */
export function parseRuleLine(line: string, otherwise: "allow" | "block"): RuleLine | undefined {
  const text = line.trim();
  if (text === "" || /^[#!]/.test(text)) return undefined;
  if (text.startsWith("@@")) return patternOf(text.slice(2), "allow");
  if (/^[|/]/.test(text)) return patternOf(text, "block");
  const plain = text.replace(/\s+#.*$/, "");
  const hosts = HOSTS.exec(plain);
  if (hosts !== null) return { domain: hosts[1], action: "block", kind: "exact" };
  return patternOf(plain.replace(/^https?:\/\//i, "").replace(/[/?].*$/, ""), otherwise);
}

function patternOf(text: string, action: "allow" | "block"): RuleLine {
  if (/^\/.+\/$/.test(text)) return { domain: text.slice(1, -1), action, kind: "regex" };
  const domain = text.replace(/^\|{1,2}/, "").replace(/[\^|]$/, "");
  if (domain.includes("*")) return { domain, action, kind: "wildcard" };
  return { domain, action, kind: /^\|(?!\|)/.test(text) ? "exact" : "subdomains" };
}
