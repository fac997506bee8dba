/**
 * Stores the compiled policy: `snapshot/snapshot.bin` and its table of names, with the previous
 * pair. The resolver needs nothing else at start: the database may be broken, the lists may be
 * gigabytes.
 *
 * Layout of the file: words magic, checksum of the header, length of the header in bytes; header
 * (JSON, padded to words with spaces); the encoded snapshot (policy/snapshot/sections.ts), which has
 * a checksum of its own.
 */
import {
  type EncodedSnapshot,
  openSections,
  paddedText,
  piecesOf,
  wordsOf,
} from "../../policy/snapshot/sections.ts";
import { decodeParts } from "../../policy/snapshot/snapshot_file.ts";
import { secretId } from "../../policy/snapshot/fingerprint.ts";
import { checksum, NameTable } from "../../policy/snapshot/name_table.ts";
import type { SnapshotParts } from "../../policy/snapshot/snapshot_parts.ts";
import { mapFile, type MappedFile, releaseFile, releasePages } from "../system/mapped_file.ts";
import type { SnapshotMessage } from "../../resolver/protocol.ts";
import { removeFile, writeWhole } from "../system/atomic_file.ts";

/** Maps files into memory (api/system/mapped_file.ts). */
export interface Mapper {
  readonly map: (path: string) => MappedFile;
  readonly rest: (bytes: MappedFile) => void;
  readonly leave: (bytes: MappedFile) => void;
}

/** A table of names on disk, mapped. */
export interface MappedTable {
  /** Name of the file in the folder of snapshots. */
  readonly file: string;
  readonly bytes: MappedFile;
  readonly names: NameTable;
}

/** An encoded snapshot, usually on disk. */
export interface StoredSnapshot {
  readonly version: number;
  /** Encoded, without the table. */
  readonly sections: EncodedSnapshot;
  readonly table: MappedTable | undefined;
  /** Hash of the inputs of the lists, sets, rules and table. */
  readonly inputs: string;
}

/** The result of loading a snapshot at start. */
export interface StartSnapshot {
  /** The newest complete snapshot; undefined = none. */
  readonly snapshot: StoredSnapshot | undefined;
  /** Sentences about snapshots that could not be used. */
  readonly problems: readonly string[];
}

// "BOXS" in ASCII, little-endian.
const MAGIC = 0x53584f42;
const HEAD_BYTES = 12;
const TABLE_FILE = /^names-[0-9a-f]{16}\.tbl$/;
const LIBC: Mapper = { map: mapFile, rest: releasePages, leave: releaseFile };

interface Header {
  readonly table: string;
  readonly inputs: string;
}

/** The folder `snapshot` of a data directory. */
export class SnapshotStore {
  readonly #folder: string;
  readonly #mapper: Mapper;

  /** The folder `snapshot` of the data directory must exist. */
  constructor(dataDir: string, mapper: Mapper = LIBC) {
    this.#folder = `${dataDir}/snapshot`;
    this.#mapper = mapper;
  }

  /**
   * The newest complete snapshot of this secret, mapped; the previous pair replaces a broken one.
   * It reads no names, so it takes a millisecond whatever the size of the lists.
   */
  load(secret: Uint8Array): StartSnapshot {
    const problems: string[] = [];
    for (const file of ["snapshot.bin", "snapshot.previous.bin"]) {
      const loaded = this.#loadFile(file, secret);
      if (typeof loaded === "object") return { snapshot: loaded, problems };
      if (loaded !== "") problems.push(`The snapshot file ${file} cannot be used. ${loaded}.`);
    }
    return { snapshot: undefined, problems };
  }

  /**
   * The path of the table for these inputs. A file in use is replaced, never written into: threads
   * that mapped the old file keep it.
   */
  tablePath(inputs: string): string {
    return `${this.#folder}/${tableFile(inputs)}`;
  }

  /** Maps the table that the compiler wrote. Throws when it is invalid. */
  openTable(inputs: string): MappedTable {
    const table = this.#open(tableFile(inputs));
    if (typeof table === "string") throw new Error(table);
    return table;
  }

