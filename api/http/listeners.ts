/**
 * The listeners of the API: the local socket, which is private from its creation, and plain HTTP
 * with its limits.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { libc } from "../../resolver/net/libc.ts";
import { DescriptorBudget } from "../../resolver/net/descriptor_budget.ts";
import { holderText } from "../system/port_holder.ts";
import { ConnectionStream } from "./connection_stream.ts";
import { ERRORS } from "../schema/errors.ts";

/** Handles one request of a listener. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** An open listener. */
export interface OpenListener {
  /** Connections, each with the number of requests in progress on it. */
  readonly connections: ReadonlyMap<Socket, number>;
  /** Stops accepting; resolves when the last connection has ended. */
  stop(): Promise<void>;
  /** `http [::]:80`, `socket /data/box.sock`. */
  readonly text: string;
}

/** A socket could not be opened; the message says why and what to do. */
export class ListenError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ListenError";
  }
}

/**
 * Time limits in milliseconds for headers, a whole request and an idle connection, checked every
 * two seconds.
 */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
} as const;
/** Maximum number of connections of one HTTP listener. */
const MOST_CONNECTIONS = 256;
/**
 * Maximum number of connections of the local socket, which do not use the descriptors of clients
 * (resolver/net/descriptor_budget.ts). As many more get an error that explains the refusal.
 */
const MOST_LOCAL = 48;
const MOST_REFUSED = 16;
/** Maximum number of connections from one address, so that one device cannot use all. */
const MOST_FROM_ONE = 64;
/** Responses to what is not HTTP, or could be read in two ways. */
const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
const TOO_LARGE =
  "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
/** Bytes of sun_path without its final NUL (unix(7)). */
const LONGEST_PATH = 107;

/**
 * Opens plain HTTP; no address = every address of the machine. `onBadRequest` is called for each
 * connection closed because its data is not HTTP. Throws a ListenError.
 */
export async function listenHttp(
  address: string,
  port: number,
  listener: Listener,
  onBadRequest: () => void = () => {},
): Promise<OpenListener> {
  const shown = `${
    address.includes(":") || address === "" ? `[${address || "::"}]` : address
  }:${port}`;
  try {
    const tcp = Deno.listen({ port, hostname: address || "::" });
    const served = { listener, onBadRequest, room: new DescriptorBudget() };
    return { ...over(tcp, served), text: `http ${shown}` };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // A machine without IPv6 cannot listen on `::`.
    if (address === "" && (code === "EAFNOSUPPORT" || code === "EADDRNOTAVAIL")) {
      return await listenHttp("0.0.0.0", port, listener, onBadRequest);
    }
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: `it is ${holderText("tcp", port)}`,
      EACCES: "ports below 1024 need the capability CAP_NET_BIND_SERVICE",
      EADDRNOTAVAIL: "this machine has no such address",
    };
    throw new ListenError(`HTTP cannot listen on ${shown}: ${why[code ?? ""] ?? message}`);
  }
}

/**
 * Opens the local socket, mode 0600; one that a dead process left is removed. Throws a ListenError.
 */
export async function listenSocket(
  path: string,
  listener: Listener,
  onBadRequest: () => void = () => {},
): Promise<OpenListener> {
  if (new TextEncoder().encode(path).length > LONGEST_PATH) {
    throw new ListenError(
      `The path of the local socket may have ${LONGEST_PATH} bytes; use a shorter --data-dir: ${path}`,
    );
  }
  await removeStale(path);
  // listen() creates the file before it returns, so no other process ever finds it open.
  const before = libc.umask(0o177);
  try {
    const unix = Deno.listen({ transport: "unix", path });
    // Clients of the local socket are accepted even when descriptors are short, to get an
    // explanation.
    return {
      ...over(
        unix,
        { listener, onBadRequest, room: "local" },
        () => Deno.remove(path).catch(() => {}),
      ),
      text: `socket ${path}`,
    };
  } catch (error) {
    throw new ListenError(`The local socket ${path} cannot be opened: ${(error as Error).message}`);
  } finally {
    libc.umask(before);
  }
}

async function removeStale(path: string): Promise<void> {
  try {
    (await Deno.connect({ transport: "unix", path })).close();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    if (error instanceof Deno.errors.ConnectionRefused) return await Deno.remove(path);
    throw new ListenError(
      `The local socket ${path} cannot be looked at: ${(error as Error).message}`,
    );
  }
  throw new ListenError(
    `Another box answers on the local socket ${path}. Stop it first, or give another --data-dir.`,
  );
}

type Listening = Omit<OpenListener, "text">;
/** The shared limit: the free descriptors, or the places of the local socket. */
type Room = DescriptorBudget | "local";

/** How connections of a listener are served. */
interface ServedListener {
  readonly listener: Listener;
  readonly onBadRequest: () => void;
  readonly room: Room;
}

interface LimitedServer {
  readonly server: Server;
  readonly connections: Map<Socket, number>;
  /** Connections on which each request is refused. */
  readonly refused: Set<Socket>;
}

