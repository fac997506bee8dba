/**
 * The archive inside a backup: lines of JSON, compressed, then encrypted (docs/decisions/0110). The
 * first line is the manifest, then follow the files that move with a box, the tables
 * (api/store/transfer/), and the end with the hash of each part.
 */
import type { DomainError } from "../../../schema/errors.ts";
import { z } from "@hono/zod-openapi";
import { backupRefusal } from "./refused.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The name of the format in the manifest. */
export const ARCHIVE = "box-backup";
/** The version of the format, the only one that is written and read. */
export const ARCHIVE_VERSION = 1;
/** Maximum size of an encrypted backup, and of what it contains, in bytes. */
export const MOST_ENCRYPTED = 1 << 30;
export const MOST_PLAIN = 1 << 30;
/** Maximum size of one file inside, and how often bytes may repeat when compressed. */
export const MOST_FILE = 256 * 1024;
export const MOST_RATIO = 400;

/** The files that move with a box; nothing else is read from a backup. */
export const MOVED_FILES = ["certificate", "online_key"] as const;
/** One of `MOVED_FILES`. */
export type MovedFile = (typeof MOVED_FILES)[number];

const sum = z.string().regex(/^[0-9a-f]{64}$/);
// deno-lint-ignore no-control-regex
const short = z.string().max(200).regex(/^[^\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$/);

const manifest = z.strictObject({
  format: z.literal(ARCHIVE),
  version: z.int(),
  made: z.int().min(0),
  box: z.strictObject({
    name: short,
    version: short,
    mark: z.string().regex(/^[0-9a-f]{16}$/),
    schema: z.int().min(1),
  }),
  counts: z.record(z.string().regex(/^[a-z_]{1,64}$/), z.int().min(0)),
});
const file = z.strictObject({
  file: z.enum(MOVED_FILES),
  bytes: z.string().max(MOST_FILE * 2),
});
const end = z.strictObject({
  end: z.literal(ARCHIVE),
  parts: z.array(z.strictObject({ name: short, bytes: z.int().min(0), sha256: sum })).max(20),
});

/** The first line: where a backup comes from, when it was made, and rows by table. */
export type Manifest = z.infer<typeof manifest>;
/** The last line: every part with its size and hash. */
export type ArchiveEnd = z.infer<typeof end>;

/** Reads the first line. Throws a refusal. */
export function readManifest(line: string): Manifest {
  const value = jsonOf(line) as { format?: unknown; version?: unknown } | null | undefined;
  if (typeof value !== "object" || value === null || value.format !== ARCHIVE) {
    throw backupRefusal("backup_foreign_file");
  }
  if (Number.isSafeInteger(value.version) && Number(value.version) > ARCHIVE_VERSION) {
    throw backupRefusal("backup_newer");
  }
  const read = manifest.safeParse(value);
  if (!read.success) throw damaged("its first line is malformed");
  return read.data;
}

/** Reads the line of a file; undefined = the tables begin. Throws a refusal. */
export function readFileLine(
  line: string,
): { readonly name: MovedFile; readonly bytes: Uint8Array } | undefined {
  if (!line.startsWith('{"file":')) return undefined;
  const read = file.safeParse(jsonOf(line));
  if (!read.success) throw damaged("it has a file that no backup has");
  try {
    const bytes = Uint8Array.fromBase64(read.data.bytes);
    if (bytes.length <= MOST_FILE) return { name: read.data.file, bytes };
  } catch {
    // Refused below.
  }
  throw damaged("it has a file that cannot be read");
}

/** Reads the last line. Throws a refusal. */
export function readEnd(line: string): ArchiveEnd {
  const read = end.safeParse(jsonOf(line));
  if (!read.success) throw damaged("its last line is malformed");
  return read.data;
}

/** A damaged backup, with the reason as part of a sentence. */
export function damaged(why: string): DomainError {
  return backupRefusal("backup_damaged", sentence`The backup is damaged: ${why}`);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
