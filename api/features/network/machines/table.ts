/** Table `machines`: the machines found on the network, by hardware address (A 2.8, 7.11). */
import { parseAddress } from "../../../../policy/model/address.ts";
import { parseMac } from "../../../../policy/model/mac.ts";
import type { Database, Row } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";
import { sanitizeAnnouncedName } from "../../../../policy/model/announced_name.ts";
import { NAMERS, SOURCES, type StoredMachine } from "./machine.ts";

/** The declaration of the table. */
export const MACHINES_TABLE: Table = {
  name: "machines",
  database: "box",
  doc: "Machines found on the network: addresses, announced names, when they were seen",
  keep: "bounded",
  inBackups: false,
  toSecondary: false,
  emptiedBy: "network",
};

const COLUMNS =
  "mac, first_seen, seen_at, present_since, last_query, addresses, names, kind, system, sources";
/** Maximum number of rows per statement, so that the database thread is not blocked for long. */
const AT_ONCE = 500;

/**
 * The rows of the table, with times in Unix milliseconds. Every method rejects with
 * DatabaseUnavailableError.
 */
export class MachineTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all rows; invalid values in them are left out. */
  async all(): Promise<StoredMachine[]> {
    return (await this.#db.all(`select ${COLUMNS} from machines`)).map(toMachine).filter((row) =>
      row !== undefined
    );
  }

  /** Writes rows, replacing those of the same machines. */
  async write(machines: readonly StoredMachine[]): Promise<void> {
    const values = COLUMNS.split(", ").map((_, at) => `value ->> ${at}`).join(", ");
    for (let from = 0; from < machines.length; from += AT_ONCE) {
      const rows = machines.slice(from, from + AT_ONCE).map(toRow);
      await this.#db.run(
        `insert or replace into machines (${COLUMNS}) select ${values} from json_each(?)`,
        [
          JSON.stringify(rows),
        ],
      );
    }
  }

  /** Removes machines. */
  async remove(macs: readonly string[]): Promise<void> {
    await this.#db.run("delete from machines where mac in (select value from json_each(?))", [
      JSON.stringify(macs),
    ]);
  }

  /** Removes all rows; resolves with their number. */
  async clear(): Promise<number> {
    return (await this.#db.run("delete from machines")).changes;
  }
}

function toRow(one: StoredMachine): unknown[] {
  const times = [one.firstSeen, one.seenAt, one.presentSince, one.lastQuery];
  return [
    one.mac,
    ...times,
    JSON.stringify(one.addresses),
    JSON.stringify(one.names),
    one.kind,
    one.system,
    JSON.stringify(one.sources),
  ];
}

function toMachine(row: Row): StoredMachine | undefined {
  const mac = String(row.mac);
  const names = parsed(row.names);
  const addresses = parsed(row.addresses);
  const sources = parsed(row.sources);
  if (parseMac(mac) === undefined) return undefined;
  const text = (value: unknown) => typeof value === "string" ? sanitizeAnnouncedName(value) : "";
  const named = typeof names === "object" && names !== null ? names as Record<string, unknown> : {};
  return {
    mac,
    firstSeen: Number(row.first_seen),
    seenAt: Number(row.seen_at),
    presentSince: Number(row.present_since),
    lastQuery: Number(row.last_query),
    addresses: (Array.isArray(addresses) ? addresses : []).filter(isPlace),
    names: Object.fromEntries(
      NAMERS.map((namer) => [namer, text(named[namer])]).filter(([, name]) => name !== ""),
    ),
    kind: String(row.kind),
    system: text(row.system),
    sources: SOURCES.filter((source) => Array.isArray(sources) && sources.includes(source)),
  };
}

function isPlace(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" &&
    parseAddress(value[0]) !== undefined &&
    Number.isFinite(value[1]);
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
