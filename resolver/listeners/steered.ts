/**
 * Queries that came to this worker while another knows their name (worker_of.ts), as those over TCP may: handed to that one and
 * back, many to a message (handed_batch.ts). With nobody there, or too much under way, they are answered here, and so is what a
 * worker that dies was asked.
 */
import { HandedQueries, readResponses } from "../threads/handed_batch.ts";
import { shardOf } from "../threads/worker_of.ts";
import type { Receiver, Reply, Source } from "./reply.ts";

/** Queries of this worker that wait at each other worker at most, and their bytes. */
const MOST = 20_000;
const MOST_BYTES = 16 << 20;

/** A query that waits, with all that answering it here takes. */
interface Waiting {
  readonly query: Uint8Array;
  readonly source: Source;
  readonly reply: Reply;
}

/** Another worker as this one asks it. */
class Other {
  readonly #port: MessagePort;
  readonly #queries = new HandedQueries();
  readonly #waiting = new Map<number, Waiting>();
  readonly #flush = () => this.#send();
  #last = 0;
  #bytes = 0;
  #flushing = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
      readResponses(data, (id, start, end) => this.#answered(id, data, start, end));
    };
  }

  get hasRoom(): boolean {
    return this.#waiting.size < MOST && this.#bytes < MOST_BYTES;
  }

  ask(query: Uint8Array, { bytes, at, length }: Source, reply: Reply): void {
    const id = this.#last = (this.#last + 1) >>> 0;
    const address = bytes.slice(at, at + length);
    this.#waiting.set(id, { query, source: { bytes: address, at: 0, length }, reply });
    this.#bytes += query.length;
    this.#queries.push(id, "tcp", address, query);
    if (this.#flushing) return;
    this.#flushing = true;
    // Behind the queries that are being read in this turn.
    queueMicrotask(this.#flush);
  }

  /** Asks nothing more; what is under way. */
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

/** Receives queries over TCP for whichever worker they belong to. */
export class Steered implements Receiver {
  readonly #here: Receiver;
  readonly #own: number;
  readonly #others: (Other | undefined)[];

  /** This is the worker `own` of `workers`; `here` receives what is its own. */
  constructor(here: Receiver, own: number, workers: number) {
    this.#here = here;
    this.#own = own;
    this.#others = new Array(workers);
  }

  /** Asks another worker over this port from now on; without one, it is gone. What it was asked before is answered here. */
  meet(worker: number, port?: MessagePort): void {
    const left = this.#others[worker]?.close() ?? [];
    this.#others[worker] = port && new Other(port);
    for (const { query, source, reply } of left) {
      this.#here.receive(query, 0, query.length, source, reply);
    }
  }

  /** Asks nobody any more; what is under way is left without a response. */
  close(): void {
    for (const other of this.#others) for (const { reply } of other?.close() ?? []) reply.drop();
    this.#others.fill(undefined);
  }

  receive(bytes: Uint8Array, start: number, end: number, source: Source, reply: Reply): void {
    const worker = shardOf(bytes, start, end, this.#others.length);
    const other = this.#others[worker];
    if (worker === this.#own || other === undefined || !other.hasRoom) {
      return this.#here.receive(bytes, start, end, source, reply);
    }
    other.ask(bytes.slice(start, end), source, reply.detach());
  }
}
