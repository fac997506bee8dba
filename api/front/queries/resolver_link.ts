/**
 * Sends queries over encrypted transports to the resolver's threads and returns their responses.
 * Each turn of the event loop sends one message to each thread
 * (resolver/threads/forwarded_batch.ts).
 */
import type { Address } from "../../../policy/model/address.ts";
import {
  ForwardedQueryPacker,
  type ForwardedTransport,
  unpackResponses,
} from "../../../resolver/threads/forwarded_batch.ts";
import { shardOf } from "../../../resolver/threads/shard.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Receives the response to a query; undefined = there is none, and the client gets none. */
export type OnResponse = (response: Uint8Array<ArrayBuffer> | undefined) => void;

/** Limits of pending queries and their bytes. */
const MOST = 20_000;
const MOST_BYTES = 16 << 20;
/**
 * Limit for one client, which is what its connections may query at once. A client that reconnects
 * and queries again cannot use up the capacity of others.
 */
const MOST_OF_ONE = 8000;
const MOST_BYTES_OF_ONE = 4 << 20;
/**
 * Clients are counted in this many groups by a hash; an IPv6 network of 64 bits counts as one
 * client.
 */
const GROUPS = 1024;
/** Milliseconds for a response of the resolver. */
const PATIENCE = 10_000;
/** Milliseconds between two checks for expired queries. */
const SWEEP = 1000;

interface Waiting {
  readonly answered: OnResponse;
  readonly since: number;
  readonly bytes: number;
  readonly group: number;
}

interface End {
  readonly port: MessagePort;
  readonly queries: ForwardedQueryPacker;
}

/** The connection to the resolver. */
export class ResolverLink {
  readonly #now: Runtime["now"];
  readonly #waiting = new Map<number, Waiting>();
  readonly #timer: ReturnType<typeof setInterval>;
  #ends: readonly End[] = [];
  #bytes = 0;
  readonly #waitingOf = new Uint32Array(GROUPS);
  readonly #bytesOf = new Uint32Array(GROUPS);
  #last = 0;
  #planned = false;
  /** When the first query of this turn arrived. */
  #turn = 0;

  /** `now` = milliseconds of a monotonic clock. */
  constructor(now: Runtime["now"]) {
    this.#now = now;
    this.#timer = setInterval(() => this.#sweep(), SWEEP);
  }

  /**
   * Replaces the channels to the resolver's threads; queries pending on the previous ones end
   * without a response.
   */
  take(ports: readonly MessagePort[]): void {
    const before = this.#ends;
    this.#ends = ports.map((port) => {
      port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => this.#received(data);
      return { port, queries: new ForwardedQueryPacker() };
    });
    for (const { port } of before) port.close();
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#bytes = 0;
    this.#waitingOf.fill(0);
    this.#bytesOf.fill(0);
    for (const { answered } of left) answered(undefined);
  }

  /**
   * Sends a client's query to the resolver; `answered` is called once, never before this returns,
   * and within some ten seconds.
   */
  ask(
    transport: ForwardedTransport,
    address: Address,
    query: Uint8Array,
    answered: OnResponse,
  ): void {
    const ends = this.#ends;
    const bytes = query.length;
    const group = groupOf(address);
    if (ends.length === 0 || !this.#hasRoom(bytes, group)) {
      return void setImmediate(answered, undefined);
    }
    const id = this.#last = (this.#last + 1) >>> 0;
    if (!this.#planned) {
      this.#planned = true;
      this.#turn = this.#now();
      setImmediate(this.#post);
    }
    this.#waiting.set(id, { answered, since: this.#turn, bytes, group });
    this.#bytes += bytes;
    this.#waitingOf[group]++;
    this.#bytesOf[group] += bytes;
    const end = ends[shardOf(query, 0, bytes, ends.length)];
    end.queries.push(id, transport, address, query);
  }

  /** Ends all pending queries without a response, and closes the channels. */
  close(): void {
    clearInterval(this.#timer);
    this.take([]);
  }

  #hasRoom(bytes: number, group: number): boolean {
    return this.#waiting.size < MOST && this.#bytes + bytes <= MOST_BYTES &&
      this.#waitingOf[group] < MOST_OF_ONE && this.#bytesOf[group] + bytes <= MOST_BYTES_OF_ONE;
  }

  readonly #post = (): void => {
    this.#planned = false;
    for (const { port, queries } of this.#ends) {
      const message = queries.take();
      if (message !== undefined) port.postMessage(message);
    }
  };

  #received(message: Uint8Array<ArrayBuffer>): void {
    unpackResponses(message, (id, start, end) => {
      const waiting = this.#taken(id);
      waiting?.answered(start === end ? undefined : message.subarray(start, end));
    });
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    this.#bytes -= waiting.bytes;
    this.#waitingOf[waiting.group]--;
    this.#bytesOf[waiting.group] -= waiting.bytes;
    return waiting;
  }

  #sweep(): void {
    const before = this.#now() - PATIENCE;
    // The oldest queries come first.
    for (const [id, { since }] of this.#waiting) {
      if (since > before) return;
      this.#taken(id)?.answered(undefined);
    }
  }
}

/** The group of a client: by its address, or its network of IPv6 (FNV-1a). */
function groupOf(address: Address): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < address.length && at < 8; at++) {
    hash = Math.imul(hash ^ address[at], 0x01000193);
  }
  return (hash >>> 8) % GROUPS;
}
