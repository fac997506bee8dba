/** Pagination of long lists: an opaque cursor marks the start of the next page. */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../schema/errors.ts";
import { wholeNumber } from "./route.ts";
import { programSentence } from "../../policy/model/sentence.ts";

/** The query of a paginated route: `limit` entries after `cursor`. */
export const pageQuery = z.object({
  cursor: z.string().max(512).optional().describe(
    "`next` of the previous page; absent = the first page",
  ),
  limit: wholeNumber(1, 1000).default(100).describe("Entries per page"),
});

/** `next` of a page: the cursor of the following page; empty = this is the last. */
export const nextCursor = z.string().describe("Cursor of the next page; empty = this is the last");

/** Encodes the values that order the list, of the last entry, as a cursor. */
export function cursorOf(values: readonly (number | string)[]): string {
  return new TextEncoder().encode(JSON.stringify(values)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/**
 * The values of a cursor, one for each kind; undefined for the first page. Throws `bad_request` for
 * an invalid cursor.
 */
export function readCursor(
  cursor: string | undefined,
  kinds: readonly ("number" | "string")[],
): (number | string)[] | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  try {
    const values = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" })),
    );
    const fits = Array.isArray(values) && values.length === kinds.length &&
      values.every((value, i) => typeof value === kinds[i]);
    if (fits) return values;
  } catch {
    // Reported below.
  }
  throw new DomainError(
    "bad_request",
    programSentence`The cursor is none that was given; ask for the first page again`,
  );
}
