import assert from "node:assert/strict";
import { BoxSettings } from "../../../settings/box_settings.ts";
import { OfferedProtocols } from "./protocols.ts";

/** Returns what a box with these settings advertises, and how often. */
async function offered(
  flags: Readonly<Record<string, string>>,
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const settings = await BoxSettings.open(folder, { flags });
    const scene: Scene = {
      name: "dns.example",
      changes: 0,
      offered: undefined as unknown as OfferedProtocols,
    };
    Object.assign(scene, {
      offered: new OfferedProtocols(settings, () => scene.name, () => void scene.changes++),
    });
    await test(scene);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Scene {
  name: string;
  changes: number;
  readonly offered: OfferedProtocols;
}

const ON = { dns_over_tls: "true", dns_over_https: "true", dns_over_quic: "true" };
const ALL = ["udp [::]:53", "http [::]:80", "https [::]:443", "tls [::]:853", "quic [::]:853"];

Deno.test("a port that another program uses is not advertised until the box has opened it", () =>
  offered(ON, async (scene) => {
    const { offered } = scene;
    const whole = { name: "dns.example", tls: 853, https: 443, quic: 853 };
    assert.deepEqual(offered.now(), whole);
    let open = ALL.filter((text) => !text.startsWith("tls "));
    await offered.openedBy(() => open);
    assert.deepEqual(offered.now(), { ...whole, tls: 0 });
    assert.equal(scene.changes, 1);
    // A second check advertises nothing again, because each update runs all checks again.
    await offered.look();
    assert.equal(scene.changes, 1);
    open = ALL;
    await offered.look();
    assert.deepEqual(offered.now(), whole);
    assert.equal(scene.changes, 2);
    open = ["udp [::]:53"];
    await offered.look();
    assert.deepEqual(offered.now(), { name: "dns.example", tls: 0, https: 0, quic: 0 });
  }));

Deno.test("a start that opens all ports advertises once", () =>
  offered(ON, async (scene) => {
    await scene.offered.openedBy(() => ALL);
    assert.equal(scene.changes, 0);
  }));

Deno.test("one open address of several is enough to advertise a protocol", async () => {
  const listen = { dot_listen: "127.0.0.1:8853,127.0.0.1:9853", https_listen: "" };
  await offered({ ...ON, ...listen }, async ({ offered }) => {
    await offered.openedBy(() => ["tls 127.0.0.1:9853", "quic [::]:853", "https [::]:443"]);
    assert.deepEqual(offered.now(), { name: "dns.example", tls: 9853, https: 0, quic: 853 });
  });
  await offered({ ...ON, dns_over_tls: "false" }, async (scene) => {
    await scene.offered.openedBy(() => ALL);
    assert.equal(scene.offered.now().tls, 0);
    scene.name = "";
    assert.deepEqual(scene.offered.now(), { name: "", tls: 0, https: 0, quic: 0 });
  });
});
