/**
 * The facts for a diagnostic report besides the services: the machine, and the private words that
 * the report must not contain (A 7.11).
 */
import type { Install } from "../../../system/install.ts";
import type { Database } from "../../../store/database.ts";

/** The dependencies of the service. */
export interface DiagnosticDeps {
  /** box.db. */
  readonly db: Database;
  readonly install: Install;
  readonly dataDir: string;
  readonly hostName: () => string;
  readonly machine: () => MachineFacts;
}

/** Facts about the machine. */
export interface MachineFacts {
  readonly arch: string;
  readonly kernel: string;
  readonly runtime: string;
  /** In bytes. */
  readonly memory: {
    readonly total: number;
    readonly available: number;
    readonly resident: number;
  };
  readonly load: readonly number[];
  /** In seconds. */
  readonly uptime: number;
  readonly processors: number;
}

/** Columns with texts or names of people, in every present and future table of box.db. */
const NAMING =
  /^(name|.*_name|.*_by|label|email|title|domain|host|account|address|user_agent|description|note|message|text|url)$/;
/** The maximum number of values read per column, and the minimum length of a private word. */
const MOST = 5000;
const LEAST = 3;

/** Facts about the machine, and private words of the household. */
export class Diagnostic {
  readonly #deps: DiagnosticDeps;

  constructor(deps: DiagnosticDeps) {
    this.#deps = deps;
  }

  /** How the box was installed. */
  get install(): Install {
    return this.#deps.install;
  }

  /** Returns the current facts about the machine. */
  machine(): MachineFacts {
    return this.#deps.machine();
  }

  /**
   * Words that identify the household: the names of people, devices, accounts and lists in its
   * tables, the machine and its folders. Longest first, so that no part of one stays. Rejects with
   * DatabaseUnavailableError: without the database, the words to leave out are unknown.
   */
  async words(): Promise<string[]> {
    const { db, dataDir, hostName } = this.#deps;
    const found = new Set<string>();
    const columns = await db.all(
      "select t.name as tbl, c.name as col from sqlite_schema t join pragma_table_info(t.name) c " +
        "where t.type = 'table' and t.name not like 'sqlite_%' and upper(c.type) = 'TEXT'",
    );
    for (const { tbl, col } of columns) {
      if (!NAMING.test(String(col))) continue;
      const sql =
        `select distinct "${col}" as word from "${tbl}" where length("${col}") >= ${LEAST} limit ${MOST}`;
      for (const { word } of await db.all(sql)) found.add(String(word).toLowerCase());
    }
    for (const word of [hostName(), ...dataDir.split("/")]) {
      if (word.length >= LEAST) found.add(word.toLowerCase());
    }
    return [...found].filter((word) => !COMMON.has(word)).sort((a, b) => b.length - a.length);
  }
}

/** Words of folders and accounts that identify no person, and that sentences need. */
const COMMON = new Set([
  "box",
  "var",
  "lib",
  "data",
  "home",
  "root",
  "tmp",
  "admin",
  "setup",
  "starter list",
]);
