/** Test doubles for tests of listeners. */
import assert from "node:assert/strict";
import { AccessControl } from "../../resolver/listeners/access_control.ts";
import type { Receiver, Reply } from "../../resolver/listeners/reply.ts";
import { libc } from "../../resolver/net/libc.ts";
import { EpollPoller } from "../../resolver/net/poller.ts";

/** No rate limit. */
export const RATE = { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 };

/** Whole monotonic seconds. */
export const wallSeconds = (): number => Math.floor(performance.now() / 1000);

/** Sends each query back with QR set; answers whose first name byte is 0xff come 50 ms later. */
export class Echo implements Receiver {
  receive(bytes: Uint8Array, start: number, end: number, _source: unknown, reply: Reply): void {
    const query = bytes.slice(start, end);
    const answer = (to: Reply) => {
      const at = to.open();
      to.buffer.set(query, at);
      to.buffer[at + 2] |= 0x80;
      to.commit(query.length);
    };
    if (query[12] === 0xff) {
      const later = reply.detach();
      setTimeout(() => answer(later), 50);
    } else answer(reply);
  }
}

/** A running poller, and the permitted clients: private networks. */
export function setUp(poller = new EpollPoller()) {
  const dropped: string[] = [];
  const seconds = wallSeconds;
  const access = new AccessControl({ countDrop: (cause) => void dropped.push(cause) }, seconds);
  access.configure(["private"], [], RATE, []);
  const running = poller.run(() => 0, (fault) => assert.fail(String(fault)));
  return {
    poller,
    access,
    dropped,
    seconds,
    stop: () => {
      poller.stop();
      return running;
    },
  };
}

/** A minimal query whose id and name begin with a byte. */
export function query(first: number, length = 30): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes[0] = first;
  bytes[12] = first;
  return bytes;
}

/** The port to which a socket is bound. */
export function portOf(fd: number): number {
  const name = new Uint8Array(28);
  const length = new Uint8Array([28, 0, 0, 0]);
  libc.getsockname(fd, name, length);
  return name[2] << 8 | name[3];
}
