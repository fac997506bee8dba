/**
 * Local records: written by people, checked against each other, and stored (A 7.2.3). Pages,
 * commands and imports use this.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { Mutex } from "../../../async/mutex.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import type { NamedRecord } from "../../../schema/named_record.ts";
import { recordConflict } from "./record_conflict.ts";
import { readLines } from "./lines.ts";
import { namedRecord, type ParsedRecord, readRecord, type RecordDraft } from "./record.ts";
import { RecordTable, type StoredRecord } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export { readDnsmasq as readDnsmasqRecord } from "./dnsmasq_line.ts";
export { readRecord } from "./record.ts";
export type { StoredRecord } from "./table.ts";

/** The dependencies of the service. */
export interface RecordServiceOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Names of the box, lower case, which no record may use. */
  readonly ownNames: () => readonly string[];
  /** Local zones, whose apex cannot have a CNAME. */
  readonly zones: () => readonly string[];
  /** Domains that upstream lines forward. */
  readonly forwarded: () => readonly string[];
  /** The records of the settings. */
  readonly settings: () => readonly NamedRecord[];
}

/** The filter of a page. */
export interface RecordFilter {
  /** Part of the name, data or comment. */
  readonly text?: string;
  readonly type?: string;
}

/** The result of adding lines. */
export interface AddedLines {
  readonly records: readonly StoredRecord[];
  readonly refused: readonly {
    readonly line: number;
    readonly text: string;
    readonly why: string;
  }[];
}

/**
 * The local records. Methods reject with DomainError for invalid input, and DatabaseUnavailableError.
 */
export class RecordService {
  readonly #options: RecordServiceOptions;
  readonly #table: RecordTable;
  /** Changes run one after another, because each is checked against the previous one. */
  readonly #changes = new Mutex();

  constructor(options: RecordServiceOptions) {
    this.#options = options;
    this.#table = new RecordTable(options.db);
  }

  /** Names of the box, lower case, which no record, zone or forwarding may use. */
  get ownNames(): readonly string[] {
    return this.#options.ownNames();
  }

  /** Returns all records by name, also those that are off. */
  async all(filter: RecordFilter = {}): Promise<StoredRecord[]> {
    return filterRows(await this.#table.all(), filter);
  }

  /** Adds a record; it is answered once the policy is published. */
  add(draft: RecordDraft, by: string): Promise<StoredRecord> {
    return this.#changes.take(async () => {
      const rows = await this.#table.all();
      const record = this.#check(draft, rows);
      const [kept] = await this.#table.add([record], by, this.#options.runtime.now());
      return kept;
    });
  }

  /** Changes a record: the fields in `change` replace the old ones, the rest stays. */
  change(
    id: number,
    change: (row: StoredRecord) => Partial<RecordDraft>,
    by: string,
  ): Promise<StoredRecord> {
    return this.#changes.take(async () => {
      const rows = await this.#table.all();
      const row = rowOf(rows, id);
      const draft = { ...row, ...change(row) };
      const others = rows.filter((other) => other !== row);
      return await this.#table.change(
        row.id,
        this.#check(draft, others),
        by,
        this.#options.runtime.now(),
      );
    });
  }

  /** Removes a record; resolves with the removed one. */
  remove(id: number): Promise<StoredRecord> {
    return this.#changes.take(async () => {
      const row = rowOf(await this.#table.all(), id);
      await this.#table.remove(row.id);
      return row;
    });
  }

  /**
   * Adds the records of lines of a hosts file, a zone or dnsmasq; lines that are no records are
   * reported with the reason.
   */
  addLines(lines: readonly string[], by: string): Promise<AddedLines> {
    return this.#changes.take(async () => {
      const rows: ParsedRecord[] = (await this.#table.all()).map(withRdata);
      const fresh: ParsedRecord[] = [];
      const refused: { line: number; text: string; why: string }[] = [];
      for (const { line, text, drafts, problem } of readLines(lines)) {
        if (problem !== undefined) refused.push({ line, text, why: problem });
        for (const draft of drafts) {
          try {
            const record = this.#checkRead(draft, rows);
            rows.push(record);
            fresh.push(record);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            refused.push({ line, text, why: error.message });
          }
        }
      }
      return { records: await this.#table.add(fresh, by, this.#options.runtime.now()), refused };
    });
  }

  /** Returns the records that are answered, the oldest first. */
  async forSnapshot(): Promise<readonly NamedRecord[]> {
    const rows = (await this.#table.all()).filter(({ enabled }) => enabled).sort((a, b) =>
      a.id - b.id
    );
    return rows.map(namedRecord).filter((record) => record !== undefined);
  }

  #check(draft: RecordDraft, others: readonly StoredRecord[]): ParsedRecord {
    return this.#checkRead(draft, others.map(withRdata));
  }

  #checkRead(draft: RecordDraft, others: readonly ParsedRecord[]): ParsedRecord {
    const { ownNames, zones, forwarded, settings } = this.#options;
    const { most } = LIMITS.records;
    const record = readRecord(draft, ownNames());
    if (typeof record === "string") throw new DomainError("bad_value", record);
    const { name, type, value } = record;
    if (
      others.some((other) => other.name === name && other.type === type && other.value === value)
    ) {
      throw new DomainError(
        "conflict",
        sentence`This record already exists: ${name} ${type} ${value}`,
      );
    }
    if (others.length >= most) {
      throw new DomainError(
        "conflict",
        sentence`There can be ${most} local records; remove one first`,
      );
    }
    const beside = {
      records: others.filter(({ enabled }) => enabled),
      zones: zones(),
      forwarded: forwarded(),
      settings,
    };
    const clash = record.enabled ? recordConflict(record, beside) : undefined;
    if (clash !== undefined) throw new DomainError("conflict", clash);
    return record;
  }
}

/** Returns rows of a type that contain a text in name, data or comment. */
export function filterRows<
  T extends Pick<StoredRecord, "name" | "readable" | "type" | "value" | "comment">,
>(
  rows: readonly T[],
  { text = "", type }: RecordFilter,
): T[] {
  const part = text.trim().toLowerCase();
  return rows.filter((row) =>
    (type === undefined || row.type === type) &&
    [row.name, row.readable, row.value, row.comment].some((each) =>
      each.toLowerCase().includes(part)
    )
  );
}

function rowOf(rows: readonly StoredRecord[], id: number): StoredRecord {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) {
    throw new DomainError("not_found", sentence`There is no local record with the number: ${id}`);
  }
  return row;
}

/**
 * Returns a stored row with its data in wire format; empty for a row of another version of the box.
 */
function withRdata(row: StoredRecord): ParsedRecord {
  return { ...row, rdata: namedRecord(row)?.record.rdata ?? new Uint8Array(0) };
}
