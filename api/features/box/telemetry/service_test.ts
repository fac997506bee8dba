import assert from "node:assert/strict";
import { SimulatedTime } from "../../../../tests/support/simulated_time.ts";
import { Scheduler } from "../../../../tasks/scheduler.ts";
import { createTelemetryTask } from "../../../../tasks/list.ts";
import { Telemetry, type TelemetryDeps } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 21, 10);

/** Starts a server that records the bytes of each request and responds with a status. */
function sink(answer = "HTTP/1.1 204 No Content\r\n\r\n") {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const requests: string[] = [];
  const serving = (async () => {
    for await (const connection of listener) {
      const decoder = new TextDecoder();
      const buffer = new Uint8Array(65_536);
      let text = "";
      for (;;) {
        const [head, body] = text.split("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
        if (body !== undefined && body.length >= length) break;
        const read = await connection.read(buffer);
        if (read === null) break;
        text += decoder.decode(buffer.subarray(0, read));
      }
      requests.push(text);
      if (answer !== "") await connection.write(new TextEncoder().encode(answer));
      connection.close();
    }
  })();
  const { port } = listener.addr as Deno.NetAddr;
  return {
    requests,
    port,
    url: `http://cloud.example:${port}`,
    close: () => {
      listener.close();
      return serving;
    },
  };
}

/** Creates a box in simulated time that sends to a server. */
function simulated(url: string, changes: Partial<TelemetryDeps> = {}) {
  const time = new SimulatedTime(START);
  const settings = { telemetry: true, country: "FR", cloud_url: url };
  const state = { accepted: true, random: 0.5, next: 0, messages: [] as string[] };
  const after = (ms: number, run: () => void) => {
    const timer = time.after(ms, run);
    return () => time.cancel(timer);
  };
  const telemetry = new Telemetry({
    version: "0.9.0",
    install: "deb",
    arch: "amd64",
    settings: () => settings,
    accepted: () => Promise.resolve(state.accepted),
    runtime: testRuntime({
      randomBytes: (length) => new Uint8Array(length).fill(++state.next),
      now: time.now,
      after,
    }),
    lookup: () => Promise.resolve(["127.0.0.1"]),
    ...changes,
  });
  const tell = (_: string, text: string) => void state.messages.push(text);
  const context = {
    runtime: testRuntime({ now: time.now, after, random: () => state.random, log: tell }),
  };
  const scheduler = new Scheduler([createTelemetryTask(telemetry)], context);
  return { time, settings, state, telemetry, scheduler };
}

/**
 * Advances simulated time until the task runs, and waits until its run has ended; returns whether
 * it ran.
 */
async function ran(time: SimulatedTime, scheduler: Scheduler, atMost: number): Promise<boolean> {
  const running = () => scheduler.taskStates()[0].running;
  const before = scheduler.taskStates()[0].last_run;
  if (!await time.until(() => scheduler.taskStates()[0].last_run !== before, atMost)) return false;
  for (let turn = 0; turn < 1000 && running(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return true;
}

Deno.test("the signal has exactly its five fields and the headers of HTTP, with an id that is new each time", async () => {
  const { requests, port, url, close } = sink();
  const { telemetry } = simulated(url);
  const signal = new AbortController().signal;
  await telemetry.send(signal);
  await telemetry.send(signal);
  const [head, body] = requests[0].split("\r\n\r\n");
  const [line, ...headers] = head.split("\r\n");
  assert.equal(line, "POST /v1/telemetry HTTP/1.1");
  assert.deepEqual(headers.map((header) => header.toLowerCase()).sort(), [
    "connection: close",
    `content-length: ${body.length}`,
    "content-type: application/json",
    `host: cloud.example:${port}`,
    "user-agent: box/0.9.0",
  ]);
  assert.ok(headers.some((header) => header.endsWith(": Box/0.9.0")));
  const { id, ...rest } = JSON.parse(body);
  const second = JSON.parse(requests[1].split("\r\n\r\n")[1]);
  assert.deepEqual(rest, { version: "0.9.0", install: "deb", country: "FR", arch: "amd64" });
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.notEqual(second.id, id);
  await close();
});

Deno.test("the first signal is sent 1 to 60 minutes after the start, then one every 23 to 25 hours", async () => {
  for (const random of [0, 0.999]) {
    const { requests, url, close } = sink();
    const { time, state, scheduler } = simulated(url);
    state.random = random;
    scheduler.start();
    const first = random === 0 ? [59_000, 61_000] : [59 * MINUTE, HOUR];
    const began = time.now();
    await time.pass(first[0]);
    assert.equal(requests.length, 0);
    assert.ok(await ran(time, scheduler, first[1] - first[0]), "no signal within the first hour");
    assert.deepEqual([requests.length, time.now() - began <= first[1]], [1, true]);
    const wait = scheduler.taskStates()[0].next_run * 1000 - time.now();
    assert.ok(
      random === 0 ? wait === 23 * HOUR : wait > 24.9 * HOUR && wait <= 25 * HOUR,
      `${wait / HOUR} hours`,
    );
    await scheduler.stop();
    await close();
  }
});

Deno.test("nothing is sent before the terms are accepted, and within the hour after that", async () => {
  const { requests, url, close } = sink();
  const { time, state, scheduler } = simulated(url);
  state.accepted = false;
  scheduler.start();
  await time.pass(3 * HOUR);
  assert.equal(requests.length, 0);
  state.accepted = true;
  scheduler.begin("telemetry.send");
  await time.pass(59_000);
  assert.equal(requests.length, 0);
  assert.ok(await ran(time, scheduler, HOUR));
  assert.equal(requests.length, 1);
  await scheduler.stop();
  await close();
});

Deno.test("turned off, or without an online service, nothing is sent and the state says why", async () => {
  const { requests, url, close } = sink();
  const { settings, state, telemetry } = simulated(url);
  const send = () => telemetry.send(new AbortController().signal);
  settings.telemetry = false;
  await send();
  assert.deepEqual([(await telemetry.state()).pause, (await telemetry.state()).enabled], [
    "off",
    false,
  ]);
  settings.telemetry = true;
  settings.cloud_url = "";
  await send();
  assert.deepEqual([(await telemetry.state()).pause, (await telemetry.state()).url], [
    "no_cloud_url",
    "",
  ]);
  settings.cloud_url = url;
  state.accepted = false;
  await send();
  assert.equal((await telemetry.state()).pause, "terms");
  assert.equal(requests.length, 0);
  await close();
});

Deno.test("a signal that the online service refuses is retried the next day, with a timeout of 15 seconds", async () => {
  const { requests, url, close } = sink("HTTP/1.1 503 Busy\r\nconnection: close\r\n\r\n");
  const { time, scheduler } = simulated(url);
  scheduler.start();
  assert.ok(await ran(time, scheduler, HOUR));
  assert.match(scheduler.taskStates()[0].last_error, /status 503/);
  await time.pass(2 * HOUR);
  assert.equal(requests.length, 1);
  assert.ok(scheduler.taskStates()[0].next_run * 1000 - time.now() > 20 * HOUR);
  await scheduler.stop();
  await close();
  const silent = sink("");
  const late = simulated(silent.url, { lookup: () => new Promise<string[]>(() => {}) });
  const sent = late.telemetry.send(new AbortController().signal).then(
    () => "sent",
    (error: Error) => error.message,
  );
  await late.time.pass(15_000);
  assert.match(await sent, /within 15 seconds/);
  await silent.close();
});
