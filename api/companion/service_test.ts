import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import { makeAuthority } from "../../tests/support/authority.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { heldKey, newKey, randomBytes } from "../../tests/support/companion_scene.ts";
import { openInProcess } from "../../tests/support/in_process_database.ts";
import { rdapDomain, RdapServer } from "../../tests/support/rdap_server.ts";
import { signCall } from "../cloud/signed.ts";
import { DomainAges } from "../features/protection/lookalikes/ages.ts";
import { LookalikeTables } from "../features/protection/lookalikes/table.ts";
import { USUAL_LIMITS } from "./call_limits.ts";
import { CloudClient } from "../cloud/client.ts";
import { requestName } from "../cloud/names.ts";
import type { CompanionStatus } from "./operator.ts";
import { socketClient } from "../../cli/socket.ts";
import { nameServer } from "./dns/zone.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import type { CompanionOptions } from "./options.ts";
import { openCompanion } from "./service.ts";
import { CompanionDatabase } from "./store/database.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const MINUTE = COMPANION_LIMITS.sweepSeconds * 1000;

interface Scene {
  readonly folder: string;
  readonly options: CompanionOptions;
  readonly deps: Parameters<typeof openCompanion>[1];
  readonly logged: string[];
  /** Runs the tasks of a minute. */
  minute(): Promise<void>;
}

