/**
 * One attempt to get a new copy of a list, and the resulting changes of its row. On any failure the
 * good copy stays.
 */
import { isConfidential } from "../../../../policy/catalogue/categories.ts";
import type { Inspection } from "../../../../policy/decide/inspection.ts";
import {
  type Concern,
  findConcerns,
  isConfirmed,
  SAMPLE_NAMES,
} from "../../../../policy/lists/concerns.ts";
import type { InspectRequest } from "../../../publish/compiler.ts";
import { DomainError } from "../../../schema/errors.ts";
import { hashNames } from "./confidential.ts";
import type { ListCopies } from "./copies.ts";
import type { FetchedList, FetchOptions, Validators } from "./fetch.ts";
import {
  type InspectedCopy,
  isDoubtfulInForce,
  type ListChange,
  type ListRow,
  type SourceLines,
} from "./table.ts";
import { doubtfulText, heldText, troubleText } from "./wording.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

const HOUR = 3_600_000;
/** Maximum delay after failures, in milliseconds. */
const MAX_RETRY = 24 * HOUR;
/** Lists with fewer lines may shrink freely, because their owner edits them by hand. */
const SHRINK_FROM_LINES = 100;

/** The dependencies of an attempt, and the folder of the copies. */
export interface RefreshOptions extends DownloadOptions {
  readonly copies: ListCopies;
}

/** How lists are downloaded and inspected. */
export interface DownloadOptions {
  readonly fetch: FetchOptions;
  readonly runtime: Runtime;
  /** Inspects a list without publishing it, and tests names with it. */
  readonly inspect: (request: InspectRequest) => Promise<Inspection>;
  /** Hours between successful downloads (setting `list_refresh_hours`). */
  readonly refreshHours: () => number;
}

/** The result of an attempt. */
export interface RefreshResult {
  /**
   * `changed`: there is a new good copy; `held`: a new copy waits for a person; `failed`: the old
   * one stays.
   */
  readonly outcome: "changed" | "unchanged" | "held" | "failed";
  /** The message for a person; "" when all is well. */
  readonly text: string;
  readonly change: ListChange;
}

/** Tries to get a new copy. Never rejects because of a server, a file or the disk. */
export async function refreshList(row: ListRow, options: RefreshOptions): Promise<RefreshResult> {
  const now = options.runtime.now();
  try {
    let source: SourceLines | undefined;
    const fetched = await obtain(row, options, (lines) => source = lines);
    if (fetched === "unchanged") {
      const { text, change } = await inspectKept(row, options);
      return {
        outcome: "unchanged",
        text,
        change: { ...succeeded(options), lastSuccess: now, ...change },
      };
    }
    return await take(row, { fetched, source }, options);
  } catch (error) {
    return await failed(
      row,
      error instanceof DomainError ? error.message : whyFrom(error),
      options,
    );
  }
}

/**
 * Whether the good copy of a list was never inspected, because an older version of the box fetched
 * it.
 */
export function needsInspection({ source, sha256, inspected }: ListRow): boolean {
  return source !== "embedded" && sha256 !== "" && inspected?.sha256 !== sha256;
}

/**
 * Inspects the good copy of a list that an older version of the box fetched. If there are concerns,
 * it stays active and waits for a confirmation. Rejects with DomainError when it cannot be read.
 */
export async function inspectKept(
  row: ListRow,
  options: Pick<RefreshOptions, "copies" | "inspect" | "runtime">,
  source: SourceLines | undefined = row.inspected?.source,
): Promise<Pick<RefreshResult, "text" | "change">> {
  const { copies, inspect, runtime } = options;
  const known = row.inspected?.sha256 === row.sha256 && row.inspected.source === source;
  if (known || row.sha256 === "" || !await copies.exists(row.id)) return { text: "", change: {} };
  const { name, lines, bytes, sha256 } = row;
  const found = await concernsAbout(row, { path: copies.path(row.id), source, inspect });
  const inspected = inspectedCopy(sha256, source);
  if (isConfirmed(found, row.confirmed ?? [])) return { text: "", change: { inspected } };
  const held = { lines, bytes, sha256, at: runtime.now(), concerns: found };
  return { text: doubtfulText(name, found, "in force"), change: { inspected, held } };
}

function inspectedCopy(sha256: string, source: SourceLines | undefined): InspectedCopy {
  return source === undefined ? { sha256 } : { sha256, source };
}

function whyFrom(error: unknown): string {
  return sentence`its copy could not be written: ${
    error instanceof Error ? error.message : String(error)
  }`;
}

