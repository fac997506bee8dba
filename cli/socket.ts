/** The client of the running service over its local socket; it uses the types of the routes. */
import { type IncomingMessage, request as httpRequest } from "node:http";
import type { ErrorBody } from "../api/http/errors.ts";
import { ConnectionStream } from "../api/http/connection_stream.ts";
import { CommandError, EXIT } from "./command_error.ts";
import { clean } from "./terminal.ts";

/** A request to the service. */
export interface ServiceRequest {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Request body, sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The interface of the running service for commands. */
export interface ServiceClient {
  /**
   * The response of a route. Throws a CommandError if the service does not run (exit 3) or refuses
   * the request (exit 1).
   */
  call<T>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    request?: ServiceRequest,
  ): Promise<T>;
  /** The lines of a stream until it ends or the connection is lost. */
  lines<T>(path: string, request?: ServiceRequest): AsyncIterable<T>;
  /** The bytes of a response, piece by piece; throws NotRunningError when the service ends. */
  bytes(path: string, request?: ServiceRequest): AsyncIterable<Uint8Array>;
  /** The text of a long response, piece by piece; throws NotRunningError when the service ends. */
  text(path: string, request?: ServiceRequest): AsyncIterable<string>;
}

/** The service does not run, or ended during a stream. */
export class NotRunningError extends CommandError {
  constructor(message: string) {
    super(message, EXIT.notRunning);
    this.name = "NotRunningError";
  }
}

/** The service accepts connections but does not respond to any client. */
class NotRespondingError extends CommandError {
  constructor(path: string) {
    super(
      `The service on ${path} does not answer. Look at its log, and restart it (systemctl restart box).`,
    );
    this.name = "NotRespondingError";
  }
}

/** The program behind a socket, as messages name it. */
export interface ServedProgram {
  /** `The box`, at the beginning of a sentence. */
  readonly name: string;
  /** How to start it. */
  readonly start: string;
}

const THE_BOX: ServedProgram = {
  name: "The box",
  start: "Start it with `box serve` or `systemctl start box`",
};

/** Milliseconds without a response before the service is probed, and the timeout of the probe. */
const PATIENCE = 5000;
const SYSTEM_SOCKET = "/var/lib/box/box.sock";
/** Maximum length in bytes of a line of a stream; the service sends no longer ones. */
const LONGEST_LINE = 1024 * 1024;

/**
 * The path of the local socket: the given one, that of a box started in this folder, or that of the
 * installed box.
 */
export function socketPath(
  options: { readonly socket?: string | undefined; readonly dataDir?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (options.socket) return options.socket;
  const folder = options.dataDir ?? env.BOX_DATA_DIR;
  if (folder) return `${folder.replace(/\/+$/, "")}/box.sock`;
  return isOurs("data/box.sock") ? "data/box.sock" : SYSTEM_SOCKET;
}

/**
 * Whether a socket exists and belongs to this user or root: in a folder of another user it cannot
 * be trusted.
 */
function isOurs(path: string): boolean {
  try {
    const { uid, isSocket } = Deno.lstatSync(path);
    return isSocket === true && (uid === 0 || uid === Deno.uid());
  } catch {
    return false;
  }
}

/**
 * Sends requests to the service over its socket, each on its own connection. A request may take any
 * time, as long as the service answers another one within `patience` milliseconds meanwhile.
 */
export function socketClient(
  path: string,
  patience = PATIENCE,
  program: ServedProgram = THE_BOX,
): ServiceClient {
  const send = async (
    method: string,
    route: string,
    request: ServiceRequest = {},
  ): Promise<IncomingMessage> => {
    const connection = await connected(path, program);
    let response: IncomingMessage;
    try {
      response = await exchange(connection, path, method, route, request, patience);
    } catch (error) {
      if (error instanceof NotRespondingError) throw error;
      throw request.signal?.aborted ? error : await unanswered(path, program);
    }
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) throw await refusal(response);
    return response;
  };
  return {
    async call<T>(method: string, route: string, request?: ServiceRequest): Promise<T> {
      const response = await send(method, route, request);
      try {
        const text = await textOf(response);
        return (text === "" ? undefined : JSON.parse(text)) as T;
      } catch {
        throw new NotRunningError("The service ended before it had answered.");
      }
    },
    async *lines<T>(route: string, request?: ServiceRequest): AsyncGenerator<T> {
      yield* linesOf<T>(await send("GET", route, request));
    },
    async *bytes(route: string, request?: ServiceRequest): AsyncGenerator<Uint8Array> {
      const response = await send("GET", route, request);
      try {
        for await (const part of response as AsyncIterable<Uint8Array>) yield part;
      } catch {
        throw new NotRunningError("The service ended.");
      } finally {
        response.destroy();
      }
      if (!response.complete) throw new NotRunningError("The service ended.");
    },
    async *text(route: string, request?: ServiceRequest): AsyncGenerator<string> {
      yield* piecesOf(await send("GET", route, request));
    },
  };
}

