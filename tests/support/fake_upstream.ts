/**
 * An upstream on real sockets of the loopback that behaves as the test says: late, silent, lying,
 * cutting, closing.
 */
import { nameToText } from "../../policy/model/name.ts";

/** A question as the fake upstream receives it. */
export interface FakeQuery {
  readonly wire: Uint8Array;
  /** Lower-case text. */
  readonly name: string;
  readonly type: number;
  readonly id: number;
  readonly transport: "udp" | "tcp" | "tls" | "https";
  /** Source port of the question; 0 over HTTPS. */
  readonly port: number;
  /** Number of earlier questions. */
  readonly before: number;
}

/** Actions of the fake, in order: wait for milliseconds, send bytes, close the connection. */
export type FakeAction = number | Uint8Array | "close";

/** Decides how to answer a question; no result = silence. */
export type FakeScript = (query: FakeQuery) => readonly FakeAction[];

/** How a response of the fake differs from a plain one. */
export interface FakeResponse {
  readonly id?: number;
  readonly rcode?: number;
  readonly truncated?: boolean;
  /** Bytes instead of the question's name. */
  readonly name?: Uint8Array;
  /** IPv4 address of the one A record; none = no record. */
  readonly address?: string;
  /** TTL of that record in seconds, at most 255; 60 by default. */
  readonly ttl?: number;
  /** RDATA of an OPT record; absent = no OPT record. */
  readonly options?: Uint8Array;
  readonly extendedRcode?: number;
}

/** Certificates for the encrypted transports. */
export interface FakeTls {
  readonly cert: string;
  readonly key: string;
}

/** The end of the question section. */
export function questionEnd(wire: Uint8Array): number {
  let at = 12;
  while (at < wire.length && wire[at] !== 0) at += wire[at] + 1;
  return at + 5;
}

/** Writes a response to a query. */
export function respond(
  query: FakeQuery,
  response: FakeResponse = { address: "192.0.2.1" },
): Uint8Array {
  const end = questionEnd(query.wire);
  const question = query.wire.slice(12, end);
  if (response.name !== undefined) question.set(response.name);
  const address = response.address === undefined
    ? undefined
    : response.address.split(".").map(Number);
  const ttl = response.ttl ?? 60;
  const record = address === undefined
    ? []
    : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, ttl, 0, 4, ...address];
  const options = response.options;
  const opt = options === undefined ? [] : [
    0,
    0,
    41,
    4,
    208,
    response.extendedRcode ?? 0,
    0,
    0,
    0,
    options.length >> 8,
    options.length & 255,
    ...options,
  ];
  const id = response.id ?? query.id;
  const flags = [0x81 | (response.truncated === true ? 2 : 0), 0x80 | (response.rcode ?? 0)];
  const counts = [0, 1, 0, address === undefined ? 0 : 1, 0, 0, 0, options === undefined ? 0 : 1];
  return new Uint8Array([id >> 8, id & 255, ...flags, ...counts, ...question, ...record, ...opt]);
}

