/**
 * A live stream of entries: the existing ones, then each new one; as lines of JSON or as
 * server-sent events.
 */
import { z } from "@hono/zod-openapi";
import {
  boundedStream,
  LINES,
  SERVER_SENT,
  skippedEvent,
  type StreamEvent,
} from "./event_stream.ts";
import { type Reply, wholeNumber } from "./route.ts";

/** Media types of such a stream; the Accept of the request says which. */
export const LIVE_TYPES = [LINES.type, SERVER_SENT.type];

/** Sent in place of entries that were left out. */
export const skippedLine = z.object({
  skipped: z.int().describe(
    "Number of entries left out because the reader was slow; 0 = unknown number, because it was disconnected for too long",
  ),
}).meta({ id: "SkippedLine" });

/** The query of such a stream. */
export const liveQuery = {
  last: wholeNumber(0, 1000).default(0).describe(
    "Number of earlier entries sent first",
  ),
  after: wholeNumber(0).optional()
    .describe(
      "Starts after this entry, instead of `last`; the header Last-Event-ID has the same effect",
    ),
};

/** Every entry has a number, and numbers grow. */
interface Numbered {
  readonly id: number;
}

/** The first entries shown, oldest first. */
export interface FirstLines<T> {
  readonly entries: readonly T[];
  /** Whether entries after the named one are no longer known. */
  readonly gap?: boolean;
}

/** The source of a live stream, and its format. */
export interface LiveLines<T extends Numbered> {
  /** The first entries: those after an entry, or the last ones. */
  readonly before: (
    wanted: { readonly last: number; readonly after?: number },
  ) => FirstLines<T> | Promise<FirstLines<T>>;
  /**
   * Follows new entries; the returned function ends it. Throws `too_many_watchers`.
   */
  readonly follow: (follower: (batch: readonly T[]) => void) => () => void;
  readonly matches?: (entry: T) => boolean;
  readonly shown: (entry: T) => unknown;
}

/** Most entries queued while earlier ones are being read. */
const MOST_HELD = 10_000;

/**
 * The stream for a request; it ends with its client. Throws `too_many_watchers`, and errors of
 * reading.
 */
export async function liveLines<T extends Numbered>(
  { before, follow, matches = () => true, shown }: LiveLines<T>,
  { last, after }: { readonly last: number; readonly after?: number | undefined },
  request: Request,
): Promise<Reply<ReadableStream<Uint8Array>>> {
  const held: T[] = [];
  let lost = false;
  // Following starts before reading, so that no entry is lost between the two.
  let take = (batch: readonly T[]) => {
    lost ||= held.length + batch.length > MOST_HELD;
    if (!lost) { for (const entry of batch) held.push(entry); }
  };
  const end = follow((batch: readonly T[]) => take(batch));
  try {
    const seen = seenBefore(request) ?? after;
    const { entries, gap = false } = await before(
      seen === undefined ? { last } : { last, after: seen },
    );
    const eventOf = (entry: T): StreamEvent => ({
      event: "entry",
      id: entry.id,
      data: JSON.stringify(shown(entry)),
    });
    return boundedStream(
      (send) => {
        const put = (batch: readonly T[]) => {
          const found = batch.filter(matches);
          if (found.length > 0) send(found.map(eventOf));
        };
        if (gap || lost) send([skippedEvent(0)]);
        put(entries);
        const newest = entries.at(-1)?.id ?? -1;
        put(held.filter(({ id }) => id > newest));
        take = put;
        return end;
      },
      request.signal,
      wantsEvents(request) ? SERVER_SENT : LINES,
    );
  } catch (error) {
    end();
    throw error;
  }
}

/** The first entries of a list that is read page by page, newest first. */
export async function beforeOf<T extends Numbered>(
  { last, after }: { readonly last: number; readonly after?: number },
  read: (limit: number) => Promise<readonly T[]>,
): Promise<FirstLines<T>> {
  if (after === undefined) return { entries: last === 0 ? [] : (await read(last)).toReversed() };
  const newest = await read(MOST_MISSED);
  const entries = newest.filter(({ id }) => id > after).toReversed();
  return { entries, gap: entries.length === MOST_MISSED };
}

const MOST_MISSED = 1000;

/** The last entry that a browser received before it lost its connection. */
function seenBefore(request: Request): number | undefined {
  const id = request.headers.get("last-event-id") ?? "";
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

/** Whether the client accepts server-sent events (RFC 9110, 12.5.1). */
function wantsEvents(request: Request): boolean {
  const accepted = (request.headers.get("accept") ?? "").toLowerCase().split(",").map((part) =>
    part.split(";")
  );
  return accepted.some(([type, ...rest]) =>
    type.trim() === SERVER_SENT.type && !rest.some((q) => /q=0(\.0*)?$/.test(q))
  );
}
