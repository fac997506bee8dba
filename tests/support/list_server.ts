/**
 * A list server that behaves as badly as real servers do: each path is one behaviour, described by
 * its name.
 */
import { gzipSync } from "node:zlib";

const encoder = new TextEncoder();

/** A list of `count` plain names. */
export function listOf(count: number): string {
  let text = "# a list\n";
  for (let i = 1; i < count; i++) text += `ads${i}.example\n`;
  return text;
}

type Answer = (conn: Deno.TcpConn, request: string) => Promise<void>;

/** Raw bytes of an answer: status line, headers, body. */
function answer(
  status: string,
  headers: Record<string, string | number>,
  body: string | Uint8Array = "",
): Uint8Array {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const all = { "content-length": bytes.length, ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const top = encoder.encode(`HTTP/1.1 ${status}\r\n${head}connection: close\r\n\r\n`);
  const out = new Uint8Array(top.length + bytes.length);
  out.set(top);
  out.set(bytes, top.length);
  return out;
}

const OPEN_HEAD = encoder.encode(
  "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n",
);
const GOOD = listOf(200);
const PAGE = "<!DOCTYPE html><html><body>Sign in to the hotel</body></html>";

async function repeat(conn: Deno.TcpConn, piece: Uint8Array, bytes: number): Promise<void> {
  await write(conn, OPEN_HEAD);
  for (let sent = 0; sent < bytes; sent += piece.length) await write(conn, piece);
}

async function write(conn: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

function fixed(bytes: Uint8Array): Answer {
  return (conn) => write(conn, bytes);
}

function utf16(text: string): Uint8Array {
  const out = new Uint8Array(2 + text.length * 2);
  out.set([0xff, 0xfe]);
  for (let i = 0; i < text.length; i++) out[2 + i * 2] = text.charCodeAt(i);
  return out;
}

/** The list server. `text` is the body of `/good` and similar paths and may be changed. */
export class ListServer {
  /** Requests received, as `GET /path`. */
  readonly requests: string[] = [];
  /** Headers of the last request, as received. */
  lastRequest = "";
  text = GOOD;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.TcpConn>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #served = this.#serve();

  /** The URL of a behaviour. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}${path}`;
  }

  /** Stops the server and closes every connection. */
  async close(): Promise<void> {
    shut(this.#listener);
    for (const timer of this.#timers) clearTimeout(timer);
    for (const conn of this.#open) shut(conn);
    await this.#served;
  }

  readonly #answers: Record<string, Answer> = {
    "/good": (conn, request) => this.#withTag(conn, request),
    "/dated": (conn, request) => this.#dated(conn, request),
    "/gzip": (conn) =>
      write(conn, answer("200 OK", { "content-encoding": "gzip" }, gzipSync(this.text))),
    "/list.gz": (conn) =>
      write(conn, answer("200 OK", { "content-type": "application/gzip" }, gzipSync(this.text))),
    "/cut-gzip": (conn) => {
      const packed = gzipSync(this.text);
      return write(
        conn,
        answer("200 OK", { "content-encoding": "gzip" }, packed.subarray(0, packed.length - 20)),
      );
    },
    "/404": fixed(answer("404 Not Found", {}, "no")),
    "/500": fixed(answer("500 Internal Server Error", {}, "no")),
    "/loop": fixed(answer("302 Found", { location: "/loop" })),
    "/moved": fixed(answer("301 Moved Permanently", { location: "/good" })),
    "/to-metadata": fixed(
      answer("302 Found", { location: "http://169.254.169.254/latest/meta-data" }),
    ),
    "/to-file": fixed(answer("302 Found", { location: "file:///etc/shadow" })),
    "/captive": fixed(answer("200 OK", { "content-type": "text/html" }, PAGE)),
    "/captive-plain": fixed(answer("200 OK", { "content-type": "text/plain" }, `\n${PAGE}`)),
    "/bomb": fixed(
      answer(
        "200 OK",
        { "content-encoding": "gzip" },
        gzipSync(new Uint8Array(40_000_000).fill(0x61)),
      ),
    ),
    "/endless": (conn) => repeat(conn, encoder.encode(GOOD), Infinity),
    "/drip": (conn) => this.#drip(conn),
    "/silent": () => new Promise((resolve) => this.#timers.add(setTimeout(resolve, 60_000))),
    "/cut": async (conn) => {
      await write(
        conn,
        encoder.encode("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\na.com\r\n"),
      );
    },
    "/wrong-length": fixed(answer("200 OK", { "content-length": 1_000_000 }, GOOD)),
    "/binary": fixed(answer("200 OK", {}, new Uint8Array(4096).map((_, i) => i * 7))),
    "/nul": fixed(answer("200 OK", {}, "a.example\0b.example\n")),
    "/utf16": fixed(answer("200 OK", {}, utf16(GOOD))),
    "/one-line": (conn) => repeat(conn, new Uint8Array(1_000_000).fill(0x61), 100_000_000),
    "/empty": fixed(answer("200 OK", {})),
  };

  async #withTag(conn: Deno.TcpConn, request: string): Promise<void> {
    const tag = `"${this.text.length}"`;
    const same = request.includes(`if-none-match: ${tag}`);
    await write(
      conn,
      same ? answer("304 Not Modified", { etag: tag }) : answer("200 OK", { etag: tag }, this.text),
    );
  }

  async #dated(conn: Deno.TcpConn, request: string): Promise<void> {
    const date = "Sat, 01 Aug 2026 10:00:00 GMT";
    const same = request.includes(`if-modified-since: ${date}`.toLowerCase());
    const headers = { "last-modified": date };
    await write(
      conn,
      same ? answer("304 Not Modified", headers) : answer("200 OK", headers, this.text),
    );
  }

  async #drip(conn: Deno.TcpConn): Promise<void> {
    await write(conn, OPEN_HEAD);
    for (;;) {
      await write(conn, encoder.encode("a"));
      await new Promise((resolve) => this.#timers.add(setTimeout(resolve, 20)));
    }
  }

  async #serve(): Promise<void> {
    const running: Promise<void>[] = [];
    try {
      for (;;) running.push(this.#connection(await this.#listener.accept() as Deno.TcpConn));
    } catch {
      // The connection is closed.
    }
    await Promise.race([
      Promise.allSettled(running),
      new Promise((resolve) => setTimeout(resolve, 0)),
    ]);
  }

  async #connection(conn: Deno.TcpConn): Promise<void> {
    this.#open.add(conn);
    try {
      const buffer = new Uint8Array(8192);
      const length = await conn.read(buffer) ?? 0;
      this.lastRequest = new TextDecoder().decode(buffer.subarray(0, length)).toLowerCase();
      const path = this.lastRequest.split(" ")[1] ?? "";
      this.requests.push(`GET ${path}`);
      await (this.#answers[path] ?? this.#answers["/404"])(conn, this.lastRequest);
    } catch {
      // The client disconnected, as it should from most of these.
    } finally {
      shut(conn);
      this.#open.delete(conn);
    }
  }
}

function shut(resource: Deno.TcpConn | Deno.Listener): void {
  try {
    resource.close();
  } catch {
    // Closed already.
  }
}
