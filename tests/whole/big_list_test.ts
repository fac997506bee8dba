/** A running box loads a list of `LIST_LINES` lines and still answers quickly. */
import assert from "node:assert/strict";
import { askOnce } from "../support/box_process.ts";
import { delays, quantile } from "../support/flood.ts";
import { readMessage } from "../support/message_text.ts";
import { pause, residentMegabytes, Scene } from "../support/whole_box.ts";

/** Lines of the list; ten million in the long run. */
const LINES = Number(Deno.env.get("LIST_LINES") ?? 100_000);
/** Far above the usual value, for machines that are busy with other work. */
const QUICK = 250;
const nameOf = (i: number) => `a${i}.ads${i % 977}.example`;

/** The list, compressed as by servers of large lists. */
function packed(): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let next = 0;
  const lines = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (next >= LINES) return controller.close();
      const names = Array.from(
        { length: Math.min(20_000, LINES - next) },
        (_, n) => nameOf(next + n),
      );
      next += names.length;
      controller.enqueue(encoder.encode(names.join("\n") + "\n"));
    },
  });
  return lines.pipeThrough(new CompressionStream("gzip"));
}

Deno.test(`Answers stay fast while a list of ${LINES} lines is loaded`, async () => {
  const body = await new Response(packed()).arrayBuffer();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      new Response(body, { headers: { "content-encoding": "gzip", "content-type": "text/plain" } }),
  );
  try {
    await Scene.run({ flags: ["--lists-allow-private=on"] }, async (scene) => {
      const { port, pid } = scene.box;
      const all: number[] = [];
      await askOnce(port, "warm.example");
      const began = performance.now();
      const limit = began + 30_000 + LINES / 50;
      let largest = 0;
      let refused = "";
      scene.command("lists", "add", `http://127.0.0.1:${server.addr.port}/large`).then(
        ({ code, text }) => {
          if (code !== 0) refused = text;
        },
      );
      for (;;) {
        all.push(...await delays(port, 20, () => "warm.example", 2));
        largest = Math.max(largest, residentMegabytes(pid));
        const response = await askOnce(port, nameOf(LINES - 1));
        if (response !== undefined && readMessage(response).answer[0]?.data === "0.0.0.0") break;
        assert.equal(refused, "");
        assert.ok(performance.now() < limit, "the list never held");
      }
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      await pause(2000);
      all.sort((a, b) => a - b);
      const [median, p99] = [quantile(all, 0.5), quantile(all, 0.99)];
      console.log(
        `${LINES} names taken in ${seconds} s; answers meanwhile: median ${
          median.toFixed(2)
        } ms, p99 ${p99.toFixed(1)} ms, ` +
          `worst ${all.at(-1)!.toFixed(1)} ms; resident at most ${largest.toFixed(0)} MB, then ${
            residentMegabytes(pid).toFixed(0)
          } MB`,
      );
      assert.ok(p99 < QUICK);
    });
  } finally {
    await server.shutdown();
  }
});
