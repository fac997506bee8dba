/**
 * Converts requests and responses of node:http to those of the web. Deno.serve has no timeouts for
 * headers and bodies, and ends after its first failed accept (docs/decisions/0010), so every
 * listener of the box uses node:http.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ClientGoneError, isClientGone, isEnded } from "./client_faults.ts";
import { isHostField } from "./host.ts";

/**
 * Answers a request of node:http; never rejects. A client that leaves, or `closing`, aborts the
 * signal of the request. `onFault` is called with an error that breaks the response, unless the
 * client left.
 */
export async function answerOverNode(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Response | Promise<Response>,
  closing: AbortSignal,
  onFault: (fault: unknown) => void,
): Promise<void> {
  const left = new AbortController();
  const gone = AbortSignal.any([left.signal, closing]);
  outgoing.once("close", () => left.abort(new ClientGoneError()));
  outgoing.on("error", () => left.abort(new ClientGoneError()));
  try {
    const request = requestOf(incoming, outgoing, gone);
    const response = request === undefined
      ? new Response(null, { status: 400 })
      : await answered(request, answer, onFault);
    // An unread rest of the body would keep the connection open as long as the client likes, and
    // what follows a refused request may be part of it.
    if (!incoming.complete || request === undefined) outgoing.setHeader("connection", "close");
    await send(response, outgoing, gone, incoming.method === "HEAD");
  } catch (error) {
    outgoing.destroy();
    if (!gone.aborted && !isEnded(error)) onFault(error);
  }
}

async function answered(
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
  onFault: (fault: unknown) => void,
): Promise<Response> {
  try {
    return await answer(request);
  } catch (error) {
    if (!isClientGone(error, request.signal)) onFault(error);
    return new Response(null, { status: 500 });
  }
}

/** A URL without user information (RFC 9112, 3.2.2; RFC 9110, 4.2.4). */
const ABSOLUTE = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** Returns the request; undefined when it is invalid, or could be read in two ways. */
function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Request | undefined {
  const target = incoming.url ?? "/";
  const whole = !target.startsWith("/");
  if (whole && !ABSOLUTE.test(target)) return undefined;
  const url = URL.parse(whole ? target : `http://box${target}`);
  if (url === null || namesTwoHosts(incoming) || !isFramedOnce(incoming)) return undefined;
  if (!isHostField(incoming.headers.host ?? "")) return undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // A client that uses the box as a proxy sends the whole address, whose host counts (RFC 9112,
  // 3.2.2).
  if (whole) headers.set("host", url.host);
  const method = incoming.method ?? "GET";
  const hasBody = headers.has("content-length") || headers.has("transfer-encoding");
  if (method === "GET" || method === "HEAD" || !hasBody) {
    return newRequest(url, { method, headers, signal });
  }
  return newRequest(url, { method, headers, signal, body: bodyOf(incoming, outgoing) });
}

/**
 * The body of a request. It fails with a ClientGoneError: only its client can break it. A client
 * that expects 100 Continue gets it when the body is read (RFC 9110, 10.1.1).
 */
function bodyOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = body.getReader();
  let isWaiting = incoming.httpVersion === "1.1" &&
    incoming.headers.expect?.toLowerCase() === "100-continue";
  return new ReadableStream({
    async pull(controller) {
      if (isWaiting) outgoing.writeContinue();
      isWaiting = false;
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(new ClientGoneError({ cause }));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/**
 * Whether there are two Host fields, of which readers might take different ones (RFC 9112, 3.2).
 */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length > 1;
}

/**
 * Whether a body ends in one way only. The parser of the runtime accepts codings before `chunked`,
 * and chunks of a client of HTTP/1.0, which knows none (RFC 9112, 6.1).
 */
function isFramedOnce({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding === undefined || httpVersion === "1.1" && coding.toLowerCase() === "chunked";
}

function newRequest(url: URL, init: RequestInit): Request | undefined {
  try {
    return new Request(`http://box${url.pathname}${url.search}`, init);
  } catch {
    // Fetch forbids this method, such as TRACE.
    return undefined;
  }
}

/**
 * Types that may be endless, or larger than the memory: lines of JSON, server-sent events, and CSV.
 */
const STREAMED = /^(application\/x-ndjson|text\/event-stream|text\/csv)(;|$)/;

async function send(
  response: Response,
  outgoing: ServerResponse,
  gone: AbortSignal,
  headOnly: boolean,
): Promise<void> {
  const head: OutgoingHttpHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  // Each cookie needs its own header line (RFC 6265, 3): in one field, the last would replace all.
  if (cookies.length > 0) head["set-cookie"] = cookies;
  if (
    response.body !== null && STREAMED.test(response.headers.get("content-type") ?? "") && !headOnly
  ) {
    outgoing.writeHead(response.status, head);
    return await stream(response.body, outgoing, gone);
  }
  const body = new Uint8Array(await response.arrayBuffer());
  // The body of a HEAD response is often removed earlier, and an empty one does not give the length
  // (RFC 9110, 8.6).
  if (response.status !== 204 && !(headOnly && body.length === 0)) {
    head["content-length"] = String(body.length);
  }
  outgoing.writeHead(response.status, head);
  outgoing.end(headOnly ? undefined : body);
}

async function stream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", leave, { once: true });
  if (gone.aborted) leave();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!outgoing.write(part.value) && !gone.aborted) await drained(outgoing, gone);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => resolve();
  outgoing.once("drain", go);
  gone.addEventListener("abort", go, { once: true });
  return promise.finally(() => gone.removeEventListener("abort", go));
}
