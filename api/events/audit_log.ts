/**
 * The administration log: who did what and when. It is append only, with a configurable retention
 * (A 6, B 6).
 */
import { maskText, maskUrl } from "../../policy/model/masked_address.ts";
import type { Principal } from "../http/principal.ts";
import type { Database, Row, SqlValue } from "../store/database.ts";
import type { RaiseAlert } from "./alert_kinds.ts";
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditActionRow,
  type AuditDetail,
  type AuditField,
} from "../schema/audit_actions.ts";
import { Followers } from "./followers.ts";
import { maskAddress } from "./mask.ts";
import { deleteOld } from "./retention.ts";
import { WriteBehind } from "./write_behind.ts";
import type { Runtime } from "../system/runtime.ts";

/** The actor of an entry; `service` = the box itself. */
export interface AuditActor {
  readonly kind: Principal["kind"] | "service";
  readonly name: string;
  /** 0 = no account. */
  readonly accountId: number;
  /** Empty on the local socket. */
  readonly address: string;
}

/** A value of a field, masked if its declaration says so. */
export type AuditFieldValue = string | number | boolean | readonly (string | number)[];

/** An entry of the administration log. */
export interface AuditEntry {
  /** Increases with each entry. */
  readonly id: number;
  /** Unix milliseconds. */
  readonly time: number;
  readonly action: string;
  readonly by: AuditActor;
  readonly detail: Readonly<Record<string, AuditFieldValue>>;
}

/** A filter of entries. */
export interface AuditFilter {
  /** An action, or a prefix of actions: `lookalike` for `lookalike.typos.on`. */
  readonly action?: string;
  /** Name of the account, the token or another actor. */
  readonly account?: string;
  /** Unix milliseconds. */
  readonly from?: number;
  /** Unix milliseconds, not included. */
  readonly to?: number;
  /** A part of the action, the actor or the detail. */
  readonly text?: string;
}

/** Dependencies of the log. */
export interface AuditLogOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  readonly raise: RaiseAlert;
  /** Days that entries are kept (setting `audit_days`). */
  readonly days: () => number;
}

type NewEntry = Omit<AuditEntry, "id">;

/** Maximum queued entries, stored entries, characters of a value and items of a list. */
const MOST_WAITING = 1000;
const MOST_KEPT = 1_000_000;
const LONGEST_TEXT = 500;
const LONGEST_LIST = 100;
const COLUMNS = "id, time, action, kind, name, account_id, address, detail";

/** The administration log. */
export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #queue: WriteBehind<NewEntry>;
  readonly #followers = new Followers<AuditEntry>();

  constructor(options: AuditLogOptions) {
    this.#options = options;
    const refused = (error: Error) =>
      options.runtime.log(
        "error",
        `An action could not be written to the administration log: ${error.message}`,
      );
    this.#queue = new WriteBehind({
      write: (entries) => this.#write(entries),
      runtime: options.runtime,
      most: MOST_WAITING,
      refused,
    });
  }

  /**
   * Records an action of an actor. Without the database it is queued and written later. Never
   * rejects.
   */
  async record<A extends AuditAction>(
    by: Principal,
    action: A,
    detail: AuditDetail<A>,
  ): Promise<void> {
    const accountId = by.kind === "session" || by.kind === "token" ? by.account.id : 0;
    await this.#put(
      { kind: by.kind, name: by.name, accountId, address: by.address },
      action,
      detail,
    );
  }

  /** Records an action of the box itself. Never rejects. */
  async recordOwn<A extends AuditAction>(action: A, detail: AuditDetail<A>): Promise<void> {
    await this.#put(
      { kind: "service", name: "service", accountId: 0, address: "" },
      action,
      detail,
    );
  }

  /** Entries, newest first, before an id. */
  async page(
    filter: AuditFilter,
    limit: number,
    before: number = Number.MAX_SAFE_INTEGER,
  ): Promise<AuditEntry[]> {
    const { where, args } = conditions(filter);
    const sql = `select ${COLUMNS} from audit where id < ? ${where} order by id desc limit ?`;
    const found: AuditEntry[] = [];
    for (let last = before;;) {
      const rows = await this.#options.db.all(sql, [last, ...args, limit]);
      found.push(...rows.filter((row) => isShownMatch(row, filter.text)).map(entryOf));
      if (rows.length < limit || found.length >= limit) return found.slice(0, limit);
      last = Number(rows.at(-1)!.id);
    }
  }

  /** Entries after an id, oldest first: for the export. */
  async since(after: number, limit: number): Promise<AuditEntry[]> {
    const sql = `select ${COLUMNS} from audit where id > ? order by id limit ?`;
    return (await this.#options.db.all(sql, [after, limit])).map(entryOf);
  }

  /**
   * Calls a follower with new entries; the returned function ends this. Throws `too_many_watchers`.
   */
  follow(follower: (entries: readonly AuditEntry[]) => void): () => void {
    return this.#followers.follow(follower);
  }

  /** Deletes entries that are too old (task `audit.retention`). */
  async retain(signal?: AbortSignal): Promise<void> {
    await deleteOld(this.#options.db, "audit", { ...this.#options, most: MOST_KEPT }, signal);
  }

  /** Writes the queue. */
  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #put(by: AuditActor, action: AuditAction, detail: AuditDetail<AuditAction>): Promise<void> {
    this.#queue.put({
      time: this.#options.runtime.now(),
      action,
      by,
      detail: writtenDetail(AUDIT_ACTIONS[action], detail),
    });
    await this.#queue.settled();
  }

  async #write(entries: readonly NewEntry[]): Promise<void> {
    const { db } = this.#options;
    const last = Number((await db.all("select coalesce(max(id), 0) as id from audit"))[0].id);
    const rows = entries.map(({ time, action, by, detail }) => [
      time,
      action,
      by.kind,
      by.name,
      by.accountId,
      by.address,
      JSON.stringify(detail),
    ]);
    const values = rows[0].map((_, index) => `value ->> ${index}`).join(", ");
    await db.run(
      "insert into audit (time, action, kind, name, account_id, address, detail) " +
        `select ${values} from json_each(?)`,
      [JSON.stringify(rows)],
    );
    this.#followers.tell(await this.since(last, entries.length));
    // The queue has room for the entry about lost actions.
    if (this.#queue.waiting <= entries.length) this.#tellLost();
  }

  #tellLost(): void {
    const actions = this.#queue.takeLost();
    if (actions === 0) return;
    this.#options.raise({ kind: "audit.lost", detail: String(actions) });
    void this.recordOwn("audit.lost", { actions });
  }
}