async function inScene(test: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const logged: string[] = [];
  const due = new Set<() => void>();
  const at = () => [{ address: "127.0.0.1", port: freePort() }];
  const options: CompanionOptions = {
    http: at(),
    https: [],
    dns: at(),
    certificate: `${folder}/cert.pem`,
    key: `${folder}/key.pem`,
    hosts: ["cloud.example"],
    proxies: [],
    dnsDomain: "names.example",
    domain: nameFromText("names.example")!,
    nameServers: [nameServer("ns.other.example", [])!],
    dataDir: `${folder}/data`,
    database: { file: `${folder}/data/companion.db` },
    metrics: [],
    socket: `${folder}/data/companion.sock`,
    limits: USUAL_LIMITS,
    rdapBootstrap: "",
    breachRange: "",
    breachKey: "",
  };
  const after = (ms: number, run: () => void) => {
    if (ms === MINUTE) {
      due.add(run);
      return () => void due.delete(run);
    }
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const log = (_: string, text: string) => void logged.push(text);
  const runtime = testRuntime({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomBytes,
    after,
    log,
  });
  const deps = { runtime };
  const minute = async () => {
    const before = [...due];
    due.clear();
    before.forEach((run) => run());
    for (let turn = 0; turn < 5000 && due.size < before.length; turn++) {
      await new Promise((later) => setTimeout(later, 2));
    }
  };
  try {
    await test({ folder, options, deps, logged, minute });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const health = async (port: number, caCerts?: string[]) => {
  using client = Deno.createHttpClient(caCerts === undefined ? {} : { caCerts });
  const url = `${caCerts === undefined ? "http" : "https"}://localhost:${port}/healthz`;
  return await (await fetch(url, { client })).json();
};

Deno.test("the service runs on all its listeners, cleans up each minute, and closes everything", () =>
  inScene(async ({ folder, options, deps, logged, minute }) => {
    const first = await makeAuthority(folder);
    const https = [{ address: "127.0.0.1", port: freePort() }];
    const companion = await openCompanion({ ...options, https }, deps);
    assert.deepEqual(companion.listeners.map((text) => text.split(" ")[0]), [
      "http",
      "https",
      "dns",
      "socket",
    ]);
    const well = { ok: true, database: true, dns: true };
    assert.deepEqual(await health(options.http[0].port), well);
    assert.deepEqual(await health(https[0].port, [first.ca]), well);
    const database = await CompanionDatabase.open(options.database);
    await database.run("insert into signatures values ('old', 1)");
    await database.run("insert into telemetry_ids values ('old', 1)");
    const second = await makeAuthority(folder);
    await minute();
    assert.deepEqual(
      await database.all("select * from signatures union all select * from telemetry_ids"),
      [],
    );
    assert.deepEqual(await health(https[0].port, [second.ca]), well);
    await Deno.writeTextFile(`${folder}/key.pem`, "broken");
    await minute();
    assert.equal(logged.length, 1);
    assert.match(
      logged[0],
      /each minute failed \(certificate\): These are no certificate and its key/,
    );
    assert.deepEqual(await health(https[0].port, [second.ca]), well);
    database.close();
    await companion.close();
    for (const { port } of [...options.http, ...https, ...options.dns]) {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
    }
  }));

Deno.test("the local socket is private, and one service on a folder serves it at a time", () =>
  inScene(async ({ options, deps, minute }) => {
    const first = await openCompanion(options, deps);
    assert.equal((await Deno.stat(options.socket)).mode! & 0o777, 0o600);
    const elsewhere = { http: [{ ...options.http[0], port: freePort() }] };
    const other = { ...options, ...elsewhere, dns: [{ ...options.dns[0], port: freePort() }] };
    const second = await openCompanion(other, deps);
    const listenersOf = async () => {
      const client = socketClient(options.socket);
      return (await client.call<CompanionStatus>("GET", "/v1/operator/status")).listeners.join();
    };
    assert.ok((await listenersOf()).includes(String(options.http[0].port)));
    await first.close();
    await assert.rejects(Deno.stat(options.socket), Deno.errors.NotFound);
    await minute();
    assert.ok((await listenersOf()).includes(String(other.http[0].port)));
    await second.close();
  }));

Deno.test("a service without a usable socket serves boxes", () =>
  inScene(async ({ folder, options, deps, logged }) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    const companion = await openCompanion({ ...options, socket: `${folder}/file/x.sock` }, deps);
    assert.match(logged[0], /local socket .* cannot be opened/);
    assert.equal((await health(options.http[0].port)).ok, true);
    await companion.close();
  }));

Deno.test("metrics count calls, queries and tasks, and name no box", () =>
  inScene(async ({ options, deps, minute }) => {
    const metrics = [{ address: "127.0.0.1", port: freePort() }];
    const companion = await openCompanion({ ...options, metrics }, deps);
    const url = `http://127.0.0.1:${metrics[0].port}`;
    await health(options.http[0].port);
    const query = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 120, 0, 0, 1, 0, 1];
    const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
    const dns = { transport: "udp", hostname: "127.0.0.1", port: options.dns[0].port } as const;
    await socket.send(new Uint8Array(query), dns);
    await socket.receive();
    socket.close();
    await minute();
    const response = await fetch(`${url}/metrics`);
    const text = await response.text();
    assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    assert.match(text, /^box_companion_requests_total\{route="GET \/healthz",status="200"\} 1$/m);
    assert.match(text, /^box_companion_request_seconds_bucket\{.*le="\+Inf"\} 1$/m);
    assert.match(text, /^box_companion_dns_queries_total\{transport="udp",outcome="refused"\} 1$/m);
    assert.match(text, /^box_companion_task_last_success_seconds\{task="names"\} 1\d{9}$/m);
    assert.match(text, /^box_companion_store_bytes [1-9]\d+$/m);
    assert.doesNotMatch(text, /127\.0\.0|names\.example/);
    for (const path of ["/v1/operator/status", "/v1/names"]) {
      const refused = await fetch(url + path);
      await refused.body?.cancel();
      assert.equal(refused.status, 404, path);
    }
    await companion.close();
  }));

Deno.test("a box calls the service over HTTPS and trusts only the given authority", () =>
  inScene(async ({ folder, options, deps }) => {
    const { ca } = await makeAuthority(folder);
    const https = [{ address: "127.0.0.1", port: freePort() }];
    const host = `localhost:${https[0].port}`;
    const key = newKey();
    const companion = await openCompanion({ ...options, https, hosts: [host] }, deps);
    const client = (ca?: string) =>
      new CloudClient({
        url: () => `https://${host}/`,
        key: heldKey(key),
        userAgent: "box/test",
        runtime: testRuntime({
          randomBytes,
          now: deps.runtime.now,
          after: (ms, run) => deps.runtime.after(ms === 15_000 ? ms : 0, run),
        }),
        lookup: () => Promise.resolve(["127.0.0.1"]),
        ...(ca === undefined ? {} : { ca }),
      });
    assert.equal((await requestName(client(ca))).dnsDomain, "names.example");
    await assert.rejects(requestName(client()), /cannot be reached: .*(certificate|issuer)/i);
    await companion.close();
  }));

Deno.test("unavailable resources are reported by name, and nothing stays open", () =>
  inScene(async ({ options, deps }) => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: freePort() });
    const at = [{ address: "127.0.0.1", port: (taken.addr as Deno.NetAddr).port }];
    await assert.rejects(
      openCompanion({ ...options, http: at }, deps),
      /^Error: 127\.0\.0\.1:\d+ cannot be listened on/,
    );
    await assert.rejects(openCompanion({ ...options, dns: at }, deps), /cannot be listened on/);
    const secure = openCompanion({
      ...options,
      https: [{ address: "127.0.0.1", port: freePort() }],
    }, deps);
    await assert.rejects(secure, /cert\.pem cannot be read/);
    await (await openCompanion(options, deps)).close();
  }));

