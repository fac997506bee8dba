/**
 * Exports: targets that receive alerts and the administration log, and test messages to them (A 6).
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { ADMINISTRATOR_KINDS } from "../../../events/alert_kinds.ts";
import { alertKind } from "../../../events/alert_kind_schema.ts";
import { placeOf, targetConfig } from "../../../events/export/config.ts";
import type { ExportChoice, Exports, ExportState } from "../../../events/export/service.ts";
import { testOutcome } from "../test_outcome.ts";
import { contentTag } from "../../../http/content_tag.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { recordId, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly exports: Pick<Exports, "list" | "add" | "get" | "change" | "remove" | "test" | "retry">;
}

const route = routeFor<Needs>();

const name = label();
const target = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  config: targetConfig.describe(
    "The URL of a webhook is shown in full only to accounts that may change it",
  ),
  kinds: z.array(z.string()).nullable().describe("Kinds of alerts that are sent; null = all"),
  audit: z.boolean().describe("Whether the administration log is sent"),
  version: z.string().describe(
    "Version of the configuration; sent with a change to detect concurrent ones",
  ),
  password_set: z.boolean().describe(
    "Whether a password or secret is stored, which is never shown",
  ),
  waiting: z.int().describe("Events waiting to be sent"),
  dropped: z.int().describe("Events dropped because too many waited"),
  last_ok: seconds,
  last_error: z.string(),
  last_error_at: seconds,
}).meta({ id: "ExportTarget" });
const targets = z.object({ exports: z.array(target) });
const tested = testOutcome;
const body = z.strictObject({
  name,
  enabled: z.boolean().default(true).describe("Whether the target is enabled"),
  config: targetConfig,
  kinds: z.array(alertKind).max(ADMINISTRATOR_KINDS.length).nullable().default(null).describe(
    "Kinds of alerts that are sent; null = all",
  ),
  audit: z.boolean().default(false).describe("Whether the administration log is sent"),
  password: z.string().max(1024).optional()
    .describe(
      "Password of the mail server or secret of the webhook; absent = unchanged, empty = none",
    ),
});
const change = body.extend({
  version: z.string().max(64).optional().describe(
    "`version` of the target as last read; absent = no check",
  ),
});
const params = z.object({ id: recordId });
const path = "/api/v1/exports/{id}";
/** Bytes; large enough for certificates. */
const bodyLimit = 128 * 1024;

/** A target in responses. */
export type ExportResponse = z.infer<typeof target>;
/** The response of GET /api/v1/exports. */
export type ExportsResponse = z.infer<typeof targets>;
/** The response of POST /api/v1/exports/{id}/test. */
export type ExportTestResponse = z.infer<typeof tested>;

