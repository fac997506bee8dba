/** Backups and restores: the recovery key, targets, runs, downloads, previews (docs/backup.md). */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../../schema/errors.ts";
import { label } from "../../../http/label.ts";
import { recordId, reply, routeFor } from "../../../http/route.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { AccountService } from "../../../accounts/service.ts";
import {
  planSchema,
  restoredSchema,
  runSchema,
  shownOutcomes,
  shownPlan,
  shownRestore,
  shownState,
  shownStored,
  shownTarget,
  shownTest,
  stateSchema,
  storedSchema,
  targetSchema,
  testSchema,
} from "./responses.ts";
import { type Restores, uploaded } from "./restore.ts";
import type { Backups, BackupTargetChoice } from "./service.ts";
import { backupConfig, backupPlace } from "./targets/config.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly backups: Pick<
    Backups,
    | "state"
    | "createKey"
    | "target"
    | "addTarget"
    | "changeTarget"
    | "removeTarget"
    | "testTarget"
    | "begin"
    | "cancel"
    | "download"
    | "stored"
    | "fetch"
    | "removeStored"
    | "refuseBusy"
  >;
  readonly restores: Pick<Restores, "preview" | "plan" | "apply" | "takeBack" | "returnPoint">;
  readonly accounts: Pick<AccountService, "isFinished">;
  readonly runtime: Pick<Runtime, "log">;
}

const route = routeFor<Needs>();

/** Maximum size of an uploaded backup in bytes; larger ones are restored from a target. */
export const UPLOAD_MOST = 16 * 1024 * 1024;
const BODY_MOST = Math.ceil(UPLOAD_MOST / 3) * 4 + 4096;
/** Milliseconds for work over a whole backup. */
const LONG = 30 * 60_000;
/** Bytes of a body with certificates. */
const CONFIG_MOST = 128 * 1024;

const doc = "docs/requirements.md#backups";
const params = z.object({ id: recordId });
const fileName = z.string().regex(/^box-[a-z0-9-]{1,120}\.age$/).describe("Name of a backup");
const choice = z.strictObject({
  name: label(),
  enabled: z.boolean().default(true).describe("Whether backups are sent to it"),
  config: backupConfig,
  password: z.string().max(16_384).optional().describe(
    "Password, secret key or private key for the server; absent = as it was, empty = none",
  ),
}).meta({ id: "BackupTargetChoice" });
const recoveryKey = z.string().max(200).default("").describe(
  "The recovery key; not needed for a backup of this box",
);
const planId = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/).describe("Identifier of it") });
const upload = {
  name: label({ most: 255, mayBeEmpty: true }).describe("As the file is called").default(""),
  content: z.string().max(BODY_MOST).describe("The backup in base64"),
};
const preview = z.union([
  z.strictObject({ ...upload, recovery_key: recoveryKey }),
  z.strictObject({
    target: z.int().min(1).describe("Number of the target that keeps it"),
    file: fileName,
    recovery_key: recoveryKey,
  }),
]);
const FAULTS = [
  "backup_wrong_key",
  "backup_foreign_file",
  "backup_damaged",
  "backup_newer",
  "backup_too_large",
] as const;

