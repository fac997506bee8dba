import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { ThreatMonitor } from "./monitor.ts";

Deno.test("observe() raises alerts for blocked rebinding and dangerous names of devices", () => {
  const raised: AlertToRaise[] = [];
  const monitor = new ThreatMonitor({
    deviceAt: (address) => address === "192.168.1.30" ? 3 : 0,
    peopleOf: () => [],
    findSpyware: () => undefined,
    raise: (alert) => raised.push(alert),
    tellsRemoteTools: () => true,
  });
  const blocked = { client: "192.168.1.30", status: "blocked", reason: "category" } as const;
  const rebinding = {
    ...blocked,
    reason: "rebinding",
    origin: "rebinding:fd00::1",
    name: "a.evil.net",
  };
  monitor.observe([
    createObservation(rebinding),
    createObservation({ ...rebinding, client: "192.168.1.99" }),
    createObservation({ ...rebinding, transport: "ask" }),
    createObservation({ ...blocked, origin: "category:phishing", name: "bank.evil.net" }),
    createObservation({ ...blocked, origin: "category:games", name: "play.games.net" }),
    createObservation({ ...blocked, reason: "list", origin: "list:1", name: "ads.net" }),
    createObservation({ client: "192.168.1.30", status: "answered", name: "site.net" }),
  ]);
  assert.deepEqual(raised, [
    { kind: "rebinding", deviceId: 3, name: "a.evil.net", detail: "fd00::1" },
    { kind: "rebinding", deviceId: 0, name: "a.evil.net", detail: "fd00::1" },
    { kind: "malicious", deviceId: 3, name: "bank.evil.net", detail: "phishing" },
  ]);
});

Deno.test("observe() reports programs for remote access, blocked or not, unless that is off", () => {
  const raised: AlertToRaise[] = [];
  let isOn = true;
  const monitor = new ThreatMonitor({
    deviceAt: () => 3,
    peopleOf: () => [],
    findSpyware: () => undefined,
    raise: (alert) => raised.push(alert),
    tellsRemoteTools: () => isOn,
  });
  const tool = { name: "router3.teamviewer.com" };
  const blocked = { status: "blocked", reason: "rule", origin: "rule:teamviewer.com" } as const;
  const batch = [
    createObservation(tool),
    createObservation({ ...tool, ...blocked }),
    createObservation({ ...tool, transport: "ask" }),
    createObservation({ name: "www.teamviewer.com" }),
  ];
  monitor.observe(batch);
  const alert = { kind: "remote", deviceId: 3, name: "TeamViewer", detail: "TeamViewer" };
  assert.deepEqual(raised, [alert, alert]);
  isOn = false;
  monitor.observe(batch);
  assert.equal(raised.length, 2);
});

Deno.test("observe() reports spyware to administrators and to each person of the device, whatever became of the query", () => {
  const raised: AlertToRaise[] = [];
  const people: Record<number, readonly number[]> = { 3: [7], 4: [7, 8] };
  const devices: Record<string, number> = { "192.168.1.30": 3, "192.168.1.31": 4 };
  const monitor = new ThreatMonitor({
    deviceAt: (address) => devices[address] ?? 0,
    peopleOf: (device) => people[device] ?? [],
    findSpyware: (name) => name.endsWith("spy.example") ? "spy.example" : undefined,
    raise: (alert) => raised.push(alert),
    tellsRemoteTools: () => false,
  });
  const about = { kind: "spyware", name: "spy.example" } as const;
  const mine = { ...about, kind: "spyware.mine" } as const;
  const take = (over: Parameters<typeof createObservation>[0]) => {
    raised.length = 0;
    monitor.observe([createObservation({ name: "cp.spy.example", ...over })]);
    return [...raised];
  };
  const client = "192.168.1.30";
  const blocked = { client, status: "blocked" } as const;
  assert.deepEqual(take({ ...blocked, reason: "spyware", origin: "spyware:spy.example" }), [
    { ...about, deviceId: 3, detail: "blocked" },
    { ...mine, deviceId: 3, personId: 7, detail: "blocked" },
  ]);
  assert.deepEqual(take({ client, status: "answered" }), [
    { ...about, deviceId: 3, detail: "" },
    { ...mine, deviceId: 3, personId: 7, detail: "" },
  ]);
  const byRule = take({ ...blocked, reason: "rule", origin: "rule:spy.example" });
  assert.deepEqual(byRule.map(({ detail }) => detail), ["blocked", "blocked"]);
  assert.deepEqual(
    take({ client: "192.168.1.31" }).map(({ kind, personId }) => [kind, personId]),
    [["spyware", undefined], ["spyware.mine", 7], ["spyware.mine", 8]],
  );
  assert.deepEqual(take({ client: "192.168.1.99" }), [{ ...about, deviceId: 0, detail: "" }]);
  // A name that leads to such a server is reported by the server.
  const target = { name: "www.innocent.example", reason: "spyware", origin: "spyware:spy.example" };
  assert.deepEqual(take({ ...blocked, ...target })[0], {
    ...about,
    deviceId: 3,
    detail: "blocked",
  });
  // Also where nothing blocks it, and where another list blocks what the name leads to.
  const leading = { client, name: "www.innocent.example", spyware: "spy.example" };
  assert.deepEqual(take(leading), [
    { ...about, deviceId: 3, detail: "" },
    { ...mine, deviceId: 3, personId: 7, detail: "" },
  ]);
  assert.deepEqual(take({ ...leading, status: "blocked", reason: "list", origin: "list:1" }), [
    { ...about, deviceId: 3, detail: "blocked" },
    { ...mine, deviceId: 3, personId: 7, detail: "blocked" },
  ]);
  assert.deepEqual(take({ ...leading, spyware: "" }), []);
  assert.deepEqual(take({ client, transport: "ask" }), []);
});
