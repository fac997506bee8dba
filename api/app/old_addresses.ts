/**
 * Masks the addresses that older versions wrote to disk with their secrets: in alerts, errors,
 * names of lists, the query journal and the statistics. It is done once for each database file. The
 * administration log is append only (A 6), so its old entries are masked when they are read.
 */
import { maskText, maskUpstream, maskUrl } from "../../policy/model/masked_address.ts";
import type { Database, SqlValue, Statement } from "../store/database.ts";
import type { DatabaseName } from "../store/protocol.ts";

/** The databases whose rows are masked. */
export type MaskedDatabases = Readonly<Record<DatabaseName, Pick<Database, "all" | "batch">>>;

/** A column whose texts may contain addresses. */
interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly mask: (text: string) => string;
}

/** Rows that are read and changed at a time. */
const AT_ONCE = 500;
/** Maximum number of suffixes tried to distinguish texts that become equal when masked. */
const MOST_NUMBERS = 1000;
const UPSTREAM = /^(sdns|tls|quic|h3|https|udp|tcp):\/\//i;

const BOX_COLUMNS: readonly TextColumn[] = [
  { table: "alerts", column: "name", mask: maskText },
  { table: "alerts", column: "detail", mask: maskText },
  { table: "exports", column: "last_error", mask: maskText },
  { table: "lists", column: "last_error", mask: maskText },
  { table: "dns_certificate", column: "error", mask: maskText },
  { table: "holiday_import", column: "error", mask: maskText },
];

/** Masks the remaining rows; `signal` ends it early, and the next start continues. */
export async function maskOldAddresses(
  databases: MaskedDatabases,
  signal: AbortSignal,
): Promise<void> {
  const work: Readonly<Record<DatabaseName, () => Promise<void>>> = {
    box: () => maskBox(databases.box, signal),
    journal: () => maskJournal(databases.journal, signal),
    stats: () => maskStatistics(databases.stats, signal),
  };
  const done = (await databases.box.all("select file from old_addresses")).map(({ file }) => file);
  for (const name of ["box", "journal", "stats"] as const) {
    const db = databases[name];
    if (signal.aborted || done.includes(name)) continue;
    // Without it, the replaced text stays in free space of the file.
    await db.all("pragma secure_delete = on");
    await work[name]();
    await db.all("pragma secure_delete = off");
    if (signal.aborted) return;
    const sql = "insert or ignore into old_addresses values (?)";
    await databases.box.batch([{ sql, args: [name] }]);
  }
}

async function maskBox(db: MaskedDatabases["box"], signal: AbortSignal): Promise<void> {
  for (const column of BOX_COLUMNS) await maskColumn(db, column, signal);
  await maskListNames(db);
  await maskRaised(db);
}

/** Masks a column in short steps, so that other requests are answered between them. */
async function maskColumn(
  db: MaskedDatabases["box"],
  { table, column, mask }: TextColumn,
  signal: AbortSignal,
): Promise<void> {
  const select = `select id, ${column} as text from ${table} ` +
    `where id > ? and instr(${column}, '://') > 0 order by id limit ${AT_ONCE}`;
  for (let after: SqlValue = -1; !signal.aborted;) {
    const rows = await db.all(select, [after]);
    const changes = rows.flatMap(({ id, text }): Statement[] => {
      const masked = mask(String(text));
      if (masked === text) return [];
      return [{ sql: `update ${table} set ${column} = ? where id = ?`, args: [masked, id] }];
    });
    if (changes.length > 0) await db.batch(changes);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

/** The default name of a list was its URL without the scheme. */
async function maskListNames(db: MaskedDatabases["box"]): Promise<void> {
  const rows = await db.all("select id, name, url from lists where source = 'url' and name <> ''");
  const changes = rows.flatMap(({ id, name, url }): Statement[] => {
    const address = String(url).replace(/^https?:\/\//, "");
    const text = String(name);
    if (!address.startsWith(text)) return [];
    const masked = maskUrl(String(url)).replace(/^https?:\/\//, "").slice(0, text.length);
    if (masked === text) return [];
    return [{ sql: "update lists set name = ? where id = ?", args: [masked, id] }];
  });
  if (changes.length > 0) await db.batch(changes);
}

/** The table of raised alerts has few rows, because they expire. */
async function maskRaised(db: MaskedDatabases["box"]): Promise<void> {
  const rows = await db.all(
    "select kind, subject, detail from alerts_told where instr(subject || detail, '://') > 0",
  );
  const changes = rows.flatMap(({ kind, subject, detail }): Statement[] => {
    const masked = [maskedSubject(String(subject)), maskText(String(detail))];
    if (masked[0] === subject && masked[1] === detail) return [];
    return [{
      sql:
        "update or replace alerts_told set subject = ?, detail = ? where kind = ? and subject = ?",
      args: [...masked, kind, subject],
    }];
  });
  if (changes.length > 0) await db.batch(changes);
}

/** A subject is JSON of parts (api/events/subject.ts). */
function maskedSubject(subject: string): string {
  const parts: unknown = JSON.parse(subject);
  if (!Array.isArray(parts)) return subject;
  return JSON.stringify(parts.map((part) => typeof part === "string" ? maskText(part) : part));
}

/**
 * The dictionary contains each text once: texts that become equal get a number, as upstreams do.
 */
async function maskJournal(db: MaskedDatabases["journal"], signal: AbortSignal): Promise<void> {
  const select = "select id, text from texts " +
    `where id > ? and instr(text, '://') > 0 order by id limit ${AT_ONCE}`;
  for (let after: SqlValue = -1; !signal.aborted;) {
    const rows = await db.all(select, [after]);
    for (const { id, text } of rows) {
      const masked = UPSTREAM.test(String(text)) ? maskUpstream(String(text)) : String(text);
      if (masked !== text) await rename(db, Number(id), masked);
    }
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

async function rename(db: MaskedDatabases["journal"], id: number, masked: string): Promise<void> {
  for (let number = 1; number <= MOST_NUMBERS; number++) {
    const text = number === 1 ? masked : `${masked} (${number})`;
    const [taken] = await db.all("select id from texts where text = ?", [text]);
    if (taken !== undefined) continue;
    await db.batch([{ sql: "update texts set text = ? where id = ?", args: [text, id] }]);
    return;
  }
}

/** Counters and rankings of upstreams: those that become equal are added up. */
async function maskStatistics(db: MaskedDatabases["stats"], signal: AbortSignal): Promise<void> {
  const tables = [
    {
      table: "counters",
      kind: "dimension",
      columns: "count",
      sums: "count = count + excluded.count",
    },
    {
      table: "tops",
      kind: "kind",
      columns: "count, error",
      sums: "count = count + excluded.count, error = error + excluded.error",
    },
  ];
  for (const { table, kind, columns, sums } of tables) {
    const rows = await db.all(
      `select distinct key from ${table} where ${kind} = 'upstream' and instr(key, '://') > 0`,
    );
    for (const { key } of rows) {
      const masked = maskUpstream(String(key));
      if (signal.aborted || masked === key) continue;
      await db.batch([{
        sql: `insert into ${table} (step, at, ${kind}, key, ${columns}) ` +
          `select step, at, ${kind}, ?, ${columns} from ${table} where ${kind} = 'upstream' and key = ? ` +
          `on conflict do update set ${sums}`,
        args: [masked, key],
      }, { sql: `delete from ${table} where ${kind} = 'upstream' and key = ?`, args: [key] }]);
    }
  }
}
