/** Restricted mode of devices and groups: modes, names, and the start of several devices (A 4.3). */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { RESTRICT_MODES } from "../../../../policy/model/household.ts";
import { formatScope, parseScope } from "../../../../policy/model/scope.ts";
import { recordId, reply, routeFor, seconds } from "../../../http/route.ts";
import { filteringField } from "../../../http/shared_schemas.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { type Scopes, scopeText } from "../../household/scopes.ts";
import {
  ruleForDomain,
  type RuleService,
  ruleWithinDomain,
  type StoredRule,
} from "../rules/service.ts";
import type { RestrictDevice } from "./device_view.ts";
import {
  type RestrictScope,
  restrictScope,
  type RestrictService,
  type RestrictSubject,
  undoUntil,
} from "./service.ts";
import type { StoredName } from "./table.ts";

/** The services that these routes use. */
interface Needs {
  readonly scopes: Pick<Scopes, "find">;
  readonly restricted: Pick<
    RestrictService,
    | "overview"
    | "names"
    | "setMode"
    | "undo"
    | "startObjects"
    | "allow"
    | "remove"
    | "undoRemoval"
  >;
  readonly rules: Pick<RuleService, "page">;
  readonly settings: Pick<SettingsService, "resolved">;
}

const route = routeFor<Needs>();
const { restricted: LIMIT } = LIMITS;

const name = z.object({
  domain: z.string().describe("Registrable domain; names below it are allowed too"),
  source: z.enum(["learned", "admin"]).describe("Whether it was learned or added by hand"),
  first_seen: seconds.describe("Unix seconds of the first question, 0 = never"),
  last_seen: seconds.describe("Unix seconds of the last question while it was learned, 0 = never"),
  hits: z.int().describe("Questions while it was learned"),
}).meta({ id: "RestrictedName" });

const modeSchema = z.enum(RESTRICT_MODES).meta({
  id: "RestrictMode",
  description: "off, learning what a device asks for, or restricted to that",
});

const subject = z.object({
  scope: z.enum(["device", "group"]),
  id: z.int(),
  mode: modeSchema,
  days: z.int().describe("Days that the learning lasts"),
  started: seconds.describe("Unix seconds when the mode began, 0 = it is off"),
  ends: seconds.describe("Unix seconds when the learning ends, 0 = it does not learn"),
  stopped: z.enum(["", "toomany"]).describe(
    "toomany = a learning stopped by itself, because it found too many names",
  ),
  names: z.int().describe("Number of names"),
  undo_until: seconds.describe(
    "Unix seconds until which a learning that a person ended can go on, 0 = none can",
  ),
  restore_until: seconds.describe(
    "Unix seconds until which the last new learning can be undone, 0 = there is none",
  ),
}).meta({ id: "RestrictedSubject" });

const device = z.object({
  id: z.int(),
  mode: modeSchema,
  via: z.enum(["device", "group"]).describe("Whose mode it follows: its own, or that of its group"),
  group_id: z.int().describe("0 = in no group"),
  suspended: z.boolean().describe(
    "Whether an adult uses it, so that nothing is learned, blocked or reported",
  ),
  blocked_today: z.int().describe("Questions that were blocked today"),
  blocked: z.int().describe("Questions that were blocked in the last 7 days"),
  outside: z.array(z.object({
    domain: z.string(),
    time: seconds.describe("Unix seconds of the last question"),
    count: z.int().describe("Questions in the last 7 days"),
    rule: z.string().describe(
      "Domain of the rule of the device that allows it with all below it; empty = none",
    ),
    part_rule: z.string().describe(
      "Domain or pattern of a rule of the device that allows a part of it; empty = none",
    ),
  })).describe("Domains that were blocked in the last 7 days, the last first"),
}).meta({ id: "RestrictedDevice" });

const overview = z.object({
  filtering: filteringField,
  subjects: z.array(subject),
  devices: z.array(device).describe("Devices that learn or are restricted"),
  all: z.array(name).describe("Names that every restricted device gets"),
  limits: z.object({
    max_names: z.int(),
    default_days: z.int(),
    min_days: z.int(),
    max_days: z.int(),
  }),
}).meta({ id: "RestrictedOverview" });

/** A device in responses. */
export type RestrictedDeviceResponse = z.infer<typeof device>;
/** A mode in responses. */
export type RestrictedSubjectResponse = z.infer<typeof subject>;
/** A name in responses. */
export type RestrictedNameResponse = z.infer<typeof name>;
/** The response of GET /api/v1/restrict. */
export type RestrictedOverviewResponse = z.infer<typeof overview>;

const days = z.int().min(0).max(LIMIT.learningDaysMost).default(0).describe(
  `Days that the learning lasts, 0 = ${LIMIT.learningDays}`,
);
const modeParams = z.object({
  scope: z.enum(["device", "group"]).describe("Whether it is the mode of a device or a group"),
  id: recordId.describe("Number of the device or group"),
});
const namesParams = z.object({
  scope: z.enum(["device", "group", "all"]).describe("all = every restricted device"),
  id: recordId.describe("Number of the device or group; 0 for all"),
});
const nameParams = namesParams.extend({
  name: z.string().min(1).max(255).describe("A name; its registrable domain counts"),
});
const changes = { access: "devices.write", database: "box", publishes: "rules" } as const;

