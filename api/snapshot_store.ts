/**
 * The compiled policy on disk: `snapshot/snapshot.bin` and the table of names that it speaks of, with the pair before them.
 * It is all that answering needs at start: the database may be broken, the lists may be gigabytes (DESIGN 1.2, 3, 9).
 *
 * Layout of the file: words magic, checksum of all that follows, octets of the header; header (JSON, padded to words with
 * spaces); the encoded snapshot (policy/snapshot/file.ts).
 */
import { decodeParts } from "../policy/snapshot/file.ts";
import { secretId } from "../policy/snapshot/fingerprint.ts";
import { checksum, NameTable } from "../policy/snapshot/name_table.ts";
import type { SnapshotParts } from "../policy/snapshot/snapshot.ts";
import { leaveFile, mapFile, type MappedFile, restFile } from "./mapped_file.ts";
import type { SnapshotMessage } from "../resolver/protocol.ts";
import { removeFile, writeWhole } from "./whole_file.ts";

/** Reaches the pages of a file without reading it (mapped_file.ts). */
export interface Mapper {
  readonly map: (path: string) => MappedFile;
  readonly rest: (octets: MappedFile) => void;
  readonly leave: (octets: MappedFile) => void;
}

/** A table of names on disk, mapped. */
export interface MappedTable {
  /** Name of the file in the folder of snapshots. */
  readonly file: string;
  readonly octets: MappedFile;
  readonly names: NameTable;
}

/** A snapshot that is on disk, or could not be put there. */
export interface StoredSnapshot {
  readonly version: number;
  /** Encoded, the table left out. */
  readonly bytes: Uint8Array;
  readonly table: MappedTable | undefined;
  /** Hash of what the lists, sets, rules and the table were compiled from. */
  readonly inputs: string;
}

/** What the folder of snapshots holds for a start. */
export interface KeptSnapshot {
  /** The newest that is whole; undefined = there is none. */
  readonly snapshot: StoredSnapshot | undefined;
  /** Why others could not be used, in sentences. */
  readonly problems: readonly string[];
}

const MAGIC = 0x53584f42; // "BOXS"
const HEAD_OCTETS = 12;
const TABLE_FILE = /^names-[0-9a-f]{16}\.tbl$/;
const LIBC: Mapper = { map: mapFile, rest: restFile, leave: leaveFile };

interface Header {
  readonly table: string;
  readonly inputs: string;
}

/** The folder `snapshot` of a data directory. */
export class SnapshotStore {
  readonly #folder: string;
  readonly #mapper: Mapper;

  /** The folder `snapshot` of the data directory exists. */
  constructor(dataDir: string, mapper: Mapper = LIBC) {
    this.#folder = `${dataDir}/snapshot`;
    this.#mapper = mapper;
  }

  /**
   * The newest snapshot that is whole, mapped, made with this secret; the pair before stands in for a broken one. Reads no names:
   * a millisecond whatever the lists' size.
   */
  load(secret: Uint8Array): KeptSnapshot {
    const problems: string[] = [];
    for (const file of ["snapshot.bin", "snapshot.previous.bin"]) {
      const loaded = this.#loadFile(file, secret);
      if (typeof loaded === "object") return { snapshot: loaded, problems };
      if (loaded !== "") problems.push(`The snapshot file ${file} cannot be used. ${loaded}.`);
    }
    return { snapshot: undefined, problems };
  }

  /**
   * Where the compiler puts the table for these inputs: aside, synced, renamed. A name in use is replaced, never written
   * into: whoever has the old file mapped keeps it.
   */
  tablePath(inputs: string): string {
    return `${this.#folder}/${tableFile(inputs)}`;
  }

  /** Maps the table that the compiler wrote. Throws when it is no sound table. */
  openTable(inputs: string): MappedTable {
    const table = this.#open(tableFile(inputs));
    if (typeof table === "string") throw new Error(table);
    return table;
  }

