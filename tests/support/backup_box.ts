/** Backups and restores over a real database, with a WebDAV server and a clock of the test. */
import { boxSchema, TABLES } from "../../api/app/tables.ts";
import { TlsDirectory } from "../../api/certificate/tls_directory.ts";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { BackupArchive } from "../../api/features/box/backups/archive.ts";
import { MovedFileStore } from "../../api/features/box/backups/moved_files.ts";
import { Restores } from "../../api/features/box/backups/restore.ts";
import { Backups } from "../../api/features/box/backups/service.ts";
import { BackupRows } from "../../api/features/box/backups/table.ts";
import { webdavServer } from "./backup_servers.ts";
import { testRuntime } from "./test_runtime.ts";
import { fillHousehold, inFolder, TransferBox } from "./transfer_scene.ts";

/** When the scene begins. */
export const NOW = Date.UTC(2026, 10, 21, 8, 30);
/** The milliseconds of a day. */
export const DAY = 86_400_000;
/** The milliseconds of an hour. */
export const HOUR = 3_600_000;

/** What the WebDAV server asks for. */
export const PASSWORD = "the password of the NAS";
/** What keys and marks of the box are derived from. */
export const SECRET = new Uint8Array(32).fill(1);

/** Backups over a real database, with a clock of the test. */
export interface BackupBox {
  readonly backups: Backups;
  readonly restores: Restores;
  readonly database: TransferBox["database"];
  readonly dataDir: string;
  now: number;
  keep: number;
  schedule: "off" | "daily";
  readonly logged: string[];
  readonly raised: AlertToRaise[];
  isPrimary: boolean;
  timeKnown: boolean;
  lookup: () => Promise<readonly string[]>;
  takeUp: () => Promise<void>;
  /** Bytes that are free on its disk. */
  free: () => number;
}

/** A box with a household, a recovery key, and a WebDAV server as its only target. */
export function withTarget(
  test: (box: BackupBox, server: ReturnType<typeof webdavServer>, key: string) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    const server = webdavServer("box", PASSWORD);
    const from = await TransferBox.open(`${folder}/box.db`, 1);
    await Deno.mkdir(`${folder}/tls`);
    try {
      await fillHousehold(from);
      const box = backupBox(from, folder);
      const { key } = await box.backups.createKey("admin");
      const config = { kind: "webdav", url: `${server.url}/box`, user: "box", ca: "" } as const;
      await box.backups.addTarget({ name: "NAS", enabled: true, config, secret: PASSWORD });
      await test(box, server, key);
    } finally {
      await from.database.close();
      await server.close();
    }
  });
}

function backupBox({ database, seal }: TransferBox, dataDir: string): BackupBox {
  const logged: string[] = [];
  const raised: AlertToRaise[] = [];
  const runtime = {
    ...testRuntime(),
    now: () => box.now,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    log: (_: string, text: string) => void logged.push(text),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
  const rows = new BackupRows(database);
  const files = new MovedFileStore(dataDir, new TlsDirectory(`${dataDir}/tls`, runtime.log));
  const archive = new BackupArchive({
    database,
    tables: TABLES,
    dataDir,
    secret: SECRET,
    seal,
    files,
    boxName: () => "box",
    version: "0.9.0",
    freeBytes: () => Promise.resolve(box.free()),
    log: runtime.log,
  });
  const backups = new Backups({
    archive,
    rows,
    dataDir,
    seal,
    lookup: () => box.lookup(),
    settings: () => ({
      backup_schedule: box.schedule,
      backup_hour: 3,
      backup_keep: box.keep,
      box_name: "box",
      time_zone: "UTC",
    }),
    isPrimary: () => box.isPrimary,
    timeKnown: () => box.timeKnown,
    raise: (alert) => void raised.push(alert),
    runtime,
  });
  const restores = new Restores({
    archive,
    rows,
    files,
    runtime,
    schema: boxSchema(),
    refuseBusy: () => backups.refuseBusy(),
    alone: (work) => backups.alone(work),
    takeUp: () => box.takeUp(),
  });
  const box: BackupBox = {
    backups,
    restores,
    database,
    dataDir,
    now: NOW,
    keep: 14,
    schedule: "daily",
    logged,
    raised,
    isPrimary: true,
    timeKnown: true,
    lookup: () => Promise.resolve([]),
    takeUp: () => Promise.resolve(),
    free: () => 1 << 30,
  };
  return box;
}
