/**
 * Lets HTTPS reach an address that the box chose itself. It uses an HTTP CONNECT proxy inside this
 * process, on loopback, that only the box's own client may use (docs/decisions/0006). TLS runs
 * through it end to end, so the certificate's name is checked as usual.
 */

const MAX_HEAD = 4096;
const MAX_TUNNELS = 64;
const MAX_SILENT = 32;
const SECRET = 16;
/**
 * Milliseconds within which a client must have sent its CONNECT request; the box itself sends it at
 * once.
 */
const PATIENCE = 2000;

/** A client that goes through the hop. */
export interface LoopbackProxyClient {
  readonly client: Deno.HttpClient;
  /** Releases it: its open connections are closed. */
  close(): void;
}

/** The proxy; it listens once it has its first client. */
export class LoopbackProxy {
  readonly #random: (bytes: number) => Uint8Array;
  /** The connectors of authorized clients, by credentials. */
  readonly #ways = new Map<string, () => Promise<Deno.TcpConn>>();
  readonly #open = new Set<Deno.TcpConn>();
  /** Connections that have not sent their request yet, the oldest first. */
  readonly #silent = new Set<Deno.TcpConn>();
  readonly #patience: number;
  #listener: Deno.TcpListener | undefined;

  /**
   * `random` returns unpredictable bytes, which keep other programs on this machine out. A
   * connection that sends no request within `patience` milliseconds is closed.
   */
  constructor(random: (bytes: number) => Uint8Array, patience = PATIENCE) {
    this.#random = random;
    this.#patience = patience;
  }

  /** An HTTP/2 client whose connections are opened by `dial`, whatever host they name. */
  client(
    dial: () => Promise<Deno.TcpConn>,
    caCerts: readonly string[] | undefined,
  ): LoopbackProxyClient {
    this.#listener ??= this.#listen();
    const username = this.#random(SECRET).toHex();
    const password = this.#random(SECRET).toHex();
    const authorization = btoa(`${username}:${password}`);
    this.#ways.set(authorization, dial);
    // deno-lint-ignore box/resolver-boundary -- opens sockets, no files
    const client = Deno.createHttpClient({
      proxy: {
        url: `http://127.0.0.1:${this.#listener.addr.port}`,
        basicAuth: { username, password },
      },
      http1: true,
      http2: true,
      ...(caCerts === undefined ? {} : { caCerts: [...caCerts] }),
    });
    const close = () => {
      this.#ways.delete(authorization);
      client.close();
    };
    return { client, close };
  }

  /** Ends the hop and every tunnel through it. */
  close(): void {
    this.#listener?.close();
    this.#listener = undefined;
    for (const connection of [...this.#open, ...this.#silent]) quietClose(connection);
    this.#open.clear();
  }

  #listen(): Deno.TcpListener {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#accept(listener);
    return listener;
  }

  async #accept(listener: Deno.TcpListener): Promise<void> {
    while (this.#listener === undefined || this.#listener === listener) {
      try {
        const connection = await listener.accept();
        if (this.#open.size >= MAX_TUNNELS * 2) quietClose(connection);
        else {
          if (this.#silent.size >= MAX_SILENT) this.#letGo(this.#silent.values().next().value!);
          this.#tunnel(connection);
        }
      } catch (error) {
        if (this.#listener !== listener || error instanceof Deno.errors.BadResource) return;
        await new Promise((resume) => setTimeout(resume, 100));
      }
    }
  }

  #letGo(silent: Deno.TcpConn): void {
    this.#silent.delete(silent);
    quietClose(silent);
  }

  async #tunnel(inner: Deno.TcpConn): Promise<void> {
    this.#silent.add(inner);
    let outer: Deno.TcpConn | undefined;
    const late = setTimeout(() => this.#letGo(inner), this.#patience);
    try {
      const dial = await this.#dialOf(inner);
      clearTimeout(late);
      this.#silent.delete(inner);
      this.#open.add(inner);
      outer = await dial();
      this.#open.add(outer);
      await writeText(inner, "HTTP/1.1 200 OK\r\n\r\n");
      await Promise.race([pipe(inner, outer), pipe(outer, inner)]);
    } catch {
      // The client sees the closed tunnel as a network failure of its request.
    } finally {
      clearTimeout(late);
      this.#silent.delete(inner);
      for (const connection of [inner, outer]) {
        if (connection === undefined) continue;
        this.#open.delete(connection);
        quietClose(connection);
      }
    }
  }

  /** Reads the head of the CONNECT request. */
  async #dialOf(inner: Deno.TcpConn): Promise<() => Promise<Deno.TcpConn>> {
    const bytes = new Uint8Array(MAX_HEAD);
    let head = "";
    for (let length = 0; !head.includes("\r\n\r\n");) {
      const count = length === MAX_HEAD ? null : await inner.read(bytes.subarray(length));
      if (count === null) throw new Error("no request");
      length += count;
      head = new TextDecoder().decode(bytes.subarray(0, length));
    }
    const dial = this.#ways.get(
      /\r\nproxy-authorization: *basic +([^\r\n]*)/i.exec(head)?.[1] ?? "",
    );
    if (dial !== undefined && head.startsWith("CONNECT ")) return dial;
    await writeText(inner, "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    throw new Error("refused");
  }
}

async function pipe(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(16_384);
  for (let count = await from.read(buffer); count !== null; count = await from.read(buffer)) {
    for (let at = 0; at < count;) at += await to.write(buffer.subarray(at, count));
  }
}

async function writeText(connection: Deno.TcpConn, text: string): Promise<void> {
  await connection.write(new TextEncoder().encode(text));
}

function quietClose(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // Closed already.
  }
}
