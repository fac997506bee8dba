/** Passes client requests to the main thread and returns its responses. */
import { ERRORS } from "../../schema/errors.ts";
import type { Connection } from "./connection.ts";
import { Inflow, Outflow } from "./flow.ts";
import type { FrontLimits } from "../limits.ts";
import type { AnswerPart, HeadFields, RequestPart } from "../protocol.ts";
import { answerUnread } from "./unread.ts";

/** A request that the main thread handles. */
interface Running {
  readonly connection: Connection;
  readonly answer: (response: Response) => void;
  readonly inflow: Inflow;
  head: { readonly status: number; readonly fields: HeadFields } | undefined;
  /**
   * When the response last made progress, and how often it had been read then; 0 = it does not
   * wait.
   */
  movedAt: number;
  reads: number;
  /** The body of the request, until all of it was sent to main. */
  outflow: Outflow | undefined;
}

/**
 * The body of the response when there are too many requests. Without a byte, curl treats the
 * response as broken.
 */
const BUSY = new TextEncoder().encode(
  "The box is answering as many requests as it can. Try again in a second.\n",
);

/** The requests of all connections that are in progress. */
export class Handover {
  readonly #send: (part: RequestPart) => void;
  readonly #limits: FrontLimits;
  /** `localhost:PORT` of the inner server, used as the host of a request without one. */
  readonly #inside: string;
  readonly #running = new Map<number, Running>();
  #last = 0;

  constructor(send: (part: RequestPart) => void, limits: FrontLimits, inside: string) {
    this.#send = send;
    this.#limits = limits;
    this.#inside = inside;
  }

  /**
   * Handles a request of a connection; never rejects. `completed` settles when the response was
   * delivered or failed.
   */
  async answer(
    request: Request,
    connection: Connection,
    completed: Promise<void>,
  ): Promise<Response> {
    const { requests, requestsOfOne, bodyBytes } = this.#limits;
    connection.began();
    const refused = (response: Response) => {
      if (request.body !== null) completed.then(() => connection.leaveBody(), () => {});
      completed.then(() => connection.ended(false), () => connection.ended(true));
      return response;
    };
    if (this.#running.size >= requests || connection.running > requestsOfOne) {
      const fields: [string, string][] = [["content-type", "text/plain;charset=utf-8"], [
        "retry-after",
        "1",
      ]];
      if (request.body !== null) {
        return refused(answerUnread(connection.peer.protocol, 503, fields, BUSY));
      }
      return refused(new Response(BUSY, { status: 503, headers: fields }));
    }
    if (Number(request.headers.get("content-length") ?? 0) > bodyBytes) {
      return refused(tooLarge(connection));
    }
    const id = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Response>();
    const inflow = new Inflow(id, this.#send, () => this.#done(id, true));
    const running: Running = {
      connection,
      answer: resolve,
      inflow,
      head: undefined,
      movedAt: 0,
      reads: 0,
      outflow: undefined,
    };
    this.#running.set(id, running);
    completed.then(() => this.#done(id, false), () => this.#done(id, true));
    // Runs after `completed`, which is more specific: without no-legacy-abort every delivered
    // response aborts the signal.
    request.signal.addEventListener("abort", () => setImmediate(() => this.#done(id, true)), {
      once: true,
    });
    const { body, method } = request;
    const peer = connection.peer;
    const { target, fields } = this.#headOf(request);
    this.#send({ kind: "request", id, method, target, fields, peer, body: body !== null });
    if (body !== null) void this.#sendBody(id, running, body);
    return await promise;
  }

  /** Takes responses from the main thread. */
  take(parts: readonly AnswerPart[]): void {
    const begun = new Set<Running>();
    for (const part of parts) {
      const running = this.#running.get(part.id);
      if (running === undefined) continue;
      if (part.kind === "head") {
        running.head = part;
        begun.add(running);
      } else if (part.kind === "more") running.outflow?.more(part.count);
      else if (part.kind === "enough") running.outflow?.stop();
      else running.inflow.take(part);
    }
    // A response that is complete is sent as a whole, which is cheapest.
    for (const running of begun) running.answer(responseOf(running));
  }

  /**
   * Disconnects clients that leave a response unread in their HTTP/2 window, which their connection
   * does not show. Called periodically.
   */
  sweep(now: number): void {
    for (const running of this.#running.values()) {
      const { inflow, head, movedAt, reads, connection } = running;
      if (head === undefined || !inflow.isWaiting) running.movedAt = 0;
      else if (movedAt === 0 || reads !== inflow.reads) {
        [running.movedAt, running.reads] = [now, inflow.reads];
      } else if (now - movedAt > this.#limits.stalled) connection.close();
    }
  }

  /** Number of requests in progress. */
  get size(): number {
    return this.#running.size;
  }

  /**
   * Sends the body of a request within its limits of time and size; a body that exceeds them ends
   * its connection.
   */
  async #sendBody(id: number, running: Running, body: ReadableStream<Uint8Array>): Promise<void> {
    const outflow = running.outflow = new Outflow(id, body, this.#send);
    const timer = setTimeout(() => running.connection.close(), this.#limits.body);
    const how = await outflow.run(this.#limits.bodyBytes);
    clearTimeout(timer);
    if (how === "ended") running.outflow = undefined;
    // The body was too large; nothing is sent to a client that has disconnected.
    if (how === "broken") running.answer(tooLarge(running.connection));
  }

  /** The response was delivered, or the client disconnected. */
  #done(id: number, left: boolean): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    if (running.outflow !== undefined) {
      running.outflow.stop();
      running.connection.leaveBody();
    }
    running.connection.ended(left);
    if (!left) return running.connection.answered(running.head?.fields ?? []);
    this.#send({ kind: "left", id });
    running.answer(new Response(null, { status: 499 }));
  }

  #headOf(request: Request): { target: string; fields: HeadFields } {
    const { url } = request;
    const start = url.indexOf("://") + 3;
    const end = url.slice(start).search(/[/?#]/);
    const authority = end < 0 ? url.slice(start) : url.slice(start, start + end);
    const rest = end < 0 ? "/" : url.slice(start + end);
    // HTTP/2 has its host in :authority, HTTP/1.1 may have it in an absolute target. Both outrank
    // the field (RFC 9112, 3.2.2; RFC 9113, 8.3.1), and the runtime puts them into the URL.
    const isNamed = authority !== this.#inside;
    const fields = [...request.headers].filter(([name]) => !isNamed || name !== "host");
    if (isNamed) fields.push(["host", authority]);
    return { target: rest.startsWith("/") ? rest : `/${rest}`, fields };
  }
}

/** The API's response to a body that is too large. */
function tooLarge({ peer: { protocol } }: Connection): Response {
  const { status, text } = ERRORS.too_large;
  const fields: [string, string][] = [["content-type", "application/json"]];
  // HTTP/2 has no such field (RFC 9113, 8.2.2).
  if (protocol === "http/1.1") fields.push(["connection", "close"]);
  return answerUnread(
    protocol,
    status,
    fields,
    new TextEncoder().encode(JSON.stringify({ error: text, code: "too_large" })),
  );
}

function responseOf({ head, inflow, outflow, connection }: Running): Response {
  const { status, fields } = head!;
  const headers = fields as [string, string][];
  const body = inflow.body();
  const bodiless = status === 204 || status === 205 || status === 304;
  try {
    if (outflow !== undefined && !bodiless) {
      return answerUnread(connection.peer.protocol, status, fields, body);
    }
    return new Response(bodiless ? null : body, { status, headers });
  } catch {
    // A status or a field that is invalid in HTTP.
    return new Response(null, { status: 500 });
  }
}
