/** The daily copies of box.db, from which a broken one is restored. */
import { copiesOf } from "../../../store/broken.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Number of copies kept. */
const KEPT = 7;

/** Makes the daily copies. */
export class DailyCopies {
  readonly #database: StoredDatabase;
  readonly #folder: string;
  readonly #now: Runtime["now"];
  #hasRun = false;

  /** `folder` = `<data>/copies`; `now` in Unix milliseconds. */
  constructor(database: StoredDatabase, folder: string, now: Runtime["now"]) {
    this.#database = database;
    this.#folder = folder;
    this.#now = now;
  }

  /**
   * Writes and checks the copy of today, and replaces an older one of today: a database that breaks
   * on the first day must not be reset to before its setup.
   * The first run after a start keeps an existing copy of today, because the database may be new
   * after somebody removed the old one.
   * Deletes all but the seven newest copies, and those dated in the future by a wrong clock,
   * because a broken database is restored from the newest name. Returns the file name.
   */
  async copy(): Promise<string> {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    const file = `${this.#database.name}-${day}.db`;
    if (this.#hasRun || !copiesOf(this.#folder, this.#database.name).includes(file)) {
      await this.#database.copy(`${this.#folder}/${file}`);
    }
    this.#hasRun = true;
    const all = copiesOf(this.#folder, this.#database.name);
    const ahead = all.filter((copy) => copy > file);
    const past = all.slice(0, all.length - ahead.length);
    // When only one copy is not in the future, the clock may have been set back: the other copies
    // stay until a second day has a copy.
    const gone = past.length === 1 ? [] : [...ahead, ...past.slice(0, -KEPT)];
    for (const copy of gone) await Deno.remove(`${this.#folder}/${copy}`);
    return file;
  }
}
