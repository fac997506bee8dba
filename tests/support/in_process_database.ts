/** Databases of the box in the thread of the test: the real files, schema and statements, without a worker for each of them. */
import { type Database, DatabaseUnavailable } from "../../api/store/database.ts";
import { DatabaseFile } from "../../api/store/file.ts";
import { MIGRATIONS } from "../../api/store/migrations.ts";
import type { StoredDatabase } from "../../api/store/open.ts";

/** Opens a file; while `gone` is true, every call is refused as on a full disk. */
export async function openInProcess(
  name: StoredDatabase["name"],
  path: string,
  gone: () => boolean = () => false,
): Promise<StoredDatabase> {
  const file = new DatabaseFile({ name, path }, {
    migrations: MIGRATIONS,
    now: () => performance.now(),
    tell: () => {},
  });
  let last: Promise<unknown> = file.open();
  await last;
  const next = <T>(use: () => Promise<T>): Promise<T> => {
    const done = last.then(() => {
      if (gone()) {
        throw new DatabaseUnavailable(`The database ${name} cannot be used: the disk is full`);
      }
      return use();
    });
    last = done.catch(() => {});
    return done;
  };
  const database: Database = {
    all: (sql, args = []) => next(() => file.all(sql, args)),
    run: (sql, args = []) => next(() => file.run(sql, args)),
    batch: (statements) => next(() => file.batch(statements)),
    async close() {
      await last;
      await file.shut();
    },
  };
  return {
    ...database,
    name,
    copy: (to) => next(() => file.copy(to)),
    // The file is never replaced: no test breaks it.
    whenReplaced: () => {},
  };
}
