/**
 * Table `tunnels`: domains detected carrying data inside DNS, and the clients for which they are
 * blocked (A 7.2.3).
 */
import type { TunnelEvidence } from "../../../../policy/tunnels/detector.ts";
import type { TunnelRow } from "../../../../policy/model/household.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const TUNNELS_TABLE: Table = {
  name: "tunnels",
  database: "box",
  doc: "Domains that carried data inside DNS, by querying device",
  keep: "bounded",
  inBackups: true,
  toSecondary: true,
};

/** A detected tunnel. */
export interface StoredTunnel extends TunnelRow {
  /** Confidence in percent. */
  readonly score: number;
  /** Unix milliseconds of its detection, and of its last query. */
  readonly found: number;
  readonly last: number;
  /** Whether a person allowed it. */
  readonly allowed: boolean;
  readonly evidence: TunnelEvidence;
}

/**
 * Maximum number of rows, in total and of one client; beyond that, the least recently queried ones
 * are removed.
 */
export interface TunnelBounds {
  readonly most: number;
  readonly mostPerClient: number;
}

const NOTHING: TunnelEvidence = { names: 0, length: 0, seconds: 0, type: 0, sent: 0, received: 0 };

/** The rows of the table. Every method rejects with DatabaseUnavailableError. */
export class TunnelTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all tunnels, the newest first. */
  async all(): Promise<StoredTunnel[]> {
    return (await this.#db.all("select * from tunnels order by last desc, who, domain")).map(
      toTunnel,
    );
  }

  /** Writes detected tunnels; an existing one keeps its detection time and its permission. */
  async add(
    tunnels: readonly Omit<StoredTunnel, "allowed">[],
    { most, mostPerClient }: TunnelBounds,
  ): Promise<void> {
    const clients = [...new Set(tunnels.map(({ who }) => who))];
    await this.#db.batch([
      ...tunnels.map(({ who, domain, score, found, last, evidence }): Statement => ({
        sql:
          "insert into tunnels (who, domain, score, found, last, detail) values (?, ?, ?, ?, ?, ?) " +
          "on conflict (who, domain) do update set score = max(score, excluded.score), last = excluded.last, " +
          "detail = excluded.detail",
        args: [who, domain, score, found, last, JSON.stringify(evidence)],
      })),
      ...clients.map((who): Statement => ({
        sql:
          "delete from tunnels where who = ? and allowed = 0 and domain in (select domain from tunnels " +
          "where who = ? and allowed = 0 order by last desc limit -1 offset ?)",
        args: [who, who, mostPerClient],
      })),
      {
        sql:
          "delete from tunnels where (who, domain) in (select who, domain from tunnels where allowed = 0 " +
          "order by last desc limit -1 offset ?)",
        args: [most],
      },
    ]);
  }

  /** Records when tunnels were last queried. */
  async seen(tunnels: readonly (TunnelRow & { readonly last: number })[]): Promise<void> {
    await this.#db.batch(tunnels.map(({ who, domain, last }) => ({
      sql: "update tunnels set last = max(last, ?) where who = ? and domain = ?",
      args: [last, who, domain],
    })));
  }

  /** Moves tunnels to other clients; existing tunnels of those stay. */
  async move(tunnels: readonly (TunnelRow & { readonly to: string })[]): Promise<void> {
    await this.#db.batch(tunnels.flatMap(({ who, domain, to }): Statement[] => [
      {
        sql: "update or ignore tunnels set who = ? where who = ? and domain = ?",
        args: [to, who, domain],
      },
      { sql: "delete from tunnels where who = ? and domain = ?", args: [who, domain] },
    ]));
  }

  /** Allows a domain for everyone, or blocks it again; resolves with the number of its rows. */
  async allow(domain: string, allowed: boolean): Promise<number> {
    const sql = "update tunnels set allowed = ? where domain = ?";
    return (await this.#db.run(sql, [allowed ? 1 : 0, domain])).changes;
  }

  /** Removes a domain; resolves with the number of its rows. */
  async remove(domain: string): Promise<number> {
    return (await this.#db.run("delete from tunnels where domain = ?", [domain])).changes;
  }

  /** Removes domains without a query since Unix milliseconds; allowed ones stay. */
  async expire(before: number): Promise<void> {
    await this.#db.run("delete from tunnels where allowed = 0 and last < ?", [before]);
  }
}

function toTunnel(row: Row): StoredTunnel {
  return {
    who: String(row.who),
    domain: String(row.domain),
    score: Number(row.score),
    found: Number(row.found),
    last: Number(row.last),
    allowed: row.allowed === 1,
    evidence: { ...NOTHING, ...JSON.parse(String(row.detail)) },
  };
}
