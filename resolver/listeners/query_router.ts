/**
 * Forwards queries that another worker must answer (shard.ts), which occurs over TCP. A message
 * carries many queries or responses (forwarded_batch.ts). A query is answered here if the other worker
 * is missing, is overloaded, or dies.
 */
import { ForwardedQueryPacker, unpackResponses } from "../threads/forwarded_batch.ts";
import { shardOf } from "../threads/shard.ts";
import type { QuerySource, Receiver, Reply } from "./reply.ts";

/** Maximum number of pending queries per other worker, and of their bytes. */
const MOST = 20_000;
const MOST_BYTES = 16 << 20;

/** A pending query with everything needed to answer it here. */
interface Waiting {
  readonly query: Uint8Array;
  readonly source: QuerySource;
  readonly reply: Reply;
}

/** Another worker, as this one forwards queries to it. */
class Other {
  readonly #port: MessagePort;
  readonly #queries = new ForwardedQueryPacker();
  readonly #waiting = new Map<number, Waiting>();
  readonly #flush = () => this.#send();
  #last = 0;
  #bytes = 0;
  #flushing = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
      unpackResponses(data, (id, start, end) => this.#answered(id, data, start, end));
    };
  }

  get hasRoom(): boolean {
    return this.#waiting.size < MOST && this.#bytes < MOST_BYTES;
  }

  ask(query: Uint8Array, { bytes, at, length }: QuerySource, reply: Reply): void {
    const id = this.#last = (this.#last + 1) >>> 0;
    const address = bytes.slice(at, at + length);
    this.#waiting.set(id, { query, source: { bytes: address, at: 0, length }, reply });
    this.#bytes += query.length;
    this.#queries.push(id, "tcp", address, query);
    if (this.#flushing) return;
    this.#flushing = true;
    // Runs after all queries of this turn have been read.
    queueMicrotask(this.#flush);
  }

  /** Stops forwarding. Returns the pending queries. */
  close(): Iterable<Waiting> {
    this.#port.close();
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    return left;
  }

  #send(): void {
    this.#flushing = false;
    const packed = this.#queries.take();
    if (packed !== undefined) this.#port.postMessage(packed, [packed.buffer]);
  }

  #answered(id: number, bytes: Uint8Array, start: number, end: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#bytes -= waiting.query.length;
    const { reply } = waiting;
    if (start === end) return reply.drop();
    reply.buffer.set(bytes.subarray(start, end), reply.open());
    reply.commit(end - start);
  }
}

/** Passes queries over TCP to the worker that owns their name. */
export class QueryRouter implements Receiver {
  readonly #here: Receiver;
  readonly #own: number;
  readonly #others: (Other | undefined)[];

  /** This is worker `own` of `workers`. `here` receives its own queries. */
  constructor(here: Receiver, own: number, workers: number) {
    this.#here = here;
    this.#own = own;
    this.#others = new Array(workers);
  }

  /**
   * Forwards to another worker over this port from now on; undefined = the worker is gone. Its
   * pending queries are answered here.
   */
  connect(worker: number, port?: MessagePort): void {
    const left = this.#others[worker]?.close() ?? [];
    this.#others[worker] = port && new Other(port);
    for (const { query, source, reply } of left) {
      this.#here.receive(query, 0, query.length, source, reply);
    }
  }

  /** Stops forwarding. Pending queries get no response. */
  close(): void {
    for (const other of this.#others) for (const { reply } of other?.close() ?? []) reply.drop();
    this.#others.fill(undefined);
  }

  receive(bytes: Uint8Array, start: number, end: number, source: QuerySource, reply: Reply): void {
    const worker = shardOf(bytes, start, end, this.#others.length);
    const other = this.#others[worker];
    if (worker === this.#own || other === undefined || !other.hasRoom) {
      return this.#here.receive(bytes, start, end, source, reply);
    }
    other.ask(bytes.slice(start, end), source, reply.detach());
  }
}
