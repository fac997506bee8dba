/** The payload of the one-file executable, as packaging/launcher/launcher.c reads it. */
import { createHash } from "node:crypto";
import { createDeflateRaw } from "node:zlib";

/** A file to be unpacked. */
export interface PackedFile {
  /** Relative path, forward slashes. */
  readonly path: string;
  readonly mode: 0o600 | 0o700;
  readonly bytes: Uint8Array;
}

/** What the launcher does after unpacking; `{}` in a text is replaced by the folder. */
export interface LaunchConfig {
  /** The program and its arguments; those of the user follow. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Arguments with which the program runs once, right after it was unpacked and before the user's;
   * the launcher waits for its end.
   */
  readonly once?: readonly string[];
  /** Flags of the runtime for one command of the program only, after its first argument. */
  readonly grants?: Readonly<Record<string, string>>;
  /**
   * The C library of the payload: the words that precede the program when it is used, and the
   * loader of systems that may have their own; without that one it is always used.
   */
  readonly own?: { readonly words: readonly string[]; readonly system?: string };
}

/** Bytes of the trailer at the end of the executable. */
const TRAILER = 160;

/** The index of a payload: one line per file in stream order, then environment and command line. */
export function createIndex(files: readonly PackedFile[], launch: LaunchConfig): string {
  const lines = [
    ...files.map(({ path, mode, bytes }) => `file ${mode.toString(8)} ${bytes.length} ${path}`),
    ...Object.entries(launch.env).map(([name, value]) => `env ${name}=${value}`),
    ...launch.args.map((arg) => `arg ${arg}`),
    ...(launch.once ?? []).map((arg) => `once ${arg}`),
    ...Object.entries(launch.grants ?? {}).map(([command, flag]) => `grant ${command} ${flag}`),
    ...(launch.own?.words ?? []).map((arg) => `own ${arg}`),
    ...(launch.own?.system === undefined ? [] : [`system ${launch.own.system}`]),
  ];
  const broken = lines.find((line) => line.includes("\n"));
  if (broken !== undefined) {
    throw new Error(`A line of the index holds a line break: ${JSON.stringify(broken)}`);
  }
  return lines.join("\n") + "\n";
}

/** Writes launcher, compressed files, index and trailer to `path` and makes it executable. */
export async function writeExecutable(
  path: string,
  launcher: Uint8Array,
  files: readonly PackedFile[],
  launch: LaunchConfig,
): Promise<void> {
  const index = new TextEncoder().encode(createIndex(files, launch));
  const hash = createHash("sha256").update(index);
  using out = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o755 });
  await writeAll(out, launcher);
  const deflate = createDeflateRaw({ level: 9 });
  const feeding = (async () => {
    for (const file of files) {
      hash.update(file.bytes);
      if (!deflate.write(file.bytes)) await new Promise((ready) => deflate.once("drain", ready));
    }
    deflate.end();
  })();
  let length = 0;
  for await (const piece of deflate as AsyncIterable<Uint8Array>) {
    length += piece.length;
    await writeAll(out, piece);
  }
  await feeding;
  await writeAll(out, index);
  const trailer = `box-payload 1 ${launcher.length} ${length} ${index.length} ${
    hash.digest("hex")
  }`;
  await writeAll(out, new TextEncoder().encode(trailer.padEnd(TRAILER - 1) + "\n"));
  await Deno.chmod(path, 0o755);
}

async function writeAll(out: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await out.write(bytes.subarray(at));
}
