import assert from "node:assert/strict";
import { z } from "@hono/zod-openapi";
import { beforeOf, LIVE_TYPES, liveLines, liveQuery } from "./live_lines.ts";
import { ClientFaults } from "./client_faults.ts";
import { type Route, routeFor } from "./route.ts";
import { serveApi, type ServedApi, type ServeServices } from "./serve.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

interface Entry {
  readonly id: number;
}

/** A growing list that remembers its last five entries. */
class Source {
  readonly followers = new Set<(batch: readonly Entry[]) => void>();
  newest = 0;

  add(count: number): void {
    const batch = Array.from({ length: count }, () => ({ id: ++this.newest }));
    for (const follower of this.followers) follower(batch);
  }

  readonly follow = (follower: (batch: readonly Entry[]) => void) => {
    this.followers.add(follower);
    return () => void this.followers.delete(follower);
  };

  readonly before = ({ last, after = this.newest - last }: { last: number; after?: number }) => {
    const known = Array.from(
      { length: Math.min(5, this.newest) },
      (_, i) => ({ id: this.newest - i }),
    ).reverse();
    const entries = known.filter(({ id }) => id > after);
    return { entries, gap: entries.length !== this.newest - after };
  };
}

const until = async (holds: () => boolean, what: () => unknown) => {
  for (let turn = 0; turn < 1000 && !holds(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(holds(), JSON.stringify(what()));
};

const services = {
  clientFaults: new ClientFaults(),
  runtime: testRuntime({ now: () => 0, log: () => {} }),
  allowedRanges: () => ["127.0.0.0/8"],
  hostNames: () => [],
} as unknown as ServeServices;

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

function streamOf(source: Source): Route<unknown> {
  return routeFor<unknown>()({
    doc: "A 7.11",
    method: "get",
    path: "/stream",
    summary: "Numbers as they come",
    access: "open",
    query: z.strictObject(liveQuery),
    lines: true,
    types: LIVE_TYPES,
    answers: { 200: z.object({ id: z.int() }) },
    handle: ({ query, request }) =>
      liveLines({ ...source, shown: (entry) => entry }, query, request),
  });
}

Deno.test("a browser that reconnects receives all remembered entries, or a notice about missing ones", async () => {
  const source = new Source();
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const stream = streamOf(source);
  const open = async (): Promise<ServedApi> => {
    const options = { routes: [stream], services, socketPath: `${folder}/box.sock` };
    const api = await serveApi({ ...options, http: [{ address: "127.0.0.1", port }] });
    if (api.errors.length === 0) return api;
    // The runtime frees a port a moment after it was closed.
    await api.close();
    await new Promise((rested) => setTimeout(rested, 20));
    return await open();
  };
  source.add(3);
  let api = await open();
  const seen: (number | string)[] = [];
  const browser = new EventSource(`http://127.0.0.1:${port}/stream?last=2`);
  browser.addEventListener("entry", ({ data, lastEventId }) => {
    assert.equal(lastEventId, String(JSON.parse(data).id));
    seen.push(JSON.parse(data).id);
  });
  browser.addEventListener(
    "skipped",
    ({ data }) => seen.push(`skipped ${JSON.parse(data).skipped}`),
  );
  try {
    await until(() => seen.length === 2, () => seen);
    source.add(1);
    await until(() => seen.length === 3, () => seen);
    await api.close();
    assert.equal(source.followers.size, 0);
    source.add(4);
    api = await open();
    await until(() => seen.length === 7, () => seen);
    await api.close();
    source.add(6);
    api = await open();
    await until(() => seen.length === 13, () => seen);
    assert.deepEqual(seen, [2, 3, 4, 5, 6, 7, 8, "skipped 0", 10, 11, 12, 13, 14]);
  } finally {
    browser.close();
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
});

/** Returns the text of a stream that ended after `during`. */
async function textOf(
  source: Source,
  init: RequestInit,
  wanted: { last: number; after?: number },
  during = () => {},
) {
  const stop = new AbortController();
  const request = new Request("http://box/stream", { ...init, signal: stop.signal });
  const before = (asked: { last: number; after?: number }) =>
    beforeOf(asked, async (limit) => {
      const entries = source.before({ last: Math.min(5, limit) }).entries.toReversed();
      await Promise.resolve();
      during();
      return entries;
    });
  const { body, headers } = await liveLines(
    { ...source, before, shown: ({ id }) => ({ n: id }) },
    wanted,
    request,
  );
  const text = new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  stop.abort();
  return { text: await text, type: headers["content-type"] };
}

Deno.test("the Accept field selects the format, lines of JSON by default", async () => {
  const source = new Source();
  source.add(1);
  const lines = { text: '\n{"n":1}\n', type: "application/x-ndjson" };
  const events = {
    text: 'retry: 3000\n\nevent: entry\nid: 1\ndata: {"n":1}\n\n',
    type: "text/event-stream",
  };
  for (const accept of ["", "*/*", "application/x-ndjson", "text/event-stream;q=0", "text/plain"]) {
    assert.deepEqual(await textOf(source, { headers: { accept } }, { last: 1 }), lines, accept);
  }
  for (const accept of ["text/event-stream", "Text/Event-Stream ; q=0.5, */*"]) {
    assert.deepEqual(await textOf(source, { headers: { accept } }, { last: 1 }), events, accept);
  }
});

Deno.test("entries that arrive during the first read are sent once, after it", async () => {
  const source = new Source();
  source.add(2);
  const { text } = await textOf(source, {}, { last: 2 }, () => source.add(2));
  assert.deepEqual(text.trim().split("\n").map((line) => JSON.parse(line).n), [1, 2, 3, 4]);
});

Deno.test("the start entry is given by the query, or by the header of a reconnecting browser", async () => {
  const source = new Source();
  source.add(4);
  const numbers = async (
    headers: Record<string, string>,
    wanted: { last: number; after?: number },
  ) => (await textOf(source, { headers }, wanted)).text.match(/\d+/g)?.map(Number) ?? [];
  assert.deepEqual(await numbers({}, { last: 0 }), []);
  assert.deepEqual(await numbers({}, { last: 0, after: 2 }), [3, 4]);
  assert.deepEqual(await numbers({ "last-event-id": "3" }, { last: 4, after: 2 }), [4]);
  for (const hostile of ["", "x", "-1", "1e9", "9".repeat(400)]) {
    assert.deepEqual(await numbers({ "last-event-id": hostile }, { last: 1 }), [4], hostile);
  }
});

Deno.test("a refused reader follows nothing", async () => {
  const source = new Source();
  const request = new Request("http://box/stream");
  const before = () => Promise.reject(new Error("the disk is gone"));
  await assert.rejects(
    liveLines({ ...source, before, shown: (entry) => entry }, { last: 1 }, request),
    /disk/,
  );
  assert.equal(source.followers.size, 0);
});
