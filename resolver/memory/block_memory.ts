/**
 * Recently blocked names, for whom and why (A 7.6.8), for the block page and its certificates. The
 * threads that block and those that show the page share one memory, which is never written to disk.
 */
import type { Address } from "../../policy/model/address.ts";
import { LIMITS } from "../../policy/limits.ts";
import { MAX_NAME_BYTES, nameFromText, type WireName } from "../../policy/model/name.ts";
import { type Reason, REASONS } from "../../policy/reasons.ts";
import { SharedRings } from "./rings.ts";
import { SharedLock } from "./shared_lock.ts";

/**
 * The client of a blocked name: the number of a device; 0 = unknown device, identified by its
 * address.
 */
export interface BlockedClient {
  readonly device: number;
  readonly address: Address;
}

/** A decision about a name. */
export interface BlockDecision {
  readonly reason: Reason;
  /** Identifier of the deciding list, -1 = none. */
  readonly list: number;
  /** The origin as in the journal; cut to 128 bytes. */
  readonly origin: string;
}

/** A decision and its time. */
export interface RememberedBlock extends BlockDecision {
  /** Unix milliseconds. */
  readonly at: number;
}

const SLOTS = LIMITS.blockPage.memoryNames;
/**
 * Maximum number of names per device, so that one device cannot displace the names of the others.
 */
const SHARE = LIMITS.blockPage.memoryNamesOfDevice;
const CLIENTS = 1024;
/** Milliseconds for which a name is remembered, and for which it cannot be evicted. */
const KEPT = LIMITS.blockPage.memoryKept * 1000;
const NEVER_OUT_BEFORE = LIMITS.blockPage.memoryLeastAge * 1000;
/**
 * Maximum difference of the threads' clocks in milliseconds. A larger one means that the clock was
 * set back, and the memory is cleared.
 */
const SET_BACK = 60_000;
const BUCKETS = 8192;
const ADDRESS_ROOM = 16;
const ORIGIN_ROOM = 128;
/** Words and bytes of an entry beside its name and its origin. */
const DEVICE = 0;
const LIST = 1;
const NAME_HASH = 2;
const HASH = 3;
const CLIENT = 4;
const WORDS = 5;
const REASON = 0;
const NAME_LENGTH = 1;
const ORIGIN_LENGTH = 2;
const ADDRESS_LENGTH = 3;
const ADDRESS = 4;
const NAME = ADDRESS + ADDRESS_ROOM;
const ORIGIN = NAME + MAX_NAME_BYTES;
const BYTES = ORIGIN + ORIGIN_ROOM;

const NAMES: readonly Reason[] = [...new Set(REASONS.map(({ reason }) => reason))];
const NUMBERS: ReadonlyMap<Reason, number> = new Map(NAMES.map((reason, i) => [reason, i]));
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Offsets of the parts of the memory, in bytes. */
const LATEST_AT = 16;
const TIMES_AT = LATEST_AT + 8;
const BY_NAME_AT = TIMES_AT + SLOTS * 16;
const BY_WHOM_AT = BY_NAME_AT + SharedRings.bytes(SLOTS, BUCKETS);
const BY_USE_AT = BY_WHOM_AT + SharedRings.bytes(SLOTS, BUCKETS);
const BY_CLIENT_AT = BY_USE_AT + SharedRings.bytes(SLOTS, 1);
const COUNTS_AT = BY_CLIENT_AT + SharedRings.bytes(SLOTS, CLIENTS);
const WORDS_AT = COUNTS_AT + CLIENTS * 4;
const BYTES_AT = WORDS_AT + SLOTS * WORDS * 4;

/** One thread's view of the memory. */
export class BlockMemory {
  readonly #lock: SharedLock;
  readonly #now: () => number;
  /** Number of slots that were ever used. */
  readonly #used: Int32Array;
  /** The latest time of any thread. */
  readonly #latest: Float64Array;
  /**
   * For each slot the times of its decision and of its last decision or display, in Unix
   * milliseconds.
   */
  readonly #times: Float64Array;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #byName: SharedRings;
  readonly #byWhom: SharedRings;
  /** One ring of all entries, most recently used first. */
  readonly #byUse: SharedRings;
  /** The same for each client hash, and the number of entries of each. */
  readonly #byClient: SharedRings;
  readonly #counts: Int32Array;

  /** Creates memory without names: 4 MB, paged in as it fills. */
  static createMemory(): SharedArrayBuffer {
    return new SharedArrayBuffer(BYTES_AT + SLOTS * BYTES);
  }

