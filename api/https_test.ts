import assert from "node:assert/strict";
import { certificateFor, TlsClient } from "../tests/support/front_scene.ts";
import { freePort } from "../tests/support/box_process.ts";
import { framed, queryFor } from "../tests/support/flood.ts";
import { HandingResolver } from "../tests/support/handing_resolver.ts";
import { ROOT } from "../tests/support/source_files.ts";
import { BlockMemory } from "../resolver/block_memory.ts";
import type { EncryptedPem } from "./front/protocol.ts";
import { type HttpsOptions, openHttps } from "./https.ts";

/** What every box has. */
const BOX: Pick<HttpsOptions, "names" | "own" | "ownAddresses" | "ranges" | "blocked" | "thread" | "now" | "after"> = {
  names: () => ["box"],
  own: () => ["box"],
  ownAddresses: () => [],
  ranges: () => ["private"],
  blocked: BlockMemory.memory(),
  thread: (path) => new URL(`file://${ROOT}${path}.ts`),
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

Deno.test("encrypted DNS is open while it is offered and has a certificate, without any interface over HTTPS", async () => {
  const dataDir = await Deno.makeTempDir(), port = freePort(), told: string[] = [];
  const offered = { https: true, tls: true, quic: false }, encrypted = await certificateFor("dns.example");
  let current: EncryptedPem | undefined, changed = () => {}, restarted = () => {};
  const resolver = new HandingResolver();
  const https = await openHttps({
    ...BOX,
    dataDir,
    addresses: { https: [], tls: [{ address: "127.0.0.1", port }], quic: [{ address: "127.0.0.1", port }] },
    offered: () => offered,
    encrypted: { current: () => current, onChange: (listener) => void (changed = listener) },
    resolver: { handed: resolver.handed, whenRestarted: (listener) => void (restarted = listener) },
    log: (level, text) => told.push(`${level} ${text}`),
  }, () => new Response(null));
  const asks = async () => {
    const client = await TlsClient.open(port, "dot", "dns.example", encrypted.cert);
    await client.send(framed(queryFor("a.example")));
    const answered = await client.until(() => client.received.length > 2);
    await client.close();
    return answered && client.received.length > 2;
  };
  try {
    assert.deepEqual([https.listeners, https.errors, https.fingerprint()], [[], [], ""]);
    current = { names: ["dns.example"], ...encrypted };
    changed();
    await https.refresh();
    assert.deepEqual(https.listeners, [`tls 127.0.0.1:${port}`]);
    assert.ok(await asks());
    // A thread of the resolver that was started anew has other channels.
    restarted();
    assert.ok(await asks());
    assert.equal(resolver.queries.length, 2);
    offered.tls = false;
    await https.refresh();
    assert.deepEqual(https.listeners, []);
    offered.tls = true;
    current = undefined;
    await https.refresh();
    assert.deepEqual([https.listeners, told], [[], []]);
  } finally {
    await https.close();
    resolver.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a certificate that is chosen while the front opens is served from the start", async () => {
  const dataDir = await Deno.makeTempDir(), port = freePort(), resolver = new HandingResolver();
  const certificate = await certificateFor("dns.example");
  let current: EncryptedPem | undefined;
  const https = await openHttps({
    ...BOX,
    dataDir,
    addresses: { https: [], tls: [{ address: "127.0.0.1", port }], quic: [] },
    offered: () => ({ https: false, tls: true, quic: false }),
    encrypted: { current: () => current, onChange: () => {} },
    // What is its own is read once it was read what is to be open.
    own: () => {
      current ??= { names: ["dns.example"], ...certificate };
      return ["box"];
    },
    resolver: { handed: resolver.handed, whenRestarted: () => {} },
    log: () => {},
  }, () => new Response(null));
  try {
    assert.deepEqual(https.listeners, [`tls 127.0.0.1:${port}`]);
  } finally {
    await https.close();
    resolver.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});
