/** One box over every protocol: answers, rules, clients and journal equal those of port 53. */
import assert from "node:assert/strict";
import { freePort } from "../support/box_process.ts";
import { respond } from "../support/fake_upstream.ts";
import { framed } from "../support/flood.ts";
import { TlsClient } from "../support/front_scene.ts";
import { unframed } from "../support/handing_resolver.ts";
import { field, frame, framesOf, joined, opening } from "../support/http2.ts";
import { readMessage, type ReadRecord, wireName } from "../support/message_text.ts";
import { wireQuery } from "../support/query.ts";
import { QuicClient } from "../support/quic_client.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const NAME = "dns.home.example";
const TYPE = "application/dns-message";

/** A transport; undefined = the connection ends without a response. */
type Way = (query: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | undefined>;

const base64url = (bytes: Uint8Array) =>
  bytes.toBase64({ alphabet: "base64url", omitPadding: true });

function byUdp(port: number): Way {
  return async (query) => {
    const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
    const timer = setTimeout(() => socket.close(), 5000);
    try {
      await socket.send(query, { transport: "udp", hostname: "127.0.0.1", port });
      return (await socket.receive())[0];
    } finally {
      clearTimeout(timer);
      socket.close();
    }
  };
}

function byTcp(port: number): Way {
  return async (query) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(framed(query));
    const bytes: number[] = [];
    const piece = new Uint8Array(4096);
    while (unframed(Uint8Array.from(bytes)).length === 0) {
      const size = await connection.read(piece);
      if (size === null) return undefined;
      bytes.push(...piece.subarray(0, size));
    }
    return unframed(Uint8Array.from(bytes))[0];
  };
}

/**
 * Queries on a separate TLS connection, and waits for the result of `found` on the received bytes.
 */
function byTls(
  { port, alpn, ca }: { readonly port: number; readonly alpn: string; readonly ca: string },
  asked: (query: Uint8Array<ArrayBuffer>) => Uint8Array,
  found: (bytes: Uint8Array) => Uint8Array | undefined,
): Way {
  return async (query) => {
    const client = await TlsClient.open(port, alpn, NAME, ca);
    await client.send(asked(query));
    await client.until(() => found(client.received) !== undefined, 5000);
    const response = found(client.received);
    await client.close();
    return response;
  };
}

function byHttp1(port: number, ca: string, isPost: boolean): Way {
  const target = (query: Uint8Array) =>
    isPost ? "/dns-query" : `/dns-query?dns=${base64url(query)}`;
  const head = (query: Uint8Array) =>
    `${isPost ? "POST" : "GET"} ${target(query)} HTTP/1.1\r\nhost: ${NAME}\r\n` +
    (isPost ? `content-type: ${TYPE}\r\ncontent-length: ${query.length}\r\n\r\n` : "\r\n");
  const encoder = new TextEncoder();
  return byTls(
    { port, alpn: "http/1.1", ca },
    (query) => joined(encoder.encode(head(query)), isPost ? query : new Uint8Array(0)),
    (bytes) => {
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      const end = text.indexOf("\r\n\r\n") + 4;
      const length = Number(/^content-length: (\d+)/mi.exec(text)?.[1] ?? Infinity);
      return end >= 4 && bytes.length >= end + length ? bytes.slice(end, end + length) : undefined;
    },
  );
}

function byHttp2(port: number, ca: string, isPost: boolean): Way {
  const block = (query: Uint8Array) => {
    const path = isPost ? "/dns-query" : `/dns-query?dns=${base64url(query)}`;
    const fields = [[":method", isPost ? "POST" : "GET"], [":scheme", "https"], [
      ":authority",
      NAME,
    ], [":path", path]];
    return joined(
      ...fields.map(([name, value]) => field(name, value)),
      field("content-type", TYPE),
    );
  };
  return byTls(
    { port, alpn: "h2", ca },
    (query) =>
      isPost
        ? joined(opening(), frame(1, 4, 1, block(query)), frame(0, 1, 1, query))
        : joined(opening(), frame(1, 5, 1, block(query))),
    (bytes) => framesOf(bytes).find(({ type }) => type === 0)?.payload,
  );
}

function byQuic(port: number, ca: string): Way {
  return async (query) => {
    const client = await QuicClient.open({ port, ca, name: NAME });
    try {
      return await client.ask(query);
    } catch {
      return undefined;
    } finally {
      client.close();
    }
  };
}

