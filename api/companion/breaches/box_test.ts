import assert from "node:assert/strict";
import { BreachService, OPERATOR_KEY } from "../../../tests/support/breach_service.ts";
import { heldKey, newKey, randomBytes } from "../../../tests/support/companion_scene.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";
import { CloudClient } from "../../cloud/client.ts";
import { addressHash } from "../../features/household/breaches/address.ts";
import {
  createRangeQuery,
  FailedCheck,
  type FoundRange,
  readFound,
} from "../../features/household/breaches/range.ts";

const EMMA = "Emma@example.com";
const { prefix: PREFIX, suffix: SUFFIX } = addressHash(EMMA);
const never = () => new AbortController().signal;

/** The client of a box. */
function client(url: () => string): CloudClient {
  return new CloudClient({
    url,
    key: heldKey(newKey()),
    userAgent: "box/test",
    lookup: () => Promise.resolve(["127.0.0.1"]),
    runtime: testRuntime({
      now: () => Date.now(),
      randomBytes,
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    }),
  });
}

type Outcome = Awaited<ReturnType<ReturnType<typeof createRangeQuery>>>;

async function assertFailed(asked: Promise<Outcome>, status: string, delay = 0): Promise<void> {
  const outcome = await asked;
  assert.ok(outcome instanceof FailedCheck, `it did not fail: ${status}`);
  // The end of a quota comes nearer while the test runs.
  const isNear = status === "limit" && outcome.delay < delay && outcome.delay > delay - 60;
  assert.deepEqual([outcome.status, isNear ? delay : outcome.delay], [status, delay]);
}

async function found(asked: Promise<Outcome>): Promise<FoundRange> {
  const outcome = await asked;
  assert.ok(!(outcome instanceof FailedCheck), JSON.stringify(outcome));
  return outcome;
}

Deno.test("a box finds its address through the service, which knows neither box nor address", async () => {
  await using service = await BreachService.start();
  service.provider.breaches.set(EMMA, ["Adobe", "A".repeat(300)]);
  const ask = createRangeQuery(client(() => service.url));
  const range = await found(ask(PREFIX, never()));
  assert.deepEqual(range.get(SUFFIX), ["Adobe", "A".repeat(128)]);
  assert.equal(range.size, 2);
  await ask(PREFIX, never());
  assert.deepEqual(service.provider.prefixes, [PREFIX]);
  assert.deepEqual(service.calls.map(({ route, status }) => `${route} ${status}`), [
    "/v1/breaches/range 200",
    "/v1/breaches/range 200",
  ]);
  const written = await service.written();
  assert.doesNotMatch(written, new RegExp(`${PREFIX}|emma|Adobe|${OPERATOR_KEY}`, "i"));
});

Deno.test("a range of a megabyte reaches the box", async () => {
  await using service = await BreachService.start();
  const entry = (i: number) => ({
    hashSuffix: i.toString(16).toUpperCase().padStart(34, "0"),
    websites: ["Site"],
  });
  service.provider.script = () => Response.json(Array.from({ length: 12_000 }, (_, i) => entry(i)));
  const ask = createRangeQuery(client(() => service.url));
  assert.equal((await found(ask(PREFIX, never()))).size, 12_000);
});

Deno.test("each failure of the service and of its provider has the state of A 3.3", async () => {
  let url = "";
  const ask = createRangeQuery(client(() => url));
  await assertFailed(ask(PREFIX, never()), "not_configured");
  url = "http://127.0.0.1:1";
  await assertFailed(ask(PREFIX, never()), "unreachable");
  {
    await using service = await BreachService.start({ isConfigured: false });
    url = service.url;
    await assertFailed(ask(PREFIX, never()), "not_configured");
    assert.deepEqual(service.provider.prefixes, []);
  }
  {
    await using service = await BreachService.start({ limits: { "prefixes-per-box": 2 } });
    url = service.url;
    service.provider.script = () => new Response(null, { status: 500 });
    await assertFailed(ask(PREFIX, never()), "error");
    service.provider.script = () => undefined;
    await found(ask("000001", never()));
    await found(ask("000002", never()));
    const limited = await ask("000003", never());
    assert.ok(limited instanceof FailedCheck && limited.status === "limit");
    // A day after the first of the two queries, which may have taken seconds.
    assert.ok(limited.delay > 86_340 && limited.delay <= 86_400, String(limited.delay));
    assert.deepEqual(service.provider.prefixes, [PREFIX, "000001", "000002"]);
  }
  {
    await using service = await BreachService.start();
    url = service.url;
    service.provider.script = () =>
      new Response(null, { status: 429, headers: { "retry-after": "77" } });
    await assertFailed(ask(PREFIX, never()), "busy", 77);
  }
});

/** Responses that no online service sends to this request, and the state of each. */
const ANSWERS: readonly (readonly [() => Response, string])[] = [
  [() => Response.json({ error: "not configured" }, { status: 503 }), "not_configured"],
  [() => Response.json({ error: "x", code: "not_found" }, { status: 404 }), "not_configured"],
  [() => new Response("nothing here", { status: 404 }), "error"],
  [() => new Response("<html>"), "error"],
  [() => Response.json({ suffixes: "none" }), "error"],
  [() => Response.json({ suffixes: [{ suffix: "0", breaches: [] }] }), "error"],
  [() => Response.json({ suffixes: [{ suffix: "0".repeat(34), breaches: "A" }] }), "error"],
  [() => new Response(" ".repeat(3 << 20)), "error"],
  [() => Response.redirect("http://127.0.0.1:1/"), "error"],
  [() => new Response(null, { status: 500 }), "error"],
  [() => new Response(null, { status: 401 }), "error"],
  // The limit of calls per minute is not the daily limit of prefixes.
  [() => Response.json({ error: "x", code: "too_many" }, { status: 429 }), "busy"],
];

Deno.test("an invalid response is a failure, and its request is not repeated", async () => {
  let answer = ANSWERS[0][0];
  let calls = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    calls++;
    return answer();
  });
  const cloud = client(() => `http://127.0.0.1:${server.addr.port}`);
  const ask = createRangeQuery(cloud);
  for (const [each, status] of ANSWERS) {
    answer = each;
    await assertFailed(ask(PREFIX, never()), status);
  }
  assert.equal(calls, ANSWERS.length);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = new AbortController();
  answer = () => {
    stop.abort(new Error("stopping"));
    resolve();
    return Response.json({ suffixes: [] });
  };
  await assert.rejects(ask(PREFIX, stop.signal), /stopping/);
  await promise;
  await server.shutdown();
});

Deno.test("readFound() bounds the names that a service sends", () => {
  const suffix = "A".repeat(34);
  const breaches = ["Adobe", " Ado\u202ebe ", "Adobe", "", 7, null, "x".repeat(5000)];
  const range = readFound({ suffixes: [{ suffix: suffix.toLowerCase(), breaches }] });
  assert.ok(!(range instanceof FailedCheck));
  assert.deepEqual(range.get(suffix), ["Adobe", "Ado be", "x".repeat(128)]);
});