  /**
   * Replaces the current snapshot, which becomes the previous one. The table of the new one must
   * exist.
   */
  async write(snapshot: StoredSnapshot): Promise<void> {
    const path = `${this.#folder}/snapshot.bin`;
    const previous = `${this.#folder}/snapshot.previous.bin`;
    const aside = `${previous}.new`;
    await removeFile(aside);
    try {
      await Deno.link(path, aside);
      await Deno.rename(aside, previous);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    const header = encodeHeader({ table: snapshot.table?.file ?? "", inputs: snapshot.inputs });
    await writeWhole(path, header, ...piecesOf(snapshot.sections));
  }

  /** Releases the resident memory of a table that is rarely read. */
  rest(table: MappedTable): void {
    this.#mapper.rest(table.bytes);
  }

  /** Releases a table that is no longer read, so that the disk space of its file is freed. */
  leave(table: MappedTable): void {
    this.#mapper.leave(table.bytes);
  }

  /**
   * Removes the tables to which neither the newest nor the previous snapshot refers, and the rest
   * of an interrupted write.
   */
  async clean(): Promise<void> {
    const used = new Set<string>(["snapshot.bin", "snapshot.previous.bin"]);
    for (const file of [...used]) {
      const opened = await Deno.readFile(`${this.#folder}/${file}`).then(unwrap).catch(() => "");
      if (typeof opened === "object") used.add(opened.header.table);
    }
    for await (const { name } of Deno.readDir(this.#folder)) {
      if (!used.has(name) && /^(names-|snapshot\.)/.test(name)) {
        await removeFile(`${this.#folder}/${name}`);
      }
    }
  }

  #loadFile(file: string, secret: Uint8Array): StoredSnapshot | string {
    let bytes: Uint8Array;
    try {
      bytes = Deno.readFileSync(`${this.#folder}/${file}`);
    } catch (error) {
      return error instanceof Deno.errors.NotFound
        ? ""
        : `It cannot be read: ${(error as Error).message}`;
    }
    const opened = unwrap(bytes);
    if (typeof opened === "string") return opened;
    const sections = openSections(opened.bytes);
    if (typeof sections === "string") return sections;
    const parts = decodeParts(sections);
    if (typeof parts === "string") return parts;
    if (secretId(parts.secret) !== secretId(secret)) return "It was made with another secret";
    const { table: name, inputs } = opened.header;
    const table = name === "" ? undefined : this.#open(name, parts);
    if (typeof table === "string") return table;
    return { version: parts.version, sections, table, inputs };
  }

  #open(file: string, parts?: SnapshotParts): MappedTable | string {
    let bytes: MappedFile;
    try {
      bytes = this.#mapper.map(`${this.#folder}/${file}`);
    } catch (error) {
      return `Its table of names cannot be opened: ${(error as Error).message}`;
    }
    const names = NameTable.open(bytes);
    const why = typeof names === "string" ? names : mismatch(names, parts);
    return why === "" && typeof names === "object" ? { file, bytes, names } : why;
  }
}

/** The message that sends the snapshot to the workers. */
export function messageOf({ version, sections, table }: StoredSnapshot): SnapshotMessage {
  return table === undefined ? { version, sections } : { version, sections, table: table.bytes };
}

function mismatch(names: NameTable, parts: SnapshotParts | undefined): string {
  if (parts === undefined) return "";
  if (names.secret !== secretId(parts.secret)) {
    return "Its table of names was made with another secret";
  }
  return names.sets > parts.sets.length ? "Its table of names belongs to another snapshot" : "";
}

function tableFile(inputs: string): string {
  return `names-${inputs.slice(0, 16)}.tbl`;
}

/** The part of the file before the encoded snapshot. */
function encodeHeader(header: Header): Uint8Array {
  const text = paddedText(JSON.stringify(header));
  const out = new Uint8Array(HEAD_BYTES + text.length);
  out.set(text, HEAD_BYTES);
  const words = wordsOf(out);
  words[0] = MAGIC;
  words[2] = text.length;
  words[1] = checksum(words, 2, words.length);
  return out;
}

function unwrap(
  bytes: Uint8Array,
): { readonly header: Header; readonly bytes: Uint8Array } | string {
  if (bytes.length < HEAD_BYTES || bytes.length % 4 !== 0) {
    return `It is cut short: ${bytes.length} bytes`;
  }
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  if (words[0] !== MAGIC) return "It is no snapshot file: it does not begin with BOXS";
  const end = HEAD_BYTES + words[2];
  if (end % 4 !== 0 || end < HEAD_BYTES || end > bytes.length) {
    return "It is damaged: its header is cut short";
  }
  if (words[1] !== checksum(words, 2, end / 4)) return "It is damaged: its checksum is wrong";
  try {
    const header = JSON.parse(
      new TextDecoder().decode(bytes.subarray(HEAD_BYTES, end)),
    ) as Header;
    const known = header.table === "" || TABLE_FILE.test(header.table);
    return known ? { header, bytes: bytes.subarray(end) } : "It speaks of no table of names";
  } catch {
    return "Its header makes no sense";
  }
}
