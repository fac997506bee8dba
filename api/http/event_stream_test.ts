import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { DomainError } from "../schema/errors.ts";
import {
  boundedStream,
  eventStream,
  LINES,
  type SendEvents,
  SERVER_SENT,
  type StreamEvent,
} from "./event_stream.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** A parser of server-sent events (WHATWG HTML 9.2.6). */
function parsed(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  let event: string | undefined;
  let data: string[] = [];
  let id: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line === "") {
      if (data.length > 0) {
        events.push({
          ...event === undefined ? {} : { event },
          ...id === undefined ? {} : { id },
          data: data.join("\n"),
        });
      }
      [event, data, id] = [undefined, [], undefined];
      continue;
    }
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    if (name === "event") event = value;
    if (name === "id" && !value.includes("\0")) id = value;
    if (name === "data") data.push(value);
  }
  return events;
}

const textOf = (stream: ReadableStream<Uint8Array>) =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();

Deno.test("server-sent events are read back unchanged, for any content", async () => {
  const word = fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 12 }).filter((text) =>
    !/[\r\n\0]/.test(text)
  );
  const data = fc.string({ unit: ANY_CHARACTER, maxLength: 40 }).map((text) =>
    text.replace(/\r\n?/g, "\n")
  );
  const events = fc.array(fc.record({ event: word, id: word, data }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(events, async (given) => {
      const stop = new AbortController();
      const { body } = eventStream((send) => {
        send(given);
        return () => {};
      }, stop.signal);
      stop.abort();
      const wellFormed = given.map((event) =>
        Object.fromEntries(Object.entries(event).map(([key, text]) => [key, text.toWellFormed()]))
      );
      assert.deepEqual(parsed(await textOf(body as ReadableStream<Uint8Array>)), wellFormed);
    }),
    { seed: 4, numRuns: 200 },
  );
});

Deno.test("no field of an event can start another one", () => {
  const text = SERVER_SENT.write({
    event: "a\ndata: forged",
    id: "1\r\nevent: x\0",
    data: "one\n\ntwo\revent: three",
  });
  assert.equal(
    text,
    "event: a data: forged\nid: 1  event: x \ndata: one\ndata: \ndata: two\ndata: event: three\n\n",
  );
});

Deno.test("a stream sends keep-alives, and ends with its signal and its reader", async () => {
  for (const framing of [SERVER_SENT, LINES]) {
    let ended = 0;
    const open = (signal: AbortSignal) =>
      boundedStream(() => () => void ended++, signal, framing, 1).body as ReadableStream<
        Uint8Array
      >;
    const stop = new AbortController();
    const whole = textOf(open(stop.signal));
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    assert.ok((await whole).startsWith(framing.opening + framing.beat));
    const reader = open(new AbortController().signal).getReader();
    await reader.read();
    await reader.cancel();
    assert.equal(await textOf(open(AbortSignal.abort())), framing.opening);
    assert.equal(ended, 3);
  }
});

Deno.test("a slow reader receives the number of skipped events once there is room, even without new ones", async () => {
  let send: SendEvents = () => {};
  const stop = new AbortController();
  const { body } = boundedStream(
    (given) => {
      send = given;
      return () => {};
    },
    stop.signal,
    SERVER_SENT,
    1,
  );
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    new TextDecoderStream(),
  ).getReader();
  send([{ data: "x".repeat(1024 * 1024) }]);
  for (let i = 0; i < 7; i++) send([{ data: "missed" }]);
  let text = "";
  while (!text.includes('event: skipped\ndata: {"skipped":7}\n\n')) {
    text += (await reader.read()).value!;
  }
  assert.ok(!text.includes("missed"));
  await reader.cancel();
});

Deno.test("clients above the limit are refused", () => {
  const full = () => {
    throw new DomainError("too_many_watchers", sentence`Too many live views are open: 100`);
  };
  const refused = (error: unknown) =>
    error instanceof DomainError && error.code === "too_many_watchers";
  assert.throws(() => eventStream(full, new AbortController().signal), refused);
});
