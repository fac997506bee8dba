/** The life of the front: listeners, invalid certificates, a thread that ends, and closing. */
import assert from "node:assert/strict";
import { freePort } from "../../tests/support/box_process.ts";
import {
  certificateFor,
  ENDING_THREAD,
  eventually,
  listenHttps,
  ThreadClock,
  withFront,
} from "../../tests/support/front_scene.ts";
import { framesOf, get, joined, opening } from "../../tests/support/http2.ts";
import type { Answer } from "./http/front_requests.ts";

const certificate = await certificateFor("localhost");

Deno.test("a port in use is reported with its process, a foreign address as such, and others are open", () => {
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const free = { address: "127.0.0.1", port: 0 };
  return withFront(
    () => new Response("hi"),
    ({ front }) => {
      taken.close();
      assert.equal(front.listeners.length, 1);
      assert.deepEqual(front.errors.map((error) => error.replace(/\d+/g, "N")), [
        "HTTPS cannot listen on N.N.N.N:N: it is held by deno (process N)",
        "HTTPS cannot listen on N.N.N.N:N: it cannot be listened on there; most often this machine has no such address",
      ]);
      return Promise.resolve();
    },
    {},
    {
      listen: listenHttps(
        { address: "127.0.0.1", port },
        { address: "203.0.113.9", port: 8443 },
        free,
      ),
    },
  );
});

Deno.test("with an invalid certificate at the start no listener opens, until a valid one replaces it", () =>
  withFront(
    () => new Response("hi"),
    async ({ front, certificate }) => {
      assert.deepEqual(front.listeners, []);
      assert.match(front.errors.join(), /HTTPS cannot listen on /);
      front.certificate(certificate);
      assert.ok(await eventually(() => front.listeners.length === 1));
      assert.deepEqual(front.errors, []);
    },
    {},
    { certificate: { cert: "x", key: "y" } },
  ));

Deno.test("closing ends a live view, and waits for a pending response", () => {
  const isWorking = Promise.withResolvers<void>();
  const answer: Answer = async ({ url, signal }) => {
    const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    if (url.endsWith("/live")) {
      return new Response(
        ReadableStream.from([new TextEncoder().encode("one")].values().toArray()).pipeThrough(
          held(left),
        ),
      );
    }
    isWorking.resolve();
    await left;
    return new Response("last");
  };
  // Passes parts on and never ends without `until`.
  const held = (until: Promise<void>) =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      flush: () => until.then(() => new Promise(() => {})),
    });
  return withFront(answer, async ({ front, connect }) => {
    const live = await connect();
    const working = await connect();
    const idle = await connect();
    await live.send("GET /live HTTP/1.1\r\nHost: box\r\n\r\n");
    await working.send("GET /working HTTP/1.1\r\nHost: box\r\n\r\n");
    assert.ok(await live.until((text) => text.includes("one")));
    await isWorking.promise;
    await front.close();
    assert.ok(await live.until() && await working.until() && await idle.until());
    assert.match(live.text, /one\r\n0\r\n\r\n$/);
    assert.match(working.text, /last$/);
    for (const client of [live, working, idle]) await client.close();
    await assert.rejects(connect());
  });
});

Deno.test("without an address all addresses of both families are used", () => {
  const port = freePort();
  return withFront(
    (_, { address }) => new Response(address),
    async ({ front }) => {
      assert.match(front.listeners.join(), /^https (\[::\]|0\.0\.0\.0):\d+$/);
      const asked = ["127.0.0.1", ...front.listeners[0]!.includes("[") ? ["::1"] : []];
      for (const hostname of asked) {
        const tcp = await Deno.connect({ hostname, port });
        const tls = await Deno.startTls(tcp, {
          hostname: "localhost",
          caCerts: [certificate.cert],
        });
        await tls.write(
          new TextEncoder().encode("GET / HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n"),
        );
        assert.ok((await new Response(tls.readable).text()).endsWith(`\r\n\r\n${hostname}`));
      }
    },
    {},
    { listen: listenHttps({ address: "", port }), certificate },
  );
});

Deno.test("without listeners no thread is started", () =>
  withFront(
    () => new Response("hi"),
    async ({ front }) => {
      assert.deepEqual([front.listeners, front.errors], [[], []]);
      await front.close();
    },
    {},
    { listen: listenHttps() },
  ));

Deno.test("a thread that ends is logged and restarted, and its pending requests end", () => {
  let asked = 0;
  let left = 0;
  const clock = new ThreadClock();
  const answer: Answer = ({ url, signal }) => {
    if (!url.endsWith("/wait")) return new Response("hi");
    asked++;
    signal.addEventListener("abort", () => left++);
    return new Promise<Response>(() => {});
  };
  return withFront(
    answer,
    async ({ front, connect, logLines }) => {
      const waiting = await connect();
      await waiting.send("GET /wait HTTP/1.1\r\nHost: box\r\n\r\n");
      assert.ok(await eventually(() => asked === 1));
      await clock.again({ front, logLines }, certificate);
      assert.match(
        logLines[0],
        /^error The front stopped and starts again in 1 s, names are answered meanwhile: /,
      );
      assert.equal(left, 1);
      assert.ok(await waiting.until());
      const client = await connect();
      await client.send("GET / HTTP/1.1\r\nHost: box\r\n\r\n");
      assert.ok(await client.until((text) => text.endsWith("hi")));
      await client.close();
      await waiting.close();
    },
    {},
    { workerUrl: ENDING_THREAD },
    { after: clock.after },
  );
});

Deno.test("a response with `connection: close` ends its connection, over HTTP/2 without that field", () =>
  withFront(
    ({ url }) =>
      new Response("told", { headers: url.endsWith("/last") ? { connection: "close" } : {} }),
    async ({ connect }) => {
      const [stays, ends] = await Promise.all([connect({ alpn: "h2" }), connect({ alpn: "h2" })]);
      await stays.send(joined(opening(), get(1, "/")));
      await ends.send(joined(opening(), get(1, "/last")));
      assert.ok(await ends.until());
      for (const { received } of [stays, ends]) {
        const frames = framesOf(received);
        const bodies = frames.filter(({ type }) => type === 0);
        assert.equal(
          new TextDecoder().decode(joined(...bodies.map(({ payload }) => payload))),
          "told",
        );
        assert.doesNotMatch(new TextDecoder().decode(received), /connection/);
      }
      assert.ok(!stays.over);
      const older = await connect();
      await older.send("GET /last HTTP/1.1\r\nHost: box\r\n\r\n");
      assert.ok(await older.until());
      assert.match(older.text, /\r\nconnection: close\r\n/);
      await Promise.all([stays.close(), ends.close()]);
    },
  ));
