import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import { addressOf, type UsageScene, withUsage } from "../../../../tests/support/usage_scene.ts";
import { ServiceNames } from "../../../../policy/snapshot/service_names.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { subjectOf } from "../../insight/subject.ts";
import { NameNotices } from "./name_notices.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const DAY = 86_400_000;

function notices(scene: UsageScene) {
  const alerts: AlertToRaise[] = [];
  const service = new NameNotices({
    household: scene.household,
    runtime: testRuntime({ now: scene.now }),
    raise: (alert) => void alerts.push(alert),
    deviceAt: (address) => Number(address.split(".")[3]),
    subjectOf: subjectOf(new ServiceNames(), {
      categoryOfList: () => "bypass",
      categoryOfService: (id) => id === "nordvpn" ? "bypass" : "",
    }),
  });
  const ask = (device: number, name: string, over: Partial<Observation> = {}) =>
    service.observe([
      createObservation({
        client: addressOf(device),
        time: scene.now(),
        status: "blocked",
        reason: "category",
        name,
        ...over,
      }),
    ]);
  return { alerts, ask, names: () => alerts.map(({ name, detail }) => `${name} ${detail}`) };
}

const AT = { start: "2026-11-21T18:00:00Z", zone: "Europe/Paris" };

Deno.test("bypass names of minors are reported once a day per device and name", () =>
  withUsage(AT, async (scene) => {
    const { alerts, ask, names } = notices(scene);
    const { own, ids, time } = scene;
    const origin = "category:bypass";
    ask(own.emma, "api.nordvpn.com", { origin });
    ask(own.emma, "api.nordvpn.com", { origin, type: 28 });
    ask(own.emma, "www.nordvpn.com", { origin });
    ask(own.tablet, "api.nordvpn.com", { origin });
    ask(own.emma, "dns.google", { reason: "schedule", origin: "schedule:cut" });
    ask(own.tom, "de1.fast.example.net", {
      reason: "list",
      origin: "list:4",
      list: 4,
      rule: "||example.net^",
    });
    ask(own.tom, "www.croxyproxy.com", { origin });
    assert.deepEqual(names(), [
      "api.nordvpn.com vpn",
      "www.nordvpn.com vpn",
      "api.nordvpn.com vpn",
      "dns.google dns",
      "de1.fast.example.net vpn",
      "www.croxyproxy.com proxy",
    ]);
    assert.deepEqual(alerts[0], {
      kind: "bypass.names",
      deviceId: own.emma,
      personId: ids.emma,
      name: "api.nordvpn.com",
      detail: "vpn",
    });
    assert.equal(alerts[2].personId, 0);
    await time.pass(DAY - 1);
    ask(own.emma, "api.nordvpn.com", { origin });
    assert.equal(alerts.length, 6);
    await time.pass(1);
    ask(own.emma, "api.nordvpn.com", { origin });
    assert.equal(alerts.length, 7);
  }));

Deno.test("queries of adults, other names, answered names and automatic queries are not reported", () =>
  withUsage(AT, (scene) => {
    const { ask, names } = notices(scene);
    const { own } = scene;
    const origin = "category:bypass";
    ask(own.anna, "api.nordvpn.com", { origin });
    ask(own.emma, "api.nordvpn.com", { origin, status: "answered" });
    ask(own.emma, "api.nordvpn.com", { origin, transport: "ask" });
    ask(own.emma, "www.tiktok.com", { origin: "category:social" });
    ask(own.emma, "mask.icloud.com", { origin });
    ask(99, "api.nordvpn.com", { origin });
    assert.deepEqual(names(), []);
    return Promise.resolve();
  }));

Deno.test("a program that tries hundreds of names is reported with some of them", () =>
  withUsage(AT, (scene) => {
    const { ask, names } = notices(scene);
    for (let i = 0; i < 500; i++) {
      ask(scene.own.emma, `s${i}.nordvpn.com`, { origin: "category:bypass" });
    }
    assert.equal(names().length, 20);
    return Promise.resolve();
  }));
