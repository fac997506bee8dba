import assert from "node:assert/strict";
import { certificateFor, eventually, FRONT_THREAD, withFront } from "../../tests/support/front_scene.ts";
import { needsTool } from "../../tests/support/tool.ts";
import type { Answer } from "./answering.ts";
import type { FrontPeer } from "./protocol.ts";

const CURL = needsTool("curl");
const VERSIONS = [["--http2", "h2"], ["--http1.1", "http/1.1"]] as const;

/** Tells what arrived, and who sent it. */
const telling: Answer = async (request, peer) =>
  Response.json({
    method: request.method,
    url: request.url,
    host: request.headers.get("host"),
    body: (await request.arrayBuffer()).byteLength,
    peer,
  });

interface Told {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly body: number;
  readonly peer: FrontPeer;
}

for (const [version, protocol] of VERSIONS) {
  Deno.test({
    name: `curl is answered over ${protocol}, with its real address, the name it asked for and its host`,
    ignore: CURL,
    fn: () =>
      withFront(telling, async ({ curl, port, front }) => {
        assert.deepEqual(front.listeners, [`https 127.0.0.1:${port}`]);
        const told = JSON.parse(await curl(version, "/a/b?c=%20d")) as Told;
        const { peer } = told;
        assert.deepEqual({ ...told, peer: { ...peer, port: 0 } }, {
          method: "GET",
          url: "https://box/a/b?c=%20d",
          host: `localhost:${port}`,
          body: 0,
          peer: { address: "127.0.0.1", port: 0, servername: "localhost", protocol },
        });
        assert.ok(peer.port > 1023);
      }),
  });

  Deno.test({
    name: `requests of one connection share its port over ${protocol}, and bodies of any size arrive whole`,
    ignore: CURL,
    fn: () =>
      withFront(telling, async ({ curl, port }) => {
        const body = await Deno.makeTempFile();
        const other = `https://localhost:${port}/two`;
        const two = (await curl(version, "-w", "\n", "-d", "a=b", other, "/one")).trim().split("\n");
        const [one, next] = two.map((line) => JSON.parse(line) as Told);
        assert.deepEqual([one.body, next.body], [3, 3]);
        assert.equal(one.peer.port, next.peer.port);
        for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
          await Deno.writeFile(body, new Uint8Array(size).fill(7));
          for (const how of ["-H", "-Htransfer-encoding: chunked"]) {
            const coding = how === "-H" ? ["-H", "expect:"] : protocol === "h2" ? [] : [how];
            const told = JSON.parse(await curl(version, ...coding, "--data-binary", `@${body}`, "/")) as Told;
            assert.deepEqual([told.method, told.body], ["POST", size]);
          }
        }
        await Deno.remove(body);
      }),
  });

  Deno.test({
    name: `a large answer, an empty one and a failing one are delivered as they are over ${protocol}`,
    ignore: CURL,
    fn: () => {
      const answer: Answer = ({ url }) => {
        if (url.endsWith("/large")) return new Response(new Uint8Array(5_000_000).fill(65));
        if (url.endsWith("/empty")) {
          return new Response(null, { status: 204, headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"]] });
        }
        throw new Error("unforeseen");
      };
      return withFront(answer, async ({ curl, told }) => {
        assert.equal((await curl(version, "/large")).length, 5_000_000);
        assert.match(await curl(version, "-D", "-", "/empty"), /204[^]*set-cookie: a=1\r\nset-cookie: b=2\r\n/);
        assert.equal(await curl(version, "-w", "%{http_code}", "/throw"), "500");
        assert.match(told.join(), /unforeseen/);
        assert.match(await curl(version, "-I", "/large"), /200/);
      });
    },
  });

  Deno.test({
    name: `a stream reaches the client part by part over ${protocol}, and its signal tells when the client leaves`,
    ignore: CURL,
    fn: () => {
      let left = 0, cancelled = 0;
      const answer: Answer = ({ signal }) => {
        signal.addEventListener("abort", () => left++);
        let timer: ReturnType<typeof setInterval> | undefined;
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            timer = setInterval(() => controller.enqueue(new TextEncoder().encode("{}\n")), 20);
          },
          cancel() {
            cancelled++;
            clearInterval(timer);
          },
        });
        return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
      };
      return withFront(answer, async ({ curl }) => {
        assert.match(await curl(version, "-N", "-m", "1", "/"), /^(\{\}\n){2,}/);
        assert.ok(await eventually(() => left === 1 && cancelled === 1), `${left} ${cancelled}`);
      });
    },
  });
}

Deno.test("a client that leaves before the answer aborts the signal of its request", () => {
  let asked = 0, left = 0;
  const answer: Answer = ({ signal }) => {
    asked++;
    return new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        left++;
        resolve(new Response(null));
      })
    );
  };
  return withFront(answer, async ({ connect }) => {
    const client = await connect();
    await client.send("GET / HTTP/1.1\r\nHost: box\r\n\r\n");
    assert.ok(await eventually(() => asked === 1));
    assert.equal(left, 0);
    await client.close();
    assert.ok(await eventually(() => left === 1));
  });
});

Deno.test("what is slow to be read is sent no faster: a source that never ends is asked for little", () => {
  let made = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
  return withFront(() => new Response(endless()), async ({ port, certificate }) => {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
    const tls = await Deno.startTls(tcp, { hostname: "localhost", caCerts: [certificate.cert] });
    await tls.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: box\r\n\r\n"));
    let before = -1;
    assert.ok(
      await eventually(() => {
        const same = made > 0 && made === before;
        before = made;
        return same;
      }),
    );
    assert.ok(made < 32 * 1024 * 1024, `${made} octets were made for a client that reads none`);
    tls.close();
  });
});

