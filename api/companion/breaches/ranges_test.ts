import assert from "node:assert/strict";
import { LIMITS } from "../../../policy/limits.ts";
import { BreachProviderServer, sha1 } from "../../../tests/support/breach_provider.ts";
import { BEGIN, CompanionScene, jsonOf, newKey } from "../../../tests/support/companion_scene.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";
import { createJsonFetch } from "../json_fetch.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import {
  type BreachedSuffix,
  type BreachProvider,
  ProviderBusyError,
  RangeProvider,
  readRange,
} from "./provider.ts";
import { BreachRanges } from "./ranges.ts";

const KEY = "secret-key-of-the-operator";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EMMA = sha1("emma@example.com");
const PREFIX = EMMA.slice(0, 6);

interface Bench {
  readonly server: BreachProviderServer;
  readonly ranges: BreachRanges;
  readonly world: { now: number };
  readonly logged: string[];
}

async function withProvider(test: (bench: Bench) => Promise<void>): Promise<void> {
  const world = { now: 0 };
  const logged: string[] = [];
  await using server = await BreachProviderServer.start(KEY);
  const fetch = createJsonFetch({
    lookup: () => Promise.resolve(["127.0.0.1"]),
    admits: () => true,
    userAgent: "box/test",
    headers: { "hibp-api-key": KEY },
    redirects: 0,
    seconds: 1,
    ca: server.ca,
  });
  const ranges = new BreachRanges({
    provider: new RangeProvider(`${server.url}/`, fetch),
    runtime: testRuntime({
      monotonic: () => world.now,
      log: (_, text) => void logged.push(text),
    }),
  });
  await test({ server, ranges, world, logged });
}

Deno.test("find() requests a prefix with the key, once in six hours", () =>
  withProvider(async ({ server, ranges, world, logged }) => {
    server.breaches.set("Emma@Example.com", ["Adobe", "Ado\u202ebe", "Adobe", "", "x".repeat(300)]);
    const [first, second] = await Promise.all([ranges.find(PREFIX), ranges.find(PREFIX)]);
    assert.deepEqual(first, [
      { suffix: "0".repeat(34), breaches: ["Elsewhere"] },
      { suffix: EMMA.slice(6), breaches: ["Adobe", "Ado be", "x".repeat(128)] },
    ]);
    assert.equal(second, first);
    world.now += 6 * HOUR - 1;
    assert.equal(await ranges.find(PREFIX), first);
    assert.deepEqual(server.prefixes, [PREFIX]);
    world.now++;
    await ranges.find(PREFIX);
    assert.deepEqual(server.prefixes, [PREFIX, PREFIX]);
    server.script = (prefix) =>
      prefix === "000000" ? new Response(null, { status: 404 }) : undefined;
    assert.deepEqual(await ranges.find("000000"), []);
    assert.deepEqual(logged, []);
  }));

Deno.test("find() takes 404 for an empty range only while another range exists", () =>
  withProvider(async ({ server, ranges, world, logged }) => {
    const absent = () => new Response(null, { status: 404 });
    const isWrong = /404 to everything; --breach-range may be wrong/;
    server.script = absent;
    await assert.rejects(ranges.find("000001"), isWrong);
    assert.match(logged.join(), isWrong);
    assert.doesNotMatch(logged.join(), /000001/);
    // A range without entries does not confirm the URL either.
    server.script = () => Response.json([]);
    assert.deepEqual(await ranges.find("000002"), []);
    server.script = absent;
    await assert.rejects(ranges.find("000001"), isWrong);
    server.script = (prefix) => prefix === "000001" ? absent() : undefined;
    assert.equal((await ranges.find("000003")).length, 1);
    assert.deepEqual(await ranges.find("000001"), []);
    assert.deepEqual(server.prefixes.slice(-2), ["000001", "000003"]);
    // The empty range stays cached; the next prefix shows that the provider moved meanwhile.
    server.script = absent;
    assert.deepEqual(await ranges.find("000001"), []);
    await assert.rejects(ranges.find("000004"), isWrong);
    world.now += 6 * HOUR;
    await assert.rejects(ranges.find("000001"), isWrong);
    assert.equal(server.prefixes.at(-1), "000001");
    // A provider that is busy at the second request has given its answer, and no box waits for it.
    server.script = () => undefined;
    await ranges.find("000003");
    const status = new Map([["000005", 404], ["000006", 200]]);
    server.script = (prefix) =>
      status.get(prefix) === 200
        ? undefined
        : new Response(null, { status: status.get(prefix) ?? 429 });
    assert.deepEqual(await ranges.find("000005"), []);
    assert.deepEqual(server.prefixes.slice(-2), ["000005", "000003"]);
    assert.equal((await ranges.find("000006")).length, 1);
    await assert.rejects(ranges.find("000007"), ProviderBusyError);
  }));

