/**
 * Encrypted DNS of the box compared with Debian's dnsdist and Knot Resolver, one after another:
 * cached answers on kept connections, with many concurrent queries and one at a time, and full
 * handshakes. Server on core 0, load and upstream on core 1.
 */
import { askOnce } from "../support/box_process.ts";
import { type FakeQuery, FakeUpstream, questionEnd, respond } from "../support/fake_upstream.ts";
import { makeAuthority, type TestAuthority } from "../support/authority.ts";
import { queryFor } from "../support/flood.ts";
import { hasTool } from "../support/tool.ts";
import {
  type EncryptedLoad,
  handshakes,
  overHttps,
  overQuic,
  overTls,
  quicHandshakes,
} from "./encrypted_loads.ts";
import {
  DNSDIST,
  ENCRYPTED_BOX,
  type EncryptedPlace,
  type EncryptedServer,
  freePorts,
  KNOT_RESOLVER,
  untilOpen,
} from "./encrypted_servers.ts";
import { measureLeaves } from "./leaf.ts";
import { residentMegabytes, stopServer } from "./measure.ts";
import { nameOf, times, writeLines } from "./names.ts";
import { type Figures, printTable } from "./table.ts";

/** Names queried repeatedly. */
const CACHED_NAMES = 1000;
/** Kept connections, and concurrent queries on each of them. */
const CONNECTIONS = 20;
const MANY = 20;
const ONE = 1;
/** Number of loads, of which the cheapest counts. */
const ROUNDS = 2;

interface Asked {
  readonly queries: string;
  readonly addresses: (port: number) => Promise<string>;
}

async function writeAsked(folder: string): Promise<Asked> {
  const names = [...times(CACHED_NAMES, (i) => nameOf("c", i))];
  const queries = `${folder}/queries`;
  // When it starts over, dnsperf takes a file that fits into its buffer for an empty one.
  await writeLines(queries, times(CACHED_NAMES * 10, (i) => `${names[i % CACHED_NAMES]} A`));
  const encoded = names.map((name) =>
    queryFor(name, 0).toBase64({ alphabet: "base64url", omitPadding: true })
  );
  return {
    queries,
    async addresses(port) {
      const path = `${folder}/addresses-${port}`;
      await writeLines(
        path,
        encoded.map((query) => `https://127.0.0.1:${port}/dns-query?dns=${query}`),
      );
      return path;
    },
  };
}

/** The cheapest of several loads: other work on the machine can only make a server look slower. */
async function cheapest(load: () => Promise<EncryptedLoad>): Promise<EncryptedLoad> {
  let best = await load();
  for (let round = 1; round < ROUNDS; round++) {
    const next = await load();
    if (next.cpu < best.cpu) best = next;
  }
  return best;
}

function note(
  figures: Figures,
  what: string,
  unit: string,
  { perSecond, cpu }: EncryptedLoad,
): void {
  figures[`${what} (${unit}/s)`] = perSecond;
  figures[`${what} (CPU µs/${unit === "queries" ? "query" : "handshake"})`] = cpu;
}

/** A response whose record can be cached for an hour. */
function longLived(query: FakeQuery): Uint8Array {
  const response = respond(query);
  new DataView(response.buffer).setUint32(questionEnd(query.wire) + 6, 3600);
  return response;
}