/** The routes of restricted mode. */
export const restrictRoutes = [
  route({
    doc: "A 4.3",
    method: "get",
    path: "/api/v1/restrict",
    operationId: "getRestricted",
    summary: "Restricted mode: devices and groups, what was blocked, and names for all",
    access: "devices.read",
    database: "box",
    answers: { 200: overview },
    async handle(_, { restricted, rules, settings }) {
      const { subjects, devices, all } = await restricted.overview();
      const allowing = await allowRules(devices, rules);
      return {
        filtering: settings.resolved().values.filtering,
        subjects: subjects.map(subjectResponse),
        devices: devices.map((one) =>
          deviceResponse(one, allowing.get(formatScope("device", one.id)) ?? [])
        ),
        all: all.map(nameResponse),
        limits: {
          max_names: LIMIT.names,
          default_days: LIMIT.learningDays,
          min_days: LIMIT.learningDaysLeast,
          max_days: LIMIT.learningDaysMost,
        },
      };
    },
  }),
  route({
    ...changes,
    doc: "A 4.3",
    method: "put",
    path: "/api/v1/restrict/{scope}/{id}",
    operationId: "setRestrictedMode",
    summary: "Lets a device or group learn, restricts it, or lets it ask for everything again",
    description:
      "A new learning forgets what was learned before, which can be undone for a day; names that " +
      "were added by hand stay. A device that an adult uses is refused",
    audit: ["restrict.mode"],
    params: modeParams,
    body: z.strictObject({ mode: modeSchema, days }),
    answers: { 200: subject },
    refusals: ["not_found", "bad_value"],
    async handle({ params: { scope, id }, body: { mode, days }, audit }, { restricted, scopes }) {
      const whose = { kind: scope, id };
      const { mode: stored, isChanged } = await restricted.setMode(whose, mode, days);
      if (isChanged) {
        audit("restrict.mode", {
          scope: await namedScope(scopes, stored.scope),
          mode,
          ...(mode === "learning" && { days: stored.days }),
        });
      }
      const names = await restricted.names(whose);
      return subjectResponse({ ...stored, names: names.length });
    },
  }),
  route({
    ...changes,
    doc: "A 3.1, docs/decisions/0182-undo-of-restrict-now.md",
    method: "post",
    path: "/api/v1/restrict/{scope}/{id}/undo",
    operationId: "undoRestrictedMode",
    summary: "Lets a learning go on that was ended, or undoes a new learning",
    description:
      "Until `undo_until`, a day after it was restricted or turned off at most, a learning goes on " +
      "with the names and the days that it had. Otherwise, until `restore_until`, a day after a " +
      "new learning began, the mode and the learned names before it come back. A device that an " +
      "adult uses is refused",
    audit: ["restrict.undo", "restrict.restore"],
    params: modeParams,
    answers: { 200: subject },
    refusals: ["not_found", "bad_value", "conflict"],
    async handle({ params: { scope, id }, audit }, { restricted, scopes }) {
      const whose = { kind: scope, id };
      const { mode: stored, isRestored } = await restricted.undo(whose);
      const named = await namedScope(scopes, stored.scope);
      if (isRestored) audit("restrict.restore", { scope: named, mode: stored.mode });
      else audit("restrict.undo", { scope: named, until: stored.ends });
      const names = await restricted.names(whose);
      return subjectResponse({ ...stored, names: names.length });
    },
  }),
  route({
    ...changes,
    doc: "A 4.3",
    method: "post",
    path: "/api/v1/restrict/objects",
    operationId: "startRestrictedObjects",
    summary: "Lets several devices learn at once",
    description:
      "Devices that have a mode, devices that an adult uses and unknown numbers are left out",
    audit: ["restrict.objects"],
    body: z.strictObject({
      devices: z.array(z.int().min(0)).min(1).max(LIMIT.batchIds).describe("Numbers of devices"),
      days,
    }),
    answers: { 200: z.object({ started: z.int().describe("Devices that began to learn") }) },
    async handle({ body: { devices, days }, audit }, { restricted, scopes }) {
      const started = await restricted.startObjects(devices, days);
      if (started.length > 0) {
        audit("restrict.objects", {
          devices: await Promise.all(started.map((scope) => namedScope(scopes, scope))),
          days: days || LIMIT.learningDays,
        });
      }
      return { started: started.length };
    },
  }),
  route({
    doc: "A 4.3",
    method: "get",
    path: "/api/v1/restrict/{scope}/{id}/names",
    operationId: "getRestrictedNames",
    summary: "The names that a device or group has, or that are for all; also as export",
    access: "devices.read",
    database: "box",
    params: namesParams,
    answers: { 200: z.object({ names: z.array(name) }) },
    refusals: ["not_found", "bad_value"],
    async handle({ params: { scope, id } }, { restricted }) {
      const names = await restricted.names({ kind: scope, id });
      return { names: names.map(nameResponse) };
    },
  }),
  route({
    ...changes,
    doc: "A 4.3",
    method: "put",
    path: "/api/v1/restrict/{scope}/{id}/names/{name}",
    operationId: "allowRestrictedName",
    summary: "Allows the domain of a name for a restricted device or group, or for all",
    audit: ["restrict.allow"],
    params: nameParams,
    answers: { 200: z.object({ domain: z.string().describe("The domain that is allowed") }) },
    refusals: ["not_found", "bad_value"],
    async handle({ params: { scope, id, name }, audit }, { restricted, scopes }) {
      const whose = { kind: scope, id };
      const domain = await restricted.allow(whose, name);
      audit("restrict.allow", await nameEntry(scopes, whose, domain));
      return { domain };
    },
  }),
  route({
    ...changes,
    doc: "A 4.3",
    method: "delete",
    path: "/api/v1/restrict/{scope}/{id}/names/{name}",
    operationId: "removeRestrictedName",
    summary: "Removes the domain of a name from a device or group, or from those for all",
    audit: ["restrict.remove"],
    params: nameParams,
    answers: { 204: z.undefined() },
    refusals: ["not_found", "bad_value"],
    async handle({ params: { scope, id, name }, audit }, { restricted, scopes }) {
      const whose = { kind: scope, id };
      const domain = await restricted.remove(whose, name);
      audit("restrict.remove", await nameEntry(scopes, whose, domain));
      return reply(204, undefined);
    },
  }),
  route({
    ...changes,
    doc: "A 4.3, docs/decisions/0182-undo-of-restrict-now.md",
    method: "post",
    path: "/api/v1/restrict/{scope}/{id}/names/{name}/undo",
    operationId: "undoRemovedName",
    summary: "Brings back the domain of a name that was removed within a day",
    description: "It is learned or added as before, with its counts",
    audit: ["restrict.allow"],
    params: nameParams,
    answers: { 200: z.object({ domain: z.string().describe("The domain that is back") }) },
    refusals: ["not_found", "bad_value"],
    async handle({ params: { scope, id, name }, audit }, { restricted, scopes }) {
      const whose = { kind: scope, id };
      const domain = await restricted.undoRemoval(whose, name);
      audit("restrict.allow", await nameEntry(scopes, whose, domain));
      return { domain };
    },
  }),
];