  /** Writes a snapshot in the place of the last one, which becomes the previous one. Its table is in place already. */
  async write(snapshot: StoredSnapshot): Promise<void> {
    const path = `${this.#folder}/snapshot.bin`, previous = `${this.#folder}/snapshot.previous.bin`;
    const aside = `${previous}.new`;
    await removeFile(aside);
    try {
      await Deno.link(path, aside);
      await Deno.rename(aside, previous);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    await writeWhole(
      path,
      wrap({ table: snapshot.table?.file ?? "", inputs: snapshot.inputs }, snapshot.bytes),
    );
  }

  /** Gives back the memory of a table that is seldom looked into any more. */
  rest(table: MappedTable): void {
    this.#mapper.rest(table.octets);
  }

  /** Lets go of a table into which nobody looks any more, so that the disk gets back the room of its file. */
  leave(table: MappedTable): void {
    this.#mapper.leave(table.octets);
  }

  /** Removes the tables that neither the newest nor the previous snapshot speaks of, and what an interrupted write left. */
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
    let octets: Uint8Array;
    try {
      octets = Deno.readFileSync(`${this.#folder}/${file}`);
    } catch (error) {
      return error instanceof Deno.errors.NotFound
        ? ""
        : `It cannot be read: ${(error as Error).message}`;
    }
    const opened = unwrap(octets);
    if (typeof opened === "string") return opened;
    const parts = decodeParts(opened.bytes);
    if (typeof parts === "string") return parts;
    if (secretId(parts.secret) !== secretId(secret)) return "It was made with another secret";
    const { table: name, inputs } = opened.header;
    const table = name === "" ? undefined : this.#open(name, parts);
    if (typeof table === "string") return table;
    return { version: parts.version, bytes: opened.bytes, table, inputs };
  }

  #open(file: string, parts?: SnapshotParts): MappedTable | string {
    let octets: MappedFile;
    try {
      octets = this.#mapper.map(`${this.#folder}/${file}`);
    } catch (error) {
      return `Its table of names cannot be opened: ${(error as Error).message}`;
    }
    const names = NameTable.open(octets);
    const why = typeof names === "string" ? names : mismatch(names, parts);
    return why === "" && typeof names === "object" ? { file, octets, names } : why;
  }
}

/** The snapshot as it goes to the workers. */
export function messageOf({ version, bytes, table }: StoredSnapshot): SnapshotMessage {
  return table === undefined ? { version, bytes } : { version, bytes, table: table.octets };
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

function wrap(header: Header, bytes: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(HEAD_OCTETS + padded + bytes.length).fill(
    0x20,
    HEAD_OCTETS,
    HEAD_OCTETS + padded,
  );
  out.set(text, HEAD_OCTETS);
  out.set(bytes, HEAD_OCTETS + padded);
  const words = new Int32Array(out.buffer);
  words[0] = MAGIC;
  words[2] = padded;
  words[1] = checksum(words, 2, words.length);
  return out;
}

function unwrap(
  octets: Uint8Array,
): { readonly header: Header; readonly bytes: Uint8Array } | string {
  if (octets.length < HEAD_OCTETS || octets.length % 4 !== 0) {
    return `It is cut short: ${octets.length} octets`;
  }
  const words = new Int32Array(octets.buffer, octets.byteOffset, octets.length / 4);
  if (words[0] !== MAGIC) return "It is no snapshot file: it does not begin with BOXS";
  if (words[1] !== checksum(words, 2, words.length)) return "It is damaged: its checksum is wrong";
  const end = HEAD_OCTETS + words[2];
  try {
    const header = JSON.parse(
      new TextDecoder().decode(octets.subarray(HEAD_OCTETS, end)),
    ) as Header;
    const known = header.table === "" || TABLE_FILE.test(header.table);
    return known ? { header, bytes: octets.subarray(end) } : "It speaks of no table of names";
  } catch {
    return "Its header makes no sense";
  }
}
