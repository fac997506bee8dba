import assert from "node:assert/strict";
import { assertAnswers, eventually, withFront } from "../../tests/support/front_scene.ts";
import { get, joined, opening } from "../../tests/support/http2.ts";
import { needsTool } from "../../tests/support/tool.ts";
import type { Answer } from "./http/front_requests.ts";
import type { FrontPeer } from "./protocol.ts";

const CURL = needsTool("curl");
const VERSIONS = [["--http2", "h2"], ["--http1.1", "http/1.1"]] as const;

/** Responds with the received request and its sender. */
const telling: Answer = async (request, peer) =>
  Response.json({
    method: request.method,
    url: request.url,
    host: request.headers.get("host"),
    body: (await request.arrayBuffer()).byteLength,
    peer,
  });

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly body: number;
  readonly peer: FrontPeer;
}

for (const version of ["--http2", "--http1.1", "--http1.0"]) {
  Deno.test({
    name: `HEAD over ${version.slice(2)} has no body and no length but that of GET`,
    ignore: CURL,
    fn: () =>
      withFront(
        ({ url }) =>
          new URL(url).pathname === "/echo"
            ? new Response("page", { headers: { "content-length": "4" } })
            : new Response("page"),
        async ({ curl }) => {
          const shown = "%{http_code} [%header{content-length}]";
          const args = ["-I", version, "-o", "/dev/null", "-w", shown];
          assert.equal(await curl(...args, "/echo"), "200 [4]");
          assert.equal(await curl(...args, "/"), "200 []");
        },
      ),
  });

  Deno.test({
    name: `HEAD over ${
      version.slice(2)
    } is refused without a body when there are too many requests`,
    ignore: CURL,
    fn: () =>
      withFront(
        () => new Response("page"),
        async ({ curl }) => {
          const args = ["-I", version, "-o", "/dev/null", "-w", "%{http_code} %{exitcode}"];
          assert.equal(await curl(...args, "/"), "503 0");
        },
        { requests: 0 },
      ),
  });
}

for (const [version, protocol] of VERSIONS) {
  Deno.test({
    name:
      `curl is answered over ${protocol}, with its real address, the name it asked for and its host`,
    ignore: CURL,
    fn: () =>
      withFront(telling, async ({ curl, port, front }) => {
        assert.deepEqual(front.listeners, [`https 127.0.0.1:${port}`]);
        const echo = JSON.parse(await curl(version, "/a/b?c=%20d")) as Echo;
        const { peer } = echo;
        assert.deepEqual({ ...echo, peer: { ...peer, port: 0 } }, {
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
    name:
      `requests of one connection share its port over ${protocol}, and bodies of any size arrive whole`,
    ignore: CURL,
    fn: () =>
      withFront(telling, async ({ curl, port }) => {
        const body = await Deno.makeTempFile();
        const other = `https://localhost:${port}/two`;
        const two = (await curl(version, "-w", "\n", "-d", "a=b", other, "/one")).trim().split(
          "\n",
        );
        const [one, next] = two.map((line) => JSON.parse(line) as Echo);
        assert.deepEqual([one.body, next.body], [3, 3]);
        assert.equal(one.peer.port, next.peer.port);
        for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
          await Deno.writeFile(body, new Uint8Array(size).fill(7));
          for (const how of ["-H", "-Htransfer-encoding: chunked"]) {
            const chunked = protocol === "h2" ? [] : [how];
            const coding = how === "-H" ? ["-H", "expect:"] : chunked;
            const echo = JSON.parse(
              await curl(version, ...coding, "--data-binary", `@${body}`, "/"),
            ) as Echo;
            assert.deepEqual([echo.method, echo.body], ["POST", size]);
          }
        }
        await Deno.remove(body);
      }),
  });

  Deno.test({
    name:
      `a large answer, an empty one and a failing one are delivered as they are over ${protocol}`,
    ignore: CURL,
    fn: () => {
      const answer: Answer = ({ url }) => {
        if (url.endsWith("/large")) return new Response(new Uint8Array(5_000_000).fill(65));
        if (url.endsWith("/empty")) {
          return new Response(null, {
            status: 204,
            headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"]],
          });
        }
        throw new Error("unforeseen");
      };
      return withFront(answer, async ({ curl, logLines }) => {
        assert.equal((await curl(version, "/large")).length, 5_000_000);
        assert.match(
          await curl(version, "-D", "-", "/empty"),
          /204[^]*set-cookie: a=1\r\nset-cookie: b=2\r\n/,
        );
        assert.equal(await curl(version, "-w", "%{http_code}", "/throw"), "500");
        assert.match(logLines.join(), /unforeseen/);
        assert.match(await curl(version, "-I", "/large"), /200/);
      });
    },
  });

  Deno.test({
    name:
      `a stream reaches the client part by part over ${protocol}, and its signal tells when the client leaves`,
    ignore: CURL,
    fn: () => {
      let left = 0;
      let cancelled = 0;
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

Deno.test("a client that leaves before the response aborts the signal of its request", () => {
  let asked = 0;
  let left = 0;
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

Deno.test("a slow reader limits an endless source by back-pressure", () => {
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
    assert.ok(made < 32 * 1024 * 1024, `${made} bytes were made for a client that reads none`);
    tls.close();
  });
});

Deno.test("clients of foreign networks are disconnected before TLS, and ranges can be replaced", () => {
  const hi: Answer = () => new Response("hi");
  return withFront(
    hi,
    async (scene) => {
      const { front, connect, port } = scene;
      const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
      assert.equal(await tcp.read(new Uint8Array(1)).catch(() => null), null);
      tcp.close();
      front.ranges(["10.0.0.0/8", "127.0.0.1/32"]);
      assert.ok(
        await eventually(() =>
          connect().then((client) => client.close()).then(() => true, () => false)
        ),
      );
      await assertAnswers(scene);
    },
    {},
    { ranges: ["192.168.0.0/16"] },
  );
});

Deno.test("the path of a request is unchanged, even when it looks like another host or path", () =>
  withFront(
    ({ url, headers }) => new Response(`${headers.get("host")} ${url}`),
    async ({ connect }) => {
      const paths = [
        "/x?y=//z",
        "//games.example/x",
        "///x",
        "/https://games.example/x",
        "//[/x",
        "/@games.example",
      ];
      for (const path of paths) {
        const [older, newer] = await Promise.all([connect(), connect({ alpn: "h2" })]);
        await older.send(`GET ${path} HTTP/1.1\r\nHost: box\r\n\r\n`);
        await newer.send(joined(opening(), get(1, path)));
        for (const client of [older, newer]) {
          assert.ok(
            await client.until((text) => text.endsWith(`box https://box${path}`)),
            `${path}: ${client.text}`,
          );
          await client.close();
        }
      }
    },
  ));
