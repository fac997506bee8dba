/** Lines of JSON for as long as a client stays: what was there before, then each as it comes, bounded for slow readers. */
import { z } from "@hono/zod-openapi";
import { ApiError } from "./errors.ts";

/** Octets that wait for a slow reader at most; what comes beyond is counted and said. */
const MOST_WAITING = 1024 * 1024;

/** Told in the place of lines that were left out. */
export const skippedLine = z.object({ skipped: z.int().describe("Entries left out because the reader was slow") });

/** What is shown, and how. */
export interface LiveLines<T> {
  /** Shown first. */
  readonly before: readonly T[];
  /** Follows what comes; the function given back ends it. A RangeError when too many do. */
  readonly follow: (follower: (batch: readonly T[]) => void) => () => void;
  readonly matches: (entry: T) => boolean;
  readonly shown: (entry: T) => unknown;
}

/** The stream of lines; it ends with the signal. Throws `too_many_watchers`. */
export function liveLines<T>(
  { before, follow, matches, shown }: LiveLines<T>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let skipped = 0, end = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const put = (batch: readonly T[]) => {
        const found = batch.filter(matches);
        if (found.length === 0) return;
        if ((controller.desiredSize ?? 0) <= 0) {
          skipped += found.length;
          return;
        }
        const head = skipped === 0 ? "" : `${JSON.stringify({ skipped })}\n`;
        skipped = 0;
        controller.enqueue(encoder.encode(head + found.map((entry) => `${JSON.stringify(shown(entry))}\n`).join("")));
      };
      put(before);
      // The head of the response leaves with its first octets: an empty line says at once that the view is open.
      if (before.length === 0) controller.enqueue(encoder.encode("\n"));
      try {
        end = follow(put);
      } catch (error) {
        throw error instanceof RangeError ? new ApiError("too_many_watchers", error.message) : error;
      }
      signal.addEventListener("abort", () => end(), { once: true });
    },
    cancel: () => end(),
  }, { highWaterMark: MOST_WAITING, size: (part) => part?.length ?? 0 });
}
