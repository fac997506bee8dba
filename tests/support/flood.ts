/** Malicious clients: garbage, half connections, many of them, from many loopback addresses. */
import { parseAddress } from "../../policy/model/address.ts";
import { libc } from "../../resolver/net/libc.ts";
import { encodeSocketAddress } from "../../resolver/net/sockets.ts";
import { wireQuery } from "./query.ts";
import { askOnce } from "./box_process.ts";

const AF_INET = 2;
const SOCK_STREAM = 1;
const SOCK_CLOEXEC = 0o2000000;
const SOCK_NONBLOCK = 0o4000;
const MSG_NOSIGNAL = 0x4000;
const MSG_DONTWAIT = 0x40;

/** The wire form of a plain A query. */
export function queryFor(name: string, id = 4711): Uint8Array<ArrayBuffer> {
  const options = {
    from: "",
    over: "udp",
    class: "IN",
    flags: new Set<string>(),
    size: 1232,
    opcode: 0,
  } as const;
  return new Uint8Array(wireQuery({ id, name, type: "A", options }));
}

/** A query after its two-byte length. */
export function framed(query: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array([query.length >> 8, query.length & 255, ...query]);
}

/**
 * Connects over TCP from an address of 127/8. Returns the descriptor, or -1; close it with
 * `closeDescriptor`.
 */
export function connectFrom(source: string, port: number): number {
  const { fd, connected } = connecting(source, port, 0);
  if (connected) return fd;
  if (fd >= 0) libc.close(fd);
  return -1;
}

/**
 * Starts such a connection without waiting for the other side to accept it, which may take a
 * minute.
 */
export function startConnecting(source: string, port: number): number {
  return connecting(source, port, SOCK_NONBLOCK).fd;
}

function connecting(
  source: string,
  port: number,
  flags: number,
): { readonly fd: number; readonly connected: boolean } {
  const fd = libc.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  if (fd < 0) return { fd, connected: false };
  const from = encodeSocketAddress(parseAddress(source)!, 0);
  const to = encodeSocketAddress(parseAddress("127.0.0.1")!, port);
  return {
    fd,
    connected: libc.bind(fd, from, from.length) === 0 && libc.connect(fd, to, to.length) === 0,
  };
}

/**
 * Sends bytes on a descriptor of `connectFrom`; returns whether the other side still accepted them.
 */
export function sendBytes(fd: number, bytes: Uint8Array<ArrayBuffer>): boolean {
  return Number(libc.send(fd, bytes, BigInt(bytes.length), MSG_NOSIGNAL | MSG_DONTWAIT)) ===
    bytes.length;
}

/** Closes a descriptor of `connectFrom`. */
export function closeDescriptor(fd: number): void {
  libc.close(fd);
}

/**
 * Packets from a seed: random bytes, queries with changed, cut or added bytes, compression loops,
 * endless names.
 */
export function* garbage(count: number, seed = 7): Generator<Uint8Array<ArrayBuffer>> {
  let state = seed;
  const roll = (
    below: number,
  ) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return (state >>> 8) % below;
  };
  const random = (length: number) => Uint8Array.from({ length }, () => roll(256));
  for (let i = 0; i < count; i++) {
    const query = queryFor(`name${i % 50}.example`, i & 0xffff);
    switch (i % 6) {
      case 0:
        yield random(roll(600));
        break;
      case 1:
        for (let flips = roll(6); flips >= 0; flips--) {
          query[2 + roll(query.length - 2)] = roll(256);
        }
        yield query;
        break;
      case 2:
        yield query.slice(0, roll(query.length));
        break;
      case 3:
        yield new Uint8Array([...query.subarray(0, 12), 0xc0, 12, 0, 1, 0, 1, ...random(roll(40))]);
        break;
      case 4:
        yield new Uint8Array([
          ...query.subarray(0, 12),
          ...new Array(roll(10)).fill([63, ...random(63)]).flat(),
          0,
          0,
          1,
          0,
          1,
        ]);
        break;
      default:
        yield new Uint8Array([...query, ...random(roll(1200))]);
    }
  }
}

/**
 * Sorted delays of `count` sequential queries in milliseconds; a lost one counts as the whole
 * timeout.
 */
export async function delays(
  port: number,
  count: number,
  name: (i: number) => string,
  between = 0,
): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await askOnce(port, name(i), 2000);
    found.push(performance.now() - began);
    if (between > 0) await new Promise((resolve) => setTimeout(resolve, between));
  }
  return found.sort((a, b) => a - b);
}

/** The value that a share of the sorted values does not exceed (a quantile). */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
