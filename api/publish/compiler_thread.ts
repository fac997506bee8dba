/**
 * Entry module of the thread of one compilation or inspection: reads the stored lists, builds the
 * table of names and writes it.
 */
import { dirname } from "node:path";
import { inspectList } from "../../policy/decide/inspection.ts";
import { ListParser } from "../../policy/lists/parser.ts";
import { TableBuilder } from "../../policy/snapshot/compile.ts";
import { Fingerprinter } from "../../policy/snapshot/fingerprint.ts";
import { encodeRules } from "../../policy/snapshot/rule_encoder.ts";
import type { TablePieces } from "../../policy/snapshot/table_pieces.ts";
import {
  type CompileRequest,
  type FromCompiler,
  type InspectRequest,
  type ListSource,
  partialPath,
  type TransferredLists,
} from "./compiler.ts";
import { lowerThreadPriority } from "../system/low_priority.ts";

/** Bytes read from a list at a time. */
const PIECE = 256 * 1024;
/** Bytes between two messages about progress. */
const PROGRESS_EVERY = 8 * 1024 * 1024;

/** The part of the worker's global scope that is used. */
interface WorkerScope {
  postMessage(message: FromCompiler, transfer?: readonly ArrayBufferLike[]): void;
  close(): void;
  onmessage: ((event: MessageEvent<CompileRequest | InspectRequest>) => void) | null;
}

const scope = self as unknown as WorkerScope;

/** Passes the lists to the builder and reports progress. */
class Reading {
  readonly #builder: TableBuilder;
  #lists = 0;
  #bytes = 0;
  #reported = 0;

  constructor(builder: TableBuilder) {
    this.#builder = builder;
  }

  /** Reads one list; a failure is stored in its report, and the lines before it still count. */
  take(list: ListSource): void {
    this.#builder.beginList(list.index, list.kind);
    const parser = new ListParser(list.format, this.#builder);
    let error: string | undefined;
    try {
      for (const piece of piecesOf(list)) {
        parser.push(piece);
        this.#bytes += piece.length;
        if (this.#bytes - this.#reported >= PROGRESS_EVERY) this.#tell();
      }
      parser.end();
    } catch (fault) {
      error = messageOf(fault);
    }
    this.#builder.endList(parser, error);
    this.#lists++;
    this.#tell();
  }

  #tell(): void {
    this.#reported = this.#bytes;
    scope.postMessage({ kind: "progress", progress: { lists: this.#lists, bytes: this.#bytes } });
  }
}

/** The bytes of a list, chunk by chunk; each chunk is overwritten by the next. */
function* piecesOf({ path, text }: ListSource): Generator<Uint8Array> {
  if (path === undefined) {
    yield new TextEncoder().encode(text ?? "");
    return;
  }
  using file = Deno.openSync(path, { read: true });
  const piece = new Uint8Array(PIECE);
  for (let size = file.readSync(piece); size !== null; size = file.readSync(piece)) {
    yield piece.subarray(0, size);
  }
}

/** Writes the table to a partial file, syncs it to the disk, and renames it. */
function writeTable(table: TablePieces, path: string): void {
  const partial = partialPath(path);
  {
    using file = Deno.openSync(partial, { write: true, create: true, truncate: true, mode: 0o600 });
    for (const piece of table.pieces()) {
      for (let at = 0; at < piece.length;) at += file.writeSync(piece.subarray(at));
    }
    file.syncSync();
  }
  Deno.renameSync(partial, path);
  // The new name itself must survive a power cut.
  using directory = Deno.openSync(dirname(path), { read: true });
  directory.syncSync();
}

function compile({ lists, secret, protectedNames, tablePath }: CompileRequest): TransferredLists {
  const builder = new TableBuilder(secret, protectedNames);
  const reading = new Reading(builder);
  for (const list of lists) reading.take(list);
  const { table, sets, rules: made, reports } = builder.finish();
  const rules = encodeRules(made, new Fingerprinter(secret));
  if (table === undefined) return { sets, rules, reports };
  writeTable(table, tablePath);
  return {
    table: { path: tablePath, bytes: table.bytes, names: table.names },
    sets,
    rules,
    reports,
  };
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

lowerThreadPriority();
scope.onmessage = ({ data }) => {
  scope.postMessage({ kind: "begins" });
  try {
    if ("names" in data) {
      const { list: { format, kind }, names } = data;
      const inspection = inspectList(piecesOf(data.list), { format, kind, names });
      scope.postMessage({ kind: "inspected", inspection });
      return scope.close();
    }
    const compiled = compile(data);
    scope.postMessage({ kind: "done", compiled });
  } catch (fault) {
    scope.postMessage({ kind: "failed", why: messageOf(fault) });
  }
  scope.close();
};
