import { openControl } from "../../api/app/control.ts";
import { createAlertQueue } from "../../api/events/alert_queue.ts";
import { BoxSettings } from "../../api/settings/box_settings.ts";
import { openDataDirectory } from "../../api/system/data_directory.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { createBoxPublisher } from "../../api/app/publisher.ts";
import { compileLists } from "../../api/publish/compiler.ts";
import { COMPILER, snapshotOf } from "../support/publisher_bench.ts";
import { decodeParts } from "../../policy/snapshot/snapshot_file.ts";
import type { ResolverHandle, SnapshotMessage } from "../../resolver/protocol.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";

const runtime: Runtime = {
  now: Date.now,
  monotonic: () => performance.now(),
  log: (l, t) => void (l === "error" && console.error(t)),
  after: () => () => {},
  random: Math.random,
  randomBytes: (n) => crypto.getRandomValues(new Uint8Array(n)),
  interfaces: () => [],
  networks: () => [],
  moduleUrl: (m) => new URL(`../../${m}.ts`, import.meta.url),
};
const directory = await openDataDirectory(Deno.args[0]);
const settings = await BoxSettings.open(directory.path, { flags: {}, env: {} });
let opened = 0;
let size = 0;
let snapshot: Snapshot | undefined;
let last: SnapshotMessage | undefined;
const resolver = {
  publish: (m: SnapshotMessage) => {
    const bytes = structuredClone(m.bytes);
    const at = performance.now();
    snapshot = snapshotOf({ ...m, bytes } as SnapshotMessage, snapshot);
    last = m;
    opened = performance.now() - at;
    size = m.bytes.length;
    return Promise.resolve();
  },
  updateNeighbors() {},
  openQueryPorts: () => [],
  onRestart() {},
  flush: () => Promise.resolve(0),
  ask: () => Promise.reject(new Error("x")),
  statistics: () => Promise.reject(new Error("x")),
  probe: () => Promise.reject(new Error("x")),
} as unknown as ResolverHandle;
const control = await openControl({
  dataDir: directory.path,
  secret: directory.secret,
  runtime,
  settings,
  resolver,
  sources: [],
  timeKnown: () => true,
  policyChanged: () => {},
  alertQueue: createAlertQueue(),
  examine: () => Promise.reject(new Error("x")),
  inspect: () => Promise.reject(new Error("x")),
});
await settings.attach(control.core.databases.box);
await Promise.all([control.household.ready(), control.machines.flush()]);
const publisher = createBoxPublisher({
  directory,
  settings,
  runtime,
  parseHosts: () => new Map(),
  compile: (r) => compileLists(r, { workerUrl: COMPILER }),
});
publisher.connect(control as never);
await publisher.begin();
await publisher.attach(resolver);
const grid = (r: number) =>
  Array.from({ length: 672 }, (_, s) => (s + r) % 96 < 40 ? "1" : "0").join("");
const ROUNDS = Number(Deno.env.get("R") ?? 8);
const rule = { action: "block", kind: "subdomains", types: [], to: [], until: 0 } as const;
const CHANGES: Record<string, (r: number) => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  rename: (r) => control.devices.change(9000, { name: `Renamed ${r}` }),
  owner: (r) => control.devices.setPeople(9000, { person_id: r + 2 }),
  hours: (r) => control.hours.setSchedule(3, { enabled: true, grid: grid(r) }, "x"),
  cut: (r) => control.hours.setMode(3, r % 2 ? "cut" : "homework", "30", "x"),
  rule: (r) => control.rules.set({ ...rule, scope: "all", domain: `zz${r}.example` }, "x"),
  group: (r) =>
    control.choices.choose("group:1", "service", [{
      key: "tiktok",
      value: r % 2 ? "block" : "allow",
      schedule: "",
    }], "x"),
};
if (Deno.args.includes("--sizes")) {
  const p = decodeParts(last!.bytes)!;
  if (typeof p === "string") throw p;
  const s = (v: unknown) => JSON.stringify(v).length;
  console.log(
    "classes",
    p.classes.length,
    s(p.classes),
    "devnames",
    s(p.devices.names),
    "scopes",
    s(p.devices.scopes),
    "personal",
    p.personal.bytes.length,
    p.personal.facts.length * 4,
    "local",
    0,
    "total",
    last!.bytes.length,
  );
  console.log(
    s(p.classes.map((c) => c.closed)),
    s(p.classes.map((c) => c.held)),
    s(p.classes.map((c) => c.services?.toBase64())),
    s(p.classes.map((c) => c.scopes)),
  );
}
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const only = Deno.args.find((a) => a.startsWith("--only="))?.slice(7);
for (const [name, change] of Object.entries(CHANGES)) {
  if (only && name !== only) continue;
  const w: number[][] = [];
  for (let r = 0; r < ROUNDS; r++) {
    const a = performance.now();
    await change(r);
    const b = performance.now();
    const c = cpu();
    await publisher.publishRules();
    w.push([b - a, performance.now() - b, opened, cpu() - c]);
  }
  const mid = (i: number) =>
    w.slice(2).map((x) => x[i]).sort((a, b) => a - b)[3].toFixed(1).padStart(8);
  console.log(
    name.padEnd(10),
    "write",
    mid(0),
    "publish",
    mid(1),
    "opened",
    mid(2),
    "cpu",
    mid(3),
    "bytes",
    size,
  );
}
await control.close();
directory.close();