function conditions(
  { action, account, from, to, text }: AuditFilter,
): { where: string; args: SqlValue[] } {
  const where: string[] = [];
  const args: SqlValue[] = [];
  const add = (sql: string, ...values: SqlValue[]) => {
    where.push(`and ${sql}`);
    args.push(...values);
  };
  if (action !== undefined) {
    add("(action = ? or substr(action, 1, length(?) + 1) = ? || '.')", action, action, action);
  }
  if (account !== undefined) add("name = ? collate nocase", account);
  if (from !== undefined) add("time >= ?", from);
  if (to !== undefined) add("time < ?", to);
  if (text !== undefined) {
    const all = "lower(action || ' ' || name || ' ' || address || ' ' || detail)";
    add(`instr(${all}, lower(?)) > 0`, text);
  }
  return { where: where.join(" "), args };
}

/** The masking function of each kind of field. */
const WRITTEN: Readonly<Record<AuditField, (text: string) => string>> = {
  plain: maskText,
  masked: maskAddress,
  address: maskUrl,
};

/** The declared fields of a detail, masked as declared and shortened. */
function writtenDetail(
  row: AuditActionRow,
  detail: Readonly<Record<string, unknown>>,
): AuditEntry["detail"] {
  const written: Record<string, AuditFieldValue> = {};
  for (const [field, how] of Object.entries(row.fields)) {
    const value = detail[field];
    if (value === undefined) continue;
    const text = (part: string) => WRITTEN[how](part).slice(0, LONGEST_TEXT);
    if (Array.isArray(value)) {
      written[field] = value.slice(0, LONGEST_LIST).map((part) =>
        typeof part === "number" ? part : text(String(part))
      );
    } else {written[field] = typeof value === "number" || typeof value === "boolean"
        ? value
        : text(String(value));}
  }
  return written;
}

function entryOf(row: Row): AuditEntry {
  return {
    id: Number(row.id),
    time: Number(row.time),
    action: String(row.action),
    by: {
      kind: row.kind as AuditActor["kind"],
      name: String(row.name),
      accountId: Number(row.account_id),
      address: String(row.address),
    },
    detail: maskedDetail(JSON.parse(String(row.detail))),
  };
}

/**
 * Whether a row that the database found by a text also contains the text after masking, so that a
 * search cannot find masked secrets.
 */
function isShownMatch(row: Row, text: string | undefined): boolean {
  if (text === undefined) return true;
  const written = String(row.detail);
  const shown = JSON.stringify(maskedDetail(JSON.parse(written)));
  if (shown === written) return true;
  const all = [row.action, row.name, row.address, shown].join(" ");
  return asciiLower(all).includes(asciiLower(text));
}

/** Converts to lower case like `lower` of SQLite: ASCII only. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Masks on reading: older versions stored addresses with secrets, and entries are never rewritten.
 */
function maskedDetail(detail: AuditEntry["detail"]): AuditEntry["detail"] {
  const mask = (value: string | number) => typeof value === "string" ? maskText(value) : value;
  const fields = Object.entries(detail).map(([field, value]): [string, AuditFieldValue] => {
    if (typeof value === "string") return [field, maskText(value)];
    return [field, typeof value === "object" ? value.map(mask) : value];
  });
  return Object.fromEntries(fields);
}
