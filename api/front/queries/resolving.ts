/**
 * Queries whose encryption ended here, on their way to the resolver's threads and back: each turn of the event loop sends what it
 * gathered as one message to each thread (resolver/handed_batch.ts).
 */
import type { Address } from "../../../policy/model/address.ts";
import {
  HandedQueries,
  type HandedTransport,
  readResponses,
} from "../../../resolver/handed_batch.ts";
import { workerOf } from "../../../resolver/worker_of.ts";

/** Told the response to a query; undefined = there is none, and the client is to be left without. */
export type Answered = (response: Uint8Array<ArrayBuffer> | undefined) => void;

/** Queries that wait for a response at most, and their octets. */
const MOST = 20_000, MOST_OCTETS = 16 << 20;
/** Of one client at most, which is what its connections may ask at a time: one that hangs up and asks again leaves others room. */
const MOST_OF_ONE = 8000, MOST_OCTETS_OF_ONE = 4 << 20;
/** Clients are counted in so many groups, networks of IPv6 of 64 bits as one, by a hash. */
const GROUPS = 1024;
/** Milliseconds that the resolver has. */
const PATIENCE = 10_000;
/** Milliseconds between two looks at who waits too long. */
const SWEEP = 1000;

interface Waiting {
  readonly answered: Answered;
  readonly since: number;
  readonly octets: number;
  readonly group: number;
}

interface End {
  readonly port: MessagePort;
  readonly queries: HandedQueries;
}

/** The way to the resolver. */
export class Resolving {
  readonly #now: () => number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #timer: ReturnType<typeof setInterval>;
  #ends: readonly End[] = [];
  #octets = 0;
  readonly #waitingOf = new Uint32Array(GROUPS);
  readonly #octetsOf = new Uint32Array(GROUPS);
  #last = 0;
  #planned = false;
  /** When the first query of this turn was asked. */
  #turn = 0;

  /** `now` = milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
    this.#timer = setInterval(() => this.#sweep(), SWEEP);
  }

  /** Takes channels to the resolver's threads in place of those before; who waits at those is told that no response comes. */
  take(ports: readonly MessagePort[]): void {
    const before = this.#ends;
    this.#ends = ports.map((port) => {
      port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => this.#received(data);
      return { port, queries: new HandedQueries() };
    });
    for (const { port } of before) port.close();
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#octets = 0;
    this.#waitingOf.fill(0);
    this.#octetsOf.fill(0);
    for (const { answered } of left) answered(undefined);
  }

  /** Asks the resolver for a client; `answered` is called once, never before this returns, and within some ten seconds. */
  ask(transport: HandedTransport, address: Address, query: Uint8Array, answered: Answered): void {
    const ends = this.#ends, octets = query.length, group = groupOf(address);
    if (ends.length === 0 || !this.#hasRoom(octets, group)) {
      return void setImmediate(answered, undefined);
    }
    const id = this.#last = (this.#last + 1) >>> 0;
    if (!this.#planned) {
      this.#planned = true;
      this.#turn = this.#now();
      setImmediate(this.#post);
    }
    this.#waiting.set(id, { answered, since: this.#turn, octets, group });
    this.#octets += octets;
    this.#waitingOf[group]++;
    this.#octetsOf[group] += octets;
    const end = ends[workerOf(query, 0, octets, ends.length)];
    end.queries.push(id, transport, address, query);
  }

  /** Leaves everybody who waits without a response, and the channels closed. */
  close(): void {
    clearInterval(this.#timer);
    this.take([]);
  }

  #hasRoom(octets: number, group: number): boolean {
    return this.#waiting.size < MOST && this.#octets + octets <= MOST_OCTETS &&
      this.#waitingOf[group] < MOST_OF_ONE && this.#octetsOf[group] + octets <= MOST_OCTETS_OF_ONE;
  }

  readonly #post = (): void => {
    this.#planned = false;
    for (const { port, queries } of this.#ends) {
      const message = queries.take();
      if (message !== undefined) port.postMessage(message);
    }
  };

  #received(message: Uint8Array<ArrayBuffer>): void {
    readResponses(message, (id, start, end) => {
      const waiting = this.#taken(id);
      waiting?.answered(start === end ? undefined : message.subarray(start, end));
    });
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    this.#octets -= waiting.octets;
    this.#waitingOf[waiting.group]--;
    this.#octetsOf[waiting.group] -= waiting.octets;
    return waiting;
  }

  #sweep(): void {
    const before = this.#now() - PATIENCE;
    // Those that wait longest come first.
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
