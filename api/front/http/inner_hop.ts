/**
 * The HTTP server behind the TLS of the front: each connection of a client has one of its own to it over the loopback. What
 * another process connects is closed unread, because its source port is not that of a connection of the front (PLATFORM 0.3).
 */

/** Answers the requests of one inner connection; `completed` settles once the answer was delivered, or rejects. */
export type InnerHandler = (
  request: Request,
  info: { readonly completed: Promise<void> },
) => Promise<Response>;

/** The server of the runtime for one connection: HTTP/1.1 and HTTP/2 with prior knowledge. Deno.serve has an accept loop that ends
 * with its first failure (PLATFORM 0.4) and does not tell connections apart, so that this one is used with an accept loop of ours. */
type ServeConnection = (
  connection: Deno.TcpConn,
  signal: AbortSignal,
  handler: InnerHandler,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => { readonly finished: Promise<void> };

/** Milliseconds that a connection may wait until the front knows it as its own. */
const STRANGER_WAITS = 1000;
/** Connections that wait so at most. */
const MOST_STRANGERS = 64;
/** Milliseconds until a failed accept is tried again (too many open files). */
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
  /** Source port to connection, from the accept to the front's word that it is its own. */
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

  /** Says that the front connected from this port; its requests go to the handler. */
  expect(port: number, handler: InnerHandler): void {
    const waiting = this.#strangers.get(port);
    if (waiting === undefined) return void this.#expected.set(port, handler);
    this.#strangers.delete(port);
    this.#take(waiting, handler);
  }

  /** Forgets a connection of the front that was closed. */
  forget(port: number): void {
    this.#expected.delete(port);
  }

  /** Ends the server; connections end with their front sides. */
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
    // The accept may come before the word of the front that it connected.
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
      this.#serve(connection, new AbortController().signal, handler, failed, () => {}).finished
        .catch(() => {});
    } catch {
      // It was closed meanwhile.
      try {
        connection.close();
      } catch { /* Closed already. */ }
    }
  }
}

function listenInside(): Deno.TcpListener {
  return Deno.listen({ hostname: "127.0.0.1", port: 0 });
}
