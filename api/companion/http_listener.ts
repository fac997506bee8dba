/**
 * HTTP for boxes: plain behind a proxy, or HTTPS with certificate files. node:http has the time
 * limits for head and request that Deno.serve lacks (docs/decisions/0010). Slow clients and excess
 * connections are closed.
 */
import http, { type IncomingMessage, type Server, type ServerResponse } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { parseAddress, type Prefix, prefixContains } from "../../policy/model/address.ts";
import type { ListenAddress } from "../settings/listen.ts";
import type { CompanionAnswer, CompanionCall, CompanionHandler } from "./companion_handler.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { homeOf, networkOf } from "./rates.ts";
import { concatBytes } from "../system/bytes.ts";
import type { Runtime } from "../system/runtime.ts";

/** Limits of a listener; see COMPANION_LIMITS.http. */
export type HttpLimits = { readonly [Name in keyof typeof COMPANION_LIMITS.http]: number };

/** Dependencies of a listener. */
export interface HttpListenerDeps {
  readonly answering: Pick<CompanionHandler, "answer">;
  /** Proxies whose `X-Forwarded-For` gives the client's address. */
  readonly proxies: readonly Prefix[];
  /** Certificate chain and key in PEM; absent = plain HTTP. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly runtime: Runtime;
  /** Absent = COMPANION_LIMITS.http. */
  readonly limits?: HttpLimits;
}

/** Where a listener listens: an address with a port, or the path of a local socket. */
export type ListenPlace = ListenAddress | { readonly path: string };

/** One listener. */
export class HttpListener {
  readonly #server: Server;
  readonly #deps: HttpListenerDeps;
  readonly #limits: HttpLimits;
  readonly #sockets = new Map<Socket, string>();
  /** Callbacks for completed handshakes, by remote address and port. */
  readonly #handshakes = new Map<string, () => void>();
  /** Display text, `https 192.0.2.1:443`. */
  readonly shown: string;

