import assert from "node:assert/strict";
import { request } from "node:http";
import { closeListener, listenSocket } from "./listeners.ts";
import { ConnectionStream } from "./connection_stream.ts";

/**
 * Opens and closes descriptors as fast as possible, and counts those that another owner closed
 * meanwhile.
 */
const OWNER = `
const { eventfd, close } = Deno.dlopen("libc.so.6", {
  eventfd: { parameters: ["u32", "i32"], result: "i32" },
  close: { parameters: ["i32"], result: "i32" },
}).symbols;
let lost = 0, ended = false;
self.onmessage = () => ended = true;
const turn = () => {
  for (let i = 0; i < 2000; i++) if (close(eventfd(0, 0)) < 0) lost++;
  if (ended) return postMessage(lost);
  setTimeout(turn);
};
postMessage("ready");
turn();`;

function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data));
}

async function ask(path: string): Promise<string> {
  const stream = new ConnectionStream(await Deno.connect({ transport: "unix", path }));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    { createConnection: () => stream, headers: { host: "box", connection: "close" } },
    (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => text += part).on("end", () => resolve(text))
        .on(
          "error",
          reject,
        );
    },
  );
  sent.on("error", reject).end();
  return await promise;
}

async function withSocket(
  answer: Parameters<typeof listenSocket>[1],
  test: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const opened = await listenSocket(`${folder}/s`, answer);
  try {
    await test(`${folder}/s`);
  } finally {
    await closeListener(opened);
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a connection over a Unix socket closes its descriptor once, and no other", async () => {
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(OWNER)}`, {
    type: "module",
  });
  await nextMessage(worker);
  await withSocket((_, outgoing) => void outgoing.end("hello"), async (path) => {
    for (let i = 0; i < 300; i++) assert.equal(await ask(path), "hello");
  });
  const lost = nextMessage(worker);
  worker.postMessage("end");
  assert.equal(await lost, 0);
  worker.terminate();
});

Deno.test("an endless request over a Unix socket is refused after a timeout, and an idle connection closed", async () => {
  const dropped = Promise.withResolvers<void>();
  const stream = await Deno.makeTempDir().then(async (folder) => {
    const listener = Deno.listen({ transport: "unix", path: `${folder}/s` });
    const client = await Deno.connect({ transport: "unix", path: `${folder}/s` });
    const server = new ConnectionStream(await listener.accept());
    listener.close();
    await Deno.remove(folder, { recursive: true });
    return { client, server };
  });
  stream.server.setTimeout(20, () => stream.server.destroy());
  stream.server.once("close", () => dropped.resolve());
  stream.server.resume();
  await stream.client.write(new Uint8Array(3));
  await dropped.promise;
  assert.equal(await stream.client.read(new Uint8Array(1)), null);
  stream.client.close();
});

Deno.test("large data is sent and received completely over a Unix socket, even by a slow reader", async () => {
  const many = "0123456789".repeat(300_000);
  await withSocket((_, outgoing) => void outgoing.end(many), async (path) => {
    assert.equal((await ask(path)).length, many.length);
  });
});
