/** The responses of the routes of backups and restores. */
import { z } from "@hono/zod-openapi";
import { count, seconds, toSeconds } from "../../../http/route.ts";
import { testOutcome } from "../test_outcome.ts";
import {
  BACKUP_REASONS,
  type BackupReason,
  backupReasonOf,
} from "../../../schema/backup_reasons.ts";
import { MOVED_FILES } from "./format.ts";
import type { RestorePlan, RestoreResult, ReturnPoint } from "./restore.ts";
import type { BackupOutcome, BackupsState, BackupTargetState, StoredBackup } from "./service.ts";
import type { BackupTest } from "./target_access.ts";
import { backupConfig } from "./targets/config.ts";

const reason = z.enum(Object.keys(BACKUP_REASONS) as [BackupReason, ...BackupReason[]])
  .meta({ id: "BackupReason" }).nullable().describe(
    "Code of the error; null = there is none, or an older version left it",
  );

/** A target. */
export const targetSchema = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  config: backupConfig,
  secret_set: z.boolean().describe("Whether it has a password or a key, which is never shown"),
  last_ok: seconds.describe("When a backup was last sent, read back and found unchanged"),
  last_name: z.string(),
  last_bytes: count,
  last_error: z.string().describe("Why the last backup failed; empty = it did not"),
  last_reason: reason,
  last_error_at: seconds,
  checked: seconds.describe("When a backup of it was last restored into a temporary database"),
  check_error: z.string().describe("Why that failed; empty = it did not"),
  check_reason: reason,
}).meta({ id: "BackupTarget" });

const progressSchema = z.object({
  step: z.enum(["making", "checking", "sending"]),
  target: z.string(),
  bytes: count,
  total: count.describe("Bytes in all; 0 = not known yet"),
});

/** The state of backups. */
export const stateSchema = z.object({
  key: z.object({
    recipient: z.string().describe("Public; backups are encrypted for it"),
    made: seconds,
    made_by: z.string(),
  }).nullable().describe("null = no recovery key was made yet, and no backup can be"),
  targets: z.array(targetSchema),
  running: progressSchema.nullable().describe("What is going on now; null = nothing"),
  next: seconds.describe("When the next scheduled backup is made"),
  restored: z.object({
    time: seconds,
    by: z.string(),
    box: z.string(),
    made: seconds,
    is_return: z.boolean().describe("Whether it was the return to the state before a restore"),
  }).nullable().describe("The last restore of this box; null = none"),
  return_to: seconds.describe("When the state before the last restore was kept"),
}).meta({ id: "Backups" });

/** The result of a run. */
export const runSchema = z.object({
  running: z.boolean().describe("Whether it goes on; its result is in the state of the targets"),
  name: z.string(),
  bytes: count,
  outcomes: z.array(z.object({
    target: z.string(),
    error: z.string().describe("Empty = it went well"),
    reason,
  })).readonly(),
});

/** The result of a test. */
export const testSchema = testOutcome.extend({ reason }).meta({ id: "BackupTestOutcome" });

/** The backups at a target. */
export const storedSchema = z.object({
  backups: z.array(z.object({
    name: z.string(),
    bytes: count,
    made: seconds,
    own: z.boolean().describe("Whether this box made it with its present identity"),
    earlier: z.boolean().describe("Whether it has an identity that this box had before"),
  })).readonly(),
});

const counts = z.record(z.string(), z.int()).describe("Rows by table");

/** A plan. */
export const planSchema = z.object({
  id: z.string(),
  name: z.string().describe("As the file is called"),
  box: z.string().describe("Name of the box that made it"),
  version: z.string().describe("Version of that box"),
  own: z.boolean().describe("Whether this box made it with its present identity"),
  earlier: z.boolean().describe("Whether it has an identity that this box had before"),
  older: z.boolean().describe("Whether it is of an older version, and is brought up to date"),
  made: seconds,
  until: seconds.describe("When this preview ends"),
  inside: counts,
  here: counts,
  files: z.array(z.enum(MOVED_FILES)).readonly().describe("What moves beside the tables"),
}).meta({ id: "RestorePlan" });

/** A restore that was done. */
export const restoredSchema = z.object({
  plan: planSchema,
  returnable: z.boolean().describe("Whether the state before can be returned to"),
});

/** A target in responses. */
export type BackupTargetResponse = z.infer<typeof targetSchema>;
/** The response of GET /api/v1/backups. */
export type BackupsResponse = z.infer<typeof stateSchema>;
/** The response of POST /api/v1/backups/run. */
export type BackupRunResponse = z.infer<typeof runSchema>;
/** The response of POST /api/v1/backups/targets/{id}/test. */
export type BackupTestResponse = z.infer<typeof testSchema>;
/** The response of GET /api/v1/backups/targets/{id}/files. */
export type StoredBackupsResponse = z.infer<typeof storedSchema>;
/** A plan in responses. */
export type RestorePlanResponse = z.infer<typeof planSchema>;
/** A restore in responses. */
export type RestoredResponse = z.infer<typeof restoredSchema>;

/** A target as responses show it. */
export function shownTarget(state: BackupTargetState): BackupTargetResponse {
  return {
    id: state.id,
    name: state.name,
    enabled: state.enabled,
    config: state.config,
    secret_set: state.secretSet,
    last_ok: toSeconds(state.lastOk),
    last_name: state.lastName,
    last_bytes: state.lastBytes,
    last_error: state.lastError,
    last_reason: reasonOf(state.lastError),
    last_error_at: toSeconds(state.lastErrorAt),
    checked: toSeconds(state.checked),
    check_error: state.checkError,
    check_reason: reasonOf(state.checkError),
  };
}

/** The results of a run at its targets as responses show them. */
export function shownOutcomes(outcomes: readonly BackupOutcome[]): BackupRunResponse["outcomes"] {
  return outcomes.map(({ target, error }) => ({ target, error, reason: reasonOf(error) }));
}

/** The result of a test as responses show it. */
export function shownTest(test: BackupTest): BackupTestResponse {
  return { ...test, reason: reasonOf(test.error) };
}

function reasonOf(error: string): BackupReason | null {
  return backupReasonOf(error) ?? null;
}

/** The state as responses show it. */
export function shownState(
  { key, targets, running, next, lastRestore }: BackupsState,
  point: ReturnPoint | undefined,
): BackupsResponse {
  return {
    key: key === undefined
      ? null
      : { recipient: key.recipient, made: toSeconds(key.made), made_by: key.madeBy },
    targets: targets.map(shownTarget),
    running: running ?? null,
    next: toSeconds(next),
    restored: lastRestore === undefined ? null : {
      time: toSeconds(lastRestore.time),
      by: lastRestore.by,
      box: lastRestore.box,
      made: toSeconds(lastRestore.made),
      is_return: lastRestore.isReturn,
    },
    return_to: toSeconds(point?.made ?? 0),
  };
}

/** Backups at a target as responses show them. */
export function shownStored(found: readonly StoredBackup[]): StoredBackupsResponse {
  const backups = found.map(({ name, bytes, made, own, earlier }) => ({
    name,
    bytes,
    made: toSeconds(made),
    own,
    earlier,
  }));
  return { backups };
}

/** A plan as responses show it. */
export function shownPlan({ made, until, ...plan }: RestorePlan): RestorePlanResponse {
  return { ...plan, made: toSeconds(made), until: toSeconds(until) };
}

/** A restore as responses show it. */
export function shownRestore({ plan, returnable }: RestoreResult): RestoredResponse {
  return { plan: shownPlan(plan), returnable };
}
