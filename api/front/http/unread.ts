/** Answers to requests whose bodies nobody reads to their end. */
import type { FrontPeer, HeadFields } from "../protocol.ts";

/** Milliseconds that a client of HTTP/2 has to see such an answer. */
const LINGER = 500;

/**
 * The answer to such a request. Over HTTP/2 its end resets the stream (RFC 9113, 8.1), and a client that still sends may then not
 * see it: it is told how long the answer is, and the stream stays open until it had time to read that.
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