interface Asked {
  readonly type?: string;
  readonly class?: string;
  readonly flags?: readonly string[];
  readonly size?: number;
  readonly opcode?: number;
}

/** A query; over QUIC and for caches its id is 0. */
function query(
  name: string,
  { type = "A", class: of = "IN", flags = [], size = 1232, opcode = 0 }: Asked = {},
) {
  const options = {
    from: "",
    over: "udp",
    class: of,
    flags: new Set(flags),
    size,
    opcode,
  } as const;
  return new Uint8Array(wireQuery({ id: 0, name, type, options }));
}

/** A plain query with other section counts, and extra bytes. */
function raw(counts: readonly number[], ...rest: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([0, 0, 1, 0, ...counts.flatMap((count) => [0, count]), ...rest]);
}

const OPEN = [...wireName("open.example"), 0, 1, 0, 1];
const option = (code: number, ...data: readonly number[]) => [
  0,
  0,
  41,
  4,
  208,
  0,
  0,
  0,
  0,
  0,
  data.length + 4,
  0,
  code,
  0,
  data.length,
  ...data,
];

const QUERIES: readonly Uint8Array<ArrayBuffer>[] = [
  ...["A", "AAAA", "HTTPS", "TXT", "MX", "SVCB"].map((type) => query("blocked.example", { type })),
  ...["A", "AAAA", "MX", "ANY"].map((type) => query("nas.lab.example", { type })),
  ...["A", "AAAA", "ANY", "HTTPS", "TYPE0", "TYPE41", "TYPE251", "TYPE252", "TYPE999"].map((type) =>
    query("open.example", { type })
  ),
  ...[
    "sub.blocked.example",
    "BLOCKED.Example",
    "OPEN.exAMPLE",
    "nx.example",
    "fail.example",
    "to.example",
    ".",
  ].map((
    name,
  ) => query(name)),
  ...["localhost", "x.localhost", "x.invalid", "x.onion", "use-application-dns.net", "box"].map((
    name,
  ) => query(name)),
  ...["1.0.0.127.in-addr.arpa", "5.7.168.192.in-addr.arpa"].map((name) =>
    query(name, { type: "PTR" })
  ),
  ...["_dns.resolver.arpa", `_dns.${NAME}`].map((name) => query(name, { type: "SVCB" })),
  ...["CH", "HS", "ANY", "NONE"].map((of) => query("version.bind", { type: "TXT", class: of })),
  ...[["ad"], ["do"], ["cd"], ["ad", "do", "cd"], ["norec"], ["noedns"], ["cookie"]].map((flags) =>
    query("open.example", { flags })
  ),
  ...[0, 512, 4096, 65_535].map((size) => query("open.example", { size })),
  ...[1, 2, 4, 5, 6, 15].map((opcode) => query("open.example", { opcode })),
  raw([0, 0, 0, 0]),
  raw([2, 0, 0, 0], ...OPEN, ...OPEN),
  raw([1, 0, 0, 0], ...OPEN.slice(0, -3)),
  raw([1, 0, 0, 0], 0xc0, 12, 0, 1, 0, 1),
  raw([1, 0, 0, 1], ...OPEN, 0, 0, 41),
  raw([1, 0, 0, 1], ...OPEN, 0, 0, 41, 4, 208, 0, 1, 0, 0, 0, 0),
  raw([1, 0, 0, 2], ...OPEN, ...option(3), ...option(3)),
  raw([1, 0, 0, 1], ...OPEN, ...option(8, 0, 1, 24, 0, 192, 0, 2)),
  raw([1, 0, 0, 1], ...OPEN, ...option(10, 1, 2, 3)),
  raw([1, 0, 0, 1], ...OPEN, ...option(12, 0, 0, 0)),
  raw([1, 1, 0, 0], ...OPEN, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 1, 2, 3, 4),
];

/**
 * Options that a transport adds: padding and keepalive. Cookies contain a time, and extended errors
 * differ too.
 */
const OF_TRANSPORT: ReadonlySet<number> = new Set([11, 12]);
const COOKIE = 10;
const WHY = 15;

