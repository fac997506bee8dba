/** Backups for tests: of a small household, and hand-written ones for the same keys. */
import { Encrypter } from "age-encryption";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import {
  boxMark,
  createRecoveryKey,
  type RecoveryKey,
} from "../../api/features/box/backups/keys.ts";
import { makeLimitedCertificate } from "../../api/certificate/make_limited.ts";
import { ARCHIVE, type Manifest, MOVED_FILES } from "../../api/features/box/backups/format.ts";
import { MIGRATIONS } from "../../api/store/migrations.ts";
import { writeBackup } from "../../api/features/box/backups/write.ts";
import type { TransferBox } from "./transfer_scene.ts";

const DAY = 86_400_000;

/** The newest schema of box.db. */
export const SCHEMA = MIGRATIONS.filter(({ database }) => database === "box").at(-1)!.id;

/** A recovery key that all tests of a file share, since it is made once. */
export const RECOVERY: RecoveryKey = await createRecoveryKey();

/** The manifest of a box of the tests. */
export function manifestOf(change: Partial<Manifest["box"]> = {}): Omit<
  Manifest,
  "format" | "version"
> {
  const mark = boxMark(new Uint8Array(32).fill(1));
  return {
    made: 1_790_000_000,
    box: { name: "box", version: "0.9.0", mark, schema: SCHEMA, ...change },
    counts: {},
  };
}

/** The bytes of a backup of a box with its tables and two files. */
export async function backupOf(
  box: TransferBox,
  recipients: readonly string[] = [RECOVERY.recipient],
): Promise<Uint8Array> {
  const files = Object.fromEntries(
    MOVED_FILES.map((name) => [name, new TextEncoder().encode(`the ${name}`)]),
  );
  const content = { manifest: manifestOf(), files, tables: box.chunks() };
  return await bytesOf(await writeBackup(content, recipients));
}

/** All bytes of a stream. */
export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Any bytes, compressed and encrypted for the recovery key. */
export async function sealedArchive(plain: string | Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(RECOVERY.recipient);
  return await encrypter.encrypt(new Uint8Array(gzipSync(plain, { level: 9 })));
}

/** The text of an archive: a manifest, lines of files, the tables, and an end that fits. */
export function archiveText(
  tables: string,
  change: {
    readonly manifest?: Record<string, unknown>;
    readonly files?: readonly { readonly file: string; readonly bytes: string }[];
    readonly end?: Record<string, unknown>;
    readonly after?: string;
  } = {},
): string {
  const { files = [] } = change;
  const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const manifest = { format: ARCHIVE, version: 1, ...manifestOf(), ...change.manifest };
  const parts = [
    ...files.map(({ file, bytes }) => {
      const raw = Uint8Array.fromBase64(bytes);
      return { name: file, bytes: raw.length, sha256: sha256(raw) };
    }),
    { name: "tables", bytes: new TextEncoder().encode(tables).length, sha256: sha256(tables) },
  ];
  const lines = [manifest, ...files].map((line) => `${JSON.stringify(line)}\n`).join("");
  const end = JSON.stringify({ end: ARCHIVE, parts, ...change.end });
  return `${lines}${tables}${end}\n${change.after ?? ""}`;
}

/** A stream of bytes in pieces of uneven length. */
export function streamOf(bytes: Uint8Array, size = 4093): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

/** A valid certificate of encrypted DNS for a name, as a backup contains it. */
export async function installedCertificate(name: string): Promise<Uint8Array> {
  const notBefore = Date.now() - DAY;
  const notAfter = notBefore + 90 * DAY;
  const pair = await makeLimitedCertificate({ kind: "limited", name, notBefore, notAfter });
  const certificate = { ...pair, mode: "import", name, chosen: 0, recipe: 0, authority: "" };
  return new TextEncoder().encode(JSON.stringify(certificate));
}
