import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { isDomainError } from "../../../schema/errors.ts";
import { USER_AGENT } from "../../../system/version.ts";
import { LeakedPasswords, readRange } from "./service.ts";

const SUFFIX = "0018A45C4D1DEF81644B54AB7F969B88D65";
const PADDING = "00D4F6E8FA6EECAD2A3AA415EEC418D38EC";
const RANGE = `${SUFFIX}:21\r\n${PADDING}:0\r\n`;

interface Bench {
  readonly passwords: LeakedPasswords;
  readonly world: { now: number; isOn: boolean; url: string };
  readonly requests: Pick<Request, "method" | "url" | "headers">[];
  readonly logged: string[];
  answer: () => Response | Promise<Response>;
  /** Milliseconds of the time limit; the timer of the test. */
  limit: number;
}

async function withProvider(test: (bench: Bench) => Promise<void>): Promise<void> {
  const requests: Bench["requests"] = [];
  const logged: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers: new Headers(headers) });
    return bench.answer();
  });
  const world = { now: 0, isOn: true, url: `http://leaks.example:${server.addr.port}/` };
  const passwords = new LeakedPasswords({
    settings: () => ({ password_breach_check: world.isOn, password_range_url: world.url }),
    lookup: () => Promise.resolve(["127.0.0.1"]),
    runtime: testRuntime({
      monotonic: () => world.now,
      after: (ms, run) => {
        assert.equal(ms, LIMITS.passwordTest.timeout * 1000);
        const timer = setTimeout(run, bench.limit);
        return () => clearTimeout(timer);
      },
      log: (_, text) => void logged.push(text),
    }),
  });
  const bench: Bench = {
    passwords,
    world,
    requests,
    logged,
    answer: () => new Response(RANGE),
    limit: 5000,
  };
  try {
    await test(bench);
    assert.deepEqual(logged, []);
  } finally {
    await server.shutdown();
  }
}

const failed = (error: unknown) => isDomainError(error, "password_range_failed");

Deno.test("a range comes from the provider as it is, with its padding", () =>
  withProvider(async ({ passwords, requests }) => {
    assert.deepEqual(await passwords.range("21BD1", 1), [
      { suffix: SUFFIX, count: 21 },
      { suffix: PADDING, count: 0 },
    ]);
    const [{ method, url, headers }] = requests;
    assert.deepEqual([method, new URL(url).pathname], ["GET", "/range/21BD1"]);
    assert.equal(headers.get("add-padding"), "true");
    assert.equal(headers.get("user-agent"), USER_AGENT);
    assert.match(USER_AGENT, /^box\/\d/);
    for (const name of ["authorization", "cookie", "referer", "accept-language"]) {
      assert.equal(headers.get(name), null, name);
    }
  }));

Deno.test("a large, broken, moved, refused or slow range is a failure without a cause", () =>
  withProvider(async (bench) => {
    const { answerBytes, answerLines } = LIMITS.passwordTest;
    const line = `${SUFFIX}:1\r\n`;
    const cases: readonly (() => Response | Promise<Response>)[] = [
      () => new Response("x".repeat(2 * answerBytes)),
      () => new Response(line.repeat(Math.ceil((2 * answerBytes) / line.length))),
      () => new Response(line.repeat(answerLines + 1).replaceAll("\r", "")),
      () => new Response(""),
      () => new Response("\n"),
      () => new Response("<!doctype html>"),
      () => new Response(`${SUFFIX}\r\n`),
      () => new Response(`${SUFFIX.slice(1)}:1`),
      () => new Response(`${SUFFIX}:-1`),
      () => new Response(`${SUFFIX}:12345678901`),
      () => new Response(`${line}\r\n${line}`),
      () => new Response(new Uint8Array([0xff, 0xfe, 0x00])),
      () => Response.redirect("http://leaks.example/range/21BD1"),
      () => new Response(RANGE, { status: 429 }),
      () => new Response(RANGE, { status: 500 }),
    ];
    for (const [i, answer] of cases.entries()) {
      bench.answer = answer;
      await assert.rejects(bench.passwords.range("21BD1", i), failed, String(i));
    }
    assert.equal(bench.requests.length, cases.length);
    bench.limit = 50;
    const { promise, resolve } = Promise.withResolvers<Response>();
    bench.answer = () => promise;
    await assert.rejects(bench.passwords.range("21BD1", 100), failed);
    resolve(new Response(RANGE));
    bench.limit = 5000;
    bench.world.url = "http://127.0.0.1:1/";
    await assert.rejects(bench.passwords.range("21BD1", 101), failed);
  }));

Deno.test("a session has 20 tests in 10 minutes, others have theirs", () =>
  withProvider(async ({ passwords, world, requests }) => {
    const { perWindow, window } = LIMITS.passwordTest;
    for (let i = 0; i < perWindow; i++) {
      world.now = i * 1000;
      await passwords.range("21BD1", 7);
    }
    const tooMany = (seconds: number) => (error: unknown) =>
      isDomainError(error, "too_many_requests") &&
      error.details.headers?.["retry-after"] === String(seconds);
    await assert.rejects(passwords.range("21BD1", 7), tooMany(window - perWindow + 1));
    await passwords.range("21BD1", 8);
    assert.equal(requests.length, perWindow + 1);
    world.now = window * 1000 - 1;
    await assert.rejects(passwords.range("21BD1", 7), tooMany(1));
    world.now++;
    await passwords.range("21BD1", 7);
    await assert.rejects(passwords.range("21BD1", 7), tooMany(1));
  }));

Deno.test("switched off or without a provider it asks nothing, and says which", () =>
  withProvider(async ({ passwords, world, requests }) => {
    assert.equal(passwords.state, "on");
    world.url = "";
    assert.equal(passwords.state, "no_provider");
    await assert.rejects(
      passwords.range("21BD1", 1),
      (error) =>
        isDomainError(error, "password_test_off") && /password_range_url/.test(error.message),
    );
    world.isOn = false;
    assert.equal(passwords.state, "off");
    await assert.rejects(
      passwords.range("21BD1", 1),
      (error) => isDomainError(error, "password_test_off"),
    );
    assert.deepEqual(requests, []);
  }));

Deno.test("readRange() takes up to 20,000 lines, in either case and with either end", () => {
  const { answerLines } = LIMITS.passwordTest;
  assert.equal(readRange(`${SUFFIX}:1\n`.repeat(answerLines)).length, answerLines);
  assert.deepEqual(readRange(`${SUFFIX.toLowerCase()}:3`), [{ suffix: SUFFIX, count: 3 }]);
  assert.throws(() => readRange(""));
});
