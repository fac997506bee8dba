/**
 * Kernel programs that choose one of the sockets that share a port. Datagrams are steered by
 * question name, so that one worker has all state of a question (cache, single flight, failures)
 * without shared memory. Connections are steered by client address, so that limits of a client are
 * counted in one place. Classic BPF: linear, verified by the kernel when attached, needs no
 * privilege.
 */
import {
  checkResult,
  encodeFilterProgram,
  FILTER_HEAD,
  type FilterInstruction,
  libc,
  SO_ATTACH_REUSEPORT_CBPF,
  SOL_SOCKET,
} from "./libc.ts";
import { BYTES_BEFORE, HASHED_WORDS, LOWER_CASE, NAME_OFFSET, SPREAD } from "../threads/shard.ts";

/**
 * Classic BPF codes of <linux/filter.h>: A is the accumulator, X the index register, K the constant
 * of the instruction.
 */
const LOAD_WORD_AT_K = 0x20;
const LOAD_X_K = 0x01;
const IF_ANY_BIT_OF_K = 0x45;
const GO_K = 0x05;
const RETURN_A = 0x16;
const A_AND_K = 0x54;
const A_OR_K = 0x44;
const A_PLUS_X = 0x0c;
const A_XOR_X = 0xac;
const A_TIMES_K = 0x24;
const A_SHIFT_RIGHT_K = 0x74;
const A_MODULO_K = 0x94;
const X_IS_A = 0x07;

/** Masks of the bytes of a word, the first byte of the message on top. */
const BYTES = [0xff000000, 0x00ff0000, 0x0000ff00, 0x000000ff];
/**
 * Base of loads from the IP header (SKF_NET_OFF), and the offsets of the words of the source
 * address.
 */
const PACKET = 0xfff00000;
const SOURCE4 = [12];
const SOURCE6 = [8, 12, 16, 20];

/** A program with forward jumps. */
class Program {
  readonly #lines: { -readonly [Field in keyof FilterInstruction]: FilterInstruction[Field] }[] =
    [];
  readonly #jumps: { line: number; label: number }[] = [];
  readonly #labels: number[] = [];

  add(code: number, k = 0): void {
    this.#lines.push({ code, whenTrue: 0, whenFalse: 0, k });
  }

  /** Jumps forward to a label if A has no bit of `mask`. */
  unless(mask: number, label: number): void {
    this.#jumps.push({ line: this.#lines.length, label });
    this.add(IF_ANY_BIT_OF_K, mask);
  }

  /** Jumps forward to a label. */
  go(label: number): void {
    this.#jumps.push({ line: this.#lines.length, label });
    this.add(GO_K);
  }

  label(label: number): void {
    this.#labels[label] = this.#lines.length;
  }

  /** hash = (hash + A) * SPREAD, in A and X. */
  mix(): void {
    this.add(A_PLUS_X);
    this.add(A_TIMES_K, SPREAD);
    this.add(X_IS_A);
  }

  /**
   * Ends with a worker number from the hash in A and X. Folding makes its upper half depend on
   * every byte.
   */
  choose(workers: number): void {
    this.add(A_SHIFT_RIGHT_K, 16);
    this.add(A_XOR_X);
    this.add(A_TIMES_K, SPREAD);
    this.add(A_SHIFT_RIGHT_K, 16);
    this.add(A_MODULO_K, workers);
    this.add(RETURN_A);
  }

  /** The program for setsockopt. */
  finish(): Uint8Array<ArrayBuffer> {
    for (const { line, label } of this.#jumps) {
      const over = this.#labels[label] - line - 1;
      const instruction = this.#lines[line];
      if (instruction.code === GO_K) instruction.k = over;
      else instruction.whenFalse = over;
    }
    return encodeFilterProgram(this.#lines);
  }
}

/**
 * The program for `workers` sockets. It returns the index of a socket in the order of binding. A
 * load past the end of a datagram returns 0, so that datagrams without a question go to the first
 * worker. Type, class and EDNS do not count: all state of a name is in one worker, and a client's
 * cookie changes nothing.
 */
export function createSteeringProgram(workers: number): Uint8Array<ArrayBuffer> {
  const program = new Program();
  const END = BYTES.length;
  // X is the hash.
  program.add(LOAD_X_K, 0);
  for (let word = 0; word < HASHED_WORDS; word++) {
    // A word of the name. A zero byte is the root label: the name ends there, and what follows is
    // excluded.
    program.add(LOAD_WORD_AT_K, NAME_OFFSET + word * 4);
    BYTES.forEach((byte, i) => program.unless(byte, i));
    program.add(A_OR_K, LOWER_CASE);
    program.mix();
  }
  // The word in which the name ends: only the bytes before the zero byte count. Longer names arrive
  // here with an empty word.
  BYTES_BEFORE.forEach((bytes, i) => {
    program.label(i);
    program.add(A_AND_K, bytes);
    program.go(END);
  });
  program.label(END);
  program.add(A_OR_K, LOWER_CASE);
  program.mix();
  program.choose(workers);
  return program.finish();
}

/** The same for connections, by the source address in the IP header. */
function clientProgram(workers: number, words: readonly number[]): Uint8Array<ArrayBuffer> {
  const program = new Program();
  program.add(LOAD_X_K, 0);
  for (const word of words) {
    program.add(LOAD_WORD_AT_K, PACKET + word);
    program.mix();
  }
  program.choose(workers);
  return program.finish();
}

/**
 * Makes the kernel assign each name to one of the UDP sockets that share the address and port of
 * `fd`, in the order of binding. Lasts until the last socket of the group is closed. Throws a
 * SystemError when the kernel (Linux before 4.5) or a sandbox refuses it; the kernel then spreads
 * by the client's address and port.
 */
export function steerByName(fd: number, sockets: number): void {
  attach(fd, createSteeringProgram(sockets), "give each name to one worker");
}

/**
 * Makes the kernel assign all connections of a client to one of the TCP sockets that share the
 * address and port of `fd`, which is either IPv4 or IPv6. Throws a SystemError like `steerByName`.
 */
export function steerByClient(fd: number, sockets: number, family: 4 | 6): void {
  attach(
    fd,
    clientProgram(sockets, family === 4 ? SOURCE4 : SOURCE6),
    "give each client's connections to one worker",
  );
}

function attach(fd: number, program: Uint8Array<ArrayBuffer>, what: string): void {
  checkResult(
    libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, program, FILTER_HEAD),
    what,
  );
}