  private constructor(deps: HttpListenerDeps, place: ListenPlace) {
    this.#deps = deps;
    this.#limits = deps.limits ?? COMPANION_LIMITS.http;
    const { headSeconds, requestSeconds, idleSeconds, headerBytes } = this.#limits;
    const options = {
      headersTimeout: headSeconds * 1000,
      requestTimeout: requestSeconds * 1000,
      keepAliveTimeout: idleSeconds * 1000,
      connectionsCheckingInterval: Math.min(1000, headSeconds * 250),
      maxHeaderSize: headerBytes,
    };
    const take = (request: IncomingMessage, response: ServerResponse) =>
      void this.#take(request, response);
    const { certificate } = deps;
    this.#server = certificate === undefined
      ? http.createServer(options, take)
      : https.createServer({ ...options, ...certificate }, take) as unknown as Server;
    this.#server.on("connection", (socket: Socket) => this.#connected(socket));
    this.#server.on("secureConnection", (socket: Socket) => {
      socket.on("error", () => {});
      this.#handshakes.get(endOf(socket))?.();
    });
    this.#server.on("tlsClientError", (_error: unknown, socket: Socket) => socket.destroy());
    this.#server.on("clientError", (_error: unknown, socket: Socket) => socket.destroy());
    this.shown = shownOf(place, certificate === undefined ? "http" : "https");
  }

  /** Opens a listener. Rejects when the port is not available. */
  static async open(place: ListenPlace, deps: HttpListenerDeps): Promise<HttpListener> {
    const listener = new HttpListener(deps, place);
    const server = listener.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(optionsOf(place), resolve);
    });
    server.removeAllListeners("error");
    server.on(
      "error",
      (error) => deps.runtime.log("error", `A listener of the service failed: ${error.message}`),
    );
    return listener;
  }

  /** Uses another certificate for new connections. */
  renew(certificate: { readonly cert: string; readonly key: string }): void {
    (this.#server as unknown as https.Server).setSecureContext({ ...certificate });
  }

  /** Accepts no more calls and closes when running ones are answered, or after `endSeconds`. */
  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const cut = this.#deps.runtime.after(
      this.#limits.endSeconds * 1000,
      () => this.#sockets.forEach((_, socket) => socket.destroy()),
    );
    await ended;
    cut();
  }

  #connected(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const same = [...this.#sockets.values()].filter((each) => each === address);
    // All boxes connect through the proxy, which has its own limits.
    const most = this.#isProxy(address)
      ? this.#limits.connections
      : this.#limits.connectionsPerAddress;
    socket.on("error", () => {});
    if (this.#sockets.size >= this.#limits.connections || same.length >= most) {
      return void socket.destroy();
    }
    this.#sockets.set(socket, address);
    socket.on("close", () => this.#sockets.delete(socket));
    if (this.#deps.certificate !== undefined) this.#limitHandshake(socket);
  }

  #isProxy(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined &&
      this.#deps.proxies.some((proxy) => prefixContains(proxy, address));
  }

  /**
   * Disconnects a client whose handshake does not complete. The encrypted socket is a different
   * object, so handshakes are matched by remote address and port.
   */
  #limitHandshake(socket: Socket): void {
    const end = endOf(socket);
    const cancel = this.#deps.runtime.after(
      this.#limits.handshakeSeconds * 1000,
      () => socket.destroy(),
    );
    const done = () => {
      cancel();
      return void this.#handshakes.delete(end);
    };
    this.#handshakes.set(end, done);
    socket.on("close", done);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const body = await readBody(request, this.#limits.bodyBytes);
    if (body === "gone") return;
    const answer = await this.#deps.answering.answer({
      method: request.method ?? "",
      target: request.url ?? "",
      header: (name) => String(request.headers[name] ?? ""),
      body,
      ...this.#callerOf(request),
    });
    send(response, answer, body === undefined);
  }

  /**
   * Where a call comes from: the connection, or the last X-Forwarded-For address from a trusted
   * proxy.
   */
  #callerOf(request: IncomingMessage): Pick<CompanionCall, "network" | "home"> {
    const peer = parseAddress(request.socket.remoteAddress ?? "");
    if (peer === undefined) return { network: "", home: "" };
    const isProxy = this.#isProxy(request.socket.remoteAddress ?? "");
    const said = String(request.headers["x-forwarded-for"] ?? "").split(",").at(-1)!.trim();
    const address = (isProxy ? parseAddress(said) : undefined) ?? peer;
    return { network: networkOf(address), home: homeOf(address) };
  }
}

function optionsOf(place: ListenPlace) {
  if ("path" in place) return { path: place.path };
  return { port: place.port, host: place.address === "" ? "::" : place.address };
}

function shownOf(place: ListenPlace, protocol: string): string {
  if ("path" in place) return `socket ${place.path}`;
  const { address, port } = place;
  return `${protocol} ${address.includes(":") ? `[${address}]` : address}:${port}`;
}

function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The body; undefined when it is too long, "gone" when the client disconnected before its end. */
function readBody(
  request: IncomingMessage,
  most: number,
): Promise<Uint8Array | undefined | "gone"> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined | "gone">();
  const parts: Uint8Array[] = [];
  let length = 0;
  if (Number(request.headers["content-length"] ?? 0) > most) resolve(undefined);
  request.on("data", (part: Uint8Array) => {
    length += part.length;
    if (length > most) resolve(undefined);
    else parts.push(part);
  });
  request.on("end", () => resolve(concatBytes(parts)));
  request.on("error", () => resolve("gone"));
  request.on("close", () => resolve("gone"));
  return promise;
}

function send(
  response: ServerResponse,
  { status, headers, body }: CompanionAnswer,
  close: boolean,
): void {
  try {
    const length = status === 204
      ? {}
      : { "content-length": String(new TextEncoder().encode(body).length) };
    response.writeHead(status, {
      ...headers,
      ...length,
      ...(close ? { connection: "close" } : {}),
    });
    response.end(body);
  } catch {
    // The client has disconnected.
    response.destroy();
  }
}
