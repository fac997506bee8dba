/** The settings: what holds, where it comes from, and changing it unless the start of the box fixes it (A 7.11, DESIGN 11). */
import { z } from "@hono/zod-openapi";
import { SettingsChangedMeanwhile } from "../../../box_settings.ts";
import { ApiError } from "../../../http/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { route, seconds } from "../../../http/route.ts";
import type { Services } from "../../../http/services.ts";
import { type SettingKey, SETTINGS } from "../../../settings.ts";
import { isFixed, type SettingSource } from "../../../settings/resolve.ts";
import { type SettingChanges, SettingsRefused, unknownSetting } from "../../../settings/saved.ts";

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
  waits: z.boolean().describe("Whether the value holds from the next restart on only"),
  changed: seconds,
  changed_by: z.string().describe("Who changed it last; empty = nobody"),
});
const settings = z.object({ settings: z.array(setting) });

/** A setting as the API shows it. */
export type ShownSetting = z.infer<typeof setting>;
/** The answer of GET and PUT /api/v1/settings. */
export type ShownSettings = z.infer<typeof settings>;

const params = z.object({ key: z.string().max(64) });
type Row = (typeof SETTINGS)[number];
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
    summary: "Every setting with its value, where it comes from and who changed it",
    access: "system.read",
    answers: { 200: settings },
    handle: (_, services) => ({ settings: SETTINGS.map((row) => shown(row, services)) }),
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/settings",
    summary: "Changes several settings, all of them or none; what needs no restart holds at once",
    audit: ["settings.change", "settings.reset"],
    body: z.strictObject({
      values: z.record(z.string().max(64), value.nullable()).describe("By key; null = back to the default"),
      seen: z.record(z.string().max(64), value).optional()
        .describe("Values by key as they were shown: refused when somebody else changed one of them meanwhile"),
    }),
    answers: { 200: settings },
    async handle({ body: { values, seen = {} }, by, note }, services) {
      const rows = Object.keys(values).map((key) => changeable(key, services));
      await change(values, seen, by, services);
      const [reset, set] = [true, false].map((back) =>
        Object.keys(values).filter((key) => (values[key] === null) === back)
      );
      if (set.length > 0) note("settings.change", { settings: set });
      if (reset.length > 0) note("settings.reset", { settings: reset });
      return { settings: rows.map((row) => shown(row, services)) };
    },
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/settings/{key}",
    summary: "Changes a setting; what needs no restart holds at once",
    audit: ["settings.change"],
    params,
    body: z.strictObject({ value, seen: value.optional() }),
    answers: { 200: setting },
    async handle({ params, body, by, note }, services) {
      const row = changeable(params.key, services);
      const seen = body.seen === undefined ? {} : { [row.key]: body.seen };
      await change({ [row.key]: body.value }, seen, by, services);
      note("settings.change", { settings: [row.key] });
      return shown(row, services);
    },
  }),
  route({
    ...changes,
    method: "delete",
    path: "/api/v1/settings/{key}",
    summary: "Puts a setting back to its default",
    audit: ["settings.reset"],
    params,
    answers: { 200: setting },
    async handle({ params, by, note }, services) {
      const row = changeable(params.key, services);
      await change({ [row.key]: null }, {}, by, services);
      note("settings.reset", { settings: [row.key] });
      return shown(row, services);
    },
  }),
];

async function change(
  values: SettingChanges,
  seen: Readonly<Record<string, unknown>>,
  by: Principal,
  services: Services,
): Promise<void> {
  try {
    await services.settings.change({ values, seen, by: by.name });
  } catch (error) {
    if (error instanceof SettingsRefused) {
      throw new ApiError("bad_value", error.message, { body: { settings: Object.fromEntries(error.faults) } });
    }
    if (error instanceof SettingsChangedMeanwhile) throw changedMeanwhile(error.keys, services);
    throw error;
  }
}

function changedMeanwhile(keys: readonly string[], services: Services): ApiError {
  const rows = keys.flatMap((key) => SETTINGS.find((row) => row.key === key) ?? []).map((row) => shown(row, services));
  const who = rows.map(({ key, changed_by: by }) => by === "" ? `${key} was put back` : `${by} changed ${key}`);
  const text = `Nothing is saved, since other values hold by now (${who.join(", ")}); look at them again`;
  return new ApiError("changed_meanwhile", text, { body: { settings: rows } });
}

function changeable(key: string, services: Services): Row {
  const row = SETTINGS.find((candidate) => candidate.key === key);
  if (row === undefined) throw new ApiError("not_found", unknownSetting(key));
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
  const { values, sources } = services.settings.resolved(), trace = services.settings.trace(row.key);
  const inForce: unknown = services.settings.started()[row.key];
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
    waits: row.needsRestart && JSON.stringify(inForce) !== JSON.stringify(values[row.key]),
    changed: trace?.changed ?? 0,
    changed_by: trace?.by ?? "",
  };
}
