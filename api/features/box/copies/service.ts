/** The daily copies of box.db, from which a broken one is restored (DESIGN 7). */
import { copiesOf } from "../../../store/broken.ts";
import type { StoredDatabase } from "../../../store/open.ts";

/** Copies that are kept. */
const KEPT = 7;

/** Makes the copies. */
export class DailyCopies {
  readonly #database: StoredDatabase;
  readonly #folder: string;
  readonly #now: () => number;

  /** `folder` = `<data>/copies`; `now` in Unix milliseconds. */
  constructor(database: StoredDatabase, folder: string, now: () => number) {
    this.#database = database;
    this.#folder = folder;
    this.#now = now;
  }

  /** Writes the copy of today, checked, unless it is there; then lets go all but the seven newest. Its file name. */
  async copy(): Promise<string> {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    const file = `${this.#database.name}-${day}.db`;
    if (!copiesOf(this.#folder, this.#database.name).includes(file)) {
      await this.#database.copy(`${this.#folder}/${file}`);
    }
    for (const old of copiesOf(this.#folder, this.#database.name).slice(0, -KEPT)) {
      await Deno.remove(`${this.#folder}/${old}`);
    }
    return file;
  }
}
