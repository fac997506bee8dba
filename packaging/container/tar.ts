/**
 * Writes tar archives (POSIX.1-2001 pax) whose bytes depend on the entries alone: owners, times and
 * extended attributes are parameters, independent of the user who writes the archive.
 */

const BLOCK = 512;
const encoder = new TextEncoder();
/** Bits of a mode that the headers hold. */
const MODE_BITS = 0o7777;

/** A file or a folder. */
export interface TarEntry {
  /** Path without a slash at either end. */
  readonly path: string;
  readonly mode: number;
  /** User and group; default: root. */
  readonly owner?: number;
  /** Absent = a folder. */
  readonly bytes?: Uint8Array;
  /** Extended attributes by name. */
  readonly attributes?: Readonly<Record<string, Uint8Array>>;
}

/** The archive in pieces; every entry has the time `epoch` in Unix seconds. */
export function* tarPieces(entries: readonly TarEntry[], epoch: number): Generator<Uint8Array> {
  for (const entry of entries) {
    const attributes = Object.entries(entry.attributes ?? {});
    if (attributes.length > 0) {
      const records = attributes.map(([name, value]) => record(`SCHILY.xattr.${name}`, value));
      const body = joined(records);
      yield header({ path: "attributes", mode: 0o644, bytes: body }, "x", epoch);
      yield* padded(body);
    }
    yield header(entry, entry.bytes === undefined ? "5" : "0", epoch);
    if (entry.bytes !== undefined) yield* padded(entry.bytes);
  }
  yield new Uint8Array(2 * BLOCK);
}

/** A record of an extended header: its own length in decimals, a name and a value. */
function record(name: string, value: Uint8Array): Uint8Array {
  const rest = joined([encoder.encode(` ${name}=`), value, encoder.encode("\n")]);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) {
    length = String(length).length + rest.length;
  }
  return joined([encoder.encode(String(length)), rest]);
}

function header(entry: TarEntry, type: "0" | "5" | "x", epoch: number): Uint8Array {
  const name = encoder.encode(type === "5" ? `${entry.path}/` : entry.path);
  if (name.length > 100) {
    throw new RangeError(`The path is too long for the archive: ${entry.path}`);
  }
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  const octal = (at: number, width: number, value: number) =>
    put(at, value.toString(8).padStart(width - 1, "0"));
  block.set(name);
  octal(100, 8, entry.mode & MODE_BITS);
  octal(108, 8, entry.owner ?? 0);
  octal(116, 8, entry.owner ?? 0);
  octal(124, 12, entry.bytes?.length ?? 0);
  octal(136, 12, epoch);
  put(148, " ".repeat(8));
  put(156, type);
  put(257, "ustar\x0000");
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

function* padded(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  const over = bytes.length % BLOCK;
  if (over > 0) yield new Uint8Array(BLOCK - over);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
