/** Responses to requests whose bodies are not read to their end. */
import type { FrontPeer, HeadFields } from "../protocol.ts";

/** Milliseconds that an HTTP/2 client has to read such a response. */
const LINGER = 500;

/**
 * The response to such a request. Over HTTP/2 its end resets the stream (RFC 9113, 8.1), and a
 * client that still sends may then miss it. It therefore states its length, and the stream stays
 * open until the client had time to read it.
 */
export function answerUnread(
  protocol: FrontPeer["protocol"],
  status: number,
  fields: HeadFields,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> = new Uint8Array(0),
): Response {
  const headers = new Headers(fields as [string, string][]);
  if (protocol === "http/1.1") return new Response(body, { status, headers });
  if (body instanceof Uint8Array) headers.set("content-length", String(body.length));
  const flush = () => new Promise<void>((end) => setTimeout(end, LINGER));
  return new Response(new Response(body).body!.pipeThrough(new TransformStream({ flush })), {
    status,
    headers,
  });
}