/** The routes of exports. */
export const exportRoutes = [
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/exports",
    summary: "The targets of the export with their state",
    access: "system.read",
    database: "box",
    answers: { 200: targets },
    handle: async ({ principal }, { exports }) => ({
      exports: (await exports.list()).map((state) => shown(state, principal)),
    }),
  }),
  route({
    doc: "A 6",
    method: "post",
    path: "/api/v1/exports",
    summary: "Adds a target, which receives events from now on",
    access: "system.write",
    audit: ["export.add"],
    body,
    bodyLimit,
    database: "box",
    answers: { 201: target },
    refusals: ["conflict", "bad_value"],
    async handle({ body, principal, audit }, { exports }) {
      const added = await exports.add(choiceOf(body));
      audit("export.add", {
        export: added.name,
        kind: added.config.kind,
        target: placeOf(added.config),
      });
      return shown(added, principal);
    },
  }),
  route({
    doc: "A 6",
    method: "get",
    path,
    summary: "One target of the export",
    access: "system.read",
    params,
    database: "box",
    answers: { 200: target },
    refusals: ["not_found"],
    handle: async ({ params: { id }, principal }, { exports }) =>
      shown(await exports.get(id), principal),
  }),
  route({
    doc: "A 6",
    method: "put",
    path,
    summary: "Changes a target of the export",
    access: "system.write",
    audit: ["export.change"],
    params,
    body: change,
    bodyLimit,
    database: "box",
    answers: { 200: target },
    refusals: ["not_found", "conflict", "changed_meanwhile", "bad_value"],
    async handle({ params: { id }, body: { version, ...choice }, principal, audit }, { exports }) {
      const before = shown(await exports.get(id), principal);
      if (version !== undefined && version !== before.version) throw changedMeanwhile(before.name);
      const after = shown(await exports.change(id, choiceOf(choice)), principal);
      const fields = ["name", "enabled", "config", "kinds", "audit"] as const;
      const changed: string[] = fields.filter((field) =>
        JSON.stringify(before[field]) !== JSON.stringify(after[field])
      );
      if (choice.password !== undefined) changed.push("password");
      if (changed.length > 0) {
        audit("export.change", { export: after.name, target: placeOf(after.config), changed });
      }
      return after;
    },
  }),
  route({
    doc: "A 6",
    method: "delete",
    path,
    summary: "Removes a target of the export with its waiting events",
    access: "system.write",
    audit: ["export.remove"],
    params,
    database: "box",
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { exports }) {
      const removed = await exports.remove(id);
      audit("export.remove", { export: removed.name, target: placeOf(removed.config) });
      return undefined;
    },
  }),
  route({
    doc: "A 6",
    method: "post",
    path: `${path}/retry`,
    summary: "Sends the waiting events of a target immediately",
    access: "system.write",
    audit: ["export.retry"],
    params,
    deadline: 40_000,
    database: "box",
    answers: { 200: target },
    refusals: ["conflict", "not_found"],
    async handle({ params: { id }, principal, audit }, { exports }) {
      const state = await exports.retry(id);
      audit("export.retry", { export: state.name, target: placeOf(state.config) });
      return shown(state, principal);
    },
  }),
  route({
    doc: "A 6",
    method: "post",
    path: `${path}/test`,
    summary: "Sends a test message to a target and reports each step",
    access: "system.write",
    audit: ["export.test"],
    params,
    deadline: 40_000,
    database: "box",
    answers: { 200: tested },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { exports }) {
      const { name, config } = await exports.get(id);
      const outcome = await exports.test(id);
      audit("export.test", { export: name, target: placeOf(config), ok: outcome.ok });
      return outcome;
    },
  }),
];

function choiceOf({ password, kinds, ...rest }: z.output<typeof body>): ExportChoice {
  return { ...rest, kinds: kinds ?? undefined, secret: password };
}

function changedMeanwhile(name: string): DomainError {
  const text = sentence`Somebody changed the target ${name} meanwhile; look at it again`;
  return new DomainError("changed_meanwhile", text);
}

/**
 * The version covers the configuration only, because counters of sent and waiting messages change
 * constantly.
 */
function versionOf({ name, enabled, config, kinds, audit, secretSet }: ExportState): string {
  return contentTag(JSON.stringify([name, enabled, config, kinds ?? null, audit, secretSet]));
}

function shown(state: ExportState, by: Principal): ExportResponse {
  const { secretSet, kinds, config, ...rest } = state;
  const { lastOk, lastError, lastErrorAt, ...facts } = rest;
  return {
    ...facts,
    config: config.kind === "webhook" ? { ...config, url: urlFor(by, config.url) } : config,
    kinds: kinds === undefined ? null : [...kinds],
    password_set: secretSet,
    version: versionOf(state),
    last_ok: toSeconds(lastOk),
    last_error: lastError,
    last_error_at: toSeconds(lastErrorAt),
  };
}

/**
 * The path of a webhook is often its secret, so an account that may not change it sees only the
 * host.
 */
function urlFor(by: Principal, url: string): string {
  return by.rights.has("system.write") ? url : `${new URL(url).origin}/…`;
}
