/**
 * Reads a backup as a stream in bounded memory. Nothing in it is trusted, not even when it opens:
 * who knows the recipient can write one (docs/decisions/0110).
 */
import { createHash } from "node:crypto";
import { concatBytes } from "../../../system/bytes.ts";
import { linesOf, TRANSFER_LIMITS } from "../../../store/transfer/format.ts";
import {
  type ArchiveEnd,
  damaged,
  type Manifest,
  MOST_ENCRYPTED,
  MOST_PLAIN,
  MOST_RATIO,
  type MovedFile,
  readEnd,
  readFileLine,
  readManifest,
} from "./format.ts";
import { backupRefusal, isBackupRefusal } from "./refused.ts";

/** An opened backup. */
export interface OpenedBackup {
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<MovedFile, Uint8Array>;
  /**
   * The lines for importTables(). Their last line comes only once the whole backup is read and its
   * hashes fit, so an import of a damaged backup never ends.
   */
  readonly tables: AsyncGenerator<Uint8Array, void, void>;
}

/** Bytes in which the header of an encrypted file must end: it has a line for each recipient. */
const MOST_HEADER = 16 * 1024;
/** Plain bytes before which the ratio of compression is not looked at. */
const SMALL = 16 << 20;
/** Bytes of lines that are passed on together. */
const CHUNK = 64 << 10;
const AGE = new TextEncoder().encode("age-encryption.org/v1\n");

/** Opens a backup with a key. Rejects with a refusal. */
export async function openBackup(
  stream: ReadableStream<Uint8Array>,
  key: string,
): Promise<OpenedBackup> {
  const counted = { packed: 0, plain: 0 };
  const packed = await decrypted(limited(stream), key);
  const lines = linesOf(unpacked(packed, counted), {
    ...TRANSFER_LIMITS,
    bytes: MOST_PLAIN,
  })[Symbol.asyncIterator]();
  try {
    const first = await nextLine(lines);
    if (first === undefined) throw backupRefusal("backup_foreign_file");
    const manifest = readManifest(first.text);
    const files = new Map<MovedFile, Uint8Array>();
    let line = await nextLine(lines);
    for (; line !== undefined; line = await nextLine(lines)) {
      const found = readFileLine(line.text);
      if (found === undefined) break;
      if (files.has(found.name)) throw damaged("it has a file twice");
      files.set(found.name, found.bytes);
    }
    if (line === undefined) throw damaged("it ends before its tables");
    return { manifest, files, tables: tablesOf(line, lines, files) };
  } catch (error) {
    await lines.return?.();
    throw error;
  }
}

interface Line {
  readonly text: string;
  readonly bytes: Uint8Array;
}

async function* tablesOf(
  first: Line,
  lines: AsyncIterator<Line>,
  files: OpenedBackup["files"],
): AsyncGenerator<Uint8Array, void, void> {
  const digest = createHash("sha256");
  let bytes = 0;
  const taken = (part: Uint8Array) => {
    digest.update(part);
    bytes += part.length;
  };
  try {
    taken(first.bytes);
    yield first.bytes;
    let parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const line = await nextLine(lines);
      if (line === undefined) throw damaged("it ends before its end");
      taken(line.bytes);
      if (line.text.startsWith("{")) {
        await checkEnd(lines, files, { name: "tables", bytes, sha256: digest.digest("hex") });
        yield concatBytes([...parts, line.bytes]);
        return;
      }
      parts.push(line.bytes);
      length += line.bytes.length;
      if (length < CHUNK) continue;
      yield concatBytes(parts);
      parts = [];
      length = 0;
    }
  } finally {
    await lines.return?.();
  }
}

/** Reads the rest of the backup, and compares the parts with those that the end names. */
async function checkEnd(
  lines: AsyncIterator<Line>,
  files: OpenedBackup["files"],
  tables: ArchiveEnd["parts"][number],
): Promise<void> {
  const last = await nextLine(lines);
  if (last === undefined) throw damaged("it ends before its end");
  const { parts } = readEnd(last.text);
  const read = [
    ...[...files].map(([name, bytes]) => ({
      name: name as string,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
    tables,
  ];
  if (JSON.stringify(parts) !== JSON.stringify(read)) throw damaged("a part of it is another one");
  if (await nextLine(lines) !== undefined) throw damaged("something follows its end");
}

async function nextLine(lines: AsyncIterator<Line>): Promise<Line | undefined> {
  const next = await lines.next();
  return next.done === true ? undefined : next.value;
}

/** The stream within the maximum size, with a header that is one of age and not too long. */
function limited(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let total = 0;
  let head: Uint8Array = new Uint8Array(0);
  let isChecked = false;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        total += chunk.length;
        if (total > MOST_ENCRYPTED) throw backupRefusal("backup_too_large");
        if (!isChecked) {
          head = concatBytes([head, chunk]);
          isChecked = isWholeHeader(head);
          if (isChecked) controller.enqueue(head);
          return;
        }
        controller.enqueue(chunk);
      },
      flush() {
        if (!isChecked) throw backupRefusal("backup_foreign_file");
      },
    }),
  );
}

/** Whether the header ends here. Throws a refusal for a file that is none of age. */
function isWholeHeader(head: Uint8Array): boolean {
  const known = Math.min(head.length, AGE.length);
  for (let at = 0; at < known; at++) {
    if (head[at] !== AGE[at]) throw backupRefusal("backup_foreign_file");
  }
  const text = new TextDecoder("latin1").decode(head.subarray(0, MOST_HEADER));
  if (/\n--- [^\n]*\n/.test(text)) return true;
  if (head.length >= MOST_HEADER) throw backupRefusal("backup_foreign_file");
  return false;
}

async function decrypted(
  stream: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return await decrypter.decrypt(stream);
  } catch (error) {
    if (isBackupRefusal(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/no identity matched/.test(message)) throw backupRefusal("backup_wrong_key");
    throw damaged("its header cannot be read");
  }
}

/** Unpacks the bytes; a bomb is refused by its ratio long before its size matters. */
async function* unpacked(
  stream: ReadableStream<Uint8Array>,
  counted: { packed: number; plain: number },
): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        counted.packed += chunk.length;
        controller.enqueue(chunk);
      },
    }),
  ).pipeThrough(new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>)
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      counted.plain += value.length;
      if (counted.plain > SMALL && counted.plain > counted.packed * MOST_RATIO) {
        throw backupRefusal("backup_too_large");
      }
      yield value;
    }
  } catch (error) {
    if (isBackupRefusal(error)) throw error;
    throw damaged("its bytes were changed, or its end is missing");
  } finally {
    await reader.cancel().catch(() => {});
  }
}
