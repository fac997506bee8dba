/** DNS over HTTPS over HTTP/1.1 and HTTP/2, with a resolver whose responses the test sets. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  certificateFor,
  eventually,
  type FrontScene,
  listenHttps,
  withFront,
} from "../../../tests/support/front_scene.ts";
import { queryFor } from "../../../tests/support/flood.ts";
import { answering, HandingResolver } from "../../../tests/support/handing_resolver.ts";
import { questionEnd } from "../../../tests/support/fake_upstream.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { freePort } from "../../../tests/support/box_process.ts";
import { FRONT_LIMITS } from "../limits.ts";

const CURL = needsTool("curl");
const TYPE = "content-type: application/dns-message";
const encrypted = {
  names: ["dns.example", "*.dns.example"],
  ...await certificateFor("dns.example"),
};

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

interface DohScene extends FrontScene {
  /** Sends a request with curl; `url` is the part after the host. */
  ask(url: string, ...args: readonly string[]): Promise<Answer>;
  /** Requests that reached the main thread. */
  readonly atMain: string[];
}

/** Runs a test with a front that answers queries over HTTPS. */
function withDoh(
  resolver: HandingResolver,
  run: (scene: DohScene) => Promise<void>,
  on: boolean = true,
): Promise<void> {
  const port = freePort();
  const atMain: string[] = [];
  const listen = { ...listenHttps({ address: "127.0.0.1", port }), dnsOverHttps: on };
  return withFront(
    ({ url }) => {
      atMain.push(new URL(url).pathname);
      return new Response("main", { status: 404 });
    },
    (scene) => {
      const ask = (url: string, ...args: readonly string[]) =>
        curl([...args, `https://127.0.0.1:${port}${url}`]).then(answerIn);
      return run({ ...scene, port, ask, atMain }).finally(() => resolver.close());
    },
    { queries: { ...FRONT_LIMITS.queries, message: 500 } },
    { listen, encrypted, handed: resolver.handed },
  );
}