/**
 * Sends a request and waits for the head of its response. It uses node:http, because about every
 * 25th client that fetch creates for a Unix socket waited 5 seconds before connecting (Deno 2.9.5,
 * seen with both kinds of server).
 */
async function exchange(
  socket: Deno.UnixConn,
  path: string,
  method: string,
  route: string,
  request: ServiceRequest,
  patience: number,
): Promise<IncomingMessage> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const body = request.body === undefined
    ? undefined
    : new TextEncoder().encode(JSON.stringify(request.body));
  const headers: Record<string, string> = { host: "box", connection: "close" };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    headers["content-length"] = String(body.length);
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const connection = new ConnectionStream(socket);
  const target = query.size === 0 ? route : `${route}?${query}`;
  const sent = httpRequest(
    { createConnection: () => connection, method, path: target, headers },
    resolve,
  );
  sent.on("error", reject);
  request.signal?.addEventListener("abort", () => void sent.destroy(), { once: true });
  sent.end(body);
  let timer: ReturnType<typeof setTimeout>;
  let answered = false;
  const look = async () => {
    if (!await isThere(path, patience)) reject(new NotRespondingError(path));
    else if (!answered) timer = setTimeout(look, patience);
  };
  timer = setTimeout(look, patience);
  try {
    return await promise;
  } catch (error) {
    sent.destroy();
    throw error;
  } finally {
    answered = true;
    clearTimeout(timer);
  }
}

/** Whether the service responds to another request. */
async function isThere(path: string, patience: number): Promise<boolean> {
  let connection: Deno.UnixConn | undefined;
  const timer = setTimeout(() => connection?.close(), patience);
  try {
    connection = await Deno.connect({ transport: "unix", path });
    await connection.write(
      new TextEncoder().encode("GET /healthz HTTP/1.1\r\nhost: box\r\nconnection: close\r\n\r\n"),
    );
    return await connection.read(new Uint8Array(1)) !== null;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    try {
      connection?.close();
    } catch {
      // The probe timed out.
    }
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) text += part;
  return text;
}

async function* piecesOf(response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding("utf8");
  const pieces = response[Symbol.asyncIterator]();
  try {
    for (let part = await nextOf(pieces); !part.done; part = await nextOf(pieces)) yield part.value;
  } finally {
    response.destroy();
  }
}

async function nextOf(pieces: AsyncIterator<string>): Promise<IteratorResult<string>> {
  try {
    return await pieces.next();
  } catch {
    throw new NotRunningError("The service ended.");
  }
}

async function* linesOf<T>(response: IncomingMessage): AsyncGenerator<T> {
  let rest = "";
  for await (const part of piecesOf(response)) {
    const lines = (rest + part).split("\n");
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) throw new CommandError("The service sent a line without end.");
    for (const line of lines) if (line !== "") yield valueOf<T>(line);
  }
}

function valueOf<T>(line: string): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw new NotRunningError("The service ended.");
  }
}

async function refusal(response: IncomingMessage): Promise<CommandError> {
  const other = new CommandError(
    "The running service is another version than this command. Restart it (systemctl restart box).",
  );
  try {
    const { error, code } = JSON.parse(await textOf(response)) as ErrorBody;
    if (typeof error !== "string") return other;
    const unknown = code === "method_not_allowed" || error === "There is nothing at this address";
    return unknown ? other : new CommandError(`${clean(error)}${ending(error)}`);
  } catch {
    return other;
  }
}

/** What completes a message of the API to a sentence. A value after a colon stays copyable. */
function ending(error: string): string {
  if (/: \S+$|[.!?]$/.test(error)) return "";
  return /: ?$/.test(error) ? "(empty)" : ".";
}

/** Connects to the service. Throws a CommandError that says what to do. */
async function connected(
  path: string,
  { name, start }: ServedProgram,
): Promise<Deno.UnixConn> {
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new CommandError(
        `Only the user of ${name.toLowerCase()} and root may ask it (socket ${path}). Try again with sudo.`,
      );
    }
    const how = `${start}; if it runs elsewhere, name its folder with --data-dir.`;
    throw new NotRunningError(`${name} is not running (no answer on ${path}). ${how}`);
  }
}

/** Why a service did not answer after the connection was made; it may have ended. */
async function unanswered(path: string, program: ServedProgram): Promise<CommandError> {
  try {
    (await connected(path, program)).close();
  } catch (error) {
    return error as CommandError;
  }
  return new NotRunningError(`The service on ${path} ended before it had answered.`);
}
