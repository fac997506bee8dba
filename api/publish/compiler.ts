/**
 * Compiles the subscribed lists in a separate thread, which runs one compilation, so that a refresh
 * never delays a response. The table of names is written to a new file and renamed: a mapped file
 * is never changed in place.
 */
import { NO_PERMISSIONS } from "../system/thread_permissions.ts";
import type { Inspection } from "../../policy/decide/inspection.ts";
import type { ListFormat } from "../../policy/model/rule.ts";
import { createLazyRules } from "../../policy/snapshot/lazy_rules.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import { RuleTable } from "../../policy/snapshot/rule_table.ts";
import type { ListInfo, ListMatchFlags, ListRule } from "../../policy/snapshot/snapshot_parts.ts";
import { memory } from "../system/memory.ts";

/** A list to compile: the path of its stored text, or the text itself. */
export interface ListSource {
  /** Number of the list in the snapshot; numbers increase from list to list. */
  readonly index: number;
  /** Path of the decoded text; absent = `text` is used. */
  readonly path?: string;
  readonly text?: string;
  readonly format: ListFormat;
  readonly kind: ListInfo["kind"];
}

/** The input of a compilation and the path of its output. */
export interface CompileRequest {
  readonly lists: readonly ListSource[];
  /** 16 bytes that key the fingerprints. */
  readonly secret: Uint8Array;
  /** Names that no list may block: those of the box and of its upstreams' hosts. */
  readonly protectedNames: readonly string[];
  /**
   * Path of the table to write. It must differ each time, because the old table is still mapped.
   */
  readonly tablePath: string;
}

/** A list to inspect without using it. */
export interface InspectRequest {
  readonly list: ListSource;
  /** Names to test: lower-case text without final dot. */
  readonly names: readonly string[];
}

/** The result of a compilation without the rules of the lists. */
interface Compiled {
  /** The written table; absent when no list contains a name. */
  readonly table?: { readonly path: string; readonly bytes: number; readonly names: number };
  readonly sets: readonly (readonly ListMatchFlags[])[];
  /** By number of the list. */
  readonly reports: readonly ListReport[];
}

/** The lists, ready for a snapshot; a rule object is created at first access. */
export interface CompiledLists extends Compiled {
  readonly rules: readonly ListRule[];
}

/**
 * The lists as the thread transfers them, rules as bytes (policy/snapshot/rule_table.ts): objects
 * would block the main thread for long.
 */
export interface TransferredLists extends Compiled {
  readonly rules: Uint8Array;
}

/** Progress of a compilation. */
export interface CompileProgress {
  /** Lists read completely. */
  readonly lists: number;
  /** Bytes of lists read. */
  readonly bytes: number;
}

/** The messages of the thread. */
export type FromCompiler =
  | { readonly kind: "begins" }
  | { readonly kind: "progress"; readonly progress: CompileProgress }
  | { readonly kind: "done"; readonly compiled: TransferredLists }
  | { readonly kind: "inspected"; readonly inspection: Inspection }
  | { readonly kind: "failed"; readonly why: string };

/** Options of a compilation beside the request. */
export interface CompilerDeps {
  /** The module of api/publish/compiler_thread.ts. */
  readonly workerUrl: URL;
  /**
   * Aborts the compilation: the promise rejects with the signal's reason, and no file is left
   * behind.
   */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: CompileProgress) => void;
}

/**
 * Compiles lists and writes their table. A list that cannot be read has the reason in its report
 * and does not affect others. Rejects with an Error when the table cannot be written or the thread
 * dies.
 */
export async function compileLists(
  request: CompileRequest,
  deps: CompilerDeps,
): Promise<CompiledLists> {
  try {
    const sent = await runWorker(request, deps);
    if (sent.kind !== "done") throw new Error(`Compile the lists: unexpected answer: ${sent.kind}`);
    return received(sent.compiled, request);
  } catch (error) {
    await Deno.remove(partialPath(request.tablePath)).catch(() => {});
    throw error;
  }
}

/**
 * Reads one list in a separate thread and returns which of the names it would block. Rejects when
 * it cannot be read.
 */
export async function inspectInThread(
  request: InspectRequest,
  deps: CompilerDeps,
): Promise<Inspection> {
  const sent = await runWorker(request, deps);
  if (sent.kind !== "inspected") throw new Error(`Inspect a list: unexpected answer: ${sent.kind}`);
  return sent.inspection;
}

type FinalMessage = Extract<FromCompiler, { readonly kind: "done" | "inspected" }>;

/** Runs the thread for one request; it has ended when the promise settles. */
async function runWorker(
  request: CompileRequest | InspectRequest,
  deps: CompilerDeps,
): Promise<FinalMessage> {
  deps.signal?.throwIfAborted();
  const worker = new Worker(deps.workerUrl, {
    type: "module",
    name: "compiler",
    // Files: lists and table may be wherever the box may read and write. Native code: the thread
    // lowers its priority before it reads anything, and then revokes that permission.
    deno: {
      permissions: { ...NO_PERMISSIONS, read: "inherit", write: "inherit", ffi: "inherit" },
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<FinalMessage>();
  worker.onmessage = ({ data }: MessageEvent<FromCompiler>) => {
    // Memory peaks here: code that only the start of the thread needed is released to make room for
    // the names.
    if (data.kind === "begins") memory.trimMemory();
    else if (data.kind === "progress") deps.progress?.(data.progress);
    else if (data.kind === "done" || data.kind === "inspected") resolve(data);
    else reject(new Error(`Compile the lists: ${data.why}`));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`Compile the lists: the thread ended: ${event.message}`));
  };
  const abort = () => reject(deps.signal?.reason);
  deps.signal?.addEventListener("abort", abort, { once: true });
  try {
    worker.postMessage(request);
    return await promise;
  } finally {
    deps.signal?.removeEventListener("abort", abort);
    worker.terminate();
  }
}

function received(
  { rules, ...rest }: TransferredLists,
  { lists, secret }: CompileRequest,
): CompiledLists {
  const numbers = (lists.at(-1)?.index ?? -1) + 1;
  return { ...rest, rules: createLazyRules(new RuleTable(rules, numbers), secret) };
}

/** The path at which a table is written before it is renamed. */
export function partialPath(tablePath: string): string {
  return `${tablePath}.partial`;
}