Deno.test("find() sends a busy provider no request for the time that it names, or an hour", () =>
  withProvider(async ({ server, ranges, world }) => {
    const busy = (delay: number) => (error: unknown) =>
      error instanceof ProviderBusyError && error.delay === delay;
    server.script = () => new Response(null, { status: 429, headers: { "retry-after": "7" } });
    await assert.rejects(ranges.find("000001"), busy(7));
    world.now += 2000;
    await assert.rejects(ranges.find("000002"), busy(5));
    assert.deepEqual(server.prefixes, ["000001"]);
    world.now += 5000;
    server.script = () => new Response(null, { status: 503 });
    await assert.rejects(ranges.find("000002"), busy(3600));
    world.now += HOUR;
    server.script = () => undefined;
    assert.equal((await ranges.find("000002")).length, 1);
  }));

Deno.test("find() waits a day at most, and an hour after a time that is no number of seconds", () =>
  withProvider(async ({ server, ranges, world }) => {
    const cases: readonly (readonly [string, number])[] = [
      ["999999", 86_400],
      ["0", 3600],
      ["-5", 3600],
      ["1000000000000", 3600],
      ["Sat, 28 Nov 2037 10:00:00 GMT", 3600],
    ];
    for (const [header, delay] of cases) {
      server.script = () => new Response(null, { status: 429, headers: { "retry-after": header } });
      await assert.rejects(
        ranges.find("000001"),
        (error) => error instanceof ProviderBusyError && error.delay === delay,
        header,
      );
      world.now += delay * 1000;
    }
    server.script = () => undefined;
    assert.equal((await ranges.find("000001")).length, 1);
  }));

Deno.test("find() rejects large, slow, malformed, moved and refused ranges, and logs no prefix", () =>
  withProvider(async ({ server, ranges, world, logged }) => {
    const cases: readonly (() => Response | Promise<Response>)[] = [
      () => new Response("x".repeat(1024 * 1024 + 1)),
      () => new Promise((then) => setTimeout(() => then(Response.json([])), 1300)),
      () => new Response(`{"${PREFIX} Adobe`),
      () => Response.json({ hashSuffix: "0".repeat(34) }),
      () => Response.json([{ hashSuffix: "0".repeat(35), websites: [] }]),
      () => Response.json([{ hashSuffix: "0".repeat(34), websites: "Adobe" }]),
      () => Response.json([null]),
      () => Response.redirect(`${server.url}/${PREFIX}`),
      () => new Response(null, { status: 401 }),
      () => new Response(null, { status: 500 }),
    ];
    for (const answer of cases) {
      server.script = answer;
      await assert.rejects(ranges.find(PREFIX), (error) => !(error instanceof ProviderBusyError));
      world.now += 60_000;
    }
    assert.equal(server.prefixes.length, cases.length);
    assert.equal(logged.length, cases.length);
    assert.doesNotMatch(logged.join("\n"), new RegExp(`${PREFIX}|Adobe|${KEY}`));
  }));

