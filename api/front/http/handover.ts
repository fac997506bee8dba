/** Hands the requests of clients to the main thread and gives them its answers. */
import { ERRORS } from "../../http/errors.ts";
import type { Connection } from "./connection.ts";
import { Inflow, Outflow } from "./flow.ts";
import type { FrontLimits } from "../limits.ts";
import type { AnswerPart, HeadFields, RequestPart } from "../protocol.ts";
import { answerUnread } from "./unread.ts";

/** A request that main answers. */
interface Running {
  readonly connection: Connection;
  readonly answer: (response: Response) => void;
  readonly inflow: Inflow;
  head: { readonly status: number; readonly fields: HeadFields } | undefined;
  /** When the answer last moved on its way to the client, and how often it had been read then; 0 = it does not wait. */
  movedAt: number;
  reads: number;
  /** The body of the request, until all of it was sent to main. */
  outflow: Outflow | undefined;
}

/** What a client reads whose request comes when there are too many. Without an octet curl takes the answer for broken. */
const BUSY = new TextEncoder().encode(
  "The box is answering as many requests as it can. Try again in a second.\n",
);

/** The requests of all connections that are being answered. */
export class Handover {
  readonly #send: (part: RequestPart) => void;
  readonly #limits: FrontLimits;
  /** `localhost:PORT` of the inner hop, which stands in for a request without host. */
  readonly #inside: string;
  readonly #running = new Map<number, Running>();
  #last = 0;

  constructor(send: (part: RequestPart) => void, limits: FrontLimits, inside: string) {
    this.#send = send;
    this.#limits = limits;
    this.#inside = inside;
  }

  /** Answers a request of a connection; never rejects. `completed` settles when the answer was delivered or failed. */
  async answer(
    request: Request,
    connection: Connection,
    completed: Promise<void>,
  ): Promise<Response> {
    const { requests, requestsOfOne, bodyOctets } = this.#limits;
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
    if (Number(request.headers.get("content-length") ?? 0) > bodyOctets) {
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
    // After `completed`, which tells more: without no-legacy-abort the signal is aborted by every answer that was delivered.
    request.signal.addEventListener("abort", () => setImmediate(() => this.#done(id, true)), {
      once: true,
    });
    const { body, method } = request, peer = connection.peer;
    const { target, fields } = this.#headOf(request);
    this.#send({ kind: "request", id, method, target, fields, peer, body: body !== null });
    if (body !== null) void this.#sendBody(id, running, body);
    return await promise;
  }

  /** Takes the answers of main. */
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
    // What came whole is answered whole, which costs the least.
    for (const running of begun) running.answer(responseOf(running));
  }

  /** Cuts off clients that leave an answer in their window of HTTP/2, which their connection does not show. Called now and then. */
  sweep(now: number): void {
    for (const running of this.#running.values()) {
      const { inflow, head, movedAt, reads, connection } = running;
      if (head === undefined || !inflow.isWaiting) running.movedAt = 0;
      else if (movedAt === 0 || reads !== inflow.reads) {
        [running.movedAt, running.reads] = [now, inflow.reads];
      } else if (now - movedAt > this.#limits.stalled) connection.close();
    }
  }

  /** Requests that are being answered. */
  get size(): number {
    return this.#running.size;
  }

  /** The body of a request within its time and size; one that breaks them ends its connection. */
  async #sendBody(id: number, running: Running, body: ReadableStream<Uint8Array>): Promise<void> {
    const outflow = running.outflow = new Outflow(id, body, this.#send);
    const timer = setTimeout(() => running.connection.close(), this.#limits.body);
    const how = await outflow.run(this.#limits.bodyOctets);
    clearTimeout(timer);
    if (how === "ended") running.outflow = undefined;
    // It broke by its size; to a client that is gone nothing is sent.
    if (how === "broken") running.answer(tooLarge(running.connection));
  }

  /** The answer was delivered, or the client is gone. */
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
    const { url } = request, start = url.indexOf("://") + 3;
    const end = url.slice(start).search(/[/?#]/),
      authority = end < 0 ? url.slice(start) : url.slice(start, start + end);
    const rest = end < 0 ? "/" : url.slice(start + end);
    const fields = [...request.headers];
    // HTTP/2 has its host in :authority, which the runtime puts into the address (RFC 9113, 8.3.1).
    if (!request.headers.has("host") && authority !== this.#inside) {
      fields.push(["host", authority]);
    }
    return { target: rest.startsWith("/") ? rest : `/${rest}`, fields };
  }
}

/** The refusal of a body that has too many octets, as the API says it. */
function tooLarge({ peer: { protocol } }: Connection): Response {
  const { status, text } = ERRORS.too_large,
    fields: [string, string][] = [["content-type", "application/json"]];
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
    return new Response(null, { status: 500 }); // A status or a field that HTTP does not know.
  }
}
