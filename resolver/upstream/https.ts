/** DNS over HTTPS (RFC 8484) by HTTP/2, to addresses that the box chose: the connection goes through a hop of its own. */
import { isTruncated } from "../wire/message.ts";
import { compareResponse, copyResponse, QUERY_ROOM, writeQuery } from "./message.ts";
import type { ConnectHop } from "./connect_hop.ts";
import { Timer } from "./timers.ts";
import { errorText, type Failure, type Transport, type TransportDeps, type Try } from "./transport.ts";

const MEDIA_TYPE = "application/dns-message";
const MAX_RESPONSE = 65_535;
/** Timeouts in a row after which the kept connection is taken for dead. */
const DEAD_AFTER = 2;

/** One DoH server. */
export class HttpsTransport implements Transport {
  readonly #url: string;
  readonly #hop: ConnectHop;
  readonly #deps: TransportDeps;
  readonly #pending = new Set<HttpsExchange>();
  #client: Deno.HttpClient | undefined;
  #timeouts = 0;

  constructor(url: string, hop: ConnectHop, deps: TransportDeps) {
    this.#url = url;
    this.#hop = hop;
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
    this.#client ??= this.#hop.client(this.#deps.caCerts);
    const response = await fetch(this.#url, {
      method: "POST",
      headers: { "content-type": MEDIA_TYPE, accept: MEDIA_TYPE, "user-agent": "" },
      body: query.subarray(0, length),
      redirect: "error",
      client: this.#client,
      signal: exchange.abort.signal,
    });
    const bytes = await readMessage(response);
    this.#deps.clock.refresh();
    const likeness = compareResponse(bytes, 0, bytes.length, question, 0);
    if (likeness !== "same" && likeness !== "case") throw new Error("the response does not match the question");
    if (isTruncated(bytes)) throw new Error("a truncated response over HTTPS");
    return copyResponse(bytes, 0, bytes.length, question);
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
async function readMessage(response: Response): Promise<Uint8Array> {
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  const announced = Number(response.headers.get("content-length") ?? 0);
  const refusal = response.status !== 200
    ? `HTTP status ${response.status}`
    : type !== MEDIA_TYPE
    ? `content type ${type.slice(0, 60) || "none"} instead of ${MEDIA_TYPE}`
    : announced > MAX_RESPONSE
    ? `a response of ${announced} octets`
    : undefined;
  if (refusal !== undefined || response.body === null) {
    await response.body?.cancel();
    throw new Error(refusal ?? "an empty response");
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    if (length > MAX_RESPONSE) throw new Error(`a response of more than ${MAX_RESPONSE} octets`);
    parts.push(part);
  }
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(length);
  for (let at = 0, i = 0; i < parts.length; at += parts[i++].length) all.set(parts[i], at);
  return all;
}