/** Loads one server with each protocol that it supports. */
async function loadAll(
  server: EncryptedServer,
  { ports }: EncryptedPlace,
  { pid, seconds, ca, asked }: { pid: number; seconds: number; ca: string; asked: Asked },
): Promise<Figures> {
  const figures: Figures = {};
  const addresses = await asked.addresses(ports.https);
  const options = { pid, seconds, connections: CONNECTIONS };
  // Caches are filled first, with a load that may have failures.
  await overTls({ ...options, port: ports.tls, each: ONE, seconds: 2 }, asked.queries).catch(
    () => {},
  );
  await overHttps({ ...options, port: ports.https, each: ONE, seconds: 2 }, addresses).catch(
    () => {},
  );
  for (const [each, how] of [[MANY, "20 under way each"], [ONE, "one at a time each"]] as const) {
    const tls = { ...options, port: ports.tls, each };
    const https = { ...options, port: ports.https, each };
    note(figures, `TLS, ${how}`, "queries", await cheapest(() => overTls(tls, asked.queries)));
    note(figures, `HTTPS, ${how}`, "queries", await cheapest(() => overHttps(https, addresses)));
    if (!server.quic) continue;
    const quic = { ...options, port: ports.quic, each };
    note(figures, `QUIC, ${how}`, "queries", await cheapest(() => overQuic(quic, ca)));
  }
  const shaking = { pid, seconds, connections: 4, each: 1 };
  note(
    figures,
    "full handshakes of TLS",
    "handshakes",
    await cheapest(() => handshakes({ ...shaking, port: ports.tls })),
  );
  if (server.quic) {
    const load = await cheapest(() => quicHandshakes({ ...shaking, port: ports.quic }, ca));
    note(figures, "full handshakes of QUIC with a query", "handshakes", load);
  }
  figures["resident after load (MB)"] = residentMegabytes(pid);
  return figures;
}

async function measure(
  server: EncryptedServer,
  upstream: number,
  seconds: number,
  authority: TestAuthority,
  asked: Asked,
): Promise<Figures> {
  const folder = await Deno.makeTempDir({ prefix: "bench-encrypted-" });
  const files = { certificate: `${authority.folder}/cert.pem`, key: `${authority.folder}/key.pem` };
  const place: EncryptedPlace = { folder, upstream, ports: freePorts(), ...files };
  const command = await server.prepare(place);
  const env = { PATH: `${Deno.env.get("PATH")}:/usr/sbin` };
  const log = { stdout: "null", stderr: "null", stdin: "null" } as const;
  const child = new Deno.Command("taskset", { args: ["-c", "0", ...command], env, ...log }).spawn();
  try {
    const began = performance.now();
    while (await askOnce(place.ports.plain, nameOf("first", 0), 50) === undefined) {
      if (performance.now() - began > 30_000) {
        throw new Error(`${server.name} does not answer: ${command.join(" ")}`);
      }
    }
    await untilOpen(place.ports.https);
    await server.settle?.(place);
    return await loadAll(server, place, {
      pid: child.pid,
      seconds,
      ca: `${authority.folder}/ca.pem`,
      asked,
    });
  } finally {
    await stopServer(child);
    await Deno.remove(folder, { recursive: true });
  }
}

/** Measures all of them; undefined = a program is missing, which is printed. */
export async function measureEncrypted(seconds: number): Promise<Map<string, Figures> | undefined> {
  const missing = ["dnsdist", "kresd", "dnsperf", "h2load", "openssl"].filter((tool) =>
    !hasTool(tool)
  );
  if (missing.length > 0) {
    return void console.log(`Encrypted DNS is not measured without ${missing.join(", ")}`);
  }
  const folder = await Deno.makeTempDir({ prefix: "bench-encrypted-" });
  const upstream = new FakeUpstream((query) => [longLived(query)]);
  try {
    const authority = await makeAuthority(folder, "dns.example");
    const asked = await writeAsked(folder);
    const results = new Map<string, Figures>();
    for (const server of [ENCRYPTED_BOX, DNSDIST, KNOT_RESOLVER]) {
      results.set(server.name, await measure(server, upstream.port, seconds, authority, asked));
    }
    return results;
  } finally {
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  await new Deno.Command("taskset", {
    args: ["-a", "-c", "-p", "1", String(Deno.pid)],
    stdout: "null",
  }).output();
  const results = await measureEncrypted(Number(Deno.args[0] ?? 1));
  if (results !== undefined) printTable("encrypted DNS, answers from cache", results);
  printTable("certificates of the block page, client and front on one core", await measureLeaves());
}
