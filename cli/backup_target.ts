/** The address of a target of backups as one word: `webdavs://nas.example/dav/box`. */
import type { BackupTargetResponse } from "../api/features/box/backups/responses.ts";
import type { Call } from "./command.ts";
import { CommandError, usageError } from "./command_error.ts";
import { clean } from "./terminal.ts";

type Config = BackupTargetResponse["config"];

/** The address of a configuration, as it is given. */
export function backupAddress(config: Config): string {
  switch (config.kind) {
    case "folder":
      return config.path;
    case "webdav":
      return config.url.replace(/^http/, "webdav");
    case "s3":
      return `${config.url.replace(/^http/, "s3").replace(/\/+$/, "")}/${
        [config.bucket, config.folder].filter((part) => part !== "").join("/")
      }`;
    case "sftp":
      return `sftp://${
        config.host.includes(":") ? `[${config.host}]` : config.host
      }:${config.port}/${config.path.replace(/^\//, "/")}`;
  }
}

/** The configuration for an address with the options of a call. Throws a usage error. */
export async function parseBackupTarget(
  place: string,
  call: Call,
  was?: Config,
): Promise<Record<string, unknown>> {
  const { values, switches } = call;
  if (place.startsWith("/")) {
    const mounted = switches.has("mounted") || (was?.kind === "folder" && was.mounted);
    return { kind: "folder", path: place, mounted };
  }
  const before = was !== undefined && "ca" in was ? was.ca : "";
  const ca = values.ca === undefined ? before : await read(values.ca);
  const user = values.user ?? (was !== undefined && "user" in was ? was.user : undefined);
  if (/^webdavs?:\/\//i.test(place)) {
    return { kind: "webdav", url: place.replace(/^webdav/i, "http"), user: user ?? "", ca };
  }
  if (/^s3s?:\/\//i.test(place)) return s3Target(place, call, ca, was);
  const [, six, name, port, path] =
    /^sftp:\/\/(?:\[([0-9a-f:.]+)\]|([^/:@]+))(?::(\d{1,5}))?\/(.+)$/i.exec(place) ?? [];
  const host = six ?? name;
  if (host === undefined) {
    throw usageError(
      `This is no place such as /mnt/nas, webdavs://…, s3s://HOST/BUCKET or sftp://HOST/FOLDER: ${
        clean(place)
      }`,
    );
  }
  if (user === undefined) throw usageError("Say which account: --user");
  const isSame = was?.kind === "sftp" && was.host === host && String(was.port) === (port ?? "22");
  const fingerprint = values["host-key"] ?? (isSame ? was.fingerprint : "");
  return { kind: "sftp", host, port: Number(port ?? 22), user, path, fingerprint };
}

function s3Target(
  place: string,
  { values }: Call,
  ca: string,
  was: Config | undefined,
): Record<string, unknown> {
  const before = was?.kind === "s3" ? was : undefined;
  const [, origin, bucket, folder = ""] =
    /^(s3s?:\/\/[^/]+)\/([^/]+)(?:\/(.*?))?\/?$/i.exec(place) ?? [];
  if (bucket === undefined) throw usageError("Name the bucket: s3s://HOST/BUCKET");
  const access_key = values["access-key"] ?? before?.access_key;
  if (access_key === undefined) throw usageError("Say which access key: --access-key");
  const region = values.region ?? before?.region ?? "us-east-1";
  const url = origin.replace(/^s3/i, "http");
  return { kind: "s3", url, bucket, folder, region, access_key, ca };
}

async function read(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new CommandError(`The file cannot be read (${(error as Error).message}): ${clean(path)}`);
  }
}
