/** What the operator reads about names and boxes, page by page. */
import type { CompanionDatabase } from "./store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** An assigned name; times in Unix seconds. */
export interface NameRow {
  readonly name: string;
  readonly assigned: number;
  /** The last signed call of its box, to the day. */
  readonly last_call: number;
  /** Values of its DNS-01 record. */
  readonly challenges: number;
}

/** A box that has or had a name; it is known by the thumbprint of its key. */
export interface BoxRow {
  readonly box: string;
  readonly name: string;
  /**
   * `named`, `unused` = its name was freed after a long time without calls, `released` = the
   * operator released its name and the box has not asked for another one.
   */
  readonly state: "named" | "unused" | "released";
  /** The last signed call of a named box, else when its name is forgotten. */
  readonly time: number;
}

/** Which rows are wanted. */
export interface PageQuery {
  /** The last name or key of the page before; empty = from the start. */
  readonly after: string;
  readonly limit: number;
}

/** One page; `next` is empty on the last one. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string;
}

/** Numbers of rows. */
export interface DirectoryCounts {
  readonly names: number;
  readonly challenges: number;
  readonly unused: number;
  readonly released: number;
}

/** The pages of names and boxes. */
export class NameDirectory {
  readonly #database: CompanionDatabase;
  readonly #now: Runtime["now"];

  /** `now` in Unix milliseconds. */
  constructor(database: CompanionDatabase, now: Runtime["now"]) {
    this.#database = database;
    this.#now = now;
  }

  /** Names in the order of the alphabet that begin with a text. */
  async names({ after, limit }: PageQuery, beginning: string): Promise<Page<NameRow>> {
    const rows = await this.#database.all(
      "select n.name, n.given as assigned, n.seen as last_call, " +
        "(select count(*) from challenges c where c.name = n.name and c.until > ?) as challenges " +
        "from names n where n.name > ? and n.name >= ? and n.name < ? order by n.name limit ?",
      // "{" follows the last letter.
      [this.#seconds(), after, beginning, `${beginning}{`, limit + 1],
    ) as unknown as NameRow[];
    return pageOf(rows, limit, ({ name }) => name);
  }

  /** Boxes in the order of their keys. */
  async boxes({ after, limit }: PageQuery): Promise<Page<BoxRow>> {
    const part = (state: string, time: string, table: string) =>
      `select key as box, name, '${state}' as state, ${time} as time from ${table} where key > ?1`;
    // Each part is ordered by its index, so that only one page of each is read.
    const rows = await this.#database.all(
      [
        part("named", "seen", "names"),
        part("unused", "until", "freed_names"),
        part("released", "until", "released_names"),
      ].join(" union all ") + " order by box limit ?2",
      [after, limit + 1],
    ) as unknown as BoxRow[];
    return pageOf(rows, limit, ({ box }) => box);
  }

  /** The numbers of rows. */
  async counts(): Promise<DirectoryCounts> {
    const [row] = await this.#database.all(
      "select (select count(*) from names) as names, (select count(*) from challenges where until > ?) as challenges, " +
        "(select count(*) from freed_names) as unused, (select count(*) from released_names) as released",
      [this.#seconds()],
    );
    return row as unknown as DirectoryCounts;
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}

function pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string): Page<T> {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? keyOf(shown.at(-1)!) : "";
  return { rows: shown, next };
}
