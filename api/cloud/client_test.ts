import assert from "node:assert/strict";
import { heldKey, newKey, randomBytes } from "../../tests/support/companion_scene.ts";
import { ChallengeRecord } from "./challenge.ts";
import { CloudClient, CloudError } from "./client.ts";
import { requestName } from "./names.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const NOW = Date.UTC(2026, 10, 21, 18);
const key = newKey();

interface Scene {
  readonly client: CloudClient;
  readonly requests: Pick<Request, "method" | "url" | "headers">[];
  readonly bodies: string[];
  /** The pauses in milliseconds. */
  readonly pauses: number[];
}

/** A client and a service that sends these responses in order; the last one repeats. */
async function beside(
  answers: readonly (() => Response)[],
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  const requests: Scene["requests"] = [];
  const bodies: string[] = [];
  const pauses: number[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { method, url } = request;
      const headers = new Headers(request.headers);
      bodies.push(await request.text());
      requests.push({ method, url, headers });
      return answers[Math.min(requests.length, answers.length) - 1]();
    },
  );
  const client = new CloudClient({
    url: () => `http://cloud.example:${server.addr.port}/`,
    key: heldKey(key),
    lookup: () => Promise.resolve(["127.0.0.1"]),
    userAgent: "box/0.9.0",
    runtime: testRuntime({
      randomBytes,
      now: () => NOW,
      after: (ms, run) => {
        // The timeout of a try is 15 seconds; pauses have other lengths.
        if (ms !== 15_000) {
          pauses.push(ms);
          queueMicrotask(run);
          return () => {};
        }
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    }),
  });
  try {
    await test({ client, requests, bodies, pauses });
  } finally {
    await server.shutdown();
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => () =>
  Response.json(body, { status, headers: { date: new Date(NOW).toUTCString(), ...headers } });
const NAME = { name: "bcdfghjkmn", dns_domain: "names.example" };

async function failure(
  work: Promise<unknown>,
): Promise<{ fault: string; message: string; code: string }> {
  const error = await work.then(() => assert.fail("it went well"), (error) => error);
  assert.ok(error instanceof CloudError, String(error));
  return { fault: error.fault, code: error.code, message: error.message.replace(/:\d{4,5}/g, "") };
}

Deno.test("call() sends a signature and a User-Agent and returns the response", () =>
  beside([json(201, NAME)], async ({ client, requests, bodies, pauses }) => {
    assert.deepEqual(await requestName(client), { name: "bcdfghjkmn", dnsDomain: "names.example" });
    const [{ method, url, headers }] = requests;
    assert.deepEqual([method, new URL(url).pathname, bodies[0]], [
      "POST",
      "/v1/names",
      '{"new_name":true}',
    ]);
    assert.equal(headers.get("user-agent"), "box/0.9.0");
    const [, payload] = headers.get("authorization")!.replace(/^Box /, "").split(".");
    const said = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })),
    );
    assert.equal(said.iat, NOW / 1000);
    assert.deepEqual([said.method, said.path, said.host], [
      "POST",
      "/v1/names",
      headers.get("host"),
    ]);
    assert.deepEqual(pauses, []);
  }));

Deno.test("call() tries three times with growing pauses and a new signature each", () =>
  beside(
    [json(503, { error: "Busy", code: "unavailable" })],
    async ({ client, requests, pauses }) => {
      assert.deepEqual(await failure(requestName(client)), {
        fault: "gone",
        code: "unavailable",
        message: "The online service cloud.example cannot serve now: Busy",
      });
      assert.deepEqual(pauses, [2000, 8000]);
      assert.equal(new Set(requests.map(({ headers }) => headers.get("authorization"))).size, 3);
    },
  ));

Deno.test("call() succeeds after a temporary failure and respects Retry-After", () =>
  beside(
    [json(429, {}, { "retry-after": "5" }), json(502, {}), json(200, NAME)],
    async ({ client, pauses }) => {
      assert.equal((await requestName(client)).name, "bcdfghjkmn");
      assert.deepEqual(pauses, [5000, 8000]);
    },
  ));

Deno.test("call() waits a minute at most when Retry-After is a day", () =>
  beside([json(429, {}, { "retry-after": "86400" })], async ({ client, pauses }) => {
    assert.equal((await failure(requestName(client))).fault, "gone");
    assert.deepEqual(pauses, [60_000, 60_000]);
  }));