Deno.test("a box learns the age of a domain from the service, and the service from its registry", () =>
  inScene(async ({ options, deps, folder }) => {
    await using rdap: RdapServer = await RdapServer.start((path) => {
      if (path === "/dns.json") {
        return Response.json({ services: [[["com"], [rdap.url("/com/")]]] });
      }
      const registered = new Date(Date.now() - 5 * 86_400_000).toISOString();
      return path === "/com/domain/paypal-login.com" ? rdapDomain(registered) : undefined;
    });
    const host = `127.0.0.1:${options.http[0].port}`;
    const given = { ...options, hosts: [host], rdapBootstrap: rdap.url("/dns.json") };
    const companion = await openCompanion(given, { ...deps, fetchRdap: rdap.fetch() });
    const key = newKey();
    const runtime = testRuntime({
      now: deps.runtime.now,
      randomBytes,
      after: (ms, run) => deps.runtime.after(ms >= 15_000 ? ms : 0, run),
    });
    const cloud = new CloudClient({
      url: () => `http://${host}`,
      key: heldKey(key),
      userAgent: "box/test",
      runtime,
      lookup: () => Promise.resolve(["127.0.0.1"]),
    });
    const db = openInProcess("box", ":memory:");
    const tables = new LookalikeTables(db);
    const ages = new DomainAges({
      tables,
      cloud,
      asks: () => true,
      timeKnown: () => true,
      runtime,
    });
    assert.equal((await ages.find("paypal-login.com", "lookalike")).days, 5);
    assert.equal((await ages.find("paypal-unknown.com", "lookalike")).days, -1);
    assert.deepEqual(rdap.paths, [
      "/dns.json",
      "/com/domain/paypal-login.com",
      "/com/domain/paypal-unknown.com",
    ]);
    for (const domain of ["www.paypal-login.com", "com", "a b.com", "nas.lan"]) {
      const call = { method: "POST", path: "/v1/domains/age", body: { domain } } as const;
      await assert.rejects(cloud.call(call), /refused the call/, domain);
    }
    await companion.close();
    // Neither a box nor a domain is stored by the service.
    const stored = await Deno.readTextFile(`${folder}/data/companion.db`);
    assert.ok(!stored.includes("paypal"));
    await db.close();
  }));

Deno.test("a service without a bootstrap says that it knows no ages", () =>
  inScene(async ({ options, deps }) => {
    const host = `127.0.0.1:${options.http[0].port}`;
    const companion = await openCompanion({ ...options, hosts: [host] }, deps);
    const body = new TextEncoder().encode(JSON.stringify({ domain: "paypal-login.com" }));
    const signed = { method: "POST", path: "/v1/domains/age", host, body };
    const authorization = await signCall(await newKey(), signed, {
      seconds: Math.floor(Date.now() / 1000),
      nonce: randomBytes(16),
      instance: randomBytes(16),
    });
    const headers = { authorization, "content-type": "application/json" };
    const post = (given: HeadersInit) =>
      fetch(`http://${host}/v1/domains/age`, { method: "POST", body, headers: given });
    const answer = await post(headers);
    assert.deepEqual([answer.status, (await answer.json()).code], [503, "not_configured"]);
    const unsigned = await post({ "content-type": "application/json" });
    await unsigned.body?.cancel();
    assert.equal(unsigned.status, 401);
    await companion.close();
  }));