async function obtain(
  row: ListRow,
  { copies, fetch }: RefreshOptions,
  counted: (source: SourceLines) => void,
): Promise<FetchedList | "unchanged"> {
  const isHashed = isConfidential(row.category);
  const rewrite = isHashed ? hashNames(row.format, counted) : undefined;
  if (row.source === "file") return await copies.import(row.id, row.url, rewrite);
  // A validator is used only while its copy exists, no copy is held, and the lines behind its
  // hashes were counted.
  const waits = row.held !== undefined && !isDoubtfulInForce(row);
  const isCounted = !isHashed || row.inspected?.source !== undefined;
  const known = row.sha256 !== "" && !waits && isCounted && await copies.exists(row.id);
  const validators: Validators | undefined = known && (row.etag !== "" || row.lastModified !== "")
    ? { etag: row.etag, lastModified: row.lastModified }
    : undefined;
  return await copies.download(row.id, row.url, validators, row.bytes, {
    ...fetch,
    ...(rewrite && { rewrite }),
  });
}

async function take(
  row: ListRow,
  { fetched, source }: {
    readonly fetched: FetchedList;
    readonly source: SourceLines | undefined;
  },
  options: RefreshOptions,
): Promise<RefreshResult> {
  const now = options.runtime.now();
  const seen = { etag: fetched.etag, lastModified: fetched.lastModified, lastSuccess: now };
  const good = row.sha256 !== "" && await options.copies.exists(row.id);
  if (good && fetched.sha256 === row.sha256) {
    await fetched.file.drop();
    const { text, change } = await inspectKept(row, options, source);
    const held = isDoubtfulInForce(row) ? row.held : undefined;
    return {
      outcome: "unchanged",
      text,
      change: { ...succeeded(options), ...seen, held, ...change },
    };
  }
  if (fetched.lines === 0) {
    await fetched.file.drop();
    throw new DomainError("list_refused", sentence`the downloaded list is empty`);
  }
  const { file } = fetched;
  const found = await concernsAbout(row, { ...options, path: file.aside, source })
    .catch(async (error) => {
      await file.drop();
      throw error;
    });
  const concerns = isConfirmed(found, row.confirmed ?? []) ? [] : found;
  const shrunk = good && row.lines >= SHRINK_FROM_LINES && fetched.lines * 2 < row.lines;
  if (shrunk || concerns.length > 0) {
    await options.copies.hold(row.id, fetched);
    const { lines, bytes, sha256 } = fetched;
    const held = { lines, bytes, sha256, at: now, concerns, ...(source && { source }) };
    return {
      outcome: "held",
      text: concerns.length > 0
        ? doubtfulText(row.name, concerns, good ? "older in force" : "not in force")
        : heldText(row.name, row.lines, lines),
      change: { ...succeeded(options), held },
    };
  }
  await options.copies.keep(fetched);
  const { bytes, lines, sha256 } = fetched;
  return {
    outcome: "changed",
    text: "",
    change: {
      ...succeeded(options),
      ...seen,
      bytes,
      lines,
      sha256,
      held: undefined,
      inspected: inspectedCopy(sha256, source),
    },
  };
}

/** Returns the concerns about a copy. Lines of a confidential list are those before hashing. */
async function concernsAbout(
  { category, kind, format, source: from }: ListRow,
  { path, source, inspect }: Pick<RefreshOptions, "inspect"> & {
    readonly path: string;
    readonly source: SourceLines | undefined;
  },
): Promise<Concern[]> {
  const kept = isConfidential(category) ? "sha256" : format;
  try {
    const list = { index: 0, path, format: kept, kind };
    const { report, blocked } = await inspect({ list, names: SAMPLE_NAMES });
    const counted = { ...report, ...source };
    return findConcerns({ report: counted, blocked, kind, category, hidden: from === "file" });
  } catch (error) {
    throw new DomainError(
      "list_refused",
      sentence`the copy could not be read: ${(error as Error).message}`,
    );
  }
}

function succeeded({ runtime, refreshHours }: RefreshOptions): ListChange {
  // Randomised by 10 %, so that boxes do not request a list in the same minute.
  const wait = refreshHours() * HOUR * (0.9 + 0.2 * runtime.random());
  return {
    lastAttempt: runtime.now(),
    nextAttempt: Math.round(runtime.now() + wait),
    failures: 0,
    lastError: "",
  };
}

async function failed(
  row: ListRow,
  why: string,
  { copies, runtime }: RefreshOptions,
): Promise<RefreshResult> {
  const failures = row.failures + 1;
  const wait = Math.min(MAX_RETRY, HOUR * 2 ** Math.min(failures - 1, 10)) *
    (0.95 + 0.1 * runtime.random());
  const nextAttempt = Math.round(runtime.now() + wait);
  const hasCopy = row.sha256 !== "" && await copies.exists(row.id);
  const copyFrom = hasCopy ? row.lastSuccess : 0;
  return {
    outcome: "failed",
    text: troubleText({ name: row.name, why, copyFrom, nextTry: nextAttempt, now: runtime.now() }),
    change: { lastAttempt: runtime.now(), nextAttempt, failures, lastError: why },
  };
}
