/** Reading optional data of a page: a failed read does not affect the rest of the page. */
import type { Right } from "../api/http/rights.ts";
import type { LoadContext, Values } from "./page.ts";

/** The result of a read: the response, or the error code. */
export type ReadResult<T> = { readonly data: T; readonly refused?: undefined } | {
  readonly data?: undefined;
  /** `no_right` = this account may not see it. */
  readonly refused: string;
  /** The error message of the API, in English. */
  readonly said?: string;
};

/**
 * Reads a route that requires a right (`account` = none). Without the right no request is made.
 * Never rejects.
 */
export async function tryRead<T>(
  { read, principal }: Pick<LoadContext, "read" | "principal">,
  right: Right | "account",
  path: string,
  query: Values = {},
): Promise<ReadResult<T>> {
  if (right !== "account" && principal.kind !== "socket" && !principal.rights.has(right)) {
    return { refused: "no_right" };
  }
  try {
    return { data: await read<T>(path, { query }) };
  } catch (error) {
    const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
    if (typeof code === "string") return { refused: code, said: String(message) };
    return { refused: name === "DatabaseUnavailableError" ? "database_unavailable" : "internal" };
  }
}
