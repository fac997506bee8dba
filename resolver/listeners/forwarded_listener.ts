/**
 * Receives queries that the front thread decrypted or that another worker forwarded, over a message
 * port. A message carries many queries or responses.
 */
import {
  ForwardedResponsePacker,
  type ForwardedTransport,
  unpackQueries,
} from "../threads/forwarded_batch.ts";
import { ObjectPool } from "../memory/object_pool.ts";
import type { AccessControl } from "./access_control.ts";
import type { QuerySource, Receiver, Reply } from "./reply.ts";

/** Maximum length of a response on a stream, in bytes. */
const RESPONSE_ROOM = 65_535;
/** The access checks of a listener. */
export type AdmissionPolicy = Pick<AccessControl, "admits" | "countMalformed">;

/** For queries that another worker has already admitted and counted. */
export const ADMIT_ALL: AdmissionPolicy = { admits: () => true, countMalformed() {} };

/** One buffer for all replies. A response is written here, then packed. */
const scratch = new Uint8Array(RESPONSE_ROOM);

/** Listens on one port to the front or another worker. */
export class ForwardedListener implements Reply {
  /** Transport of the current query. */
  transport: ForwardedTransport = "tls";
  readonly room = RESPONSE_ROOM;
  readonly buffer = scratch;
  readonly #port: MessagePort;
  readonly #access: AdmissionPolicy;
  readonly #receiver: Receiver;
  readonly #responses = new ForwardedResponsePacker();
  readonly #later = new ObjectPool(() => new LaterHandedReply(this));
  readonly #source = { bytes: scratch, at: 0, length: 4 };
  readonly #flush = () => this.#send();
  #current = 0;
  /**
   * Whether a flush is due: after all queries of a message, or after the responses finished in this
   * turn.
   */
  #flushing = false;
  #closed = false;

  /** `refresh` updates the clock of the thread. */
  constructor(port: MessagePort, access: AdmissionPolicy, receiver: Receiver, refresh: () => void) {
    this.#port = port;
    this.#access = access;
    this.#receiver = receiver;
    port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
      refresh();
      this.#take(data);
    };
  }

  /** Receives and sends nothing more. Queries in flight get no response. */
  close(): void {
    this.#closed = true;
    this.#port.close();
  }

  open(): number {
    return 0;
  }

  commit(length: number): void {
    this.answer(this.#current, length);
  }

  drop(): void {
    this.answer(this.#current, 0);
  }

  detach(): Reply {
    const later = this.#later.acquire();
    later.id = this.#current;
    later.transport = this.transport;
    return later;
  }

  /** Sends the `length` bytes in the buffer as the response to a query; 0 = no response. */
  answer(id: number, length: number): void {
    this.#responses.push(id, scratch, 0, length);
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(this.#flush);
  }

  /** Returns a used reply to the pool. */
  forget(later: LaterHandedReply): void {
    this.#later.release(later);
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    const source = this.#source;
    source.bytes = bytes;
    this.#flushing = true;
    unpackQueries(bytes, (id, transport, at, length, start, end) => {
      this.#current = id;
      this.transport = transport;
      source.at = at;
      source.length = length;
      this.#one(bytes, start, end, source);
    });
    source.bytes = scratch;
    this.#send();
  }

  #one(bytes: Uint8Array, start: number, end: number, source: QuerySource): void {
    if (end - start < 12 || (bytes[start + 2] & 0x80) !== 0) {
      this.#access.countMalformed();
      return this.drop();
    }
    if (!this.#access.admits(source, 0)) return this.drop();
    this.#receiver.receive(bytes, start, end, source, this);
  }

  #send(): void {
    this.#flushing = false;
    const packed = this.#responses.take();
    if (packed !== undefined && !this.#closed) this.#port.postMessage(packed);
  }
}

/**
 * A reply kept while an upstream is queried. It is answered or dropped once, then reused for
 * another query.
 */
class LaterHandedReply implements Reply {
  transport: ForwardedTransport = "tls";
  /** Identifies the query. */
  id = 0;
  readonly room = RESPONSE_ROOM;
  readonly buffer = scratch;
  readonly #listener: ForwardedListener;

  constructor(listener: ForwardedListener) {
    this.#listener = listener;
  }

  open(): number {
    return 0;
  }

  commit(length: number): void {
    this.#listener.answer(this.id, length);
    this.#listener.forget(this);
  }

  drop(): void {
    this.commit(0);
  }

  detach(): Reply {
    return this;
  }
}
