import assert from "node:assert/strict";
import type { UpstreamStatistics } from "../../resolver/protocol.ts";
import { HealthCheck, type HealthCheckDeps } from "./health_check.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
type List = Awaited<ReturnType<HealthCheckDeps["lists"]["list"]>>[number];

async function looked(change: Partial<HealthCheckDeps>): Promise<string[]> {
  const raised: string[] = [];
  const watch = new HealthCheck({
    lists: { list: () => Promise.resolve([]) },
    resolver: { statistics: () => Promise.resolve({ upstreams: [] }) },
    freeBytes: () => Promise.resolve(1e12),
    dataDir: "/data",
    raise: ({ kind, name = "", detail = "" }) => void raised.push(`${kind} ${name} ${detail}`),
    runtime: testRuntime({ now: () => NOW }),
    ...change,
  });
  await watch.look().catch((error) => raised.push(`rejected ${error.message}`));
  return raised;
}

const list = (change: Partial<List>): List => ({
  name: "Ads",
  health: "ok",
  lastSuccess: NOW - DAY,
  created: 0,
  trouble: "",
  lines: 100,
  ...change,
});
const upstream = (downUntil: number): UpstreamStatistics => ({
  upstream: "9.9.9.9",
  queries: 1,
  failures: 1,
  timeouts: 1,
  late: 0,
  latency: 1,
  lastAnswer: 0,
  lastError: "",
  downUntil,
});

Deno.test("a list is reported after three days of failure and when a copy waits for a decision", async () => {
  const lists = (...rows: List[]) => looked({ lists: { list: () => Promise.resolve(rows) } });
  const failing = { health: "failing", trouble: "it answered 404; it has no effect" } as const;
  assert.deepEqual(await lists(list({}), list({ ...failing, lastSuccess: NOW - 2 * DAY })), []);
  assert.deepEqual(await lists(list({ ...failing, lastSuccess: NOW - 4 * DAY })), [
    "list.failing Ads it answered 404; it has no effect",
  ]);
  assert.deepEqual(await lists(list({ ...failing, lastSuccess: 0, created: NOW - DAY })), []);
  assert.deepEqual(await lists(list({ ...failing, lastSuccess: 0, created: NOW - 9 * DAY })), [
    "list.failing Ads it answered 404; it has no effect",
  ]);
  const held = { lines: 10, bytes: 1, sha256: "", at: NOW };
  assert.deepEqual(await lists(list({ health: "held", held })), ["list.held Ads 100|10"]);
  const concerns = [{ kind: "popular", count: 1, of: 1000, examples: ["google.com"] }] as const;
  assert.deepEqual(await lists(list({ health: "doubtful", held: { ...held, concerns } })), [
    "list.doubtful Ads popular",
  ]);
});

Deno.test("upstreams are reported when all are down, a disk when it is nearly full", async () => {
  const upstreams = (...rows: UpstreamStatistics[]) =>
    looked({ resolver: { statistics: () => Promise.resolve({ upstreams: rows }) } });
  assert.deepEqual(await upstreams(), []);
  assert.deepEqual(await upstreams(upstream(NOW + 1), upstream(0)), []);
  assert.deepEqual(await upstreams(upstream(NOW + 1), upstream(NOW + 9)), ["upstreams.down  2"]);
  assert.deepEqual(await looked({ freeBytes: () => Promise.resolve(5 * 1024 * 1024) }), [
    "disk.full /data 5",
  ]);
});

Deno.test("a failed check does not prevent the others", async () => {
  const lists = { list: () => Promise.reject(new Error("no database")) };
  assert.deepEqual(await looked({ lists, freeBytes: () => Promise.resolve(0) }), [
    "disk.full /data 0",
    "rejected no database",
  ]);
});
