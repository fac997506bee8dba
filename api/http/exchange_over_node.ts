/**
 * Requests and responses of node:http as those of the web. Deno.serve has no timeouts for headers and bodies and dies with
 * its first failed accept (PLATFORM 0.4), so every listener of the box is one of node:http.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Answers a request of node:http; never rejects. A client that leaves, or `closing`, aborts the signal of the request. */
export async function answerOverNode(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Response | Promise<Response>,
  closing: AbortSignal,
): Promise<void> {
  const left = new AbortController(), gone = AbortSignal.any([left.signal, closing]);
  outgoing.once("close", () => left.abort());
  outgoing.on("error", () => left.abort());
  try {
    const request = requestOf(incoming, gone);
    const response = request === undefined
      ? new Response(null, { status: 400 })
      : await answer(request);
    // What is left of a body that nobody reads would hold the connection for as long as the client likes.
    if (!incoming.complete) outgoing.setHeader("connection", "close");
    await send(response, outgoing, gone, incoming.method === "HEAD");
  } catch {
    outgoing.destroy();
  }
}

/** The request; undefined when its target is no address. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const target = incoming.url ?? "/", whole = !target.startsWith("/");
  const url = URL.parse(whole ? target : `http://box${target}`);
  if (url === null || namesTwoHosts(incoming)) return undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // A client that takes the box for a proxy sends the whole address, whose host counts (RFC 9112, 3.2.2).
  if (whole) headers.set("host", url.host);
  const method = incoming.method ?? "GET";
  const hasBody = headers.has("content-length") || headers.has("transfer-encoding");
  if (method === "GET" || method === "HEAD" || !hasBody) {
    return newRequest(url, { method, headers, signal });
  }
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return newRequest(url, { method, headers, signal, body });
}

/** Two fields Host, of which each reader might take another (RFC 9112, 3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length > 1;
}

function newRequest(url: URL, init: RequestInit): Request | undefined {
  try {
    return new Request(`http://box${url.pathname}${url.search}`, init);
  } catch {
    return undefined; // A method that the web forbids, such as TRACE.
  }
}

/** What may be without end, or longer than there is memory: lines of JSON, server-sent events, and CSV. */
const STREAMED = /^(application\/x-ndjson|text\/event-stream|text\/csv)(;|$)/;

async function send(
  response: Response,
  outgoing: ServerResponse,
  gone: AbortSignal,
  headOnly: boolean,
): Promise<void> {
  const head: OutgoingHttpHeaders = Object.fromEntries(response.headers),
    cookies = response.headers.getSetCookie();
  // Each cookie has a line of its own (RFC 6265, 3): as one field the last would stand for all.
  if (cookies.length > 0) head["set-cookie"] = cookies;
  if (
    response.body !== null && STREAMED.test(response.headers.get("content-type") ?? "") && !headOnly
  ) {
    outgoing.writeHead(response.status, head);
    return await stream(response.body, outgoing, gone);
  }
  const body = new Uint8Array(await response.arrayBuffer());
  // To HEAD the body that GET would have is often left out before it comes here, and none is no length of it (RFC 9110, 8.6).
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