/** A server with the limits of a listener; its caller passes the connections to it. */
function limitedServer({ listener, onBadRequest, room }: ServedListener): LimitedServer {
  const connections = new Map<Socket, number>();
  const refused = new Set<Socket>();
  const answer: Listener = (incoming, outgoing) => {
    const { socket } = incoming;
    if (refused.has(socket)) return refuse(outgoing);
    connections.set(socket, (connections.get(socket) ?? 0) + 1);
    outgoing.once("close", () => {
      if (connections.has(socket)) connections.set(socket, connections.get(socket)! - 1);
      if (!server.listening) socket.destroy();
    });
    listener(incoming, outgoing);
  };
  const server = createServer(LIMITS, answer);
  // Without it, the runtime sends 100 before anything has decided whether the body is wanted.
  server.on("checkContinue", answer);
  server.on("clientError", (error: { readonly code?: string }, socket) => {
    // Errors of the parser; a connection that breaks has the code of its socket.
    if (!error.code?.startsWith("HPE_")) return void socket.destroy();
    onBadRequest();
    const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
    socket.end(isTooLarge ? TOO_LARGE : BAD_REQUEST, () => socket.destroy());
  });
  server.on("connection", (socket) => {
    // Head and body are sent separately: without this the body waits 40 ms for the client's ACK of
    // the head.
    socket.setNoDelay(true);
    const { remoteAddress } = socket;
    const same = remoteAddress === undefined
      ? 0
      : connections.keys().filter((other) => other.remoteAddress === remoteAddress).toArray()
        .length;
    const isLetIn = same < MOST_FROM_ONE && hasRoom(connections, room);
    if (!isLetIn && (room !== "local" || refused.size >= MOST_REFUSED)) {
      return void socket.destroy();
    }
    if (isLetIn) connections.set(socket, 0);
    else refused.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      refused.delete(socket);
    });
  });
  return { server, connections, refused };
}

function refuse(outgoing: ServerResponse): void {
  const error =
    `${MOST_LOCAL} requests over the local socket are under way; end one, such as a \`box log --follow\``;
  outgoing.writeHead(ERRORS.too_many_watchers.status, {
    "content-type": "application/json",
    connection: "close",
  });
  outgoing.end(JSON.stringify({ error, code: "too_many_watchers" }));
}

/**
 * Whether one more connection may be accepted. When the limit is reached, the connection idle the
 * longest is closed. Where descriptors are short, two are closed: the new connection has a reserved
 * descriptor, so that there must be fewer of them (net/descriptor_budget.ts).
 */
function hasRoom(connections: Map<Socket, number>, room: Room): boolean {
  const isShort = room !== "local" && !room.admits(connections.size);
  const most = room === "local" ? MOST_LOCAL : MOST_CONNECTIONS;
  if (connections.size < most && !isShort) return true;
  const idle = connections.entries().filter(([, running]) => running === 0).take(isShort ? 2 : 1)
    .toArray();
  for (const [socket] of idle) {
    connections.delete(socket);
    socket.destroy();
  }
  return idle.length > 0;
}

/**
 * Serves a listener of the runtime; a listener of node:net fails silently (connection_stream.ts).
 */
function over(
  listening: Deno.Listener,
  served: ServedListener,
  stopped = async () => {},
): Listening {
  const { room } = served;
  const { server, connections, refused } = limitedServer(served);
  let open = true;
  // The server checks its time limits only while it listens.
  Object.defineProperty(server, "listening", { get: () => open });
  server.emit("listening");
  const take = (connection: Deno.Conn) =>
    server.emit("connection", new ConnectionStream(connection));
  void acceptAll(listening, take, () => open, room);
  return {
    connections,
    async stop() {
      open = false;
      listening.close();
      server.close(() => {});
      for (const socket of refused) socket.destroy();
      await stopped();
      await Promise.all(
        connections.keys().map((socket) => new Promise((closed) => socket.once("close", closed))),
      );
    },
  };
}

/** Milliseconds of pause after a failed accept: too many files are open. */
const ACCEPT_PAUSE = 100;

async function acceptAll(
  listening: Deno.Listener,
  take: (connection: Deno.Conn) => void,
  open: () => boolean,
  room: Room,
): Promise<void> {
  while (open()) {
    const connection = await listening.accept().catch(() => undefined);
    if (connection !== undefined) {
      take(connection);
      // The runtime closes the evicted or refused connections in its next turn.
      if (room !== "local" && !room.hasRoom) await new Promise((turned) => setImmediate(turned));
    } else if (open()) await new Promise((rested) => setTimeout(rested, ACCEPT_PAUSE));
  }
}

/**
 * Closes a listener: idle connections at once, those with a request in progress after `grace`
 * milliseconds at most.
 */
export async function closeListener(
  { connections, stop }: OpenListener,
  grace = 1000,
): Promise<void> {
  const stopped = stop();
  for (const [socket, running] of connections) if (running === 0) socket.destroy();
  const timer = setTimeout(() => {
    for (const socket of connections.keys()) socket.destroy();
  }, grace);
  await stopped;
  clearTimeout(timer);
}