Deno.test("find() is busy for a minute while too many requests wait, and works again after", async () => {
  const { atOnce, waiting } = COMPANION_LIMITS.breaches;
  const { promise, resolve } = Promise.withResolvers<void>();
  const ranges = new BreachRanges({
    provider: { range: () => promise.then(() => []) },
    runtime: testRuntime({ monotonic: () => 0 }),
  });
  const prefix = (i: number) => i.toString(16).padStart(6, "0").toUpperCase();
  const many = Array.from({ length: atOnce + waiting }, (_, i) => ranges.find(prefix(i)));
  await assert.rejects(
    ranges.find("FFFFFF"),
    (error) => error instanceof ProviderBusyError && error.delay === 60,
  );
  // One that is under way is shared.
  const shared = ranges.find(prefix(0));
  resolve();
  await Promise.all([...many, shared]);
  assert.deepEqual(await ranges.find("FFFFFF"), []);
});

Deno.test("the cache is bounded in ranges and in characters", async () => {
  const asked: string[] = [];
  const large = "x".repeat(1000);
  const of = (suffixes: readonly BreachedSuffix[]): BreachProvider => ({
    range: (prefix) => {
      asked.push(prefix);
      return Promise.resolve(suffixes);
    },
  });
  const prefix = (i: number) => i.toString(16).padStart(6, "0").toUpperCase();
  const many = new BreachRanges({ provider: of([]), runtime: testRuntime({ monotonic: () => 0 }) });
  const { remembered, rememberedCharacters } = COMPANION_LIMITS.breaches;
  for (let i = 0; i <= remembered; i++) await many.find(prefix(i));
  await many.find(prefix(1));
  assert.equal(asked.length, remembered + 1);
  await many.find(prefix(0));
  assert.equal(asked.length, remembered + 2);

  asked.length = 0;
  const wide = Array.from({ length: 1000 }, () => ({ suffix: "", breaches: [large] }));
  const few = new BreachRanges({
    provider: of(wide),
    runtime: testRuntime({ monotonic: () => 0 }),
  });
  const fitting = Math.floor(rememberedCharacters / 1_000_000);
  for (let i = 0; i <= fitting; i++) await few.find(prefix(i));
  await few.find(prefix(fitting));
  assert.equal(asked.length, fitting + 1);
  await few.find(prefix(0));
  assert.equal(asked.length, fitting + 2);
});

Deno.test("readRange() refuses too many hashes and too many breaches of one", () => {
  const { suffixes, breachesPerSuffix } = COMPANION_LIMITS.breaches;
  const entry = { hashSuffix: "a".repeat(34), websites: ["Site"] };
  assert.deepEqual(readRange([entry]), [{ suffix: "A".repeat(34), breaches: ["Site"] }]);
  assert.throws(() => readRange(Array.from({ length: suffixes + 1 }, () => entry)), /too long/);
  const websites = Array.from({ length: breachesPerSuffix + 1 }, () => "Site");
  assert.throws(() => readRange([{ ...entry, websites }]), /no hash with its breaches/);
});

const range = (prefix: string) => ["POST", "/v1/breaches/range", { prefix }] as const;
/** A provider with one breach in each range, unless `fail` throws. */
const provider = (fail: () => void = () => {}): BreachProvider => ({
  range: () => Promise.resolve().then(fail).then(() => [{ suffix: "A", breaches: ["Site"] }]),
});
const hex = (i: number) => i.toString(16).padStart(6, "0").toUpperCase();

Deno.test("POST /v1/breaches/range is 503 'not configured' without a provider", async () => {
  await using scene = await CompanionScene.open();
  const answer = await scene.signedCall(await newKey(), ...range("00AAFF"));
  assert.deepEqual([answer.status, jsonOf(answer)], [503, {
    error: "not configured",
    code: "not_configured",
  }]);
});

