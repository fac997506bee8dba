/** Reading what a page can do without: one part that cannot be read takes nothing else of the page away (UI 7). */
import type { Right } from "../api/http/rights.ts";
import type { Ask, Values } from "./page.ts";

/** What a reading came to: its answer, or the code of the refusal. */
export type Read<T> = { readonly data: T; readonly refused?: undefined } | {
  readonly data?: undefined;
  /** `no_right` = this account may not see it. */
  readonly refused: string;
  /** What the API says of it, in English. */
  readonly said?: string;
};

/** Reads a route for which a right is needed (`account` = none); whoever does not hold it asks nothing. Never rejects. */
export async function attempt<T>(
  { read, by }: Pick<Ask, "read" | "by">,
  right: Right | "account",
  path: string,
  query: Values = {},
): Promise<Read<T>> {
  if (right !== "account" && by.kind !== "socket" && !by.rights.has(right)) {
    return { refused: "no_right" };
  }
  try {
    return { data: await read<T>(path, { query }) };
  } catch (error) {
    const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
    if (typeof code === "string") return { refused: code, said: String(message) };
    return { refused: name === "DatabaseUnavailable" ? "database_unavailable" : "internal" };
  }
}
