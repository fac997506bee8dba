import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPANION_ROUTES } from "./routes.ts";
import {
  bytesOf,
  callOf,
  CompanionScene,
  jsonOf,
  newKey,
} from "../../tests/support/companion_scene.ts";

const key = await newKey();
const VALUES = { values: ["a".repeat(43), "b".repeat(43)] };

Deno.test("a box gets its name, writes its challenge and removes it", async () => {
  await using scene = await CompanionScene.open();
  const first = await scene.signedCall(key, "POST", "/v1/names", {});
  assert.equal(first.status, 201);
  const { name, dns_domain } = jsonOf(first);
  assert.equal(dns_domain, "names.example");
  const again = await scene.signedCall(key, "POST", "/v1/names", {});
  assert.deepEqual([again.status, jsonOf(again)], [200, jsonOf(first)]);
  assert.deepEqual(jsonOf(await scene.signedCall(key, "GET", "/v1/names/own")), jsonOf(first));
  assert.deepEqual(
    jsonOf(await scene.signedCall(key, "PUT", "/v1/names/own/challenge", VALUES)),
    VALUES,
  );
  assert.deepEqual([...(await scene.names.known(String(name))).values].sort(), VALUES.values);
  assert.equal((await scene.signedCall(key, "DELETE", "/v1/names/own/challenge")).status, 204);
  assert.deepEqual((await scene.names.known(String(name))).values, []);
});

Deno.test("a challenge needs a name and valid DNS-01 values", async () => {
  await using scene = await CompanionScene.open();
  for (const [method, body] of [["PUT", VALUES], ["DELETE", undefined]] as const) {
    const answer = await scene.signedCall(key, method, "/v1/names/own/challenge", body);
    assert.deepEqual([answer.status, jsonOf(answer).code], [404, "no_name"]);
  }
  assert.equal((await scene.signedCall(key, "POST", "/v1/names", {})).status, 201);
  const [a] = VALUES.values;
  for (
    const values of [
      [],
      [a, a],
      [a, "b".repeat(43), "c".repeat(43)],
      ["short"],
      [`${a}x`],
      [`"${a.slice(1)}`],
      a,
      [1],
    ]
  ) {
    const answer = await scene.signedCall(key, "PUT", "/v1/names/own/challenge", { values });
    assert.equal(jsonOf(answer).code, "bad_request", JSON.stringify(values));
  }
});

Deno.test("calls are limited by network and box, and new names by network", async () => {
  await using scene = await CompanionScene.open(undefined, { "names-per-network": 5 });
  const codes = async (calls: number, call: () => ReturnType<CompanionScene["call"]>) => {
    const counts: Record<number, number> = {};
    for (let i = 0; i < calls; i++) {
      const { status, headers } = await call();
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 429) assert.ok(Number(headers["retry-after"]) > 0);
    }
    return counts;
  };
  assert.deepEqual(await codes(61, () => scene.call("GET", "/nowhere")), { 404: 60, 429: 1 });
  scene.time += 60_000;
  assert.deepEqual(await codes(21, () => scene.signedCall(key, "POST", "/v1/names", {})), {
    200: 19,
    201: 1,
    429: 1,
  });
  scene.time += 60_000;
  const keys = await Promise.all(Array.from({ length: 5 }, newKey));
  // The first key got one of the five names.
  assert.deepEqual(await codes(5, () => scene.signedCall(keys.pop()!, "POST", "/v1/names", {})), {
    201: 4,
    429: 1,
  });
});

Deno.test("limits in all hold for every network, and their refusals are counted", async () => {
  const figures = { "calls-in-all": 3, "names-in-all": 1 };
  await using scene = await CompanionScene.open(undefined, figures);
  const name = (of: typeof key) => scene.signedCall(of, "POST", "/v1/names", {});
  assert.equal((await name(key)).status, 201);
  const full = await name(await newKey());
  assert.deepEqual([full.status, jsonOf(full).code], [503, "names_exhausted"]);
  assert.equal(full.headers["retry-after"], "3600");
  assert.equal((await name(key)).status, 200);
  const refused = await name(key);
  assert.deepEqual([refused.status, jsonOf(refused).code], [429, "too_many"]);
  const { limits } = jsonOf(await scene.operatorCall("GET", "/v1/operator/status"));
  const counted = (limits as { limit: string; figure: number; refused: number }[])
    .filter(({ refused }) => refused > 0)
    .map(({ limit, figure, refused }) => [limit, figure, refused]);
  assert.deepEqual(counted, [["calls-in-all", 3, 1], ["names-in-all", 1, 1]]);
});

Deno.test("a box whose name was released is refused until it accepts another one", async () => {
  await using scene = await CompanionScene.open();
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await scene.signedCall(key, method, path, body);
    return [answer.status, jsonOf(answer).code ?? ""];
  };
  const { name } = jsonOf(await scene.signedCall(key, "POST", "/v1/names", {}));
  await scene.signedCall(key, "PUT", "/v1/names/own/challenge", VALUES);
  const release = () => scene.operatorCall("POST", "/v1/operator/release", { name });
  assert.deepEqual(jsonOf(await release()), { released: name });
  assert.deepEqual(jsonOf(await release()).code, "no_name");
  assert.deepEqual(await scene.names.known(String(name)), { given: false, values: [] });
  const refused = [410, "name_released"];
  assert.deepEqual(await call("POST", "/v1/names", {}), refused);
  assert.deepEqual(await call("GET", "/v1/names/own"), refused);
  assert.deepEqual(await call("PUT", "/v1/names/own/challenge", VALUES), refused);
  assert.deepEqual(await call("DELETE", "/v1/names/own/challenge"), refused);
  const another = await scene.signedCall(key, "POST", "/v1/names", { new_name: true });
  assert.equal(another.status, 201);
  assert.notEqual(jsonOf(another).name, name);
  // A box that has a name keeps it.
  const same = await scene.signedCall(key, "POST", "/v1/names", { new_name: true });
  assert.deepEqual([same.status, jsonOf(same).name], [200, jsonOf(another).name]);
  assert.deepEqual(await scene.database.all("select * from released_names"), []);
});

