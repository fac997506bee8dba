import assert from "node:assert/strict";
import { ClientFaults } from "../http/client_faults.ts";
import { certificateFor, TlsClient } from "../../tests/support/front_scene.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { framed, queryFor } from "../../tests/support/flood.ts";
import { HandingResolver } from "../../tests/support/handing_resolver.ts";
import { BlockMemory } from "../../resolver/memory/block_memory.ts";
import type { EncryptedPem } from "../front/protocol.ts";
import { createHttps, type Https, type HttpsOptions } from "./https.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

/** Opens HTTPS; interface requests get an empty response. */
async function openHttps(options: HttpsOptions): Promise<Https> {
  const https = createHttps(options);
  await https.open(() => new Response(null));
  return https;
}

/** Common options of a box. */
const BOX: Pick<
  HttpsOptions,
  "names" | "own" | "ownAddresses" | "ranges" | "blocked" | "clientFaults" | "runtime"
> = {
  clientFaults: new ClientFaults(),
  names: () => ["box"],
  own: () => ["box"],
  ownAddresses: () => [],
  ranges: () => ["private"],
  blocked: BlockMemory.createMemory(),
  runtime: testRuntime({
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  }),
};

Deno.test("encrypted DNS is open while it is on and has a certificate, even without HTTPS", async () => {
  const dataDir = await Deno.makeTempDir();
  const port = freePort();
  const logged: string[] = [];
  const offered = { https: true, tls: true, quic: false };
  const encrypted = await certificateFor("dns.example");
  let current: EncryptedPem | undefined;
  let changed = () => {};
  let restarted = () => {};
  const resolver = new HandingResolver();
  const https = await openHttps({
    ...BOX,
    dataDir,
    addresses: {
      https: [],
      tls: [{ address: "127.0.0.1", port }],
      quic: [{ address: "127.0.0.1", port }],
    },
    offered: () => offered,
    encrypted: { current: () => current, onChange: (listener) => void (changed = listener) },
    resolver: {
      openQueryPorts: resolver.handed,
      onRestart: (listener) => void (restarted = listener),
    },
    runtime: { ...BOX.runtime, log: (level, text) => logged.push(`${level} ${text}`) },
  });
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
    // A restarted thread of the resolver has other channels.
    restarted();
    assert.ok(await asks());
    assert.equal(resolver.queries.length, 2);
    offered.tls = false;
    await https.refresh();
    assert.deepEqual(https.listeners, []);
    offered.tls = true;
    current = undefined;
    await https.refresh();
    assert.deepEqual([https.listeners, logged], [[], []]);
  } finally {
    await https.close();
    resolver.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a certificate chosen while the front opens is used once it is open", async () => {
  const dataDir = await Deno.makeTempDir();
  const port = freePort();
  const resolver = new HandingResolver();
  const certificate = await certificateFor("dns.example");
  let chosen: EncryptedPem | undefined;
  let reads = 0;
  let changed = async () => {};
  let taken: Promise<void> | undefined;
  const https = await openHttps({
    ...BOX,
    dataDir,
    addresses: { https: [], tls: [{ address: "127.0.0.1", port }], quic: [] },
    offered: () => ({ https: false, tls: true, quic: false }),
    encrypted: {
      current: () => {
        const now = chosen;
        // The second read returns the wanted listeners.
        if (++reads === 2) {
          chosen = { names: ["dns.example"], ...certificate };
          taken = changed();
        }
        return now;
      },
      onChange: (listener) => void (changed = listener),
    },
    resolver: { openQueryPorts: resolver.handed, onRestart: () => {} },
    runtime: { ...BOX.runtime, log: () => {} },
  });
  try {
    await taken;
    assert.deepEqual(https.listeners, [`tls 127.0.0.1:${port}`]);
  } finally {
    await https.close();
    resolver.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a start reads the certificate of the interface once, and opens the front with it", async () => {
  const dataDir = await Deno.makeTempDir();
  const port = freePort();
  const resolver = new HandingResolver();
  const logged: string[] = [];
  let reads = 0;
  const https = await openHttps({
    ...BOX,
    dataDir,
    addresses: { https: [{ address: "127.0.0.1", port }], tls: [], quic: [] },
    offered: () => ({ https: false, tls: false, quic: false }),
    encrypted: { current: () => undefined, onChange: () => {} },
    resolver: { openQueryPorts: resolver.handed, onRestart: () => {} },
    runtime: {
      ...BOX.runtime,
      moduleUrl: (path) => {
        if (path === "api/certificate/thread") reads++;
        return BOX.runtime.moduleUrl(path);
      },
      log: (level, text) => logged.push(`${level} ${text}`),
    },
  });
  try {
    assert.deepEqual([https.listeners, https.errors, reads], [[`https 127.0.0.1:${port}`], [], 1]);
    assert.match(https.fingerprint(), /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    assert.ok(!logged.some((line) => line.startsWith("error")), logged.join("\n"));
  } finally {
    await https.close();
    resolver.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});
