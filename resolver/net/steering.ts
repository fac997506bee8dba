/**
 * Programs in the kernel that choose which of the sockets that share a port gets what comes. A datagram goes by the name that is
 * asked: what a worker knows of a question (cache, single flight, failures) is then all that the box knows of it, without shared
 * memory. A connection goes by the address of its client, whose limits are then counted in one place. Classic BPF:
 * linear, checked by the kernel when attached, needs no privilege.
 */
import {
  check,
  FILTER_HEAD,
  type FilterInstruction,
  filterProgram,
  libc,
  SO_ATTACH_REUSEPORT_CBPF,
  SOL_SOCKET,
} from "./libc.ts";
import { BEFORE, LOWER_CASE, NAME, SPREAD, WORDS } from "../threads/worker_of.ts";

/** Classic BPF codes of <linux/filter.h>: A is the accumulator, X the index register, K the constant of the instruction. */
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

/** Masks of the bytes of a word, the first of the message on top. */
const BYTES = [0xff000000, 0x00ff0000, 0x0000ff00, 0x000000ff];
/** Loads from here on are of the head of the IP packet (SKF_NET_OFF); where the source address stands in it, in words. */
const PACKET = 0xfff00000;
const SOURCE4 = [12];
const SOURCE6 = [8, 12, 16, 20];

/** Instructions with places to go to that come later. */
class Program {
  readonly #lines: { -readonly [Field in keyof FilterInstruction]: FilterInstruction[Field] }[] =
    [];
  readonly #jumps: { line: number; label: number }[] = [];
  readonly #labels: number[] = [];

  add(code: number, k = 0): void {
    this.#lines.push({ code, whenTrue: 0, whenNot: 0, k });
  }

  /** Goes to a label that comes later, when A has no bit of `mask`. */
  unless(mask: number, label: number): void {
    this.#jumps.push({ line: this.#lines.length, label });
    this.add(IF_ANY_BIT_OF_K, mask);
  }

  /** Goes to a label that comes later. */
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

  /** Ends with a worker by the hash in A and X, whose upper half depends on every byte once it was folded onto the lower. */
  choose(workers: number): void {
    this.add(A_SHIFT_RIGHT_K, 16);
    this.add(A_XOR_X);
    this.add(A_TIMES_K, SPREAD);
    this.add(A_SHIFT_RIGHT_K, 16);
    this.add(A_MODULO_K, workers);
    this.add(RETURN_A);
  }

  /** The program as setsockopt takes it. */
  finish(): Uint8Array<ArrayBuffer> {
    for (const { line, label } of this.#jumps) {
      const over = this.#labels[label] - line - 1;
      const instruction = this.#lines[line];
      instruction[instruction.code === GO_K ? "k" : "whenNot"] = over;
    }
    return filterProgram(this.#lines);
  }
}

/**
 * The program for `workers` sockets, as setsockopt takes it. It returns the
 * index of a socket in the order of their binding. A load past the end of the datagram ends it with 0, so that what is too short
 * to hold a question goes to the first worker. Type, class and EDNS take no part: all about a name is in one place, and a client's
 * cookie changes nothing.
 */
export function steeringProgram(workers: number): Uint8Array<ArrayBuffer> {
  const program = new Program();
  const END = BYTES.length;
  // X is the hash.
  program.add(LOAD_X_K, 0);
  for (let word = 0; word < WORDS; word++) {
    // A word of the name. An byte of zero is the root label: the name ends there, and what follows it is left out.
    program.add(LOAD_WORD_AT_K, NAME + word * 4);
    BYTES.forEach((byte, i) => program.unless(byte, i));
    program.add(A_OR_K, LOWER_CASE);
    program.mix();
  }
  // The word in which the name ends: what stands before the byte of zero. A longer name comes here with nothing of its next word.
  BEFORE.forEach((bytes, i) => {
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

/** The same for connections, by the source address in the head of the IP packet. */
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
 * Lets the kernel give each name to one of the UDP sockets that share the address and port of `fd`, by the order in which they were
 * bound. It holds for the group until its last socket is closed, whichever thread reads from them. Throws a SystemError where the
 * kernel (Linux before 4.5) or a sandbox refuses it; the kernel then spreads by the client's address and port.
 */
export function steerByName(fd: number, sockets: number): void {
  attach(fd, steeringProgram(sockets), "give each name to one worker");
}

/**
 * Lets the kernel give all connections of a client to one of the TCP sockets that share the address and port of `fd`, which is of
 * IPv4 or IPv6 alone. Throws a SystemError as `steerByName` does.
 */
export function steerByClient(fd: number, sockets: number, family: 4 | 6): void {
  attach(
    fd,
    clientProgram(sockets, family === 4 ? SOURCE4 : SOURCE6),
    "give each client's connections to one worker",
  );
}

function attach(fd: number, program: Uint8Array<ArrayBuffer>, what: string): void {
  check(libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, program, FILTER_HEAD), what);
}
