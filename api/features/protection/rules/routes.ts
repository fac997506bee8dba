/** Rules of the household: what is allowed, blocked or rewritten regardless of lists (A 7.2.3). */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { parseRuleLine } from "../../../../policy/rules/line.ts";
import { parseScope } from "../../../../policy/model/scope.ts";
import { EVERYONE, RULE_ACTIONS, RULE_KINDS } from "../../../../policy/model/personal_rule.ts";
import { DomainError } from "../../../schema/errors.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { type NamedScope, type Scopes, scopeText } from "../../household/scopes.ts";
import type { RuleService, StoredRule } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly rules: Pick<RuleService, "page" | "set" | "setAll" | "remove">;
  readonly scopes: Pick<Scopes, "names" | "find">;
}

const route = routeFor<Needs>();

const action = z.enum(RULE_ACTIONS);
const kind = z.enum(RULE_KINDS);
const rule = z.object({
  domain: z.string().describe(
    "A name, a name with *, or the source of a regular expression, as it is kept",
  ),
  scope: z.string().describe("Whom it covers: all, group:ID, person:ID or device:ID"),
  scope_name: z.string().describe("What the scope is called; empty for everyone"),
  action,
  kind,
  types: z.array(z.string()).readonly().describe("Record types that it concerns; none = all"),
  to: z.array(z.string()).readonly().describe("Of a rewrite: addresses, or one name"),
  until: seconds.describe("Unix seconds at which it ends by itself, 0 = never"),
  created: seconds,
  changed: seconds,
  by: z.string().describe("Who wrote it last"),
});
const page = z.object({ rules: z.array(rule), next: nextCursor });

/** A rule in responses. */
export type RuleResponse = z.infer<typeof rule>;
/** The response of GET /api/v1/rules. */
export type RulePage = z.infer<typeof page>;

const params = z.object({ domain: z.string().min(1).max(1024) });
const scope = z.string().max(64).describe(
  "Whom the rule covers: all, group:ID, person:ID or device:ID",
);
const scopeQuery = z.strictObject({ scope: scope.default(EVERYONE) });
const type = z.string().min(1).max(20);
const body = z.strictObject({
  action,
  kind: kind.default("subdomains").describe("subdomains = the name with all below it"),
  types: z.array(type).max(LIMITS.rules.types).default([]).describe(
    "Record types such as AAAA; none = all",
  ),
  to: z.array(z.string().min(1).max(255)).max(LIMITS.rules.targets).default([])
    .describe("Of a rewrite: addresses, or one name"),
  until: z.int().min(0).max(LIMITS.rules.endMost).default(0).describe("Unix seconds, 0 = never"),
  lasts: z.int().min(0).max(LIMITS.rules.lastsMost).optional().describe(
    "Seconds from now on, in the place of until; 0 = for good",
  ),
});

/** Maximum size of lines in bytes: large enough that too many lines are refused by their number. */
const LINES_LIMIT = 4 * 1024 * 1024;

const lines = z.strictObject({
  lines: z.array(z.string().max(1024)).max(
    LIMITS.rules.linesAtOnce,
    `at most ${LIMITS.rules.linesAtOnce} lines at once`,
  )
    .describe(
      "Names, lines of a hosts file, or adblock rules; empty ones and comments count for nothing",
    ),
  action: z.enum(["allow", "block"]).default("block").describe("What a bare name becomes"),
});
const written = z.object({
  rules: z.array(rule),
  refused: z.array(
    z.object({ line: z.int().describe("From 1"), text: z.string(), why: z.string() }),
  ),
});

/** The result of writing lines. */
export type WrittenRules = z.infer<typeof written>;