/** A response without the parts that may differ. */
function shown(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return "nothing";
  const { flags, rcode, question, answer, authority, additional, options } = readMessage(bytes);
  const records = (all: readonly ReadRecord[]) =>
    all.map(({ owner, type, data }) => `${owner} ${type} ${data}`);
  const data = (code: number, bytes: Uint8Array) => {
    if (code === COOKIE) return bytes.length;
    return code === WHY && rcode === "SERVFAIL" ? "" : bytes.toHex();
  };
  const remaining = options &&
    [...options].filter(([code]) => !OF_TRANSPORT.has(code)).map(([code, bytes]) =>
      `${code}=${data(code, bytes)}`
    );
  return JSON.stringify({
    flags: flags.toString(16),
    rcode,
    question,
    options: remaining ?? "none",
    answer: records(answer),
    authority: records(authority),
    additional: records(additional),
  });
}

/** The journal entries of each transport: names, types, clients and results, sorted. */
async function journal(scene: Scene): Promise<Record<string, string[]>> {
  type Entries = { readonly entries: readonly Record<string, unknown>[] };
  const { entries } = await scene.service.call<Entries>("GET", "/api/v1/queries?limit=1000");
  const found: Record<string, string[]> = {};
  for (const { transport, name, type, client, reason, rcode } of entries) {
    if (name === "first.example") continue;
    (found[String(transport)] ??= []).push(JSON.stringify([name, type, client, reason, rcode]));
  }
  for (const each of Object.values(found)) each.sort();
  return found;
}

async function prepare(scene: Scene): Promise<string> {
  for (
    const args of [
      ["dns-services", "certificate", "self", NAME],
      ["block", "blocked.example"],
      ["rules", "rewrite", "to.example", "192.0.2.77"],
      ["records", "add", "nas.lab.example", "A", "192.168.7.5"],
    ]
  ) {
    const { code, text } = await scene.command(...args);
    assert.equal(code, 0, text);
  }
  return await Deno.readTextFile(`${scene.data}/tls/self-authority.pem`);
}

Deno.test("The same queries get the same answers, clients and journal over UDP, TCP, TLS, HTTPS and QUIC", () => {
  const tls = freePort();
  const quic = freePort();
  const flags = [`--dot-listen=127.0.0.1:${tls}`, `--doq-listen=127.0.0.1:${quic}`];
  const rcodes: Record<string, number> = { "nx.example": 3, "fail.example": 2 };
  const script = (asked: Parameters<typeof respond>[0]) => [
    respond(asked, {
      rcode: rcodes[asked.name] ?? 0,
      ...(asked.type === 1 && !rcodes[asked.name] ? { address: "192.0.2.9" } : {}),
    }),
  ];
  return Scene.run({ https: true, flags, script }, async (scene) => {
    const ca = await prepare(scene);
    const { port } = scene.box;
    const { https } = scene;
    const udp = byUdp(port);
    const ways: Record<string, Way> = {
      tcp: byTcp(port),
      tls: byTls({ port: tls, alpn: "dot", ca }, framed, (bytes) => unframed(bytes)[0]),
      "GET 1.1": byHttp1(https, ca, false),
      "POST 1.1": byHttp1(https, ca, true),
      "GET 2": byHttp2(https, ca, false),
      "POST 2": byHttp2(https, ca, true),
      quic: byQuic(quic, ca),
    };
    // The second answer of an upstream differs because it comes from the cache.
    for (const each of QUERIES) await udp(each);
    const expected: string[] = [];
    for (const each of QUERIES) expected.push(shown(await udp(each)));
    await Promise.all(
      Object.entries(ways).map(async ([name, way]) => {
        for (const [i, each] of QUERIES.entries()) {
          assert.equal(shown(await way(each)), expected[i], `over ${name}: ${each.toHex()}`);
        }
      }),
    );
    const isWritten = async () => {
      const { udp = [], tcp = [], tls = [], https = [], quic = [] } = await journal(scene);
      const times = [udp, tls, https, quic].map(({ length }) => length / tcp.length);
      return tcp.length > 0 && times.join() === "2,1,4,1";
    };
    await within(WAIT, isWritten);
    const { udp: ofUdp, tcp, tls: ofTls, https: ofHttps, quic: ofQuic } = await journal(scene);
    assert.ok(tcp.length > 30, `${tcp.length}`);
    assert.deepEqual(ofUdp, tcp.flatMap((each) => [each, each]));
    assert.deepEqual(ofTls, tcp);
    assert.deepEqual(ofQuic, tcp);
    assert.deepEqual(ofHttps, tcp.flatMap((each) => [each, each, each, each]));
  });
});
