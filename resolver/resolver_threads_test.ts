import assert from "node:assert/strict";
import { parseTarget } from "../policy/model/upstream_line.ts";
import { createSharedBytes, type EncodedSnapshot, SECTIONS } from "../policy/snapshot/sections.ts";
import type { SnapshotMessage } from "./protocol.ts";
import { ResolverThreads } from "./resolver_threads.ts";

/** A snapshot that no thread of these tests opens. */
function emptySnapshot(version: number): SnapshotMessage {
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, createSharedBytes(0)]));
  return { version, sections: sections as EncodedSnapshot };
}

/** A thread that fails at its first two starts, and when it is asked for statistics. */
const BREAKING = `
self.onmessage = ({ data }) => {
  if (data.kind === "start") {
    if (Atomics.add(new Int32Array(data.counters), 0, 1) < 2) throw new Error("Not yet");
    return postMessage({ kind: "ready" });
  }
  if (data.kind === "flush") return postMessage({ kind: "flushed", id: data.id, entries: 3 });
  if (data.kind === "stop") return postMessage({ kind: "stopped", upstreams: [] });
  throw new Error("Broken");
};`;

Deno.test("a failed thread is restarted, and its pending requests continue", async () => {
  const reported: string[] = [];
  const counters = new SharedArrayBuffer(64);
  const threads = new ResolverThreads(
    {
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(BREAKING)}`),
      workers: 1,
      secret: new Uint8Array(16),
      interfaces: [],
      journals: [{ ring: new SharedArrayBuffer(64), counters }],
      log: (_, text) => reported.push(text),
    },
    [[]],
    emptySnapshot(1),
  );
  await threads.start();
  assert.equal(reported.length, 2);
  assert.match(reported[0], /Restarting a resolver thread after a fault: .*Not yet/);
  assert.equal(await threads.flush(), 3);
  threads.interfaces(["192.0.2.0/24"]);
  for (
    const began = performance.now();
    new Int32Array(counters)[0] < 4 && performance.now() - began < 5000;
  ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(reported.length, 3);
  assert.equal(await threads.flush(), 3);
  await threads.stop();
});

/**
 * Worker 0 is ready, and worker 1, which fails once, starts again, when the test allows it. `counts`
 * are its starts, the ports received, and the permission.
 */
const LATE = `
let counts;
self.onmessage = ({ data }) => {
  if (data.kind === "start") {
    counts = new Int32Array(data.counters);
    const ready = () => postMessage({ kind: "ready" });
    const starts = Atomics.add(counts, 0, 1);
    if (data.worker === 1 && starts === 0) {
      ready();
      return setTimeout(() => { throw new Error("Broken"); });
    }
    const waiting = setInterval(() => {
      if (Atomics.load(counts, 2) === 0) return;
      clearInterval(waiting);
      ready();
    }, 5);
  }
  if (data.kind === "other" && data.ports !== undefined) Atomics.add(counts, 1, 1);
  if (data.kind === "ask") return postMessage({ kind: "answer", id: data.id });
  if (data.kind === "stop") return postMessage({ kind: "stopped", upstreams: [] });
};`;

Deno.test("a thread that is down while others connect is connected when it is ready", async () => {
  const journals = [0, 1].map(() => ({
    ring: new SharedArrayBuffer(64),
    counters: new SharedArrayBuffer(64),
  }));
  const [first, second] = journals.map(({ counters }) => new Int32Array(counters));
  const threads = new ResolverThreads(
    {
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(LATE)}`),
      workers: 2,
      secret: new Uint8Array(16),
      interfaces: [],
      journals,
      // The failure of worker 1 is known.
      log: () => void Atomics.store(first, 2, 1),
    },
    [[], []],
    emptySnapshot(1),
  );
  await threads.start();
  // Its answer follows all earlier messages to it.
  await threads.ask(new Uint8Array(12), "192.0.2.1", false);
  assert.equal(first[1], 0, "nobody is there to be asked");
  Atomics.store(second, 2, 1);
  while (Atomics.load(second, 1) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await threads.ask(new Uint8Array(12), "192.0.2.1", false);
  assert.equal(first[1], 1);
  await threads.stop();
});

/** A thread that holds a descriptor and hangs when it is stopped. */
const HANGING = `
const { eventfd } = Deno.dlopen("libc.so.6", { eventfd: { parameters: ["u32", "i32"], result: "i32" } }).symbols;
self.onmessage = ({ data }) => {
  if (data.kind === "stop") for (;;);
  const fd = eventfd(0, 0);
  new Uint32Array(data.descriptors)[fd >>> 5] |= 1 << (fd & 31);
  new Int32Array(data.counters)[0] = fd;
  postMessage({ kind: "ready" });
};`;

/**
 * Milliseconds within which a thread must stop, and after which a terminated one no longer runs
 * (thread.ts).
 */
const STOP_DEADLINE = 3000;
const CUT_OFF = 500;

