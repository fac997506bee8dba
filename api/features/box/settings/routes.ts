/**
 * The settings: their values and sources, and changing those that the start of the box does not fix
 * (A 7.11).
 */
import { z } from "@hono/zod-openapi";
import { maskText, maskUpstreamLine } from "../../../../policy/model/masked_address.ts";
import type { Principal } from "../../../http/principal.ts";
import { routeFor, seconds } from "../../../http/route.ts";
import { SETTINGS } from "../../../settings/list.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { isSameZone } from "../../../settings/system_zone.ts";
import { changeSettings, fixedByText, type SettingRow, settingRow } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly settings: SettingsService;
}

const route = routeFor<Needs>();

const value = z.union([
  z.string().max(65_536),
  z.number(),
  z.boolean(),
  z.array(z.string().max(512)).max(500).readonly(),
]).meta({
  id: "SettingValue",
  description: "Value of a setting, of the type of the setting",
});
const setting = z.object({
  key: z.string(),
  section: z.string(),
  summary: z.string(),
  value,
  default: value,
  source: z.enum(["flag", "environment", "file", "database", "default"]),
  fixed_by: z.string().describe(
    "The option, variable or file that sets it; empty = it can be changed here",
  ),
  allowed: z.string(),
  type: z.enum(["switch", "number", "choice", "list", "text"]),
  least: z.number().optional().describe("Minimum of a number"),
  most: z.number().optional(),
  choices: z.array(z.string()).readonly().optional(),
  needs_restart: z.boolean(),
  waits: z.boolean().describe("Whether a change applies only after the next restart"),
  changed: seconds,
  changed_by: z.string().describe("Who last changed it; empty = nobody"),
}).meta({ id: "Setting" });
const settings = z.object({ settings: z.array(setting) });

/** A setting in responses. */
export type SettingResponse = z.infer<typeof setting>;
/** The response of GET and PUT /api/v1/settings. */
export type SettingsResponse = z.infer<typeof settings>;

const params = z.object({ key: z.string().max(64).describe("Key of the setting") });
const changes = {
  access: "system.write",
  publishes: true,
  database: "box",
  doc: "A 7.11",
  refusals: ["not_found", "setting_fixed", "bad_value", "changed_meanwhile"],
} as const;

/** GET, PUT and DELETE of settings. */
export const settingsRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/settings",
    summary: "Every setting with its value, its source and who changed it",
    access: "system.read",
    answers: { 200: settings },
    handle: ({ principal }, services) => ({
      settings: SETTINGS.map((row) => shown(row, principal, services)),
    }),
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/settings",
    operationId: "updateSettings",
    summary: "Changes several settings, all or none; those that need no restart apply immediately",
    audit: ["settings.change", "settings.reset"],
    body: z.strictObject({
      values: z.record(z.string().max(64), value.nullable()).describe(
        "By key; null = reset to the default",
      ),
      seen: z.record(z.string().max(64), value).optional()
        .describe(
          "Values by key as last read: an unchanged value is not written; a changed one is refused if the setting was changed since",
        ),
    }),
    answers: { 200: settings },
    async handle({ body: { values, seen = {} }, principal, audit }, services) {
      const changed = await changeSettings(values, principal, services, { seen });
      const [reset, set] = [true, false].map((back) =>
        changed.filter((key) => (values[key] === null) === back)
      );
      if (set.length > 0) audit("settings.change", { settings: set });
      if (reset.length > 0) audit("settings.reset", { settings: reset });
      return {
        settings: Object.keys(values).map((key) => shown(settingRow(key), principal, services)),
      };
    },
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/settings/{key}",
    summary: "Changes a setting; one that needs no restart applies immediately",
    audit: ["settings.change"],
    params,
    body: z.strictObject({
      value,
      seen: value.optional().describe(
        "The value as last read; the change is refused if the setting was changed since",
      ),
    }),
    answers: { 200: setting },
    async handle({ params: { key }, body, principal, audit }, services) {
      const seen = body.seen === undefined ? {} : { [key]: body.seen };
      const changed = await changeSettings({ [key]: body.value }, principal, services, { seen });
      if (changed.length > 0) audit("settings.change", { settings: changed });
      return shown(settingRow(key), principal, services);
    },
  }),
  route({
    ...changes,
    method: "delete",
    path: "/api/v1/settings/{key}",
    operationId: "resetSetting",
    summary: "Resets a setting to its default",
    audit: ["settings.reset"],
    params,
    answers: { 200: setting },
    async handle({ params: { key }, principal, audit }, services) {
      await changeSettings({ [key]: null }, principal, services);
      audit("settings.reset", { settings: [key] });
      return shown(settingRow(key), principal, services);
    },
  }),
];

function shown(row: SettingRow, by: Principal, services: Needs): SettingResponse {
  const { values, sources } = services.settings.resolved();
  const trace = services.settings.trace(row.key);
  const inForce: unknown = services.settings.started()[row.key];
  return {
    key: row.key,
    section: row.section,
    summary: row.summary,
    value: by.rights.has("system.write") ? values[row.key] : masked(row, values[row.key]),
    default: row.default,
    source: sources[row.key],
    fixed_by: fixedByText(row, services),
    allowed: row.kind.allowed,
    ...row.kind.shape,
    needs_restart: row.needsRestart,
    waits: row.needsRestart && !isInForce(row.key, inForce, values[row.key]),
    changed: trace?.changed ?? 0,
    changed_by: trace?.by ?? "",
  };
}

/** Whether a value means what holds since the start. */
function isInForce(key: string, inForce: unknown, value: unknown): boolean {
  if (key === "time_zone") return isSameZone(String(inForce), String(value));
  return JSON.stringify(inForce) === JSON.stringify(value);
}

/**
 * Returns a value for accounts that may not change it: upstreams and URLs without their secrets.
 */
function masked({ section }: SettingRow, held: SettingResponse["value"]): SettingResponse["value"] {
  const mask = section === "upstreams" ? maskUpstreamLine : maskText;
  if (typeof held === "string") return mask(held);
  return Array.isArray(held) ? held.map(mask) : held;
}
