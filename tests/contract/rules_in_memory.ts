/** Rules in memory, for the contracts of routes and commands. */
import type { StoredRule } from "../../api/features/protection/rules/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { readPersonalRule, writtenDomains } from "../../policy/rules/read.ts";
import { HOSTILE, NOW } from "./facts.ts";

/** One rule of everyone, written by somebody with a hostile name. */
export function rulesInMemory(): Application["rules"] {
  const first: StoredRule = {
    id: 1,
    scope: "all",
    domain: "shop.example",
    action: "allow",
    kind: "subdomains",
    types: [],
    to: [],
    until: NOW / 1000 + 3600,
    created: NOW - 60_000,
    changed: NOW - 60_000,
    by: HOSTILE,
  };
  const rows = new Map<string, StoredRule>([["all shop.example", first]]);
  return {
    page: ({ name = "", action, scope }, limit, before = Number.MAX_SAFE_INTEGER) =>
      Promise.resolve(
        [...rows.values()].filter((row) =>
          row.id < before && row.domain.includes(name) &&
          (action === undefined || row.action === action) &&
          (scope === undefined || row.scope === scope)
        ).sort((a, b) => b.id - a.id).slice(0, limit),
      ),
    set(given, by) {
      const rule = readPersonalRule(given, { protectedNames: ["box"], now: NOW / 1000 });
      if (typeof rule === "string") return Promise.reject(new DomainError("bad_value", rule));
      const key = `${rule.scope} ${rule.domain}`;
      const { id = rows.size + 1, created = NOW } = rows.get(key) ?? {};
      const kept = { ...rule, id, created, changed: NOW, by };
      rows.set(key, kept);
      return Promise.resolve(kept);
    },
    remove(scope, domain) {
      const key = writtenDomains(domain).map((each) => `${scope} ${each}`).find((each) =>
        rows.has(each)
      );
      const row = rows.get(key ?? "");
      if (row === undefined) {
        return Promise.reject(new DomainError("not_found", `There is no rule for: ${domain}`));
      }
      rows.delete(key!);
      return Promise.resolve(row);
    },
  };
}