/** GET and POST /api/v1/rules, PUT and DELETE /api/v1/rules/{domain}. */
export const ruleRoutes = [
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/rules",
    summary: "The rules in force, newest first",
    access: "rules.read",
    query: z.strictObject({
      name: z.string().max(255).optional().describe("Part of the domain"),
      action: action.optional(),
      scope: scope.optional().describe("Only rules of this scope; absent = of all"),
      ...pageQuery.shape,
    }),
    database: "box",
    answers: { 200: page },
    async handle({ query: { name, action, scope, cursor, limit } }, { rules, scopes }) {
      const filter = {
        ...(name === undefined ? {} : { name: name.toLowerCase() }),
        ...(action === undefined ? {} : { action }),
        ...(scope === undefined ? {} : { scope }),
      };
      const found = await rules.page(
        filter,
        limit,
        readCursor(cursor, ["number"])?.[0] as number | undefined,
      );
      const names = await scopes.names(new Set(found.map(({ scope }) => scope)));
      const shownRules = found.map((rule) => shown(rule, names.get(rule.scope)!));
      return { rules: shownRules, next: found.length < limit ? "" : cursorOf([found.at(-1)!.id]) };
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "post",
    path: "/api/v1/rules",
    summary: "Writes a rule for each line, and says which lines are none",
    access: "rules.write",
    database: "box",
    audit: ["rule.set"],
    publishes: "rules",
    query: scopeQuery,
    body: lines,
    bodyLimit: LINES_LIMIT,
    answers: { 200: written },
    refusals: ["bad_value"],
    async handle({ query, body, principal, audit }, { rules, scopes }) {
      const { scope, name } = await covered(query.scope, scopes);
      const said = scopeText({ scope, name });
      const out: WrittenRules = { rules: [], refused: [] };
      const lines = body.lines.flatMap((text, at) => {
        const read = parseRuleLine(text, body.action);
        if (read === undefined) return [];
        return [{ line: at + 1, text, rule: { ...read, scope, types: [], to: [], until: 0 } }];
      });
      const results = await rules.setAll(lines.map(({ rule }) => rule), principal.name);
      for (const [at, result] of results.entries()) {
        if (result instanceof DomainError) {
          const { line, text } = lines[at];
          out.refused.push({ line, text, why: result.message });
          continue;
        }
        audit("rule.set", { name: result.domain, action: result.action, scope: said, until: 0 });
        out.rules.push(shown(result, name));
      }
      return out;
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "put",
    path: "/api/v1/rules/{domain}",
    summary:
      "Writes the rule of a domain, in the place of the one before; it holds when this answers",
    access: "rules.write",
    database: "box",
    audit: ["rule.set"],
    publishes: "rules",
    params,
    query: scopeQuery,
    body,
    answers: { 200: rule },
    refusals: ["bad_value", "conflict"],
    async handle(
      { params: { domain }, query, body: { lasts, ...body }, principal, audit },
      { rules, scopes, runtime },
    ) {
      const { scope, name } = await covered(query.scope, scopes);
      const until = lasts === undefined ? body.until : endAfter(lasts, runtime.now());
      const kept = await rules.set({ ...body, until, scope, domain }, principal.name);
      audit("rule.set", {
        name: kept.domain,
        action: kept.action,
        scope: scopeText({ scope, name }),
        until: kept.until,
      });
      return shown(kept, name);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "delete",
    path: "/api/v1/rules/{domain}",
    summary: "Removes the rule of a domain",
    access: "rules.write",
    database: "box",
    audit: ["rule.remove"],
    publishes: "rules",
    params,
    query: scopeQuery,
    answers: { 204: z.undefined() },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { domain }, query: { scope }, audit }, { rules, scopes }) {
      const { domain: name } = await rules.remove(scope, domain);
      audit("rule.remove", {
        name,
        scope: scopeText(await scopes.find(scope) ?? { scope, name: "" }),
      });
      return reply(204, undefined);
    },
  }),
];

/**
 * Returns the end of a rule in Unix seconds, from its duration in seconds and `now` in Unix
 * milliseconds; 0 = never.
 */
function endAfter(lasts: number, now: number): number {
  return lasts === 0 ? 0 : Math.min(toSeconds(now) + lasts, LIMITS.rules.endMost);
}

/**
 * Returns the scope of the rules. Throws `bad_value` for an invalid scope and for one that does not
 * exist.
 */
async function covered(text: string, scopes: Pick<Scopes, "find">): Promise<NamedScope> {
  const found = parseScope(text)?.kind === "profile" ? undefined : await scopes.find(text);
  if (found !== undefined) return found;
  throw new DomainError(
    "bad_value",
    `Rules are for all, a group, a person or a device, and there is none such: ${text}`,
  );
}

function shown(rule: StoredRule, scope_name: string): RuleResponse {
  const { domain, scope, action, kind, types, to, until, created, changed, by } = rule;
  const times = { until, created: toSeconds(created), changed: toSeconds(changed) };
  return { domain, scope, scope_name, action, kind, types, to, ...times, by };
}
