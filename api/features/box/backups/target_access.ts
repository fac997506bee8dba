/**
 * Access to targets of backups: each is opened with its sealed secret, within the limits of time
 * and disk.
 */
import { createHash } from "node:crypto";
import { removeFile } from "../../../system/atomic_file.ts";
import type { HostLookup } from "../../../system/outgoing_request.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { Seal } from "../../../system/seal.ts";
import type { BackupArchive } from "./archive.ts";
import { type BackupRows, type BackupTargetRow, secretField } from "./table.ts";
import { openStore } from "./targets/open.ts";
import {
  type BackupStore,
  MOST_BACKUP,
  placeFault,
  type TransferContext,
} from "./targets/store.ts";
import { faultOf, logText } from "./refused.ts";

/** The result of a test: each successful step, and the error if any. */
export interface BackupTest {
  readonly ok: boolean;
  readonly steps: readonly string[];
  /** "" = success. */
  readonly error: string;
  /** Duration in milliseconds. */
  readonly duration: number;
}

/** Dependencies of TargetAccess. */
export interface TargetAccessOptions {
  readonly archive: Pick<BackupArchive, "folder" | "mark" | "spaceChecks">;
  readonly rows: Pick<BackupRows, "keepHostKey">;
  readonly dataDir: string;
  readonly seal: Pick<Seal, "seal" | "open">;
  readonly lookup: HostLookup;
  readonly runtime: Runtime;
}

/** Milliseconds for a short step at a target. */
const SHORT = 60_000;

/** Opens targets. */
export class TargetAccess {
  readonly #options: TargetAccessOptions;
  readonly #closing: AbortSignal;

  /** `closing` aborts everything. */
  constructor(options: TargetAccessOptions, closing: AbortSignal) {
    this.#options = options;
    this.#closing = closing;
  }

  /** The context of a transfer. */
  context(signal: AbortSignal, onBytes?: (bytes: number) => void): TransferContext {
    const { runtime, lookup } = this.#options;
    return { runtime, lookup, signal, ...(onBytes === undefined ? {} : { onBytes }) };
  }

  /** The store of a target, with its secret. */
  open(row: BackupTargetRow): BackupStore {
    const { rows, dataDir } = this.#options;
    return openStore(row.config, this.#secretOf(row), dataDir, {
      // The host key of the first connection holds from then on.
      onFingerprint: async (fingerprint) => {
        if (row.config.kind !== "sftp") return;
        await rows.keepHostKey(row.id, row.config, fingerprint);
      },
    });
  }

  /** Runs a short step, whose failure is an error for the client. */
  async asked<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const cancel = this.#options.runtime.after(
      SHORT,
      () => late.abort(placeFault("slow")),
    );
    try {
      return await work(AbortSignal.any([late.signal, this.#closing]));
    } finally {
      cancel();
    }
  }

  /** The change of a target that stores its secret; none when the secret is unchanged. */
  sealed(id: number, secret: string | undefined): { readonly secret?: string } {
    if (secret === undefined) return {};
    if (secret === "") return { secret };
    const bytes = new TextEncoder().encode(secret);
    return { secret: this.#options.seal.seal(bytes, secretField(id)) };
  }

  #secretOf({ id, secret }: BackupTargetRow): string {
    if (secret === "") return "";
    return new TextDecoder().decode(this.#options.seal.open(secret, secretField(id)));
  }

  /** Writes what a place gives to a file, up to the size of a backup, while the disk has space. */
  async copy(
    store: BackupStore,
    name: string,
    path: string,
    context: TransferContext,
  ): Promise<void> {
    using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
    const check = this.#options.archive.spaceChecks();
    let total = 0;
    await store.get(name, async (part) => {
      total += part.length;
      if (total > MOST_BACKUP) throw placeFault("too_large");
      await check(total, part.length);
      for (let at = 0; at < part.length;) at += await file.write(part.subarray(at));
    }, context);
  }

  /** Writes a small file to a target, reads it back, and removes it; reports each step. */
  async test(row: BackupTargetRow): Promise<BackupTest> {
    const { archive, runtime } = this.#options;
    const began = runtime.now();
    const steps: string[] = [];
    let error = "";
    const path = `${archive.folder}/test-${row.id}.part`;
    const name = `box-test-${archive.mark.slice(0, 8)}-2000-01-01-000000.age`;
    const bytes = runtime.randomBytes(1024);
    try {
      await Deno.mkdir(archive.folder, { recursive: true, mode: 0o700 });
      await Deno.writeFile(path, bytes, { mode: 0o600 });
      await this.asked(async (signal) => {
        const context = this.context(signal);
        const store = this.open(row);
        const found = await store.list(context);
        steps.push(`Listed the folder: ${found.length} backups`);
        await store.put(name, { path, bytes: bytes.length, sha256: sumOf(bytes) }, context);
        steps.push("Wrote a file");
        try {
          if (await readSum(store, name, bytes.length, context) !== sumOf(bytes)) {
            throw placeFault("changed");
          }
          steps.push("Read it back");
        } finally {
          await store.remove(name, context);
        }
        steps.push("Removed it");
      });
    } catch (failure) {
      const fault = faultOf(failure);
      error = fault.message;
      if (logText(fault) !== error) {
        runtime.log("warn", `The test of the target ${row.name} failed: ${logText(fault)}`);
      }
    } finally {
      await removeFile(path).catch(() => {});
    }
    return { ok: error === "", steps, error, duration: Math.max(0, runtime.now() - began) };
  }
}

function sumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The SHA-256 of a backup as the place returns it; more bytes than were sent are an error. */
export async function readSum(
  store: BackupStore,
  name: string,
  sent: number,
  context: TransferContext,
): Promise<string> {
  const digest = createHash("sha256");
  let received = 0;
  await store.get(name, (part) => {
    received += part.length;
    if (received > sent) return Promise.reject(placeFault("changed"));
    return Promise.resolve(void digest.update(part));
  }, context);
  return digest.digest("hex");
}
