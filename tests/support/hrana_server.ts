/**
 * A libSQL server over a file that follows the protocol ("Hrana over HTTP" 2, JSON), shared by
 * several online services. It supports the requests that the client sends without interactive
 * transactions.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";

interface HranaValue {
  readonly type: "null" | "integer" | "float" | "text" | "blob";
  readonly value?: string | number;
  readonly base64?: string;
}

interface HranaStatement {
  readonly sql?: string | null;
  /** A text stored earlier in the same pipeline. */
  readonly sql_id?: number | null;
  readonly args?: readonly HranaValue[];
}

interface HranaStep {
  readonly stmt: HranaStatement;
  readonly condition?: HranaCondition | null;
}

interface HranaCondition {
  readonly type: "ok" | "error" | "not" | "and" | "or" | "is_autocommit";
  readonly step?: number;
  readonly cond?: HranaCondition;
  readonly conds?: readonly HranaCondition[];
}

/** The kind of one request of a pipeline. */
interface HranaRequest {
  readonly type: string;
  readonly sql?: string;
  readonly sql_id?: number;
  readonly stmt?: HranaStatement;
  readonly batch?: { readonly steps: readonly HranaStep[] };
}

/** A running server. */
export interface HranaServer {
  readonly url: string;
  /** The number of requests received. */
  readonly calls: () => number;
  close(): Promise<void>;
}

/** Serves the database of a file; requests without the token are refused. */
export function hranaServer(path: string, token: string): HranaServer {
  const database = new DatabaseSync(path);
  let calls = 0;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (request.headers.get("authorization") !== `Bearer ${token}`) {
        return new Response(
          "no token",
          { status: 401 },
        );
      }
      if (request.method === "GET" && pathname === "/v2") return new Response("ok");
      if (pathname !== "/v2/pipeline") return new Response("not here", { status: 404 });
      calls++;
      const { requests } = await request.json() as { requests: readonly HranaRequest[] };
      return Response.json({ baton: null, base_url: null, results: pipeline(database, requests) });
    },
  );
  const close = async () => {
    await server.shutdown();
    database.close();
  };
  return { url: `http://127.0.0.1:${server.addr.port}`, calls: () => calls, close };
}

function pipeline(database: DatabaseSync, requests: readonly HranaRequest[]): unknown[] {
  const results: unknown[] = [];
  const stored: StoredTexts = new Map();
  for (const { type, stmt, batch, sql, sql_id } of requests) {
    try {
      const response: { type: string; result?: unknown } = { type };
      if (type === "store_sql") stored.set(sql_id!, sql!);
      if (type === "execute") response.result = execute(database, stmt!, stored);
      if (type === "batch") response.result = steps(database, batch!.steps, stored);

      results.push({ type: "ok", response });
    } catch (error) {
      results.push({ type: "error", error: faultOf(error) });
    }
  }
  return results;
}

type StoredTexts = Map<number, string>;

function execute(database: DatabaseSync, stmt: HranaStatement, stored: StoredTexts): unknown {
  const { args = [] } = stmt;
  const sql = stmt.sql ?? stored.get(stmt.sql_id!) ?? "";
  const statement = database.prepare(sql);
  const values = args.map(read);
  statement.setReadBigInts(true);
  const isQuery = /^\s*(select|with|pragma)\b/i.test(sql);
  const rows = isQuery ? statement.all(...values) : [];
  const { changes, lastInsertRowid } = isQuery
    ? { changes: 0, lastInsertRowid: 0 }
    : statement.run(...values);
  const columns = Object.keys(rows[0] ?? {});
  return {
    cols: columns.map((name) => ({ name, decltype: null })),
    rows: rows.map((row) => columns.map((column) => written(row[column]))),
    affected_row_count: Number(changes),
    last_insert_rowid: String(lastInsertRowid),
  };
}

/** Synchronous from begin to commit, so that no other client sees a transaction in progress. */
function steps(database: DatabaseSync, all: readonly HranaStep[], stored: StoredTexts): unknown {
  const results: unknown[] = [];
  const errors: unknown[] = [];
  let open = false;
  const holds = (condition: HranaCondition | null | undefined): boolean => {
    if (condition === null || condition === undefined) return true;
    const { type, step = -1, cond, conds = [] } = condition;
    if (type === "ok") return results[step] !== null && results[step] !== undefined;
    if (type === "error") return errors[step] !== null && errors[step] !== undefined;
    if (type === "not") return !holds(cond);
    if (type === "is_autocommit") return !open;
    return type === "and" ? conds.every(holds) : conds.some(holds);
  };
  for (const { stmt, condition } of all) {
    const at = results.push(null) - 1;
    errors.push(null);
    if (!holds(condition)) continue;
    try {
      results[at] = execute(database, stmt, stored);
      open = database.isTransaction;
    } catch (error) {
      errors[at] = faultOf(error);
    }
  }
  if (open) database.exec("rollback");
  return { step_results: results, step_errors: errors };
}

function read({ type, value, base64 }: HranaValue): SQLInputValue {
  if (type === "integer") return BigInt(value!);
  if (type === "blob") return Uint8Array.fromBase64(base64!);
  return type === "null" ? null : value!;
}

function written(value: SQLOutputValue): HranaValue {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  if (value instanceof Uint8Array) return { type: "blob", base64: value.toBase64() };
  return { type: "text", value: String(value) };
}

function faultOf(error: unknown): { message: string; code: string } {
  const { message, code } = error as { message: string; code?: string };
  return { message, code: code ?? "UNKNOWN" };
}
