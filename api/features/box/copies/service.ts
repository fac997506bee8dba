/** The daily copies of box.db, from which a broken one is restored. */
import { copiesOf } from "../../../store/broken.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Copies that are kept. */
const KEPT = 7;

/** Makes the copies. */
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
   * Writes the copy of today, checked, in the place of an older one: a file that breaks on the first day of a box is not set back
   * to before its setup. The first time after a start one of today stays, since the file may be a new one, begun because somebody
   * took the other away. Then lets go all but the seven newest, and those of days to come,
   * which a clock that was ahead has left: the newest by name is what a broken database is restored from. Its file name.
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
    // Alone, today's copy may be that of a clock that was set back: the others stay until another day has its own.
    const gone = past.length === 1 ? [] : [...ahead, ...past.slice(0, -KEPT)];
    for (const copy of gone) await Deno.remove(`${this.#folder}/${copy}`);
    return file;
  }
}
