import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { ThreatMonitor } from "./monitor.ts";

Deno.test("observe() raises alerts for blocked rebinding and dangerous names of devices", () => {
  const raised: AlertToRaise[] = [];
  const monitor = new ThreatMonitor({
    deviceAt: (address) => address === "192.168.1.30" ? 3 : 0,
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