/** Data of an EDNS option of a query, or undefined. */
export function optionOf(query: FakeQuery, code: number): Uint8Array | undefined {
  const wire = query.wire;
  if (wire[11] === 0) return undefined;
  for (let at = questionEnd(wire) + 11; at + 4 <= wire.length;) {
    const length = wire[at + 2] << 8 | wire[at + 3];
    if ((wire[at] << 8 | wire[at + 1]) === code) return wire.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}

/** A running fake upstream; UDP and TCP share the port. */
export class FakeUpstream {
  /** All questions received. */
  readonly queries: FakeQuery[] = [];
  /** Number of accepted streams. */
  connections = 0;
  script: FakeScript;
  /** Accepted streams are closed with unread data, which the kernel signals with a reset. */
  resets = false;
  readonly port: number;
  readonly #datagrams: Deno.DatagramConn | undefined;
  readonly #listener: Deno.Listener | undefined;
  readonly #server: Deno.HttpServer | undefined;
  readonly #streams = new Set<Deno.Conn>();
  readonly #work = new Set<Promise<void>>();
  #closed = false;

  constructor(
    script: FakeScript,
    options: { tls?: FakeTls; https?: FakeHttps; tcp?: boolean } = {},
  ) {
    this.script = script;
    if (options.https !== undefined) {
      const { cert, key, answer } = options.https;
      this.#server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
        (request) => this.#http(request, answer),
      );
      this.port = (this.#server.addr as Deno.NetAddr).port;
      return;
    }
    if (options.tls !== undefined) {
      this.#listener = Deno.listenTls({
        hostname: "127.0.0.1",
        port: 0,
        alpnProtocols: ["dot"],
        ...options.tls,
      });
      this.port = (this.#listener.addr as Deno.NetAddr).port;
    } else {
      const { listener, datagrams } = listenOnOnePort();
      this.port = listener.addr.port;
      this.#datagrams = datagrams;
      if (options.tcp === false) listener.close();
      else this.#listener = listener;
    }
    const transport = options.tls === undefined ? "tcp" : "tls";
    if (this.#listener !== undefined) this.#track(this.#accept(this.#listener, transport));
    if (this.#datagrams !== undefined) this.#track(this.#receive(this.#datagrams));
  }

  /** Stops it; resolves when everything has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#datagrams?.close();
    this.#listener?.close();
    for (const stream of this.#streams) quietClose(stream);
    await this.#server?.shutdown();
    await Promise.allSettled([...this.#work]);
  }

  #track(work: Promise<void>): void {
    const kept: Promise<void> = work.catch(() => {}).finally(() => this.#work.delete(kept));
    this.#work.add(kept);
  }

  #query(wire: Uint8Array, transport: FakeQuery["transport"], port: number): FakeQuery {
    const end = questionEnd(wire);
    const name = wire.slice(12, end - 4).map((o) => o >= 65 && o <= 90 ? o + 32 : o);
    const type = wire[end - 4] << 8 | wire[end - 3];
    const id = wire[0] << 8 | wire[1];
    const query = {
      wire,
      name: nameToText(name),
      type,
      id,
      transport,
      port,
      before: this.queries.length,
    };
    this.queries.push(query);
    return query;
  }

  async #receive(socket: Deno.DatagramConn): Promise<void> {
    for await (const [bytes, from] of socket) {
      const query = this.#query(bytes, "udp", (from as Deno.NetAddr).port);
      this.#track(this.#act(query, async (bytes) => void await socket.send(bytes, from)));
    }
  }

  async #accept(listener: Deno.Listener, transport: "tcp" | "tls"): Promise<void> {
    while (!this.#closed) {
      try {
        const stream = await listener.accept();
        this.connections++;
        this.#streams.add(stream);
        this.#track(this.#stream(stream, transport).finally(() => quietClose(stream)));
      } catch {
        await new Promise((resume) => setTimeout(resume, 1));
      }
    }
  }

  async #stream(stream: Deno.Conn, transport: "tcp" | "tls"): Promise<void> {
    if (this.resets) return await new Promise((resume) => setTimeout(resume, 20));
    let bytes = new Uint8Array(0);
    const part = new Uint8Array(4096);
    for (let count = await stream.read(part); count !== null; count = await stream.read(part)) {
      bytes = new Uint8Array([...bytes, ...part.subarray(0, count)]);
      while (bytes.length >= 2 && bytes.length >= 2 + (bytes[0] << 8 | bytes[1])) {
        const end = 2 + (bytes[0] << 8 | bytes[1]);
        const query = this.#query(
          bytes.slice(2, end),
          transport,
          (stream.remoteAddr as Deno.NetAddr).port,
        );
        bytes = bytes.slice(end);
        const send = async (bytes: Uint8Array) => {
          const framed = new Uint8Array([bytes.length >> 8, bytes.length & 255, ...bytes]);
          for (let at = 0; at < framed.length;) at += await stream.write(framed.subarray(at));
        };
        this.#track(this.#act(query, send, () => quietClose(stream)));
      }
    }
  }

  async #http(request: Request, answer: FakeHttps["answer"]): Promise<Response> {
    const query = this.#query(new Uint8Array(await request.arrayBuffer()), "https", 0);
    const other = answer?.(query);
    if (other !== undefined) return other;
    let body: Uint8Array = new Uint8Array(0);
    await this.#act(query, (bytes) => Promise.resolve(void (body = bytes)));
    return new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": "application/dns-message" },
    });
  }

  async #act(
    query: FakeQuery,
    send: (bytes: Uint8Array) => Promise<void>,
    close = () => {},
  ): Promise<void> {
    for (const action of this.script(query)) {
      if (typeof action === "number") await new Promise((resume) => setTimeout(resume, action));
      else if (this.#closed) return;
      else if (action === "close") close();
      else await send(action);
    }
  }
}

/** A DoH server that may answer a request by something else than the script. */
export interface FakeHttps extends FakeTls {
  readonly answer?: (query: FakeQuery) => Response | undefined;
}

function quietClose(stream: Deno.Conn): void {
  try {
    stream.close();
  } catch {
    // Closed already.
  }
}

/**
 * An authority and its certificate, made with `openssl`; undefined where that is missing. `days`
 * below 0 = expired.
 */
export async function makeCertificates(
  names: string,
  days = 2,
): Promise<{ ca: string; tls: FakeTls } | undefined> {
  const folder = await Deno.makeTempDir();
  const openssl = (...args: string[]) =>
    new Deno.Command("openssl", { args, cwd: folder, stdout: "null", stderr: "null" }).output();
  try {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const authority = [
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-days",
      "2",
      "-subj",
      "/CN=Test authority",
    ];
    await openssl("req", "-x509", ...key, ...authority);
    await openssl("req", ...key, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=leaf");
    await Deno.writeTextFile(`${folder}/ext`, `subjectAltName=${names}\n`);
    const sign = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "ext"];
    await openssl(
      "x509",
      "-req",
      "-in",
      "leaf.csr",
      ...sign,
      "-out",
      "leaf.pem",
      "-days",
      String(days),
    );
    const read = (file: string) => Deno.readTextFile(`${folder}/${file}`);
    const ca = await read("ca.pem");
    return { ca, tls: { cert: await read("leaf.pem") + ca, key: await read("leaf.key") } };
  } catch {
    return undefined;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** TCP and UDP on one port that was free for both. */
export function listenOnOnePort(): { listener: Deno.TcpListener; datagrams: Deno.DatagramConn } {
  for (let left = 50;; left--) {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    try {
      const { port } = listener.addr;
      return {
        listener,
        datagrams: Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port }),
      };
    } catch (error) {
      listener.close();
      if (left === 0) throw error;
    }
  }
}
