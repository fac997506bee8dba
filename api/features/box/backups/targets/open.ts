/** Opens the place of a target. */
import type { BackupConfig } from "./config.ts";
import { FolderStore } from "./folder.ts";
import { S3Store } from "./s3.ts";
import { SftpStore } from "./sftp.ts";
import type { BackupStore, StoreEvents } from "./store.ts";
import { WebdavStore } from "./webdav.ts";

/** The place of a configuration. */
export function openStore(
  config: BackupConfig,
  secret: string,
  dataDir: string,
  events: StoreEvents,
): BackupStore {
  switch (config.kind) {
    case "folder":
      return new FolderStore(config, dataDir);
    case "webdav":
      return new WebdavStore(config, secret);
    case "s3":
      return new S3Store(config, secret);
    case "sftp":
      return new SftpStore(config, secret, events);
  }
}
