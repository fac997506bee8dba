/** Exports and imports of tables: databases in a temporary folder, and hand-written streams. */
import { createHash } from "node:crypto";
import { TABLES } from "../../api/app/tables.ts";
import { openDatabase, type TransferDatabase } from "../../api/store/open.ts";
import { exportTables } from "../../api/store/transfer/export_tables.ts";
import { type ImportReport, importTables } from "../../api/store/transfer/import_tables.ts";
import { TRANSFER_LIMITS, type TransferLimits } from "../../api/store/transfer/format.ts";
import type { TransferPurpose } from "../../api/store/transfer/messages.ts";
import { Seal, type SealedField, SealError } from "../../api/system/seal.ts";
import { randomBytes } from "node:crypto";

const THREAD = new URL("../../api/store/thread.ts", import.meta.url);

/** The seal of a box, from a secret. */
export function sealOf(secret: number): Seal {
  return new Seal(new Uint8Array(32).fill(secret), (length) => new Uint8Array(randomBytes(length)));
}

/** A box with its database and its seal. */
export class TransferBox {
  readonly database: TransferDatabase;
  readonly path: string;
  readonly seal: Seal;

  private constructor(database: TransferDatabase, path: string, seal: Seal) {
    this.database = database;
    this.path = path;
    this.seal = seal;
  }

  /** Opens the database of a box, new or existing. */
  static async open(path: string, secret = 1): Promise<TransferBox> {
    const database = await openDatabase({ name: "box", path, workerUrl: THREAD });
    return new TransferBox(database, path, sealOf(secret));
  }

  /** The chunks of an export. */
  chunks(purpose: TransferPurpose = "backup"): AsyncGenerator<Uint8Array, void, void> {
    const open = (sealed: string, field: SealedField) => {
      try {
        return this.seal.open(sealed, field);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        return undefined;
      }
    };
    return exportTables(this.database, { purpose, tables: TABLES, open });
  }

  /** The whole text of an export. */
  async export(purpose: TransferPurpose = "backup"): Promise<string> {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of this.chunks(purpose)) text += decoder.decode(chunk, { stream: true });
    return text;
  }

  /** Imports a text, bytes or chunks. */
  import(
    from: string | Uint8Array | AsyncIterable<Uint8Array>,
    purpose: TransferPurpose = "backup",
    limits: TransferLimits = TRANSFER_LIMITS,
  ): Promise<ImportReport> {
    const stream = typeof from === "string" || from instanceof Uint8Array ? piecesOf(from) : from;
    const seal = (secret: Uint8Array, field: SealedField) => this.seal.seal(secret, field);
    return importTables(this.database, stream, { purpose, tables: TABLES, seal, limits });
  }

  /** The content of all declared tables, for comparison. */
  async content(tables: readonly string[] = BOX_TABLES): Promise<string> {
    const all = await Promise.all(
      tables.map(async (table) => [
        table,
        (await this.database.all(`select * from "${table}"`)).map((row) =>
          JSON.stringify(row, (_, value) => typeof value === "bigint" ? `${value}n` : value)
        ).sort(),
      ]),
    );
    return JSON.stringify(all);
  }
}

/** The declared tables of box.db. */
export const BOX_TABLES: readonly string[] = TABLES.filter(({ database }) => database === "box")
  .map(({ name }) => name);

/** Bytes in pieces of uneven length. */
export async function* piecesOf(
  from: string | Uint8Array,
  size = 1009,
): AsyncIterable<Uint8Array> {
  const bytes = typeof from === "string" ? new TextEncoder().encode(from) : from;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The header of an export, as an object that a test may change. */
// deno-lint-ignore no-explicit-any
export type AnyHeader = any;

/** An export with changed header and row lines, and a trailer that matches them. */
export function changed(
  text: string,
  change: (header: AnyHeader, rows: string[]) => void,
): string {
  const lines = text.split("\n").slice(0, -2);
  const header = JSON.parse(lines[0]);
  const rows = lines.slice(1);
  change(header, rows);
  return written(header, rows);
}

/** The text of an export with these lines. */
export function written(header: AnyHeader, rows: readonly string[]): string {
  const body = [JSON.stringify(header), ...rows].map((line) => `${line}\n`).join("");
  const sha256 = createHash("sha256").update(body).digest("hex");
  return `${body}${JSON.stringify({ end: true, rows: rows.length, sha256 })}\n`;
}

/** Runs a test with a temporary folder. */
export async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-transfer-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Fills a small household: rows of many tables, a sealed secret, and values of every type. */
export async function fillHousehold({ database, seal }: TransferBox): Promise<void> {
  const sealed = seal.seal(new TextEncoder().encode("an authenticator"), {
    table: "totp",
    row: 1,
    field: "secret",
  });
  const account =
    "insert into accounts (id, name, name_key, kind, role, password, created, changed, changed_by) values ";
  await database.batch([
    { sql: "insert into settings (key, value, changed) values ('language', '\"fr\"', 5)" },
    { sql: "insert into settings (key, value, changed) values ('dns_listen', '\":5300\"', 5)" },
    { sql: `${account} (1, 'anna', 'anna', 'person', 'full', 'hash-of-anna', 1, 1, 'box')` },
    { sql: `${account} (2, 'Zoë \u{1f469}', 'zoe', 'person', 'view', 'x', 1, 1, 'anna')` },
    { sql: "insert into totp values (1, ?, 7, 8)", args: [sealed] },
    {
      sql: "insert into passkeys (account_id, credential, public_key, counter, handle, host, " +
        "transports, synced, name, created) values (1, 'c', ?, 9007199254740993, 'h', 'box', '[]', 0, 'k', 1)",
      args: [Uint8Array.of(0, 255, 10, 13, 34)],
    },
    { sql: "insert into recovery_codes values (1, 'a'), (1, 'b')" },
    {
      sql:
        "insert into sessions (account_id, secret, host, address, user_agent, created, seen, remembered) " +
        "values (1, 's', 'box', '192.0.2.1', 'agent', 1, 1, 0)",
    },
    {
      sql: "insert into people (id, name, profile, detailed_reports, created, changed) " +
        "values (3, 'Emma', 'child', 0, 1, 1), (9, 'gone', 'adult', 0, 1, 1)",
    },
    { sql: "delete from people where id = 9" },
    { sql: "insert into groups (name, created, changed) values ('Toys \"and\" \\ more', 1, 1)" },
    {
      sql: "insert into devices (id, name, person_id, group_id, created, changed) " +
        "values (1, 'tablet', 3, 1, 1, 1), (2, '', null, null, 1, 1)",
    },
    { sql: "insert into device_macs values ('02:00:00:00:00:01', 1, 1)" },
    { sql: "insert into device_people values (2, 3)" },
    { sql: "insert into choices values ('all', 'service', 'tiktok', 'block', '', 1, 'anna')" },
    { sql: "insert into alerts_told values ('a', 'b', 1, 'd', 0, 0, '', 1)" },
  ]);
}
