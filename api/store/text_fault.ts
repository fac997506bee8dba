/**
 * Finds texts of a database that are not UTF-8: the native client ends the whole process at such a
 * text (libsql 0.5.29).
 */
import type { Client } from "@libsql/client/sqlite3";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The first table and column with a text that is not UTF-8, as part of a sentence, or "". SQLite's
 * own checks cover only the structure. Texts are read as hexadecimal digits, and only those with a
 * byte outside printable ASCII.
 */
export async function textFault(client: Client): Promise<string> {
  const columns = await client.execute(
    "select t.name, c.name from pragma_table_list t join pragma_table_info(t.name) c " +
      "where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and c.type like '%text%'",
  );
  for (const [table, column] of columns.rows.map((row) => [String(row[0]), String(row[1])])) {
    const texts = await client.execute(
      `select hex(${quoted(column)}) from ${quoted(table)} where ${
        quoted(column)
      } glob '*[^' || char(1) || '-~]*'`,
    );
    if (!texts.rows.every((row) => isUtf8(String(row[0])))) {
      return `a text of ${table}.${column} is damaged`;
    }
  }
  return "";
}

function isUtf8(digits: string): boolean {
  try {
    decoder.decode(Uint8Array.fromHex(digits));
    return true;
  } catch {
    return false;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
