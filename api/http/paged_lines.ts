/**
 * Long lists as one stream of lines: each page is read when the reader has room for it, never the
 * whole list.
 */

/** A page of a list; without `next` it is the last. */
export interface Page<T, C> {
  readonly entries: readonly T[];
  /** Where the page after it begins. */
  readonly next?: C;
}

/**
 * Streams `head` and then a line of each entry, page after page. Reading stops once the reader has
 * left; a page that cannot be read aborts the stream.
 */
export function pagedLines<T, C>(
  read: (cursor: C | undefined) => Promise<Page<T, C>>,
  lineOf: (entry: T) => string,
  head = "",
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: C | undefined;
  let text = head;
  let left = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A page may be empty without being the last.
      do {
        const { entries, next } = await read(cursor);
        cursor = next;
        for (const entry of entries) text += lineOf(entry);
      } while (text === "" && cursor !== undefined && !left);
      if (text !== "") controller.enqueue(encoder.encode(text));
      text = "";
      if (cursor === undefined) controller.close();
    },
    cancel: () => void (left = true),
  });
}
