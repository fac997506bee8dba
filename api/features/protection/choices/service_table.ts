/** Table `services`: the services that the household added to the catalogue, one row each. */
import type { ServiceRow } from "../../../../policy/model/household.ts";
import type { Database, Row } from "../../../store/database.ts";
import { withoutService } from "./table.ts";

/** A service of the household with its origin. */
export interface StoredService extends ServiceRow {
  /** Unix milliseconds. */
  readonly created: number;
  /** Unix milliseconds. */
  readonly changed: number;
  /** Name of the account that last changed it. */
  readonly by: string;
}

/** The rows of the table `services`. Every method rejects with DatabaseUnavailableError. */
export class ServiceTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all services, by name. */
  async rows(): Promise<StoredService[]> {
    return (await this.#db.all("select * from services order by lower(name), id")).map(toService);
  }

  /**
   * Writes a service, replacing that with its identifier, unless there would be more than `most`.
   */
  async set(
    service: ServiceRow,
    by: string,
    at: number,
    most: number,
  ): Promise<StoredService | undefined> {
    const { id, name, group, domains } = service;
    await this.#db.run(
      'insert into services (id, name, "group", domains, created, changed, changed_by) select ?, ?, ?, ?, ?, ?, ? ' +
        "where (select count(*) from services) < ? or exists (select 1 from services where id = ?) " +
        'on conflict (id) do update set name = excluded.name, "group" = excluded."group", ' +
        "domains = excluded.domains, changed = excluded.changed, changed_by = excluded.changed_by",
      [id, name, group, JSON.stringify(domains), at, at, by, most, id],
    );
    return (await this.#db.all("select * from services where id = ?", [id])).map(toService)[0];
  }

  /**
   * Removes a service with all choices about it; resolves with the removed one, undefined when
   * there is none.
   */
  async remove(id: string): Promise<StoredService | undefined> {
    const [found] = (await this.#db.all("select * from services where id = ?", [id])).map(
      toService,
    );
    if (found === undefined) return undefined;
    await this.#db.batch([
      { sql: "delete from services where id = ?", args: [id] },
      withoutService(id),
    ]);
    return found;
  }
}

function toService(row: Row): StoredService {
  return {
    id: String(row.id),
    name: String(row.name),
    group: String(row.group),
    domains: JSON.parse(String(row.domains)),
    created: Number(row.created),
    changed: Number(row.changed),
    by: String(row.changed_by),
  };
}
