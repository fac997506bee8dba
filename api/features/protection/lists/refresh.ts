/** One attempt at a new copy of a list, and what it changes in its row: the good copy stays whatever goes wrong. */
import { isConfidential } from "../../../../policy/catalogue/categories.ts";
import type { Inspection } from "../../../../policy/decide/inspection.ts";
import {
  type Concern,
  concernsOf,
  isConfirmed,
  TRIED_NAMES,
} from "../../../../policy/lists/concerns.ts";
import type { InspectRequest } from "../../../publish/compiler.ts";
import { DomainError } from "../../../schema/errors.ts";
import { hashNames } from "./confidential.ts";
import type { ListCopies } from "./copies.ts";
import type { FetchedList, FetchOptions, Validators } from "./fetch.ts";
import type { ListChange, ListRow } from "./table.ts";
import { doubtfulText, heldText, troubleText } from "./wording.ts";

const HOUR = 3_600_000;
/** Longest wait after failures. */
const MAX_RETRY = 24 * HOUR;
/** Lists with fewer lines than this change as they like; their owner edits them by hand. */
const SHRINK_FROM_LINES = 100;

/** What an attempt needs. */
export interface RefreshOptions {
  readonly copies: ListCopies;
  readonly fetch: FetchOptions;
  readonly now: () => number;
  /** A number from 0 to 1, for the jitter of the schedule. */
  readonly random: () => number;
  /** Reads a list without putting it into force, and tries names with it. */
  readonly inspect: (request: InspectRequest) => Promise<Inspection>;
  /** Hours from a good download to the next (setting `list_refresh_hours`). */
  readonly refreshHours: () => number;
}

/** What an attempt ended with. */
export interface RefreshResult {
  /** `changed`: there is a new good copy; `held`: a new copy waits for a person; `failed`: the old one stays. */
  readonly outcome: "changed" | "unchanged" | "held" | "failed";
  /** The message for a person; "" when all is well. */
  readonly text: string;
  readonly change: ListChange;
}

/** Tries for a new copy. Never rejects for what a server, a file or a disk does. */
export async function refreshList(row: ListRow, options: RefreshOptions): Promise<RefreshResult> {
  const now = options.now();
  try {
    const fetched = await obtain(row, options);
    if (fetched === "unchanged") {
      return {
        outcome: "unchanged",
        text: "",
        change: { ...succeeded(options), lastSuccess: now },
      };
    }
    return await take(row, fetched, options);
  } catch (error) {
    return failed(row, error instanceof DomainError ? error.message : whyFrom(error), options);
  }
}

function whyFrom(error: unknown): string {
  return `its copy could not be written: ${error instanceof Error ? error.message : String(error)}`;
}

async function obtain(
  row: ListRow,
  { copies, fetch }: RefreshOptions,
): Promise<FetchedList | "unchanged"> {
  const rewrite = isConfidential(row.category) ? hashNames(row.format) : undefined;
  if (row.source === "file") return await copies.import(row.id, row.url, rewrite);
  // A validator is worth something only while the copy that it speaks of is there, and none waits beside it.
  const known = row.sha256 !== "" && row.held === undefined && await copies.exists(row.id);
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
  fetched: FetchedList,
  options: RefreshOptions,
): Promise<RefreshResult> {
  const now = options.now();
  const seen = { etag: fetched.etag, lastModified: fetched.lastModified, lastSuccess: now };
  const good = row.sha256 !== "" && await options.copies.exists(row.id);
  if (good && fetched.sha256 === row.sha256) {
    await fetched.file.drop();
    return {
      outcome: "unchanged",
      text: "",
      change: { ...succeeded(options), ...seen, held: undefined },
    };
  }
  if (fetched.lines === 0) {
    await fetched.file.drop();
    throw new DomainError("list_refused", "the list that came is empty");
  }
  const found = await concernsAbout(row, fetched, options);
  const concerns = isConfirmed(found, row.confirmed ?? []) ? [] : found;
  const shrunk = good && row.lines >= SHRINK_FROM_LINES && fetched.lines * 2 < row.lines;
  if (shrunk || concerns.length > 0) {
    await options.copies.hold(row.id, fetched);
    const { lines, bytes, sha256 } = fetched;
    return {
      outcome: "held",
      text: concerns.length > 0
        ? doubtfulText(row.name, concerns, good)
        : heldText(row.name, row.lines, lines),
      change: { ...succeeded(options), held: { lines, bytes, sha256, at: now, concerns } },
    };
  }
  await options.copies.keep(fetched);
  const { bytes, lines, sha256 } = fetched;
  return {
    outcome: "changed",
    text: "",
    change: { ...succeeded(options), ...seen, bytes, lines, sha256, held: undefined },
  };
}

/** What speaks against a copy that came. The copy is dropped when it cannot be read. */
async function concernsAbout(
  { category, kind, format, source }: ListRow,
  { file }: FetchedList,
  { inspect }: RefreshOptions,
): Promise<Concern[]> {
  const kept = isConfidential(category) ? "sha256" : format;
  const list = { index: 0, path: file.aside, format: kept, kind };
  try {
    const inspection = await inspect({ list, names: TRIED_NAMES });
    return concernsOf({ ...inspection, kind, category, hidden: source === "file" });
  } catch (error) {
    await file.drop();
    throw new DomainError(
      "list_refused",
      `the new copy could not be looked at: ${(error as Error).message}`,
    );
  }
}

function succeeded({ now, random, refreshHours }: RefreshOptions): ListChange {
  // A tenth more or less, so that the boxes of the world do not ask a server at the same minute.
  const wait = refreshHours() * HOUR * (0.9 + 0.2 * random());
  return { lastAttempt: now(), nextAttempt: Math.round(now() + wait), failures: 0, lastError: "" };
}

function failed(row: ListRow, why: string, { now, random }: RefreshOptions): RefreshResult {
  const failures = row.failures + 1;
  const wait = Math.min(MAX_RETRY, HOUR * 2 ** Math.min(failures - 1, 10)) *
    (0.95 + 0.1 * random());
  const nextAttempt = Math.round(now() + wait);
  const copyFrom = row.sha256 === "" ? 0 : row.lastSuccess;
  return {
    outcome: "failed",
    text: troubleText({ name: row.name, why, copyFrom, nextTry: nextAttempt, now: now() }),
    change: { lastAttempt: now(), nextAttempt, failures, lastError: why },
  };
}