Deno.test("a released name is remembered for 400 days", async () => {
  await using scene = await CompanionScene.open();
  const { name } = jsonOf(await scene.signedCall(key, "POST", "/v1/names", {}));
  await scene.names.release(String(name));
  scene.time += 399 * 86_400_000;
  await scene.names.sweep();
  assert.equal((await scene.signedCall(key, "POST", "/v1/names", {})).status, 410);
  scene.time += 2 * 86_400_000;
  await scene.names.sweep();
  assert.equal((await scene.signedCall(key, "POST", "/v1/names", {})).status, 201);
});

Deno.test("calls are logged by route without key, name and network, and not above a limit", async () => {
  await using scene = await CompanionScene.open(undefined, { "calls-per-network": 3 });
  const { name } = jsonOf(await scene.signedCall(key, "POST", "/v1/names", {}));
  await scene.call("GET", "/secret-path?token=1");
  await scene.call("GET", "/v1/names/own");
  assert.equal((await scene.call("GET", "/healthz")).status, 429);
  const fields = scene.loggedCalls.map(({ method, route, status, code }) =>
    [method, route, status, code].join(" ")
  );
  assert.deepEqual(fields, [
    "POST /v1/names 201 ",
    "  404 not_found",
    "GET /v1/names/own 401 signature_missing",
  ]);
  const text = JSON.stringify(scene.loggedCalls);
  assert.doesNotMatch(text, new RegExp(`${name}|192\\.0\\.2|secret|token`));
});

Deno.test("without the database calls get 503 without details, and health reports it", async () => {
  await using scene = await CompanionScene.open();
  assert.deepEqual(jsonOf(await scene.call("GET", "/healthz")), {
    ok: true,
    database: true,
    dns: true,
  });
  scene.database.close();
  const health = await scene.call("GET", "/healthz");
  assert.deepEqual([health.status, jsonOf(health)], [503, {
    ok: false,
    database: false,
    dns: true,
  }]);
  const answer = await scene.signedCall(key, "POST", "/v1/names", {});
  assert.deepEqual([answer.status, jsonOf(answer).code, answer.headers["retry-after"]], [
    503,
    "unavailable",
    "30",
  ]);
  await scene.signedCall(key, "POST", "/v1/names", {});
  assert.equal(scene.logLines.length, 1);
  assert.doesNotMatch(scene.logLines[0], /192\.0\.2|eyJ/);
});

Deno.test("long, wrong-typed, malformed and unknown calls have different refusals", async () => {
  await using scene = await CompanionScene.open();
  const call = async (...given: Parameters<typeof callOf>) => {
    const answer = await scene.answering.answer(callOf(...given));
    return `${answer.status} ${jsonOf(answer).code}`;
  };
  const agent = { "user-agent": "Box/0.9.0" };
  assert.equal(
    await call("POST", "/v1/telemetry", bytesOf({}), { "content-type": "text/plain" }),
    "415 wrong_type",
  );
  assert.equal(
    await call("POST", "/v1/telemetry", new Uint8Array([255, 254]), agent),
    "400 bad_request",
  );
  assert.equal(await call("GET", "/healthz", bytesOf({})), "400 bad_request");
  assert.equal(await call("GET", "/", bytesOf(undefined)), "404 not_found");
  assert.equal(await call("GET", "http://x/healthz", bytesOf(undefined)), "404 not_found");
  assert.equal(await call("PATCH", "/v1/names", bytesOf(undefined)), "405 wrong_method");
  const long = await scene.answering.answer({
    ...callOf("POST", "/v1/telemetry", bytesOf({})),
    body: undefined,
  });
  assert.deepEqual([long.status, jsonOf(long).code], [413, "too_large"]);
  const allowed = await scene.call("GET", "/v1/names/own/challenge");
  assert.equal(allowed.headers.allow, "PUT, DELETE");
});

Deno.test("each route accepts or refuses any signed JSON", async () => {
  await using scene = await CompanionScene.open();
  const route = fc.constantFrom(...COMPANION_ROUTES.filter(({ path }) => path !== "/healthz"));
  const value = fc.oneof(fc.constantFrom("a".repeat(43), "b".repeat(43)), fc.string());
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ values: fc.array(value, { maxLength: 3 }) }),
    fc.record({
      id: fc.string(),
      version: fc.string(),
      install: fc.string(),
      country: fc.string(),
      arch: fc.string(),
    }),
    fc.constantFrom({}, undefined),
  );
  await fc.assert(
    fc.asyncProperty(route, body, async ({ method, path }, given) => {
      scene.time += 10_000;
      const { status, body: said } = await scene.signedCall(key, method, path, given as unknown);
      assert.ok([200, 201, 204, 400, 404, 415].includes(status), `${status} ${said}`);
    }),
    { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 150) },
  );
  assert.deepEqual(scene.logLines, []);
});
