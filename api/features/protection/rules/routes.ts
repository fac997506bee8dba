/** Rules of the household: what is allowed, blocked or rewritten regardless of lists (A 7.2.3). */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { parseRuleLine, type RuleLine } from "../../../../policy/rules/line.ts";
import { formatScope } from "../../../../policy/model/scope.ts";
import type { ClientDirectory } from "../../insight/client_directory.ts";
import { EVERYONE, RULE_ACTIONS, RULE_KINDS } from "../../../../policy/model/personal_rule.ts";
import { SCOPE_FORM } from "../../../http/shared_schemas.ts";
import { DomainError } from "../../../schema/errors.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { type NamedScope, type Scopes, scopeText } from "../../household/scopes.ts";
import { EXCEPTION_REASONS, type RuleEffects } from "./effect.ts";
import type { RuleService, StoredRule } from "./service.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly rules: Pick<RuleService, "page" | "set" | "setAll" | "remove">;
  readonly scopes: Pick<Scopes, "names" | "find" | "list">;
  readonly askers: Pick<ClientDirectory, "deviceAt">;
  readonly ruleEffects: Pick<RuleEffects, "exceptions">;
}

const route = routeFor<Needs>();

const action = z.enum(RULE_ACTIONS).meta({
  id: "RuleAction",
  description: "What the rule does with a name",
});
const kind = z.enum(RULE_KINDS).meta({ id: "RuleKind" });
const exception = z.object({
  scope: z.string().describe("person:ID or device:ID"),
  name: z.string(),
  reason: z.enum(EXCEPTION_REASONS).describe(
    "rule = a narrower rule wins, service = a narrower choice blocks the service, profile = closed " +
      "for children or teenagers, bypass = never opened for them, illegal = required by law, other = another " +
      "protection blocks it",
  ),
  by: z.string().describe(
    "For reason rule the scope of that rule, for profile the profile; or empty",
  ),
  by_name: z.string().describe("Name of that scope; empty for everyone and for profiles"),
}).meta({ id: "RuleException" });
const rule = z.object({
  domain: z.string().describe(
    "A name, a name with *, or the source of a regular expression, as stored",
  ),
  scope: z.string().describe(
    "Its scope: all, group:ID, profile:child|teen|adult, person:ID or device:ID",
  ),
  scope_name: z.string().describe("Name of the scope; empty for everyone and for profiles"),
  action,
  kind,
  types: z.array(z.string()).readonly().describe("Record types to which it applies; none = all"),
  to: z.array(z.string()).readonly().describe(
    "For a rewrite: addresses, one name, or a response code such as NXDOMAIN",
  ),
  except: z.array(z.string()).readonly().optional().describe(
    "Exempt names, each including all below it; absent = none",
  ),
  until: seconds.describe("Unix seconds when it ends, 0 = never"),
  created: seconds,
  changed: seconds,
  by: z.string().describe("Who last wrote it"),
  exceptions: z.array(exception).readonly().optional().describe(
    "People and devices in its scope to which it does not apply; absent = not determined",
  ),
}).meta({ id: "Rule" });
const page = z.object({ rules: z.array(rule), next: nextCursor });

/** Somebody in the scope of a rule to whom it does not apply, in responses. */
export type RuleExceptionResponse = z.infer<typeof exception>;
/** A rule in responses. */
export type RuleResponse = z.infer<typeof rule>;
/** The response of GET /api/v1/rules. */
export type RulePage = z.infer<typeof page>;

const params = z.object({
  domain: z.string().min(1).max(1024).describe("Domain of the rule, in any notation"),
});
const scope = z.string().max(64).meta(SCOPE_FORM).describe(
  "Scope of the rule: all, group:ID, profile:child|teen|adult, person:ID or device:ID",
);
const scopeQuery = z.strictObject({ scope: scope.default(EVERYONE) });
const type = z.string().min(1).max(20);
const body = z.strictObject({
  action,
  kind: kind.default("subdomains").describe("subdomains = the name and all names below it"),
  types: z.array(type).max(LIMITS.rules.types).default([]).describe(
    "Record types such as AAAA, or ~AAAA for all others; none = all",
  ),
  to: z.array(z.string().min(1).max(255)).max(LIMITS.rules.targets).default([])
    .describe("For a rewrite: addresses, one name, or a response code such as NXDOMAIN"),
  except: z.array(z.string().min(1).max(255)).max(LIMITS.rules.exceptions).default([]).describe(
    "Exempt names, each including all below it",
  ),
  until: z.int().min(0).max(LIMITS.rules.endMost).default(0).describe("Unix seconds, 0 = never"),
  lasts: z.int().min(0).max(LIMITS.rules.lastsMost).optional().describe(
    "Seconds from now, instead of until; 0 = permanent",
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
      "Names, lines of a hosts file, or adblock rules; empty lines and comments are ignored",
    ),
  action: z.enum(["allow", "block"]).default("block").describe("Kind of rule for a bare name"),
});
const written = z.object({
  rules: z.array(rule),
  refused: z.array(
    z.object({ line: z.int().describe("From 1"), text: z.string(), why: z.string() }),
  ),
});