Deno.test("POST /v1/breaches/range refuses malformed prefixes and unsigned calls", async () => {
  await using scene = await CompanionScene.open(undefined, {}, { provider: provider() });
  const key = await newKey();
  for (const prefix of ["00AAF", "00AAFF0", "00aaff", "00AAFG", "", "00AAFF\n"]) {
    const answer = await scene.signedCall(key, ...range(prefix));
    assert.deepEqual([answer.status, jsonOf(answer).code], [400, "bad_request"], prefix);
    if (prefix.trim().length > 4) assert.ok(!answer.body.includes(prefix.trim()), answer.body);
  }
  const unsigned = await scene.call(...range("00AAFF"));
  assert.equal(unsigned.status, 401);
  const good = await scene.signedCall(key, ...range("00AAFF"));
  assert.deepEqual(jsonOf(good), { suffixes: [{ suffix: "A", breaches: ["Site"] }] });
  assert.equal(good.headers["cache-control"], "no-store");
});

Deno.test("a box has 20 prefixes a day, a home 100, and the delay is within A 3.3", async () => {
  const figures = { "calls-per-box": 1000, "calls-per-network": 10_000 };
  await using scene = await CompanionScene.open(undefined, figures, { provider: provider() });
  const { prefixesPerDayPerBox: OF_BOX, prefixesPerDayPerAddress: OF_HOME } = LIMITS.breaches;
  const keys = await Promise.all(Array.from({ length: 7 }, newKey));
  const used = async (key: typeof keys[0], count: number) => {
    for (let i = 0; i < count; i++) {
      assert.equal((await scene.signedCall(key, ...range(hex(i)))).status, 200, `${i}`);
    }
  };
  const refused = async (key: typeof keys[0]) => {
    const answer = await scene.signedCall(key, ...range("FFFFFF"));
    assert.deepEqual([answer.status, jsonOf(answer).code], [429, "prefixes_used"]);
    return Number(answer.headers["retry-after"]);
  };
  for (const key of keys.slice(0, 5)) await used(key, OF_BOX);
  assert.equal(OF_HOME, 5 * OF_BOX);
  assert.equal(await refused(keys[0]), DAY / 1000);
  // The limit of the home refuses this box, whose own count stays.
  assert.equal(await refused(keys[5]), DAY / 1000);
  scene.time = BEGIN + DAY - 60_000;
  assert.equal(await refused(keys[5]), 600);
  scene.time = BEGIN + DAY;
  await used(keys[5], OF_BOX);
  assert.equal(await refused(keys[5]), DAY / 1000);
});

Deno.test("a prefix does not count when the provider fails", async () => {
  let failure: Error | undefined = new ProviderBusyError(1234);
  const failing = provider(() => {
    if (failure !== undefined) throw failure;
  });
  const figures = { "calls-per-box": 1000, "calls-per-network": 10_000 };
  await using scene = await CompanionScene.open(undefined, figures, { provider: failing });
  const key = await newKey();
  const busy = await scene.signedCall(key, ...range("000000"));
  assert.deepEqual([busy.status, jsonOf(busy).code, busy.headers["retry-after"]], [
    503,
    "provider_busy",
    "1234",
  ]);
  scene.time += 1_234_000;
  failure = new Error("it answers with status 500");
  for (let i = 0; i < 30; i++) {
    const failed = await scene.signedCall(key, ...range(hex(i)));
    assert.deepEqual([failed.status, jsonOf(failed).code], [502, "provider_failed"]);
    assert.ok(!failed.body.includes("status 500"));
  }
  failure = undefined;
  for (let i = 0; i < 20; i++) {
    assert.equal((await scene.signedCall(key, ...range(hex(i)))).status, 200);
  }
  assert.equal((await scene.signedCall(key, ...range("FFFFFF"))).status, 429);
  assert.doesNotMatch(JSON.stringify([scene.logLines, scene.loggedCalls]), /00000|FFFFFF|Site/);
});

Deno.test("no prefix is stored, neither with a box nor alone", async () => {
  await using scene = await CompanionScene.open(undefined, {}, { provider: provider() });
  await scene.signedCall(await newKey(), ...range("ABC123"));
  const bytes = await Deno.readFile(`${scene.folder}/companion.db`);
  const wal = await Deno.readFile(`${scene.folder}/companion.db-wal`).catch(() => new Uint8Array());
  for (const part of [bytes, wal]) {
    assert.ok(!new TextDecoder("latin1").decode(part).includes("ABC123"));
  }
});
