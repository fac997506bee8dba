/** Parts of an open page that change by themselves, rendered on the server: the markup of a row is written once. */
import { render } from "preact-render-to-string";
import type { Send } from "../api/http/event_stream.ts";
import { html } from "./html.ts";
import type { LivePart } from "./page.ts";

/**
 * Sends parts as they come: `event` says where they are put, the first line of `data` into which element. Gives its end. Calls
 * `over` then, and when there are no more or their source failed: the browser comes back and reads the page again.
 */
export function liveEvents(parts: AsyncIterable<readonly LivePart[]>, send: Send, over: () => void): () => void {
  const iterator = parts[Symbol.asyncIterator]();
  let ended = false;
  const run = async () => {
    for (let next = await iterator.next(); !next.done && !ended; next = await iterator.next()) {
      send(next.value.map(({ put, into, markup }) => ({ event: put, data: `${into}\n${render(html`${markup}`)}` })));
    }
  };
  run().catch(() => {}).finally(over);
  return () => {
    ended = true;
    over();
    void iterator.return?.();
  };
}