  /** A view of a memory from `memory()`. `now` returns Unix milliseconds. */
  constructor(memory: SharedArrayBuffer, now: () => number) {
    this.#lock = new SharedLock(memory, () => this.#clear());
    this.#now = now;
    this.#used = new Int32Array(memory, SharedLock.bytes, 1);
    this.#latest = new Float64Array(memory, LATEST_AT, 1);
    this.#times = new Float64Array(memory, TIMES_AT, SLOTS * 2);
    this.#words = new Int32Array(memory, WORDS_AT, SLOTS * WORDS);
    this.#bytes = new Uint8Array(memory, BYTES_AT, SLOTS * BYTES);
    this.#byName = new SharedRings(memory, BY_NAME_AT, SLOTS, BUCKETS);
    this.#byWhom = new SharedRings(memory, BY_WHOM_AT, SLOTS, BUCKETS);
    this.#byUse = new SharedRings(memory, BY_USE_AT, SLOTS, 1);
    this.#byClient = new SharedRings(memory, BY_CLIENT_AT, SLOTS, CLIENTS);
    this.#counts = new Int32Array(memory, COUNTS_AT, CLIENTS);
  }

  /**
   * Remembers that a name (lower-case wire format) was blocked now. Returns false when the memory,
   * or the share of the client, is full of recent entries.
   */
  add(name: WireName, client: BlockedClient, what: BlockDecision): boolean {
    const now = this.#now();
    const nameHash = hashOf(name);
    const hash = whomHash(nameHash, client);
    return this.#locked(now, false, () => {
      let slot = this.#find(name, hash, client);
      if (slot < 0) {
        slot = this.#take(clientOf(client), now);
        if (slot < 0) return false;
        this.#write(slot, name, [nameHash, hash], client);
      }
      this.#decide(slot, what);
      this.#times[slot * 2] = now;
      this.#touch(slot, now);
      return true;
    });
  }

  /** Whether a name (text) was blocked or shown for any client in the last ten minutes. */
  has(name: string): boolean {
    return this.#ofName(name, () => true);
  }

  /**
   * The decision about a name (text) for a client in the last ten minutes; also one made for its
   * address before its device was known.
   */
  find(name: string, { device, address }: BlockedClient): RememberedBlock | undefined {
    const wire = nameFromText(name);
    const now = this.#now();
    if (wire === undefined) return undefined;
    const nameHash = hashOf(wire);
    return this.#locked<RememberedBlock | undefined>(now, undefined, () => {
      for (
        const client of device > 0
          ? [{ device, address }, { device: 0, address }]
          : [{ device, address }]
      ) {
        const slot = this.#find(wire, whomHash(nameHash, client), client);
        if (slot >= 0 && this.#isKept(slot, now)) return this.#read(slot);
      }
      return undefined;
    });
  }

  /**
   * Remembers a name (text) for ten more minutes for all its clients, because its page was shown.
   */
  renew(name: string): void {
    this.#ofName(name, (slot, now) => {
      this.#touch(slot, now);
      return false;
    });
  }

  /** Number of remembered entries; a name counts once per client. */
  get size(): number {
    const now = this.#now();
    let count = 0;
    this.#locked(
      now,
      -1,
      () =>
        this.#byUse.first(SLOTS, (slot) => {
          count += this.#isKept(slot, now) ? 1 : 0;
          return false;
        }),
    );
    return count;
  }

  /**
   * Calls `each` for the current entries of a name until it returns true. Returns whether it did.
   */
  #ofName(name: string, each: (slot: number, now: number) => boolean): boolean {
    const wire = nameFromText(name);
    const now = this.#now();
    if (wire === undefined) return false;
    const hash = hashOf(wire);
    const words = this.#words;
    const isIt = (slot: number) =>
      words[slot * WORDS + NAME_HASH] === hash && this.#isNamed(slot, wire) &&
      this.#isKept(slot, now) &&
      each(slot, now);
    return this.#locked(now, -1, () => this.#byName.first(anchorOf(hash), isIt)) >= 0;
  }

  #locked<Result>(now: number, busy: Result, work: () => Result): Result {
    if (!this.#lock.acquire()) return busy;
    try {
      // The clock was set back. Entries of the future would become current again later.
      if (now < this.#latest[0] - SET_BACK) this.#clear();
      this.#latest[0] = now;
      return work();
    } finally {
      this.#lock.release();
    }
  }

  /** The slot of a name for a client, -1 = none. */
  #find(name: WireName, hash: number, client: BlockedClient): number {
    const words = this.#words;
    return this.#byWhom.first(
      anchorOf(hash),
      (slot) =>
        words[slot * WORDS + HASH] === hash && this.#isNamed(slot, name) &&
        this.#isFor(slot, client),
    );
  }

  /**
   * A slot for a new entry of a client: an unused one, or the least recently used (the client's own
   * if its share is used up) unless that is recent; -1 = none.
   */
  #take(client: number, now: number): number {
    const hasShare = this.#counts[client] >= SHARE;
    if (!hasShare && this.#used[0] < SLOTS) return this.#used[0]++;
    const slot = hasShare ? this.#byClient.last(SLOTS + client) : this.#byUse.last(SLOTS);
    if (slot >= SLOTS || this.#age(slot, now) < NEVER_OUT_BEFORE) return -1;
    this.#counts[this.#words[slot * WORDS + CLIENT]]--;
    return slot;
  }

  #write(
    slot: number,
    name: WireName,
    hashes: readonly [name: number, whom: number],
    client: BlockedClient,
  ): void {
    const words = this.#words;
    const bytes = this.#bytes;
    const at = slot * BYTES;
    words[slot * WORDS + DEVICE] = client.device;
    words[slot * WORDS + NAME_HASH] = hashes[0];
    words[slot * WORDS + HASH] = hashes[1];
    this.#counts[words[slot * WORDS + CLIENT] = clientOf(client)]++;
    bytes[at + ADDRESS_LENGTH] = client.address.length;
    bytes.set(client.address, at + ADDRESS);
    bytes[at + NAME_LENGTH] = name.length;
    bytes.set(name, at + NAME);
    this.#byName.remove(slot);
    this.#byWhom.remove(slot);
    this.#byName.add(slot, anchorOf(hashes[0]));
    this.#byWhom.add(slot, anchorOf(hashes[1]));
  }

  #decide(slot: number, { reason, list, origin }: BlockDecision): void {
    const bytes = this.#bytes;
    const at = slot * BYTES;
    this.#words[slot * WORDS + LIST] = list;
    bytes[at + REASON] = NUMBERS.get(reason)!;
    // The runtime cannot encode into shared memory, so the text is copied.
    const text = encoder.encode(origin).subarray(0, ORIGIN_ROOM);
    bytes[at + ORIGIN_LENGTH] = text.length;
    bytes.set(text, at + ORIGIN);
  }

  #read(slot: number): RememberedBlock {
    const bytes = this.#bytes;
    const at = slot * BYTES;
    const origin = at + ORIGIN;
    return {
      reason: NAMES[bytes[at + REASON]],
      list: this.#words[slot * WORDS + LIST],
      origin: decoder.decode(bytes.slice(origin, origin + bytes[at + ORIGIN_LENGTH])),
      at: this.#times[slot * 2],
    };
  }

  #touch(slot: number, now: number): void {
    this.#times[slot * 2 + 1] = now;
    this.#byUse.remove(slot);
    this.#byUse.add(slot, SLOTS);
    this.#byClient.remove(slot);
    this.#byClient.add(slot, this.#byClient.anchor(this.#words[slot * WORDS + CLIENT]));
  }

  #isKept(slot: number, now: number): boolean {
    return this.#age(slot, now) < KEPT;
  }

  /** Milliseconds since the last decision or display. */
  #age(slot: number, now: number): number {
    return now - this.#times[slot * 2 + 1];
  }

  #isNamed(slot: number, name: WireName): boolean {
    const at = slot * BYTES;
    if (this.#bytes[at + NAME_LENGTH] !== name.length) return false;
    for (let i = 0; i < name.length; i++) if (this.#bytes[at + NAME + i] !== name[i]) return false;
    return true;
  }

  #isFor(slot: number, { device, address }: BlockedClient): boolean {
    const bytes = this.#bytes;
    const at = slot * BYTES;
    if (this.#words[slot * WORDS + DEVICE] !== device) return false;
    if (device > 0) return true;
    if (bytes[at + ADDRESS_LENGTH] !== address.length) return false;
    for (let i = 0; i < address.length; i++) {
      if (bytes[at + ADDRESS + i] !== address[i]) return false;
    }
    return true;
  }

  #clear(): void {
    for (const rings of [this.#byName, this.#byWhom, this.#byUse, this.#byClient]) rings.clear();
    this.#counts.fill(0);
    this.#used[0] = 0;
  }
}

function anchorOf(hash: number): number {
  return SLOTS + (hash & BUCKETS - 1);
}

function hashOf(bytes: Uint8Array, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return mixed(hash);
}

function whomHash(name: number, { device, address }: BlockedClient): number {
  return device > 0 ? mixed(name ^ Math.imul(device, 0x9e3779b1)) : hashOf(address, name);
}

/**
 * The share that the names of a client count for. An IPv6 /64 has one share, because one machine
 * may have all its addresses.
 */
function clientOf({ device, address }: BlockedClient): number {
  const whose = address.length === 16 ? address.subarray(0, 8) : address;
  return (device > 0 ? mixed(Math.imul(device, 0x9e3779b1)) : hashOf(whose)) & CLIENTS - 1;
}

function mixed(hash: number): number {
  hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return hash ^ hash >>> 13;
}
