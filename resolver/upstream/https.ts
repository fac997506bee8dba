/**
 * DNS over HTTPS (RFC 8484) with the runtime's client, over connections that the box opens itself
 * through its own proxy.
 */
import type { LoopbackProxyClient } from "./loopback_proxy.ts";
import { DNS_MESSAGE, findHeadFault, ResponseBody } from "./http/doh_response.ts";
import { ConnectionLostError, type Session } from "./sessions.ts";
import type { TransportDeps } from "./transport.ts";

/** How the host of a URL is reached. */
export interface HttpsConnector {
  /** Connects to the host. */
  dial(): Promise<Deno.TcpConn>;
  /** Called when no address of the host could be reached. */
  onUnreachable(): void;
}

/** A client of one DoH server; it keeps its connections open automatically, one over HTTP/2. */
export class HttpsSession implements Session {
  readonly #url: string;
  readonly #way: HttpsConnector;
  readonly #client: LoopbackProxyClient;
  readonly #pending = new Set<AbortController>();
  #isOver = false;
  /**
   * Why the last connection could not be opened: the runtime's client reports only that it failed.
   */
  #dialFault: unknown;

  constructor(
    url: string,
    way: HttpsConnector,
    { proxy, caCerts }: Pick<TransportDeps, "proxy" | "caCerts">,
  ) {
    this.#url = url;
    this.#way = way;
    this.#client = proxy.client(() => this.#connect(), caCerts);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async ask(query: Uint8Array<ArrayBuffer>, givenUp: AbortSignal): Promise<Uint8Array> {
    const abort = new AbortController();
    const leave = () => abort.abort();
    givenUp.addEventListener("abort", leave);
    this.#pending.add(abort);
    try {
      return await readMessage(await this.#post(query, abort.signal));
    } catch (error) {
      if (this.#isOver) throw new ConnectionLostError("the connection was left");
      throw error;
    } finally {
      givenUp.removeEventListener("abort", leave);
      this.#pending.delete(abort);
    }
  }

  close(): void {
    this.#isOver = true;
    for (const abort of this.#pending) abort.abort();
    this.#client.close();
  }

  async #post(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Response> {
    const headers = { "content-type": DNS_MESSAGE, accept: DNS_MESSAGE, "user-agent": "" };
    const { client } = this.#client;
    try {
      return await fetch(this.#url, {
        method: "POST",
        headers,
        body,
        redirect: "error",
        client,
        signal,
      });
    } catch (error) {
      if (!signal.aborted) this.#way.onUnreachable();
      throw this.#dialFault ?? error;
    }
  }

  async #connect(): Promise<Deno.TcpConn> {
    try {
      const connection = await this.#way.dial();
      this.#dialFault = undefined;
      return connection;
    } catch (error) {
      this.#dialFault = error;
      throw error;
    }
  }
}

/**
 * The message in a response; rejects when status, content type or size are not valid for one. An
 * HTML page is never read.
 */
async function readMessage({ status, headers, body }: Response): Promise<Uint8Array> {
  const contentLength = Number(headers.get("content-length") ?? 0);
  const fault = findHeadFault({
    status,
    contentType: headers.get("content-type") ?? "",
    contentLength,
  });
  if (fault !== undefined || body === null) {
    await body?.cancel();
    throw new Error(fault ?? "an empty response");
  }
  const message = new ResponseBody();
  for await (const part of body) message.take(part);
  return message.bytes;
}
