/** What the pages of backups say. */
import type {
  BackupsResponse,
  BackupTargetResponse,
  RestorePlanResponse,
} from "../../../api/features/box/backups/responses.ts";
import { NOW, type PageStates } from "./state.ts";

const KEY = { recipient: "age1x", made: NOW - 86_400, made_by: "anna" };
const TARGET: BackupTargetResponse = {
  id: 1,
  name: "NAS",
  enabled: true,
  config: { kind: "webdav", url: "https://nas.example/dav/box", user: "box", ca: "" },
  secret_set: true,
  last_ok: NOW - 7200,
  last_name: "box-box-0011aabb-2026-11-21-063000.age",
  last_bytes: 3624,
  last_error: "",
  last_reason: null,
  last_error_at: 0,
  checked: NOW - 86_400,
  check_error: "",
  check_reason: null,
};
const FAILED = {
  ...TARGET,
  last_error: "nas.example refuses the account",
  last_error_at: NOW - 60,
};
const PLAN: RestorePlanResponse = {
  id: "0".repeat(32),
  name: "home.age",
  box: "attic",
  version: "0.8.0",
  own: false,
  earlier: false,
  older: true,
  made: NOW - 86_400,
  until: NOW + 1800,
  inside: { people: 4, devices: 12, rules: 0 },
  here: { people: 1, devices: 0, rules: 0 },
  files: ["certificate", "online_key"],
};

function state(change: Partial<BackupsResponse> = {}): { "/api/v1/backups": BackupsResponse } {
  return {
    "/api/v1/backups": {
      key: KEY,
      targets: [TARGET],
      running: null,
      next: NOW + 3600,
      restored: null,
      return_to: 0,
      ...change,
    },
  };
}

/** The states. */
export const BACKUP_STATES: PageStates = {
  "/backups": {
    "without a key": {
      answers: state({ key: null, targets: [], next: 0 }),
      lead: /Make a recovery key first/,
      says: /Make a recovery key/,
      never: /Back up now|Works/,
    },
    "without a target": {
      answers: state({ targets: [], next: 0 }),
      lead: /Add a target/,
      says: /outside the box/,
      never: /Back up now/,
    },
    "before the first backup": {
      answers: state({ targets: [{ ...TARGET, last_ok: 0, checked: 0 }] }),
      lead: /first backup is made at 09:30/,
      never: /Works/,
    },
    "by hand only": {
      answers: state({ targets: [{ ...TARGET, last_ok: 0, checked: 0 }], next: 0 }),
      lead: /by hand only/,
    },
    "well": { answers: state(), lead: /Backed up 2 hours ago/, says: /Works/, never: /Fails/ },
    "failing": {
      answers: state({ targets: [FAILED] }),
      lead: /1 target fails/,
      says: /refuses the account/,
      never: /Works/,
    },
    "not restorable": {
      answers: state({ targets: [{ ...TARGET, check_error: "The backup is damaged" }] }),
      lead: /1 target fails/,
      says: /The backup is damaged/,
    },
    "being made": {
      answers: state({ running: { step: "sending", target: "NAS", bytes: 50, total: 100 } }),
      lead: /is being made/,
      says: /Sending it: NAS.*50/s,
      never: /Back up now/,
    },
    "after a restore": {
      answers: state({
        restored: {
          time: NOW - 3600,
          by: "anna",
          box: "attic",
          made: NOW - 86_400,
          is_return: false,
        },
        return_to: NOW - 3700,
      }),
      says: /Restored.*1 hour ago.*attic.*Go back to the state/s,
    },
    "after a return": {
      answers: state({
        restored: { time: NOW - 60, by: "anna", box: "box", made: NOW - 90, is_return: true },
      }),
      lead: /Backed up/,
      says: /went back.*1 minute ago.*from before a restore/s,
      never: /Restored/,
    },
    "to who may only look": {
      answers: state(),
      rights: ["backups.read"],
      lead: /Backed up/,
      never: /Back up now|Restore a backup|Make a new recovery/,
    },
  },
  "/backups/new": {
    "kinds": { answers: {}, lead: /Where should backups go/, says: /WebDAV/ },
    "fields": { answers: {}, query: { kind: "s3" }, says: /Secret key/ },
  },
  "/backups/key": {
    "before": { answers: {}, lead: /shown once/ },
    "before, at the end of the setup": {
      answers: {},
      query: { from: "ready" },
      lead: /shown once/,
    },
    "shown": {
      answers: {},
      shown: { result: { recovery_key: `AGE-SECRET-KEY-1${"Q".repeat(58)}` } },
      lead: /only now/,
      says: /AGE-SECR.*New box\?/s,
    },
  },
  "/backups/restore": {
    "a backup is being made": {
      answers: state({ running: { step: "making", target: "", bytes: 0, total: 0 } }),
      lead: /^A backup is being made or restored right now\.$/,
      never: /Backup file|Nothing changes/,
    },
    "file": { answers: {}, lead: /Nothing changes until you confirm/, says: /Backup file/ },
    "of a target": {
      answers: {},
      query: { target: "1", file: TARGET.last_name },
      says: /2026-11-21-063000/,
      never: /Backup file/,
    },
    "preview": {
      answers: {},
      shown: { result: PLAN },
      lead: /box attic/,
      says: /version 0\.8\.0.*don’t run both.*People.*4.*certificate of encrypted DNS comes along/s,
    },
    "preview of the earlier identity": {
      answers: {},
      shown: { result: { ...PLAN, earlier: true } },
      says: /before this box became a new one.*don’t run both boxes/s,
      never: /It’s from another box/,
    },
    "preview of its own": {
      answers: {},
      shown: { result: { ...PLAN, own: true, older: false, files: [] } },
      never: /don’t run both|comes along|brought up to date/,
    },
  },
  "/backups/targets/{id}": {
    "with backups": {
      answers: {
        "/api/v1/backups/targets/{id}": TARGET,
        "/api/v1/backups/targets/{id}/files": {
          backups: [
            {
              name: TARGET.last_name,
              bytes: 3624,
              made: NOW - 7200,
              own: false,
              earlier: false,
            },
          ],
        },
      },
      params: { id: "1" },
      lead: /nas\.example/,
      says: /From another box/,
      never: /earlier identity/,
    },
    "with backups of the earlier identity": {
      answers: {
        "/api/v1/backups/targets/{id}": TARGET,
        "/api/v1/backups/targets/{id}/files": {
          backups: [
            { name: TARGET.last_name, bytes: 3624, made: NOW - 7200, own: false, earlier: true },
          ],
        },
      },
      params: { id: "1" },
      says: /With the earlier identity/,
      never: /From another box/,
    },
    "unreachable": {
      answers: {
        "/api/v1/backups/targets/{id}": FAILED,
        "/api/v1/backups/targets/{id}/files": new Error("nas.example cannot be reached"),
      },
      params: { id: "1" },
      says: /can’t be read now:.*cannot be reached/s,
      never: /No backup there yet/,
    },
    "empty": {
      answers: {
        "/api/v1/backups/targets/{id}": { ...TARGET, last_ok: 0 },
        "/api/v1/backups/targets/{id}/files": { backups: [] },
      },
      params: { id: "1" },
      says: /No backup there yet/,
    },
  },
  "/setup/backup": {
    "file": {
      answers: { "/api/v1/setup": { finished: false } },
      setup: true,
      lead: /type the recovery key/,
    },
    "preview": {
      answers: { "/api/v1/setup": { finished: false } },
      setup: true,
      shown: { result: PLAN },
      lead: /box attic/,
      says: /Restore now/,
      never: /Here now/,
    },
  },
};