Deno.test("a hanging thread is terminated, and its descriptors are closed", async () => {
  const counters = new SharedArrayBuffer(64);
  const threads = new ResolverThreads(
    {
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(HANGING)}`),
      workers: 1,
      secret: new Uint8Array(16),
      interfaces: [],
      journals: [{ ring: new SharedArrayBuffer(64), counters }],
      log: () => {},
    },
    [[]],
    emptySnapshot(1),
  );
  await threads.start();
  const link = `/proc/self/fd/${new Int32Array(counters)[0]}`;
  assert.match(Deno.readLinkSync(link), /eventfd/);
  const began = performance.now();
  // A caller that waits for it then unmaps the policy table, so the thread must have ended.
  const held = threads.publish(emptySnapshot(2)).then(() => performance.now() - began);
  await threads.stop();
  assert.ok(await held >= STOP_DEADLINE + CUT_OFF - 1);
  assert.throws(() => assert.match(Deno.readLinkSync(link), /eventfd/));
});

/**
 * A thread that answers a probe a little later. Its latency field is the number in flight at its
 * start.
 */
const TRYING = `
let under = 0;
self.onmessage = ({ data }) => {
  if (data.kind === "start") return postMessage({ kind: "ready" });
  if (data.kind === "stop") return postMessage({ kind: "stopped", upstreams: [] });
  const probe = { state: "answers", connectLatency: 0, latency: ++under, dnssec: "none", error: data.target.text };
  setTimeout(() => (under--, postMessage({ kind: "probed", id: data.id, probe })), 20);
};`;

Deno.test("of 40 upstream probes at most 16 run at once, and each gets its own result", async () => {
  const threads = new ResolverThreads(
    {
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(TRYING)}`),
      workers: 1,
      secret: new Uint8Array(16),
      interfaces: [],
      journals: [{ ring: new SharedArrayBuffer(64), counters: new SharedArrayBuffer(64) }],
      log: () => {},
    },
    [[]],
    emptySnapshot(1),
  );
  await threads.start();
  const targets = Array.from({ length: 40 }, (_, i) => parseTarget(`192.0.2.${i}`)!);
  const probes = await Promise.all(targets.map((target) => threads.probe(target, "")));
  assert.deepEqual(probes.map(({ error }) => error), targets.map(({ text }) => text));
  assert.equal(Math.max(...probes.map(({ latency }) => latency)), 16);
  await threads.stop();
});

/** Answers at once, and fails when it is asked for statistics. */
const PLAIN = `
self.onmessage = ({ data }) => {
  if (data.kind === "start") return postMessage({ kind: "ready" });
  if (data.kind === "flush") return postMessage({ kind: "flushed", id: data.id, entries: 3 });
  if (data.kind === "stop") return postMessage({ kind: "stopped", upstreams: [] });
  throw new Error("Broken");
};`;

Deno.test("a thread that cannot start is retried with growing pauses, and this is logged", async () => {
  const reported: string[] = [];
  const faults: unknown[] = [];
  const memory = () => ({ ring: new SharedArrayBuffer(64), counters: new SharedArrayBuffer(64) });
  const threads = new ResolverThreads(
    {
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(PLAIN)}`),
      workers: 1,
      secret: new Uint8Array(16),
      interfaces: [],
      journals: new Proxy([memory()], {
        get(journals, i) {
          const fault = i === "0" ? faults.shift() : undefined;
          if (fault instanceof Error) throw fault;
          // A message that cannot be sent to a thread fails once the thread is ready.
          return i === "0" ? fault ?? journals[0] : Reflect.get(journals, i);
        },
      }),
      log: (_, text) => reported.push(text),
    },
    [[]],
    emptySnapshot(1),
  );
  const restarted = () => new Promise<void>((resolve) => threads.onRestart(resolve));
  await threads.start();
  faults.push(new Error("No thread can be had"), { ...memory(), odd: () => {} });
  const back = restarted();
  await assert.rejects(threads.statistics(), /stopped before it answered/);
  await back;
  assert.equal(reported.length, 3);
  assert.match(
    reported[1],
    /Cannot start a resolver thread, retrying in 0\.5 seconds: No thread can be had/,
  );
  assert.match(
    reported[2],
    /Cannot start a resolver thread, retrying in 1 seconds: .*could not be cloned/,
  );
  assert.equal(await threads.flush(), 3);
  faults.push(new Error("No thread can be had"));
  const again = restarted();
  await assert.rejects(threads.restart(), /No thread can be had/);
  await again;
  assert.equal(await threads.flush(), 3);
  assert.match(reported[3], /retrying in 0\.25 seconds/);
  await threads.stop();
});

Deno.test("a restart while a thread waits for its next start leaves one thread", async () => {
  let starts = 0;
  const memory = { ring: new SharedArrayBuffer(64), counters: new SharedArrayBuffer(64) };
  const threads = new ResolverThreads(
    {
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(PLAIN)}`),
      workers: 1,
      secret: new Uint8Array(16),
      interfaces: [],
      journals: new Proxy([memory], {
        get: (journals, i) => {
          i === "0" && starts++;
          return Reflect.get(journals, i);
        },
      }),
      log: () => {},
    },
    [[]],
    emptySnapshot(1),
  );
  await threads.start();
  await assert.rejects(threads.statistics(), /stopped before it answered/);
  await threads.restart();
  await new Promise((resume) => setTimeout(resume, 400));
  assert.equal(starts, 2);
  assert.equal(await threads.flush(), 3);
  await threads.stop();
});