/** A rule of a line that is about to be written. */
interface LineRule {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Name of the scope. */
  readonly name: string;
  readonly rule: PersonalRule;
}

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
      scope: scope.optional().describe("Only rules of this scope; absent = of all scopes"),
      covers: z.string().max(16_384).optional().describe(
        "Names separated by commas: only rules that may cover one of them",
      ),
      exceptions: z.enum(["true", "false"]).default("false").describe(
        "Whether to include the people and devices in its scope to which each rule does not apply",
      ),
      ...pageQuery.shape,
    }),
    database: "box",
    answers: { 200: page },
    async handle({ query }, services) {
      const { name, action, scope, covers, exceptions, cursor, limit } = query;
      const { rules, scopes } = services;
      const filter = {
        ...(name === undefined ? {} : { name: name.toLowerCase() }),
        ...(action === undefined ? {} : { action }),
        ...(scope === undefined ? {} : { scope }),
        ...(covers === undefined ? {} : { covers: covers.toLowerCase().split(",") }),
      };
      const found = await rules.page(
        filter,
        limit,
        readCursor(cursor, ["number"])?.[0] as number | undefined,
      );
      const names = await scopes.names(new Set(found.map(({ scope }) => scope)));
      const shownRules = found.map((rule) => shown(rule, names.get(rule.scope)!));
      const completed = exceptions === "true"
        ? await withExceptions(shownRules, services)
        : shownRules;
      return { rules: completed, next: found.length < limit ? "" : cursorOf([found.at(-1)!.id]) };
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "post",
    path: "/api/v1/rules",
    operationId: "addRules",
    summary: "Writes a rule for each line, and reports the invalid lines",
    access: "rules.write",
    database: "box",
    audit: ["rule.set", "rule.remove"],
    publishes: "rules",
    query: scopeQuery,
    body: lines,
    bodyLimit: LINES_LIMIT,
    answers: { 200: written },
    refusals: ["bad_value"],
    async handle({ query, body, principal, audit }, services) {
      const { rules, scopes } = services;
      const chosen = await covered(query.scope, scopes);
      const out: WrittenRules = { rules: [], refused: [] };
      const waiting: LineRule[] = [];
      const writeWaiting = async () => {
        const batch = waiting.splice(0);
        const results = await rules.setAll(batch.map(({ rule }) => rule), principal.name);
        for (const [at, result] of results.entries()) {
          const { line, text, name } = batch[at];
          if (result instanceof DomainError) {
            out.refused.push({ line, text, why: result.message });
            continue;
          }
          const said = scopeText({ scope: result.scope, name });
          audit("rule.set", { name: result.domain, action: result.action, scope: said, until: 0 });
          out.rules.push(shown(result, name));
        }
      };

      for (const [at, text] of body.lines.entries()) {
        const read = parseRuleLine(text, body.action);
        if (read === undefined) continue;
        try {
          if ("problem" in read) throw new DomainError("bad_value", read.problem);
          const { clients, tags, removes, ...rule } = read;
          const covering = await scopesOfLine({ clients, tags }, chosen, services);
          if (!removes) {
            waiting.push(...covering.map(({ scope, name }) => ({
              line: at + 1,
              text,
              name,
              rule: { ...rule, scope, until: 0 },
            })));
            continue;
          }
          // A line may remove a rule that an earlier line wrote.
          await writeWaiting();
          for (const { scope, name } of covering) {
            const { domain } = await rules.remove(scope, rule.domain);
            audit("rule.remove", { name: domain, scope: scopeText({ scope, name }) });
          }
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          out.refused.push({ line: at + 1, text, why: error.message });
        }
      }
      await writeWaiting();
      out.refused.sort((a, b) => a.line - b.line);
      return out;
    },
    async afterPublish(result, services) {
      const { rules, refused } = result as WrittenRules;
      const completed = await withExceptions(rules, services, EXCEPTIONS_TIME_OF_LINES);
      return { rules: completed, refused };
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "put",
    path: "/api/v1/rules/{domain}",
    operationId: "setRule",
    summary: "Writes the rule of a domain, replacing the previous one; in force when this responds",
    access: "rules.write",
    database: "box",
    audit: ["rule.set"],
    publishes: "rules",
    params,
    query: scopeQuery,
    body,
    answers: { 200: rule },
    refusals: ["bad_value", "conflict", "no_effect"],
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
    async afterPublish(result, services) {
      const [completed] = await withExceptions([result as RuleResponse], services);
      return completed;
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
  const found = await scopes.find(text);
  if (found !== undefined) return found;
  throw new DomainError(
    "bad_value",
    sentence`No person, group or device has this name: ${text}`,
  );
}

/**
 * Milliseconds spent on exceptions of one response, and of many rules written at once; later rules
 * go without.
 */
const EXCEPTIONS_TIME = 500;
const EXCEPTIONS_TIME_OF_LINES = 50;

/** Adds to each rule to whom in its scope it does not apply. */
async function withExceptions(
  rules: readonly RuleResponse[],
  { ruleEffects, scopes }: Pick<Needs, "ruleEffects" | "scopes">,
  time = EXCEPTIONS_TIME,
): Promise<RuleResponse[]> {
  const found = await ruleEffects.exceptions(rules, time);
  const all = found.flatMap((each) => each ?? []);
  const names = await scopes.names(new Set(all.flatMap(({ scope, by }) => [scope, by])));
  return rules.map((rule, at) => {
    const exceptions = found[at]?.map((each) => ({
      ...each,
      name: names.get(each.scope)!,
      by_name: names.get(each.by)!,
    }));
    return exceptions === undefined ? rule : { ...rule, exceptions };
  });
}

/** Profiles that the box tags devices with, by tag (rule-syntax E3). */
const TAG_SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["user_child", ["profile:child", "profile:teen"]],
  ["user_regular", ["profile:adult"]],
]);

