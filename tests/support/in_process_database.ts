/**
 * Databases of the box in the thread of a test: the schema and statements of the box over the
 * SQLite of the runtime. A worker for each file, as in api/store/open.ts, would take most of the
 * time of a test.
 */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { DatabaseUnavailableError, type Row, type SqlValue } from "../../api/store/database.ts";
import { MIGRATIONS } from "../../api/store/migrations.ts";
import type { TransferDatabase } from "../../api/store/open.ts";
import { TransferSessions } from "../../api/store/transfer/sessions.ts";

/** Opens a file. While `gone` is true, every call fails as on a full disk. */
export function openInProcess(
  name: TransferDatabase["name"],
  path: string,
  gone: () => boolean = () => false,
): TransferDatabase {
  const db = new DatabaseSync(path);
  // The file exists as long as the test runs.
  db.exec("pragma journal_mode=memory; pragma synchronous=off");
  migrate(db, name);

  const run = (sql: string, args: readonly SqlValue[] = []) =>
    db.prepare(sql).run(...args as SQLInputValue[]);
  // A call resolves later, as with a thread.
  const later = async <T>(use: () => T): Promise<T> => {
    await Promise.resolve();
    if (!gone()) return use();
    throw new DatabaseUnavailableError(`The database ${name} cannot be used: the disk is full`);
  };

  const replaced: (() => void)[] = [];
  const sessions = new TransferSessions({
    name,
    path,
    migrations: MIGRATIONS.filter(({ database }) => database === name),
    now: () => performance.now(),
  });

  return {
    name,
    all: (sql, args = []) =>
      later(() => db.prepare(sql).all(...args as SQLInputValue[]) as unknown as Row[]),
    run: (sql, args) =>
      later(() => {
        const { changes, lastInsertRowid } = run(sql, args);
        return { changes: Number(changes), lastId: Number(lastInsertRowid) };
      }),
    batch: (statements) =>
      later(() => {
        db.exec("begin immediate");
        try {
          for (const { sql, args } of statements) run(sql, args);
          db.exec("commit");
        } catch (error) {
          db.exec("rollback");
          throw error;
        }
      }),
    copy: (to) => later(() => void run("vacuum into ?", [to])),
    async transfer(request) {
      if (gone()) throw new DatabaseUnavailableError(`The database ${name} cannot be used`);
      const reply = await sessions.answer(request);
      if (request.step === "commit") replaced.forEach((then) => then());
      return reply;
    },
    // Only an import replaces rows: no test damages the file.
    whenReplaced: (then) => void replaced.push(then),
    close() {
      sessions.close();
      if (db.isOpen) db.close();
      return Promise.resolve();
    },
  };
}

/** Migrates the schema to the current version. */
function migrate(db: DatabaseSync, name: TransferDatabase["name"]): void {
  const version = Number(db.prepare("pragma user_version").get()?.user_version ?? 0);
  const missing = MIGRATIONS.filter(({ database, id }) => database === name && id > version);
  for (const { sql, id } of missing) db.exec(`begin;${sql};pragma user_version=${id};commit;`);
}
