/** Schemas of the places that backups are sent to. */
import { isAbsolute, normalize } from "node:path";
import { z } from "zod";
import { withoutControls } from "../clean.ts";
import { certificates, isHost } from "../../../../events/export/config.ts";

const plain = (most: number) =>
  z.string().max(most).refine(
    (text) => withoutControls(text) === text && !/[\t\r\n]/.test(text),
    "a text without control characters",
  );
const webAddress = z.string().max(2048).refine(
  isWebAddress,
  "an https address without user name, password and question mark; http inside the network only",
);

/** A folder of this machine, or of a share that is mounted there. */
export const folderConfig = z.strictObject({
  kind: z.literal("folder").describe("A folder of this machine, or a mounted share"),
  path: plain(1024).refine(isFolderPath, "an absolute path such as /mnt/nas/backups").describe(
    "Absolute path of the folder",
  ),
  mounted: z.boolean().default(false).describe(
    "Whether it is a mounted share or disk: without it, nothing is written",
  ),
}).meta({ id: "FolderBackups" });

/** A folder of a WebDAV server, such as a NAS or a Nextcloud. */
export const webdavConfig = z.strictObject({
  kind: z.literal("webdav").describe("A folder of a WebDAV server"),
  url: webAddress.describe("Address of the folder; it is made when it is not there"),
  user: plain(254).default("").describe("Account at the server; empty = none"),
  ca: certificates,
}).meta({ id: "WebdavBackups" });

/** A bucket of an S3-compatible store. */
export const s3Config = z.strictObject({
  kind: z.literal("s3").describe("A bucket of an S3-compatible store"),
  url: webAddress.describe("Address of the store, without the bucket"),
  region: z.string().regex(/^[a-z0-9-]{1,64}$/, "a region such as us-east-1").default("us-east-1")
    .describe("Region of the store"),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "the name of a bucket")
    .describe("Name of the bucket"),
  folder: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._/-]{0,199}$|^$/, "a path such as home/box")
    .refine((text) => !/(^|\/)\.{0,2}(\/|$)/.test(text) || text === "", "a path without dots")
    .default("").describe("Path inside the bucket; empty = none"),
  access_key: z.string().regex(/^[\x21-\x7e]{1,128}$/, "an access key").describe(
    "Identifier of the access key",
  ),
  ca: certificates,
}).meta({ id: "S3Backups" });

/** A folder of a server that is reached by SSH. */
export const sftpConfig = z.strictObject({
  kind: z.literal("sftp").describe("A folder of a server that is reached by SSH"),
  host: z.string().max(255).refine(isHost, "a host name or an IP address")
    .describe("Host name or IP address of the server"),
  port: z.int().min(1).max(65_535).default(22).describe("Port of the server"),
  user: plain(254).min(1).describe("Account at the server"),
  path: plain(1024).refine((text) => isFolderPath(text) || isRelative(text), "a path")
    .describe("Folder on the server"),
  fingerprint: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$|^$/, "SHA256:… of the host key")
    .default("").describe("Fingerprint of the host key; empty = that of the first connection"),
}).meta({ id: "SftpBackups" });

/** Schema of any target. */
export const backupConfig = z.discriminatedUnion("kind", [
  folderConfig,
  webdavConfig,
  s3Config,
  sftpConfig,
]).meta({ id: "BackupConfig", description: "Where a target is and how it is reached" });

/** The configuration of a folder. */
export type FolderConfig = z.output<typeof folderConfig>;
/** The configuration of a folder at a WebDAV server. */
export type WebdavConfig = z.output<typeof webdavConfig>;
/** The configuration of a bucket. */
export type S3Config = z.output<typeof s3Config>;
/** The configuration of a folder at an SSH server. */
export type SftpConfig = z.output<typeof sftpConfig>;
/** A target's configuration without its secret. */
export type BackupConfig = z.output<typeof backupConfig>;

/** The location of a target, for display and the administration log. */
export function backupPlace(config: BackupConfig): string {
  switch (config.kind) {
    case "folder":
      return config.path;
    case "webdav":
      return config.url;
    case "s3":
      return [config.url.replace(/\/+$/, ""), config.bucket, config.folder].filter((part) =>
        part !== ""
      ).join("/");
    case "sftp": {
      const host = config.host.includes(":") ? `[${config.host}]` : config.host;
      return `sftp://${config.user}@${host}:${config.port}/${config.path.replace(/^\//, "")}`;
    }
  }
}

/**
 * What the secret of a target belongs to: a change of it requires the secret again. The trusted
 * authority and the host key decide who gets the secret, so they belong to it.
 */
export function backupDestination(config: BackupConfig): string {
  switch (config.kind) {
    case "folder":
      return "folder";
    case "webdav":
      return JSON.stringify([new URL(config.url).origin, config.user, config.ca]);
    case "s3":
      return JSON.stringify([new URL(config.url).origin, config.access_key, config.ca]);
    case "sftp":
      return JSON.stringify([config.host, config.port, config.user, config.fingerprint]);
  }
}

function isFolderPath(text: string): boolean {
  return isAbsolute(text) && text.length > 1 && normalize(text).replace(/\/$/, "") ===
      text.replace(/\/$/, "");
}

function isRelative(text: string): boolean {
  return text !== "" && !isAbsolute(text) && !text.split("/").includes("..");
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "" &&
    isHost(url.hostname.replace(/^\[|\]$/g, ""));
}
