/**
 * Compiles the subscribed lists in a thread of its own, which lives for one compile, so that a refresh never delays an answer
 * (DESIGN 3). The table of names is written aside and renamed: a mapped file is never edited in place.
 */
import type { ListFormat } from "../policy/model/rule.ts";
import { lazyRules } from "../policy/snapshot/lazy_rules.ts";
import type { ListReport } from "../policy/snapshot/report.ts";
import { RuleTable } from "../policy/snapshot/rule_table.ts";
import type { Claim, ListInfo, ListRule } from "../policy/snapshot/snapshot.ts";
import { memory } from "./memory.ts";

/** A list to compile: its text as stored after download, or the text itself. */
export interface ListSource {
  /** Number of the list in the snapshot; numbers rise from list to list. */
  readonly index: number;
  /** Path of the decoded text; `text` is used when there is none. */
  readonly path?: string;
  readonly text?: string;
  readonly format: ListFormat;
  readonly kind: ListInfo["kind"];
}

/** What to compile, and where to. */
export interface CompileRequest {
  readonly lists: readonly ListSource[];
  /** 16 octets that key the fingerprints. */
  readonly secret: Uint8Array;
  /** Names that no block may cover: those of the box and of the hosts of its upstreams. */
  readonly protectedNames: readonly string[];
  /** Path of the table to write; take a new one each time, the old one is still mapped. */
  readonly tablePath: string;
}

/** What a compile makes of the lists beside their rules. */
interface Compiled {
  /** The table written; absent when no list holds a name. */
  readonly table?: { readonly path: string; readonly bytes: number; readonly names: number };
  readonly sets: readonly (readonly Claim[])[];
  /** By number of the list. */
  readonly reports: readonly ListReport[];
}

/** The lists, ready to go into a snapshot; a rule is made when it is looked at. */
export interface CompiledLists extends Compiled {
  readonly rules: readonly ListRule[];
}

/** The lists as the thread gives them over, rules as octets (policy/snapshot/rule_table.ts): objects would stop main for long. */
export interface SentLists extends Compiled {
  readonly rules: Uint8Array;
}

/** How far a compile is. */
export interface CompileProgress {
  /** Lists read to their end. */
  readonly lists: number;
  /** Octets of lists read. */
  readonly octets: number;
}

/** What the thread tells. */
export type FromCompiler =
  | { readonly kind: "begins" }
  | { readonly kind: "progress"; readonly progress: CompileProgress }
  | { readonly kind: "done"; readonly compiled: SentLists }
  | { readonly kind: "failed"; readonly why: string };

/** What a compile is given beside the request. */
export interface CompilerDeps {
  /** The module of api/compiler_thread.ts. */
  readonly workerUrl: URL;
  /** Ends the compile: the promise rejects with the signal's reason, nothing is left behind. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: CompileProgress) => void;
}

/**
 * Compiles lists and writes their table. A list that cannot be read says so in its report and harms no other; rejects with an
 * Error when the table cannot be written or the thread dies.
 */
export async function compileLists(
  request: CompileRequest,
  deps: CompilerDeps,
): Promise<CompiledLists> {
  deps.signal?.throwIfAborted();
  const worker = new Worker(deps.workerUrl, {
    type: "module",
    name: "compiler",
    // "inherit" for files: the list files and the table may lie anywhere the box itself may read and write; for native code: the
    // thread lowers its priority before it reads anything, and gives the right up.
    deno: {
      permissions: {
        read: "inherit",
        write: "inherit",
        net: false,
        env: false,
        run: false,
        sys: false,
        ffi: "inherit",
      },
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CompiledLists>();
  worker.onmessage = ({ data }: MessageEvent<FromCompiler>) => {
    // The box needs much memory here: what only the start of the thread needed makes room for that of the names.
    if (data.kind === "begins") memory.giveBack();
    else if (data.kind === "progress") deps.progress?.(data.progress);
    else if (data.kind === "done") resolve(received(data.compiled, request));
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
  } catch (error) {
    worker.terminate();
    await Deno.remove(partialPath(request.tablePath)).catch(() => {});
    throw error;
  } finally {
    deps.signal?.removeEventListener("abort", abort);
    worker.terminate();
  }
}

function received({ rules, ...rest }: SentLists, { lists, secret }: CompileRequest): CompiledLists {
  const numbers = (lists.at(-1)?.index ?? -1) + 1;
  return { ...rest, rules: lazyRules(new RuleTable(rules, numbers), secret) };
}

/** Where a table is written before it takes its name. */
export function partialPath(tablePath: string): string {
  return `${tablePath}.partial`;
}
