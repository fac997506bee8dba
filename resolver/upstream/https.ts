/** DNS over HTTPS (RFC 8484) by HTTP/2, over connections that the box opens itself: they go through a hop of its own. */
import { isTruncated } from "../wire/message.ts";
import { compareResponse, copyResponse, QUERY_ROOM, writeQuery } from "./message.ts";
import type { HopClient } from "./connect_hop.ts";
import { AnswerBody, DNS_MESSAGE, headFault } from "./http/answer.ts";
import { Timer } from "./timers.ts";
import { errorText, type Failure, type Transport, type TransportDeps, type Try } from "./transport.ts";

/** Timeouts in a row after which the kept connection is taken for dead. */
const DEAD_AFTER = 2;

/** One DoH server. */
export class HttpsTransport implements Transport {
  readonly #url: string;
  readonly #dial: () => Promise<Deno.TcpConn>;
  readonly #unreachable: () => void;
  readonly #deps: TransportDeps;
  readonly #pending = new Set<HttpsExchange>();
  #client: HopClient | undefined;
  #timeouts = 0;
  /** Why the last connection could not be opened: the client of the runtime only knows that it was not. */
  #dialFault: unknown;

  /** `dial` connects to the host of the URL; `unreachable` is told when nobody of that name was there. */
  constructor(url: string, dial: () => Promise<Deno.TcpConn>, unreachable: () => void, deps: TransportDeps) {
    this.#url = url;
    this.#dial = dial;
    this.#unreachable = unreachable;
    this.#deps = deps;
  }

  ask(attempt: Try): void {
    const exchange = new HttpsExchange(attempt, () => this.#expired(exchange));
    this.#pending.add(exchange);
    this.#deps.timers.start(exchange.timer, attempt.timeout);
    this.#exchange(exchange).then(
      (response) => this.#end(exchange, () => attempt.answered(response)),
      (error) => this.#fail(exchange, "network", errorText(error)),
    );
  }

  sweep(): void {}

  close(): void {
    for (const exchange of [...this.#pending]) this.#fail(exchange, "network", "the upstream was removed");
    this.#forget();
  }

  async #exchange(exchange: HttpsExchange): Promise<Uint8Array> {
    const question = exchange.attempt.question, query = new Uint8Array(QUERY_ROOM);
    // Id 0 lets caches on the way work (RFC 8484 4.1).
    const length = writeQuery(query, 0, question, { id: 0, caseBits: 0, edns: true, padded: true });
    const bytes = await readMessage(await this.#post(query.subarray(0, length), exchange.abort.signal));
    this.#deps.clock.refresh();
    const likeness = compareResponse(bytes, 0, bytes.length, question, 0);
    if (likeness !== "same" && likeness !== "case") throw new Error("the response does not match the question");
    if (isTruncated(bytes)) throw new Error("a truncated response over HTTPS");
    return copyResponse(bytes, 0, bytes.length, question);
  }

  async #post(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Response> {
    const { hop, caCerts } = this.#deps, { client } = this.#client ??= hop.client(() => this.#connect(), caCerts);
    const headers = { "content-type": DNS_MESSAGE, accept: DNS_MESSAGE, "user-agent": "" };
    try {
      return await fetch(this.#url, { method: "POST", headers, body, redirect: "error", client, signal });
    } catch (error) {
      if (!signal.aborted) this.#unreachable();
      throw this.#dialFault ?? error;
    }
  }

  async #connect(): Promise<Deno.TcpConn> {
    try {
      const connection = await this.#dial();
      this.#dialFault = undefined;
      return connection;
    } catch (error) {
      this.#dialFault = error;
      throw error;
    }
  }

  #expired(exchange: HttpsExchange): void {
    this.#fail(exchange, "timeout", "no answer in time");
    if (++this.#timeouts >= DEAD_AFTER) this.#forget();
  }

  #fail(exchange: HttpsExchange, why: Failure, detail: string): void {
    this.#end(exchange, () => exchange.attempt.failed(why, detail), why === "timeout" ? this.#timeouts : 0);
    exchange.abort.abort();
  }

  #end(exchange: HttpsExchange, tell: () => void, timeouts = 0): void {
    if (!this.#pending.delete(exchange)) return;
    this.#timeouts = timeouts;
    this.#deps.timers.stop(exchange.timer);
    tell();
  }

  /** The next question makes a new client, and with it a new connection. */
  #forget(): void {
    this.#timeouts = 0;
    this.#client?.close();
    this.#client = undefined;
  }
}

class HttpsExchange {
  readonly abort = new AbortController();
  readonly timer: Timer;
  readonly attempt: Try;
  constructor(attempt: Try, expired: () => void) {
    this.attempt = attempt;
    this.timer = new Timer(expired);
  }
}

/** The message in a response; rejects when status, content type or size are not those of one. A page is never read. */
async function readMessage({ status, headers, body }: Response): Promise<Uint8Array> {
  const contentLength = Number(headers.get("content-length") ?? 0);
  const fault = headFault({ status, contentType: headers.get("content-type") ?? "", contentLength });
  if (fault !== undefined || body === null) {
    await body?.cancel();
    throw new Error(fault ?? "an empty response");
  }
  const message = new AnswerBody();
  for await (const part of body) message.take(part);
  return message.octets;
}