/** The routes of backups. */
export const backupRoutes = [
  route({
    doc,
    method: "get",
    path: "/api/v1/backups",
    summary: "The recovery key, the targets with their state, and what is going on",
    access: "backups.read",
    database: "box",
    answers: { 200: stateSchema },
    handle: async (_, { backups, restores }) =>
      shownState(await backups.state(), await restores.returnPoint()),
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/key",
    operationId: "createRecoveryKey",
    summary: "Makes a recovery key and shows it once; older backups open with the older key",
    access: "backups.restore",
    confirmPassword: true,
    audit: ["backup.key"],
    database: "box",
    answers: {
      201: z.object({
        recovery_key: z.string().describe("Opens every backup made from now on; stored nowhere"),
        recipient: z.string().describe("Public; backups are encrypted for it"),
      }),
    },
    async handle({ principal, audit }, { backups }) {
      const { key, recipient } = await backups.createKey(principal.name);
      audit("backup.key", {});
      return { recovery_key: key, recipient };
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/run",
    operationId: "makeBackup",
    summary: "Makes a backup, checks it, and sends it to targets",
    access: "backups.write",
    audit: ["backup.create"],
    database: "box",
    deadline: LONG,
    body: z.strictObject({
      targets: z.array(z.int().min(1)).max(20).optional().describe(
        "Numbers of targets; absent = all that are on",
      ),
      wait: z.boolean().default(true).describe("Whether the response waits for the end"),
    }),
    answers: { 200: runSchema },
    refusals: ["conflict", "backup_failed"],
    async handle({ body: { targets, wait }, audit }, { backups, runtime }) {
      const { name, done } = await backups.begin(targets);
      if (!wait) {
        done.catch((error: Error) => runtime.log("warn", `A backup failed: ${error.message}`));
        audit("backup.create", { name, bytes: 0 });
        return { running: true, name, bytes: 0, outcomes: [] };
      }
      const { bytes, outcomes } = await done;
      audit("backup.create", { name, bytes });
      return { running: false, name, bytes, outcomes: shownOutcomes(outcomes) };
    },
  }),
  route({
    doc,
    method: "delete",
    path: "/api/v1/backups/run",
    operationId: "cancelBackup",
    summary: "Cancels the backup that is being made or sent",
    access: "backups.write",
    audit: ["backup.cancel"],
    database: "box",
    answers: { 204: z.undefined() },
    refusals: ["conflict"],
    async handle({ audit }, { backups }) {
      await backups.cancel();
      audit("backup.cancel", {});
      return undefined;
    },
  }),
  route({
    doc,
    method: "get",
    path: "/api/v1/backups/download",
    summary: "Makes a backup and downloads it",
    access: "backups.read",
    audit: ["backup.download"],
    database: "box",
    deadline: LONG,
    answers: { 200: z.string() },
    types: ["application/octet-stream"],
    headers: ["content-disposition"],
    refusals: ["conflict", "backup_failed"],
    async handle({ audit }, { backups }) {
      const { name, bytes, stream } = await backups.download();
      audit("backup.download", { name });
      return reply(200, stream, {
        "content-type": "application/octet-stream",
        "content-length": String(bytes),
        "content-disposition": `attachment; filename="${name}"`,
      });
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/targets",
    summary: "Adds a target",
    access: "backups.write",
    audit: ["backup.target.add"],
    body: choice,
    bodyLimit: CONFIG_MOST,
    database: "box",
    answers: { 201: targetSchema },
    refusals: ["bad_value", "conflict"],
    async handle({ body, audit }, { backups }) {
      const added = await backups.addTarget(choiceOf(body));
      audit("backup.target.add", { name: added.name, target: backupPlace(added.config) });
      return shownTarget(added);
    },
  }),
  route({
    doc,
    method: "get",
    path: "/api/v1/backups/targets/{id}",
    summary: "One target with its state",
    access: "backups.read",
    params,
    database: "box",
    answers: { 200: targetSchema },
    refusals: ["not_found"],
    handle: async ({ params: { id } }, { backups }) => shownTarget(await backups.target(id)),
  }),
  route({
    doc,
    method: "put",
    path: "/api/v1/backups/targets/{id}",
    summary: "Changes a target; at another server, its password or key is needed again",
    access: "backups.write",
    audit: ["backup.target.change"],
    params,
    body: choice,
    bodyLimit: CONFIG_MOST,
    database: "box",
    answers: { 200: targetSchema },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { id }, body, audit }, { backups }) {
      const changed = await backups.changeTarget(id, choiceOf(body));
      audit("backup.target.change", { name: changed.name, target: backupPlace(changed.config) });
      return shownTarget(changed);
    },
  }),
  route({
    doc,
    method: "delete",
    path: "/api/v1/backups/targets/{id}",
    summary: "Removes a target; the backups that it keeps stay there",
    access: "backups.write",
    audit: ["backup.target.remove"],
    params,
    database: "box",
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { backups }) {
      const removed = await backups.removeTarget(id);
      audit("backup.target.remove", { name: removed.name, target: backupPlace(removed.config) });
      return undefined;
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/targets/{id}/test",
    summary: "Writes a small file to a target, reads it back and removes it",
    access: "backups.write",
    audit: ["backup.target.test"],
    params,
    deadline: 90_000,
    database: "box",
    answers: { 200: testSchema },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { backups }) {
      const { name, config } = await backups.target(id);
      const outcome = await backups.testTarget(id);
      audit("backup.target.test", { name, target: backupPlace(config), ok: outcome.ok });
      return shownTest(outcome);
    },
  }),
  route({
    doc,
    method: "get",
    path: "/api/v1/backups/targets/{id}/files",
    summary: "The backups that a target keeps, newest first",
    access: "backups.read",
    params,
    deadline: 90_000,
    database: "box",
    answers: { 200: storedSchema },
    refusals: ["not_found", "backup_failed"],
    handle: async ({ params: { id } }, { backups }) => shownStored(await backups.stored(id)),
  }),
  route({
    doc,
    method: "delete",
    path: "/api/v1/backups/targets/{id}/files/{file}",
    summary: "Removes a backup that a target keeps",
    access: "backups.write",
    audit: ["backup.remove"],
    params: z.object({ id: recordId, file: fileName }),
    deadline: 90_000,
    database: "box",
    answers: { 204: z.undefined() },
    refusals: ["not_found", "backup_failed"],
    async handle({ params: { id, file }, audit }, { backups }) {
      await backups.removeStored(id, file);
      audit("backup.remove", { name: file });
      return undefined;
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/restore/preview",
    summary: "Reads a backup to its end, and says what a restore would do; nothing is changed",
    access: "backups.restore",
    unaudited: "it changes nothing",
    database: "box",
    deadline: LONG,
    bodyLimit: BODY_MOST,
    beforeBody: ({ backups }) => backups.refuseBusy(),
    body: preview,
    answers: { 200: planSchema },
    refusals: [...FAULTS, "bad_value", "conflict", "not_found", "backup_failed"],
    async handle({ body }, { backups, restores }) {
      const { recovery_key: key } = body;
      if ("content" in body) {
        return shownPlan(await restores.preview(body.name, key, uploaded(bytesOf(body.content))));
      }
      const { target, file } = body;
      return shownPlan(
        await restores.preview(
          file,
          key,
          (path, signal) => backups.fetch(target, file, path, signal),
        ),
      );
    },
  }),
  route({
    doc,
    method: "get",
    path: "/api/v1/backups/restore/{id}",
    summary: "A preview of a restore",
    access: "backups.restore",
    params: planId,
    answers: { 200: planSchema },
    refusals: ["not_found"],
    handle: ({ params: { id } }, { restores }) => shownPlan(restores.plan(id)),
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/restore/{id}/apply",
    summary: "Puts a backup in the place of the configuration; all sessions end, the box restarts",
    access: "backups.restore",
    confirmPassword: true,
    audit: ["backup.restore"],
    params: planId,
    database: "box",
    deadline: LONG,
    answers: { 200: restoredSchema },
    refusals: [...FAULTS, "not_found", "conflict", "backup_failed"],
    async handle({ params: { id }, principal, audit }, { restores }) {
      const { name, made } = shownPlan(restores.plan(id));
      audit("backup.restore", { name, made });
      return shownRestore(await restores.apply(id, principal.name));
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/backups/return",
    operationId: "returnFromRestore",
    summary: "Returns to the state before the last restore; all sessions end, the box restarts",
    access: "backups.restore",
    confirmPassword: true,
    audit: ["backup.return"],
    database: "box",
    deadline: LONG,
    answers: { 204: z.undefined() },
    refusals: [...FAULTS, "conflict", "backup_failed"],
    async handle({ principal, audit }, { restores }) {
      audit("backup.return", {});
      await restores.takeBack(principal.name);
      return undefined;
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/setup/restore/preview",
    operationId: "previewSetupRestore",
    summary: "Reads a backup during the setup, and says what is in it",
    access: "setup",
    unaudited: "it changes nothing",
    database: "box",
    deadline: LONG,
    bodyLimit: BODY_MOST,
    beforeBody: ({ backups }) => backups.refuseBusy(),
    body: z.strictObject({ ...upload, recovery_key: recoveryKey }),
    answers: { 200: planSchema },
    refusals: [...FAULTS, "bad_value", "conflict", "setup_finished", "backup_failed"],
    async handle({ body }, { restores, accounts }) {
      if (await accounts.isFinished()) throw new DomainError("setup_finished");
      const { name, content, recovery_key: key } = body;
      return shownPlan(await restores.preview(name, key, uploaded(bytesOf(content))));
    },
  }),
  route({
    doc,
    method: "post",
    path: "/api/v1/setup/restore/{id}/apply",
    operationId: "applySetupRestore",
    summary: "Restores a backup in the place of the setup; the box restarts",
    access: "setup",
    audit: ["backup.restore"],
    params: planId,
    database: "box",
    deadline: LONG,
    answers: { 200: restoredSchema },
    refusals: [...FAULTS, "not_found", "conflict", "setup_finished", "backup_failed"],
    async handle({ params: { id }, principal, audit }, { restores, accounts }) {
      if (await accounts.isFinished()) throw new DomainError("setup_finished");
      const { name, made } = shownPlan(restores.plan(id));
      audit("backup.restore", { name, made });
      return shownRestore(await restores.apply(id, principal.name, false));
    },
  }),
];

function choiceOf({ password, ...rest }: z.output<typeof choice>): BackupTargetChoice {
  return { ...rest, secret: password };
}

function bytesOf(content: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw new DomainError("bad_value", programSentence`The file is given in base64`);
  }
}