Deno.test("a certificate is replaced without closing the port, names have their own, unknown names get that of the interface", () =>
  withFront(() => new Response("hi"), async ({ front, port, certificate }) => {
    const shown = async (name: string, ...trusted: readonly string[]) => {
      const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
      const tls = await Deno.startTls(tcp, { hostname: name, caCerts: [...trusted] });
      try {
        await tls.handshake();
        return "trusted";
      } catch (error) {
        return (error as Error).message;
      } finally {
        tls.close();
      }
    };
    assert.equal(await shown("localhost", certificate.cert), "trusted");
    assert.match(await shown("a.example", certificate.cert), /not valid for name/);
    const [one, star, next] = [
      await certificateFor("a.example"),
      await certificateFor("*.b.example"),
      await certificateFor("localhost", "box"),
    ];
    front.named({ name: "A.example", ...one });
    front.named({ name: "*.b.example", ...star });
    assert.equal(await shown("a.example", one.cert), "trusted");
    assert.equal(await shown("x.b.example", star.cert), "trusted");
    assert.match(await shown("x.y.b.example", star.cert), /not valid for name|UnknownIssuer/);
    front.certificate(next);
    assert.equal(await shown("box", next.cert), "trusted");
    assert.notEqual(await shown("localhost", certificate.cert), "trusted");
    assert.equal(await shown("a.example", one.cert), "trusted");
  }));

Deno.test("a certificate that is none is told, and the one before stays", () =>
  withFront(() => new Response("hi"), async ({ front, connect, told }) => {
    front.certificate({ cert: "nothing", key: "nothing" });
    front.named({ name: "a.example", cert: "", key: "" });
    await (await connect()).close();
    assert.ok(await eventually(() => told.length === 2), told.join("; "));
    assert.match(told[0], /cannot be used/);
  }));

Deno.test("a foreign network is hung up on before TLS, and ranges are replaced at run time", () =>
  withFront(
    () => new Response("hi"),
    async ({ front, connect, port }) => {
      const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
      assert.equal(await tcp.read(new Uint8Array(1)).catch(() => null), null);
      tcp.close();
      front.ranges(["10.0.0.0/8", "127.0.0.1/32"]);
      const client = await connect();
      await client.send("GET / HTTP/1.1\r\nHost: box\r\n\r\n");
      assert.ok(await client.until((text) => text.endsWith("hi")));
      await client.close();
    },
    {},
    { ranges: ["192.168.0.0/16"] },
  ));

Deno.test("a port that is taken is told with who holds it, and the others are open", () => {
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 }), { port } = taken.addr;
  const free = { address: "127.0.0.1", port: 0 };
  return withFront(
    () => new Response("hi"),
    ({ front }) => {
      taken.close();
      assert.equal(front.listeners.length, 1);
      assert.deepEqual(front.errors.map((error) => error.replace(/\d+/g, "N")), [
        "HTTPS cannot listen on N.N.N.N:N: it is held by deno (process N)",
      ]);
      return Promise.resolve();
    },
    {},
    { addresses: [{ address: "127.0.0.1", port }, free] },
  );
});

Deno.test("a certificate that cannot be used at the start leaves no listener and says why", () =>
  withFront(
    () => new Response("hi"),
    ({ front }) => {
      assert.deepEqual(front.listeners, []);
      assert.match(front.errors.join(), /HTTPS cannot listen on /);
      return Promise.resolve();
    },
    {},
    { certificate: { cert: "x", key: "y" } },
  ));

Deno.test("without an address nothing is started", () =>
  withFront(
    () => new Response("hi"),
    async ({ front }) => {
      assert.deepEqual([front.listeners, front.errors], [[], []]);
      await front.close();
    },
    {},
    { addresses: [] },
  ));

Deno.test("a thread that ends is told and started anew, and what waited on it is let go", () => {
  // Ends by itself, without a word, when it is given a certificate for a name.
  const source = `import ${JSON.stringify(FRONT_THREAD.href)};
    const { onmessage } = self;
    self.onmessage = (event) => event.data.kind === "named" ? self.close() : onmessage(event);`;
  const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  let asked = 0, left = 0;
  const answer: Answer = ({ url, signal }) => {
    if (!url.endsWith("/wait")) return new Response("hi");
    asked++;
    signal.addEventListener("abort", () => left++);
    return new Promise<Response>(() => {});
  };
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms / 20);
    return () => clearTimeout(timer);
  };
  return withFront(
    answer,
    async ({ front, connect, told }) => {
      const waiting = await connect();
      await waiting.send("GET /wait HTTP/1.1\r\nHost: box\r\n\r\n");
      assert.ok(await eventually(() => asked === 1));
      front.named({ name: "x", cert: "", key: "" });
      assert.ok(await eventually(() => told.some((line) => line.includes("HTTPS answers again"))), told.join("; "));
      assert.match(told[0], /^error HTTPS stopped and starts again in 1 s, names are answered meanwhile: /);
      assert.equal(left, 1);
      assert.ok(await waiting.until());
      const client = await connect();
      await client.send("GET / HTTP/1.1\r\nHost: box\r\n\r\n");
      assert.ok(await client.until((text) => text.endsWith("hi")));
      await client.close();
      await waiting.close();
    },
    {},
    { workerUrl, after },
  );
});