Deno.test("call() detects a wrong clock by the response's date and does not retry", async () => {
  const refused = { error: "The date of the call is wrong", code: "clock_wrong" };
  const at = (ms: number) => json(401, refused, { date: new Date(ms).toUTCString() });
  await beside([at(NOW + 400_000)], async ({ client, requests }) => {
    const { fault, message } = await failure(requestName(client));
    assert.equal(fault, "clock");
    assert.match(
      message,
      /^The clock of the box is 7 minutes behind that of the online service cloud\.example: set the/,
    );
    assert.equal(requests.length, 1);
  });
  await beside([at(NOW - 86_400_000 * 400)], async ({ client }) => {
    assert.match((await failure(requestName(client))).message, /is 400 days ahead of that/);
  });
  await beside([at(NOW)], async ({ client }) => {
    const text = "The online service cloud.example refused the call: The date of the call is wrong";
    assert.deepEqual(await failure(requestName(client)), {
      fault: "refused",
      code: "clock_wrong",
      message: text,
    });
  });
});

Deno.test("call() reports refusals and wrong servers with sanitized texts", async () => {
  const cases: readonly (readonly [() => Response, string, RegExp])[] = [
    [
      json(404, { error: "This box has no name", code: "no_name" }),
      "refused",
      /refused the call: This box has no name$/,
    ],
    [
      () => new Response("not here", { status: 404 }),
      "refused",
      /no online service of the box.*check the setting/,
    ],
    [
      () => new Response(null, { status: 302, headers: { location: "http://x.example/" } }),
      "refused",
      /sends elsewhere/,
    ],
    [json(403, { error: "a\x1b[2J\u202eb", code: "<b>" }), "refused", /: a \[2J b$/],
    [() => new Response("<html>"), "gone", /is no online service of the box/],
    [() => new Response("x".repeat(70_000)), "gone", /sends too much: .*longer than 65536 bytes/],
    [
      json(200, { name: "ten letter", dns_domain: "names.example" }),
      "refused",
      /no name that can be used/,
    ],
    [json(200, { name: "bcdfghjkmn", dns_domain: "../x" }), "refused", /no name that can be used/],
    [
      json(200, { name: "<b>bcdfghj", dns_domain: "names.example" }),
      "refused",
      /no name that can be used/,
    ],
    [
      json(200, { name: "bcdfghjkmn", dns_domain: "example" }),
      "refused",
      /no name that can be used/,
    ],
    // *.kawasaki.jp is a public suffix, below which others register names.
    [
      json(200, { name: "bcdfghjkmn", dns_domain: "kawasaki.jp" }),
      "refused",
      /no name that can be used/,
    ],
    [json(200, null), "refused", /no name that can be used/],
  ];
  for (const [answer, fault, message] of cases) {
    await beside([answer], async ({ client }) => {
      const failed = await failure(requestName(client));
      assert.equal(failed.fault, fault);
      assert.match(failed.message, message);
    });
  }
});

Deno.test("call() sends nothing without a service and ends immediately when aborted", async () => {
  await beside([json(503, {})], async ({ client: { call: _ }, requests }) => {
    const off = new CloudClient({
      url: () => "",
      key: heldKey(key),
      lookup: () => Promise.resolve([]),
      userAgent: "",
      runtime: testRuntime({ randomBytes, now: () => NOW, after: () => () => {} }),
    });
    assert.equal(off.isSet, false);
    assert.match(
      (await failure(requestName(off))).message,
      /give its address in the setting cloud_url/,
    );
    assert.equal(requests.length, 0);
  });
  await beside([json(200, NAME)], async ({ client }) => {
    const signal = AbortSignal.abort(new Error("given up"));
    await assert.rejects(requestName(client, { acceptsNew: false, signal }), /given up/);
  });
});

Deno.test("ChallengeRecord keeps two values at most and removes them", () =>
  beside([json(200, {})], async ({ client, requests, bodies }) => {
    const record = new ChallengeRecord(client);
    for (const value of ["a", "b", "a", "c"]) await record.write(value);
    for (const value of ["a", "c"]) await record.remove(value);
    const put = (...values: string[]) => ["PUT", JSON.stringify({ values })];
    const did = requests.map(({ method }, i) => [method, bodies[i]]);
    const wanted = [put("a"), put("a", "b"), put("b", "a"), put("a", "c"), put("c"), [
      "DELETE",
      "",
    ]];
    assert.deepEqual(did, wanted);
    assert.ok(requests.every(({ url }) => url.endsWith("/v1/names/own/challenge")));
  }));