async function curl(args: readonly string[], body?: Uint8Array): Promise<Uint8Array> {
  const command = new Deno.Command("curl", {
    args: ["-sk", "-m", "20", "-D", "-", ...args],
    stdin: body === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  if (body !== undefined) await new Response(body as BodyInit).body!.pipeTo(command.stdin);
  return (await command.output()).stdout;
}

/** Parses the last head and its body. */
function answerIn(output: Uint8Array): Answer {
  let bytes = output;
  let head = "";
  for (;;) {
    const text = new TextDecoder("latin1").decode(bytes);
    const end = text.indexOf("\r\n\r\n");
    if (end < 0 || !text.startsWith("HTTP/")) break;
    head = text.slice(0, end);
    bytes = bytes.slice(end + 4);
  }
  const [line, ...fields] = head.split("\r\n");
  const headers = new Headers(fields.map((field) => field.split(/: */, 2) as [string, string]));
  return { status: Number(line.split(" ")[1]), headers, bytes };
}

const encoded = (bytes: Uint8Array) => bytes.toBase64({ alphabet: "base64url", omitPadding: true });

for (const version of ["--http2", "--http1.1"]) {
  Deno.test({
    name: `queries are answered by GET, POST and HEAD over ${
      version.slice(2)
    }, and main sees none of them`,
    ignore: CURL,
    fn: () => {
      const resolver = new HandingResolver();
      return withDoh(resolver, async ({ ask, port, atMain }) => {
        const query = queryFor("a.example", 0);
        const expected = answering({ wire: query } as never);
        const file = await Deno.makeTempFile();
        await Deno.writeFile(file, query);
        const url = `/dns-query?x=1&dns=${encoded(query)}`;
        const body = ["-H", TYPE, "--data-binary", `@${file}`];
        const all = [
          await ask(url, version),
          await ask("/dns-query", version, ...body),
          answerIn(
            await curl([
              version,
              "-H",
              TYPE,
              "-T",
              "-",
              "-X",
              "POST",
              `https://127.0.0.1:${port}/dns-query`,
            ], query),
          ),
        ];
        for (const { status, headers, bytes } of all) {
          assert.equal(status, 200);
          assert.deepEqual([...bytes], [...expected]);
          assert.equal(headers.get("content-type"), "application/dns-message");
          assert.equal(headers.get("cache-control"), "private, max-age=60");
          assert.equal(headers.get("access-control-allow-origin"), null);
        }
        const head = await ask(url, version, "-I", "-o", "/dev/null");
        assert.deepEqual([head.status, head.bytes.length], [200, 0]);
        assert.equal(head.headers.get("content-length"), String(expected.length));
        assert.deepEqual(
          resolver.queries.map(({ transport, address, wire }) => [transport, address, wire.length]),
          Array(4).fill(["https", "127.0.0.1", query.length]),
        );
        assert.deepEqual(atMain, []);
        await Deno.remove(file);
      });
    },
  });
}

Deno.test({
  name: "an invalid query is refused with its fault",
  ignore: CURL,
  fn: () => {
    const resolver = new HandingResolver();
    return withDoh(resolver, async ({ ask }) => {
      const query = queryFor("a.example", 0);
      const good = encoded(query);
      const response = query.slice();
      response[2] |= 0x80;
      const large = await Deno.makeTempFile();
      await Deno.writeFile(large, new Uint8Array(65_536));
      const cases: readonly (readonly [number, string, ...string[]])[] = [
        [400, "/dns-query"],
        [400, "/dns-query?"],
        [400, "/dns-query?dns="],
        [400, `/dns-query?dns=${good}==`],
        [400, `/dns-query?dns=${good.slice(0, 17)}`],
        [400, "/dns-query?dns=AAA+AAAA/AAA"],
        [400, `/dns-query?dns=%41${good.slice(1)}`],
        [400, `/dns-query?dns=${encoded(query.slice(0, 11))}`],
        [400, `/dns-query?dns=${encoded(response)}`],
        [400, "/dns-query", "-H", TYPE, "-d", ""],
        [400, "/dns-query", "-H", TYPE, "-d", "short"],
        [415, "/dns-query", "-d", "0123456789abcdef"],
        [415, "/dns-query", "-H", "content-type: application/dns-json", "-d", "{}"],
        [413, "/dns-query", "-H", TYPE, "--data-binary", `@${large}`],
        [
          413,
          "/dns-query",
          "-H",
          TYPE,
          "-H",
          "transfer-encoding: chunked",
          "--http1.1",
          "--data-binary",
          `@${large}`,
        ],
        [405, `/dns-query?dns=${good}`, "-X", "PUT"],
        [405, `/dns-query?dns=${good}`, "-X", "OPTIONS"],
        [405, `/dns-query?dns=${good}`, "-X", "DELETE"],
      ];
      for (const [status, url, ...args] of cases) {
        const answer = await ask(url, ...args);
        assert.equal(answer.status, status, `${url} ${args.join(" ")}`);
        assert.equal(answer.headers.get("cache-control"), "no-store");
        if (status === 405) assert.equal(answer.headers.get("allow"), "GET, HEAD, POST");
      }
      assert.equal((await ask(`/dns-query?dns=${good}`, "-H", "accept: text/html")).status, 200);
      assert.equal(resolver.queries.length, 1);
      await Deno.remove(large);
    });
  },
});

Deno.test({
  name: "other hosts and paths, and all requests when it is off, go to the main thread",
  ignore: CURL,
  fn: async () => {
    const query = `?dns=${encoded(queryFor("a.example", 0))}`;
    await withDoh(new HandingResolver(), async ({ ask, atMain, front, port }) => {
      for (
        const host of [
          "dns.example",
          "phone.dns.example:443",
          "LOCALHOST.",
          "192.0.2.1",
          "[fd00::1]:8443",
        ]
      ) {
        assert.equal((await ask(`/dns-query${query}`, "-H", `host: ${host}`)).status, 200, host);
      }
      for (const host of ["blocked.example", "dns.example.evil.example", "x.y.dns.example"]) {
        assert.equal((await ask(`/dns-query${query}`, "-H", `host: ${host}`)).status, 404, host);
      }
      for (const path of ["/dns-query/", "/dns-queryx", "/x/dns-query", "/dns%2Dquery"]) {
        assert.equal((await ask(path + query)).status, 404, path);
      }
      const before = atMain.length;
      await front.listen(listenHttps({ address: "127.0.0.1", port }));
      assert.equal((await ask(`/dns-query${query}`)).status, 404);
      assert.equal(atMain.length, before + 1);
    });
    await withDoh(
      new HandingResolver(),
      async ({ ask }) => assert.equal((await ask(`/dns-query${query}`)).status, 404),
      false,
    );
  },
});

Deno.test({
  name: "without a DNS response Retry-After is sent, and a response has the max-age of its TTL",
  ignore: CURL,
  fn: () => {
    // No record, with an SOA of 30 seconds, and MINIMUM 20 (RFC 2308, 5).
    const soa = [0, 0, 6, 0, 1, 0, 0, 0, 30, 0, 22, 0, 0, ...new Array(19).fill(0), 20];
    const resolver = new HandingResolver(({ wire }) => {
      if (wire.length > 40) return undefined;
      const response = new Uint8Array([...wire.slice(0, questionEnd(wire)), ...soa]);
      response[2] |= 0x80;
      // One record in the authority section, none in the additional one.
      [response[9], response[11]] = [1, 0];
      return response;
    });
    return withDoh(resolver, async ({ ask }) => {
      const ofName = (name: string) => `/dns-query?dns=${encoded(queryFor(name, 0))}`;
      const refused = await ask(ofName("without.response.example"));
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
      const negative = await ask(ofName("a.b"));
      assert.deepEqual([negative.status, negative.headers.get("cache-control")], [
        200,
        "private, max-age=20",
      ]);
    });
  },
});

Deno.test({
  name: "a body that does not arrive is not waited for",
  ignore: CURL,
  fn: () =>
    withDoh(new HandingResolver(), async ({ connect }) => {
      const client = await connect();
      await client.send(
        `POST /dns-query HTTP/1.1\r\nHost: localhost\r\n${TYPE}\r\nContent-Length: 30\r\n\r\nabc`,
      );
      assert.ok(await client.until(undefined, 10_000), "it is waited for");
      await client.close();
    }),
});

Deno.test({
  name: "garbage in the parameter or path never ends the connection",
  ignore: CURL,
  fn: () =>
    withDoh(new HandingResolver(({ wire }) => wire), async ({ connect }) => {
      const texts = fc.sample(
        fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((n) => String.fromCharCode(n)) }),
        {
          seed: 8484,
          numRuns: 150,
        },
      );
      const client = await connect();
      for (const text of texts) {
        await client.send(
          `GET /dns-query?dns=${text.replaceAll(/[#\s]/g, "")} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        );
      }
      const answers = () => client.text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0;
      assert.ok(
        await eventually(() => answers() === texts.length || client.over),
        String(answers()),
      );
      assert.equal(answers(), texts.length);
      await client.close();
    }),
});
