/**
 * Parts of an open page that update automatically. They are rendered on the server, so the markup
 * of a row is written once.
 */
import { render } from "preact-render-to-string";
import type { SendEvents } from "../api/http/event_stream.ts";
import { html } from "./html.ts";
import type { LivePart } from "./page.ts";

/**
 * Sends parts as they arrive: `event` says where they are inserted, the first line of `data` names
 * the target element. Returns a function that ends the stream. Calls `over` when it is ended, when
 * no parts are left or when the source failed. The browser then reconnects and reloads the page.
 */
export function sendLiveParts(
  parts: AsyncIterable<readonly LivePart[]>,
  send: SendEvents,
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

/**
 * Merges the parts of several sources. It ends when one source fails or all have ended, and then
 * ends all sources.
 */
export async function* mergeParts(
  sources: readonly AsyncIterable<readonly LivePart[]>[],
): AsyncGenerator<readonly LivePart[]> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const ready: (readonly LivePart[])[] = [];
  let running = iterators.length;
  let wake = () => {};
  const failures: unknown[] = [];
  const drain = async (iterator: (typeof iterators)[number]) => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      ready.push(next.value);
      wake();
    }
  };
  for (const iterator of iterators) {
    void drain(iterator).catch((error) => failures.push(error)).finally(() => {
      running--;
      return wake();
    });
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
