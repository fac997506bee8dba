/** Creates backups and restores over the databases, the tls directory and the resolver of the box. */
import type { Control } from "./control.ts";
import type { Core } from "./core.ts";
import { BackupArchive } from "../features/box/backups/archive.ts";
import { MovedFileStore } from "../features/box/backups/moved_files.ts";
import { Restores } from "../features/box/backups/restore.ts";
import { Backups } from "../features/box/backups/service.ts";
import { BackupRows } from "../features/box/backups/table.ts";
import { enableProtocols } from "../features/network/dns_services/protocols.ts";
import { TlsDirectory } from "../certificate/tls_directory.ts";
import { lookup } from "../system/lookup.ts";
import { Seal } from "../system/seal.ts";
import { VERSION } from "../system/version.ts";
import { boxSchema, TABLES } from "./tables.ts";

/** Dependencies of createBackups(). */
export interface BackupsDeps {
  readonly control: Pick<Control, "lists" | "restricted">;
  /** Restarts the box after an orderly shutdown. */
  readonly restart: () => void;
}

/** Milliseconds in which the response is sent before the box restarts. */
const GRACE = 300;

/** Creates backups and restores. */
export function createBackups(core: Core, { control, restart }: BackupsDeps): {
  readonly backups: Backups;
  readonly restores: Restores;
} {
  const { dataDir, secret, runtime, settings, databases, resolver, events, role, timeKnown } = core;
  const tls = new TlsDirectory(`${dataDir}/tls`, runtime.log);
  const seal = new Seal(secret, runtime.randomBytes);
  const files = new MovedFileStore(dataDir, tls);
  const rows = new BackupRows(databases.box);
  const archive = new BackupArchive({
    database: databases.box,
    tables: TABLES,
    dataDir,
    secret,
    seal,
    files,
    boxName: () => settings.values.box_name,
    version: VERSION,
    log: runtime.log,
  });
  const backups = new Backups({
    archive,
    rows,
    dataDir,
    seal,
    lookup: (host) => lookup(resolver, host),
    settings: () => settings.values,
    isPrimary: () => role() === "primary",
    timeKnown,
    raise: events.raise,
    runtime,
  });
  const takeUp = async () => {
    try {
      await settings.attach(databases.box);
      control.restricted.reload();
      await control.lists.forgetForeignCopies();
      // Protocols belong to a box; a certificate that moved is of use once they are on.
      if (await tls.current() !== undefined) await enableProtocols(settings, "box", runtime.now());
      await events.policyChanged();
    } finally {
      // Keys, names and times that are read at the start only are taken up by one.
      runtime.after(GRACE, restart);
    }
  };
  const restores = new Restores({
    archive,
    rows,
    files,
    runtime,
    schema: boxSchema(),
    refuseBusy: () => backups.refuseBusy(),
    alone: (work) => backups.alone(work),
    takeUp,
  });
  return { backups, restores };
}
