/**
 * Streams that last as long as the client stays connected: lines of JSON, or server-sent events
 * (WHATWG HTML 9.2), to which a browser reconnects automatically. Buffers are bounded for slow
 * readers. Periodic keep-alives detect dead connections.
 */
import { Reply, reply } from "./route.ts";

/** One message. */
export interface StreamEvent {
  /** Its kind; absent = `message`. Lines have no kinds. */
  readonly event?: string;
  /** The value that a reconnecting client sends in Last-Event-ID. Lines have none. */
  readonly id?: number | string;
  /** A text of any number of lines; of lines of JSON a single one. */
  readonly data: string;
}

/** How messages are written. */
export interface Framing {
  readonly type: string;
  /** Sent at once, so that the response headers are sent. */
  readonly opening: string;
  readonly beat: string;
  write(event: StreamEvent): string;
}

/** Lines of JSON. */
export const LINES: Framing = {
  type: "application/x-ndjson",
  opening: "\n",
  beat: "\n",
  write: ({ data }) => `${data}\n`,
};

/** Server-sent events; a browser that lost its connection reconnects after three seconds. */
export const SERVER_SENT: Framing = {
  type: "text/event-stream",
  opening: "retry: 3000\n\n",
  beat: ":\n\n",
  write({ event, id, data }) {
    const field = (name: string, value: string) => `${name}: ${value.replace(/[\r\n\0]/g, " ")}\n`;
    const head = (event === undefined ? "" : field("event", event)) +
      (id === undefined ? "" : field("id", String(id)));
    return `${head}${data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`).join("")}\n`;
  },
};

/**
 * Sends all messages, or none if the reader is too slow. `skipped` then reports how many once there
 * is room.
 */
export type SendEvents = (events: readonly StreamEvent[]) => void;

/** Begins to send; the returned function ends it. Throws `too_many_watchers`. */
export type BeginStream = (send: SendEvents) => () => void;

/** Most bytes queued for a slow reader, and milliseconds between keep-alives. */
const MOST_WAITING = 1024 * 1024;
const BEAT = 15_000;

/**
 * Server-sent events, of a page for instance: `{ event: "row", id: 7, data: "<tr>…" }`. The stream
 * ends with the client and with the signal. What a slow reader misses is reported as `{ event:
 * "skipped", data: '{"skipped":3}' }`. Throws `too_many_watchers`.
 */
export function eventStream(
  begin: BeginStream,
  signal: AbortSignal,
): Reply<ReadableStream<Uint8Array>> {
  return boundedStream(begin, signal, SERVER_SENT);
}

/** The same in any framing. */
export function boundedStream(
  begin: BeginStream,
  signal: AbortSignal,
  framing: Framing,
  beat = BEAT,
): Reply<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let skipped = 0;
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const hasRoom = () => (controller.desiredSize ?? 0) > 0;
      const send: SendEvents = (events) => {
        if (!hasRoom()) {
          skipped += events.length;
          return;
        }
        const all = skipped === 0 ? events : [skippedEvent(skipped), ...events];
        skipped = 0;
        if (all.length > 0) {
          controller.enqueue(encoder.encode(all.map((event) => framing.write(event)).join("")));
        }
      };
      controller.enqueue(encoder.encode(framing.opening));
      const stop = begin(send);
      const timer = setInterval(() => {
        if (skipped > 0) send([]);
        else if (hasRoom()) controller.enqueue(encoder.encode(framing.beat));
      }, beat);
      const close = () => {
        end();
        return controller.close();
      };
      end = () => {
        end = () => {};
        clearInterval(timer);
        signal.removeEventListener("abort", close);
        stop();
      };
      signal.addEventListener("abort", close);
      if (signal.aborted) close();
    },
    cancel: () => end(),
  }, { highWaterMark: MOST_WAITING, size: (part) => part?.length ?? 0 });
  return reply(200, stream, { "content-type": framing.type });
}

/** The message that replaces those left out; 0 = some, in an unknown number. */
export function skippedEvent(skipped: number): StreamEvent {
  return { event: "skipped", data: JSON.stringify({ skipped }) };
}