/** The scopes that `$client` and `$ctag` of a line name; without them, the chosen one. */
async function scopesOfLine(
  { clients, tags }: Pick<RuleLine, "clients" | "tags">,
  chosen: NamedScope,
  { scopes, askers }: Pick<Needs, "scopes" | "askers">,
): Promise<readonly NamedScope[]> {
  if (clients.length + tags.length === 0) return [chosen];
  if (chosen.scope !== EVERYONE || (clients.length > 0 && tags.length > 0)) {
    throw new DomainError(
      "bad_value",
      sentence`This line already says whom it is for; choose everyone, or remove it there`,
    );
  }
  const found: NamedScope[] = [];
  for (const tag of tags) {
    const profiles = TAG_SCOPES.get(tag);
    if (profiles === undefined) {
      throw new DomainError(
        "bad_value",
        sentence`The box knows only the tags ${[...TAG_SCOPES.keys()].join(" and ")}, not: ${tag}`,
      );
    }
    for (const profile of profiles) found.push(await covered(profile, scopes));
  }
  for (const client of clients) found.push(await clientScope(client, scopes, askers));
  return found;
}

/** The device at an address, or the one device or person of this name. */
async function clientScope(
  text: string,
  scopes: Pick<Scopes, "find" | "list">,
  askers: Pick<ClientDirectory, "deviceAt">,
): Promise<NamedScope> {
  const device = askers.deviceAt(text);
  if (device !== 0) return await covered(formatScope("device", device), scopes);
  const named = (await scopes.list(text, 1000)).filter(({ kind, name }) =>
    (kind === "device" || kind === "person") && name.toLowerCase() === text
  );
  if (named.length === 1) return named[0];
  throw new DomainError(
    "bad_value",
    named.length === 0
      ? sentence`No device and no person has this name or address: ${text}`
      : sentence`Several people or devices have this name: ${text}`,
  );
}

function shown(rule: StoredRule, scope_name: string): RuleResponse {
  const { domain, scope, action, kind, types, to, except, until, created, changed, by } = rule;
  const times = { until, created: toSeconds(created), changed: toSeconds(changed) };
  const limits = { types, to, ...(except !== undefined && { except }) };
  return { domain, scope, scope_name, action, kind, ...limits, ...times, by };
}
