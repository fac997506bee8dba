/**
 * Batches of datagrams for recvmmsg and sendmmsg. The arrays of struct mmsghdr are prepared once,
 * so that a packet allocates nothing.
 *
 * Offsets in a header of 64 bytes: name 0, namelen 8, iov 16, iovlen 24, control 32, controllen 40,
 * flags 48, len 56.
 */
import { addressOf, libc, MSG_DONTWAIT } from "./libc.ts";

const HEADER = 64;
const NAME = 28;
const CONTROL = 40;
const NAME_WORDS = NAME / 4;
const CONTROL_WORDS = CONTROL / 4;
/**
 * 32-bit words that identify the remote and the local address of a datagram: sockaddr, then the
 * control message.
 */
export const PEER_WORDS = NAME_WORDS + CONTROL_WORDS + 2;

/** A batch of `size` messages with `room` bytes each. */
export class DatagramBatch {
  readonly size: number;
  readonly room: number;
  /** All payloads, message i from i * room. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Sockaddr of message i from i * 28: family, port at +2, IPv4 at +4, IPv6 at +8. */
  readonly names: Uint8Array<ArrayBuffer>;
  readonly #nameWords: Uint32Array;
  readonly #control: Uint8Array<ArrayBuffer>;
  readonly #controlWords: Uint32Array;
  readonly #vectors: Uint32Array;
  readonly #headers: Uint32Array<ArrayBuffer>;
  readonly #headerBytes: Uint8Array<ArrayBuffer>;
  /** Number of messages that the kernel changed in the last call. */
  #used: number;

  constructor(size: number, room: number) {
    this.size = size;
    this.room = room;
    this.#used = size;
    this.data = new Uint8Array(size * room);
    this.names = new Uint8Array(size * NAME);
    this.#nameWords = new Uint32Array(this.names.buffer);
    this.#control = new Uint8Array(size * CONTROL);
    this.#controlWords = new Uint32Array(this.#control.buffer);
    const vectors = new Uint8Array(size * 16);
    const headers = new Uint8Array(size * HEADER);
    const vectorView = new DataView(vectors.buffer);
    const headerView = new DataView(headers.buffer);
    for (let i = 0; i < size; i++) {
      vectorView.setBigUint64(i * 16, addressOf(this.data) + BigInt(i * room), true);
      headerView.setBigUint64(i * HEADER, addressOf(this.names) + BigInt(i * NAME), true);
      headerView.setBigUint64(i * HEADER + 16, addressOf(vectors) + BigInt(i * 16), true);
      headerView.setBigUint64(i * HEADER + 24, 1n, true);
      headerView.setBigUint64(
        i * HEADER + 32,
        addressOf(this.#control) + BigInt(i * CONTROL),
        true,
      );
    }
    this.#vectors = new Uint32Array(vectors.buffer);
    this.#headers = new Uint32Array(headers.buffer);
    this.#headerBytes = headers;
  }

  /** Receives pending datagrams, at most `size`. Returns their number, or -1 with errno. */
  receive(fd: number): number {
    const headers = this.#headers;
    const vectors = this.#vectors;
    for (let i = 0, h = 0, v = 2; i < this.#used; i++, h += 16, v += 4) {
      headers[h + 2] = NAME;
      headers[h + 10] = CONTROL;
      vectors[v] = this.room;
    }
    const count = libc.recvmmsg(fd, this.#headerBytes, this.size, MSG_DONTWAIT, null);
    this.#used = count > 0 ? count : 0;
    return count;
  }

  /** Length of received message i in bytes. */
  length(i: number): number {
    return this.#headers[i * 16 + 14];
  }

  /** Whether message i was truncated because it exceeded the room. */
  wasCut(i: number): boolean {
    return (this.#headers[i * 16 + 12] & 0x20) !== 0;
  }

  /** UDP source port of message i. */
  port(i: number): number {
    return this.names[i * NAME + 2] << 8 | this.names[i * NAME + 3];
  }

  /** Sets the length in bytes of message i to send. */
  setLength(i: number, length: number): void {
    this.#vectors[i * 4 + 2] = length;
  }

  /** Length in bytes of message i to send. */
  lengthToSend(i: number): number {
    return this.#vectors[i * 4 + 2];
  }

  /** Copies the remote and local address of message i. */
  peer(i: number, into: Uint32Array): void {
    const name = into[PEER_WORDS - 2] = this.#headers[i * 16 + 2];
    const control = into[PEER_WORDS - 1] = this.#headers[i * 16 + 10];
    copyWords(this.#nameWords, i * NAME_WORDS, name, into, 0);
    copyWords(this.#controlWords, i * CONTROL_WORDS, control, into, NAME_WORDS);
  }

  /**
   * Addresses message i to a stored peer: to its remote address, from the local address that
   * received its query.
   */
  address(i: number, peer: Uint32Array): void {
    const name = this.#headers[i * 16 + 2] = peer[PEER_WORDS - 2];
    const control = this.#headers[i * 16 + 10] = peer[PEER_WORDS - 1];
    copyWords(peer, 0, name, this.#nameWords, i * NAME_WORDS);
    copyWords(peer, NAME_WORDS, control, this.#controlWords, i * CONTROL_WORDS);
    if (control > 0) this.#leaveByRoute(i * CONTROL);
  }

  /** Addresses message i to the sender of message j of another batch, like `address`. */
  answer(i: number, from: DatagramBatch, j: number): void {
    const name = this.#headers[i * 16 + 2] = from.#headers[j * 16 + 2];
    const control = this.#headers[i * 16 + 10] = from.#headers[j * 16 + 10];
    copyWords(from.#nameWords, j * NAME_WORDS, name, this.#nameWords, i * NAME_WORDS);
    copyWords(
      from.#controlWords,
      j * CONTROL_WORDS,
      control,
      this.#controlWords,
      i * CONTROL_WORDS,
    );
    if (control > 0) this.#leaveByRoute(i * CONTROL);
  }

  /**
   * Clears the interface index of the control message, so that routing chooses the interface,
   * unless the address is link-local.
   */
  #leaveByRoute(at: number): void {
    const control = this.#control;
    const level = control[at + 8];
    if (level === 0) this.#controlWords[(at + 16) / 4] = 0;
    else if (level === 41 && !(control[at + 16] === 0xfe && (control[at + 17] & 0xc0) === 0x80)) {
      this.#controlWords[(at + 32) / 4] = 0;
    }
  }

  /** Sends messages [from, to). Returns the number sent, or -1 with errno. */
  send(fd: number, from: number, to: number): number {
    const headers = from === 0 ? this.#headerBytes : this.#headerBytes.subarray(from * HEADER);
    return libc.sendmmsg(fd, headers, to - from, MSG_DONTWAIT);
  }
}

/** Copies whole words until at least `bytes` bytes are copied. */
function copyWords(
  from: Uint32Array,
  start: number,
  bytes: number,
  into: Uint32Array,
  at: number,
): void {
  for (let w = 0; w * 4 < bytes; w++) into[at + w] = from[start + w];
}
