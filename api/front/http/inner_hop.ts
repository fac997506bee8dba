/**
 * The HTTP server behind the TLS of the front: each client connection has its own connection to it
 * over the loopback. Connections of other processes are closed unread, because their source port is
 * not that of a connection of the front (docs/decisions/0009).
 */

/**
 * Handles the requests of one inner connection; `completed` settles once the response was
 * delivered, or rejects.
 */
export type InnerHandler = (
  request: Request,
  info: { readonly completed: Promise<void> },
) => Promise<Response>;

/**
 * The runtime's server for one connection: HTTP/1.1 and HTTP/2 with prior knowledge. The accept
 * loop of Deno.serve ends with its first failure (docs/decisions/0010) and does not distinguish
 * connections, so this server is used with an accept loop of our own.
 */
type ServeConnection = (
  connection: Deno.TcpConn,
  signal: AbortSignal,
  handler: InnerHandler,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => { readonly finished: Promise<void> };

/** Milliseconds that a connection may wait until the front identifies it as its own. */
const STRANGER_WAITS = 1000;
/** Most connections that may wait to be identified. */
const MOST_STRANGERS = 64;
/** Milliseconds until a failed accept is retried (too many open files). */
const PAUSE = 100;

/** The server of the runtime; throws when this version of the runtime has none. */
function serveConnection(): ServeConnection {
  const runtime = Deno as unknown as Record<PropertyKey, unknown>;
  const internal = runtime[runtime.internal as symbol] as
    | Readonly<Record<string, unknown>>
    | undefined;
  const serve = internal?.serveHttpOnConnection;
  if (typeof serve !== "function") {
    throw new Error("This runtime cannot serve HTTP on a connection");
  }
  return serve as ServeConnection;
}

/** The inner server. */
export class InnerHop {
  readonly #serve = serveConnection();
  readonly #tell: (problem: string) => void;
  /** Source port to handler, from the front's connect to the accept. */
  readonly #expected = new Map<number, InnerHandler>();
  /** Source port to connection, from the accept until the front identifies it as its own. */
  readonly #strangers = new Map<number, Deno.TcpConn>();
  #listener: Deno.TcpListener;
  #closed = false;

  /** Listens on a free port of the loopback; throws when there is none. */
  constructor(tell: (problem: string) => void) {
    this.#tell = tell;
    this.#listener = listenInside();
    void this.#accept();
  }

  /** The port to connect to, on 127.0.0.1. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Registers a connection of the front by its source port; its requests go to the handler. */
  expect(port: number, handler: InnerHandler): void {
    const waiting = this.#strangers.get(port);
    if (waiting === undefined) return void this.#expected.set(port, handler);
    this.#strangers.delete(port);
    this.#take(waiting, handler);
  }

  /** Removes a connection of the front that was closed. */
  forget(port: number): void {
    this.#expected.delete(port);
  }

  /** Closes the server; connections end with their front sides. */
  close(): void {
    this.#closed = true;
    this.#listener.close();
    for (const stranger of this.#strangers.values()) stranger.close();
    this.#strangers.clear();
  }

  async #accept(): Promise<void> {
    while (!this.#closed) {
      try {
        this.#accepted(await this.#listener.accept());
      } catch (error) {
        if (this.#closed) return;
        this.#tell(
          `The front cannot take a connection inside: ${
            error instanceof Error ? error.message : error
          }`,
        );
        await new Promise((later) => setTimeout(later, PAUSE));
      }
    }
  }

  #accepted(connection: Deno.TcpConn): void {
    const { port } = connection.remoteAddr;
    const handler = this.#expected.get(port);
    if (handler !== undefined) {
      this.#expected.delete(port);
      return this.#take(connection, handler);
    }
    // The accept may happen before the front reports that it connected.
    if (this.#strangers.size >= MOST_STRANGERS) this.#refuse(this.#strangers.keys().next().value!);
    this.#strangers.set(port, connection);
    setTimeout(() => {
      if (this.#strangers.get(port) === connection) this.#refuse(port);
    }, STRANGER_WAITS);
  }

  #refuse(port: number): void {
    this.#strangers.get(port)?.close();
    this.#strangers.delete(port);
  }

  #take(connection: Deno.TcpConn, handler: InnerHandler): void {
    try {
      connection.setNoDelay(true);
      const failed = () => new Response(null, { status: 500 });
      const answer: InnerHandler = (request, info) =>
        request.method === "HEAD"
          ? handler(request, info).then(withoutBody)
          : handler(request, info);
      this.#serve(connection, new AbortController().signal, answer, failed, () => {}).finished
        .catch(() => {});
    } catch {
      try {
        connection.close();
      } catch {
        // It is closed already.
      }
    }
  }
}

/**
 * The response to HEAD. Over HTTP/2 the runtime sends the body of a response to HEAD, which resets
 * the stream at the client. For a response without a body it sends length 0 (Deno 2.9.5); RFC 9110,
 * 8.6 allows only the length of the GET response.
 */
function withoutBody({ status, headers, body }: Response): Response {
  body?.cancel().catch(() => {});
  const isBodiless = status === 204 || status === 205 || status === 304;
  if (isBodiless || headers.has("content-length")) return new Response(null, { status, headers });

  const nothing = new ReadableStream({ start: (controller) => controller.close() });
  return new Response(nothing, { status, headers });
}

function listenInside(): Deno.TcpListener {
  return Deno.listen({ hostname: "127.0.0.1", port: 0 });
}
