/** Parts of an open page that change by themselves, rendered on the server: the markup of a row is written once. */
import { render } from "preact-render-to-string";
import type { Send } from "../api/http/event_stream.ts";
import { html } from "./html.ts";
import type { LivePart } from "./page.ts";

/**
 * Sends parts as they come: `event` says where they are put, the first line of `data` into which element. Gives its end. Calls
 * `over` then, and when there are no more or their source failed: the browser comes back and reads the page again.
 */
export function liveEvents(
  parts: AsyncIterable<readonly LivePart[]>,
  send: Send,
  over: () => void,
): () => void {
  const iterator = parts[Symbol.asyncIterator]();
  let ended = false;
  const run = async () => {
    for (let next = await iterator.next(); !next.done && !ended; next = await iterator.next()) {
      send(
        next.value.map(({ put, into, markup }) => ({
          event: put,
          data: `${into}\n${render(html`${markup}`)}`,
        })),
      );
    }
  };
  run().catch(() => {}).finally(over);
  return () => {
    ended = true;
    over();
    void iterator.return?.();
  };
}

/** Parts of several sources as they come; it ends once one of them fails or all have ended, and ends them all. */
export async function* together(
  sources: readonly AsyncIterable<readonly LivePart[]>[],
): AsyncGenerator<readonly LivePart[]> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]()),
    ready: (readonly LivePart[])[] = [];
  let running = iterators.length, wake = () => {};
  const failures: unknown[] = [];
  const drain = async (iterator: (typeof iterators)[number]) => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      ready.push(next.value);
      wake();
    }
  };
  for (const iterator of iterators) {
    void drain(iterator).catch((error) => failures.push(error)).finally(() => (running--, wake()));
  }
  try {
    for (;;) {
      while (ready.length > 0) yield ready.shift()!;
      if (failures.length > 0) throw failures[0];
      if (running === 0) return;
      await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    iterators.forEach((iterator) => void iterator.return?.());
  }
}
