/** The settings: what holds, where it comes from, and changing it unless the start of the box fixes it (A 7.11, DESIGN 11). */
import { z } from "@hono/zod-openapi";
import { ApiError } from "../../../http/errors.ts";
import { route } from "../../../http/route.ts";
import type { Services } from "../../../http/services.ts";
import { type SettingKey, SETTINGS } from "../../../settings.ts";
import { isFixed, type SettingSource } from "../../../settings/resolve.ts";

const value = z.union([
  z.string().max(65_536),
  z.number(),
  z.boolean(),
  z.array(z.string().max(512)).max(500).readonly(),
]);
const setting = z.object({
  key: z.string(),
  section: z.string(),
  summary: z.string(),
  value,
  default: value,
  source: z.enum(["flag", "environment", "file", "database", "default"]),
  fixed_by: z.string().describe("The option, variable or file that fixes it; empty = it can be changed here"),
  allowed: z.string(),
  needs_restart: z.boolean(),
});

/** A setting as the API shows it. */
export type ShownSetting = z.infer<typeof setting>;
/** The answer of GET /api/v1/settings. */
export type ShownSettings = { readonly settings: readonly ShownSetting[] };

const params = z.object({ key: z.string().max(64) });
type Row = (typeof SETTINGS)[number];

/** GET, PUT and DELETE of settings. */
export const settingsRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/settings",
    summary: "Every setting with its value and where it comes from",
    access: "system.read",
    answers: { 200: z.object({ settings: z.array(setting) }) },
    handle: (_, services) => ({ settings: SETTINGS.map((row) => shown(row, services)) }),
  }),
  route({
    doc: "A 7.11",
    method: "put",
    path: "/api/v1/settings/{key}",
    summary: "Changes a setting; what needs no restart holds at once",
    access: "system.write",
    audit: ["settings.change"],
    publishes: true,
    params,
    body: z.strictObject({ value }),
    database: "box",
    answers: { 200: setting },
    refusals: ["not_found", "setting_fixed", "bad_value"],
    async handle({ params, body, note }, services) {
      const row = changeable(params.key, services);
      try {
        await services.settings.save(row.key, body.value);
      } catch (error) {
        if (error instanceof RangeError) throw new ApiError("bad_value", error.message);
        throw error;
      }
      note("settings.change", { settings: [row.key] });
      return shown(row, services);
    },
  }),
  route({
    doc: "A 7.11",
    method: "delete",
    path: "/api/v1/settings/{key}",
    summary: "Puts a setting back to its default",
    access: "system.write",
    audit: ["settings.reset"],
    publishes: true,
    params,
    database: "box",
    answers: { 200: setting },
    refusals: ["not_found", "setting_fixed"],
    async handle({ params, note }, services) {
      const row = changeable(params.key, services);
      await services.settings.forget(row.key);
      note("settings.reset", { settings: [row.key] });
      return shown(row, services);
    },
  }),
];

function changeable(key: string, services: Services): Row {
  const row = SETTINGS.find((candidate) => candidate.key === key);
  if (row === undefined) throw new ApiError("not_found", `There is no such setting: ${key}`);
  const fixedBy = fixedText(row, services);
  if (fixedBy === "") return row;
  throw new ApiError("setting_fixed", `The setting ${key} is fixed by ${fixedBy}; change it there and restart the box`);
}

function fixedText(row: Row, services: Services): string {
  const source: SettingSource = services.settings.resolved().sources[row.key as SettingKey];
  if (!isFixed(source)) return "";
  return source === "flag" ? `the option ${row.flag}` : source === "file" ? "box.toml" : `the variable ${row.env}`;
}

function shown(row: Row, services: Services): ShownSetting {
  const { values, sources } = services.settings.resolved();
  return {
    key: row.key,
    section: row.section,
    summary: row.summary,
    value: values[row.key],
    default: row.default,
    source: sources[row.key],
    fixed_by: fixedText(row, services),
    allowed: row.kind.allowed,
    needs_restart: row.needsRestart,
  };
}