/** What the audit log says of a name that is allowed or removed. */
async function nameEntry(scopes: Needs["scopes"], whose: RestrictScope, name: string) {
  return { scope: await namedScope(scopes, restrictScope(whose)), name };
}

/** The allow rules of the devices for which domains were blocked, by scope. */
async function allowRules(
  devices: readonly RestrictDevice[],
  rules: Needs["rules"],
): Promise<ReadonlyMap<string, StoredRule[]>> {
  const scopes = new Set(
    devices.filter(({ outside }) => outside.length > 0).map(({ id }) => formatScope("device", id)),
  );
  if (scopes.size === 0) return new Map();
  const found = await rules.page({ action: "allow", scopes }, LIMITS.rules.most);
  return Map.groupBy(found, ({ scope }) => scope);
}

/** A scope with its name, which the administration log keeps when the device is gone. */
async function namedScope(scopes: Pick<Scopes, "find">, scope: string): Promise<string> {
  return scopeText({ scope, name: (await scopes.find(scope))?.name ?? "" });
}

function subjectResponse(row: RestrictSubject): RestrictedSubjectResponse {
  const { scope, mode, days, started, ends, stopped, names } = row;
  const { kind, id } = parseScope(scope)!;
  return {
    scope: kind === "group" ? "group" : "device",
    id,
    mode,
    days,
    started: mode === "off" ? 0 : started,
    ends,
    stopped,
    names,
    undo_until: undoUntil(row),
    restore_until: row.restoreUntil,
  };
}

function deviceResponse(
  { id, mode, via, groupId, suspended, blockedToday, blocked, outside }: RestrictDevice,
  rules: readonly StoredRule[],
): RestrictedDeviceResponse {
  return {
    id,
    mode,
    via,
    group_id: groupId,
    suspended,
    blocked_today: blockedToday,
    blocked,
    outside: outside.map(({ domain, last, hits }) => {
      const whole = ruleForDomain(rules, domain)?.domain ?? "";
      const part = whole === "" ? ruleWithinDomain(rules, domain)?.domain ?? "" : "";
      return { domain, time: last, count: hits, rule: whole, part_rule: part };
    }),
  };
}

function nameResponse(
  { domain, source, firstSeen, lastSeen, hits }: StoredName,
): RestrictedNameResponse {
  return { domain, source, first_seen: firstSeen, last_seen: lastSeen, hits };
}
