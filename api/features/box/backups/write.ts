/** Writes a backup as a stream in bounded memory: lines, compressed, encrypted. */
import { createHash } from "node:crypto";
import { ARCHIVE, ARCHIVE_VERSION, type Manifest, type MovedFile } from "./format.ts";

/** What a backup contains. */
export interface BackupContent {
  readonly manifest: Omit<Manifest, "format" | "version">;
  readonly files: Readonly<Partial<Record<MovedFile, Uint8Array>>>;
  /** The lines of exportTables(). */
  readonly tables: AsyncIterable<Uint8Array>;
}

/** The encrypted bytes of a backup, which the keys of these recipients open. */
export async function writeBackup(
  content: BackupContent,
  recipients: readonly string[],
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const packed = ReadableStream.from(linesOfBackup(content)).pipeThrough(
    new CompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>,
  );
  return await encrypter.encrypt(packed);
}

async function* linesOfBackup(content: BackupContent): AsyncGenerator<Uint8Array> {
  const { manifest, files, tables } = content;
  const parts: { name: string; bytes: number; sha256: string }[] = [];
  yield encoded({ format: ARCHIVE, version: ARCHIVE_VERSION, ...manifest });
  for (const [file, bytes] of Object.entries(files)) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    parts.push({ name: file, bytes: bytes.length, sha256 });
    yield encoded({ file, bytes: bytes.toBase64() });
  }
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const chunk of tables) {
    digest.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  parts.push({ name: "tables", bytes, sha256: digest.digest("hex") });
  yield encoded({ end: ARCHIVE, parts });
}

function encoded(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}
