/** Tables of the choices for everyone, a group, a profile, a person or a device. */
import type { ChoiceRow } from "../../../../policy/model/household.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

const common = { database: "box", keep: "forever", inBackups: true, toSecondary: true } as const;

/** The tables of choices, services of the household and pauses. */
export const CHOICE_TABLES: readonly Table[] = [
  {
    name: "choices",
    doc: "Choices of each scope about categories, services and safe search",
    ...common,
  },
  { name: "services", doc: "Services that the household added to the catalogue", ...common },
  { name: "pauses", doc: "Pauses of the protection, by scope", ...common, keep: "bounded" },
];

/** The subject of a choice. */
export type ChoiceKind = ChoiceRow["kind"];

/** A choice to store; the value "" removes it. */
export type NewChoice = Pick<ChoiceRow, "key" | "value" | "schedule">;

/** The rows of the table `choices`. Every method rejects with DatabaseUnavailableError. */
export class ChoiceTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all choices, or those of one kind. */
  async rows(kind?: ChoiceKind): Promise<ChoiceRow[]> {
    const where = kind === undefined ? "" : " where kind = ?";
    const sql =
      `select scope, kind, key, value, schedule from choices${where} order by scope, kind, key`;
    return (await this.#db.all(sql, kind === undefined ? [] : [kind])).map(toChoice);
  }

  /**
   * Stores the choices of a scope at Unix milliseconds `at`; false = there would be more than
   * `most`, and nothing is stored.
   */
  async set(
    scope: string,
    kind: ChoiceKind,
    choices: readonly NewChoice[],
    { by, at, most }: { readonly by: string; readonly at: number; readonly most: number },
  ): Promise<boolean> {
    const [{ held }] = await this.#db.all("select count(*) as held from choices");
    if (Number(held) + choices.filter(({ value }) => value !== "").length > most) return false;
    await this.#db.batch(
      choices.map(({ key, value, schedule }) =>
        value === ""
          ? {
            sql: "delete from choices where scope = ? and kind = ? and key = ?",
            args: [scope, kind, key],
          }
          : {
            sql:
              "insert into choices (scope, kind, key, value, schedule, changed, changed_by) values (?, ?, ?, ?, ?, ?, ?) " +
              "on conflict (scope, kind, key) do update set value = excluded.value, schedule = excluded.schedule, " +
              "changed = excluded.changed, changed_by = excluded.changed_by",
            args: [scope, kind, key, value, schedule, at, by],
          }
      ),
    );
    return true;
  }
}

/** Returns the statement that removes all choices about a service. */
export function withoutService(id: string): Statement {
  return { sql: "delete from choices where kind = 'service' and key = ?", args: [id] };
}

function toChoice(row: Row): ChoiceRow {
  return {
    scope: String(row.scope),
    kind: String(row.kind) as ChoiceKind,
    key: String(row.key),
    value: String(row.value),
    schedule: String(row.schedule),
  };
}
