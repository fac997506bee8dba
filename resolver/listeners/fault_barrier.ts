/** Confines an exception to its query: the query gets SERVFAIL, and the fault is reported. */
import { RCODE } from "../wire/codes.ts";
import type { QuerySource, Receiver, Reply } from "./reply.ts";

const HEADER = 12;
const OPCODE_RD = 0x79;

/** A receiver that never throws. `tell` is called with every fault. */
export class FaultBarrier implements Receiver {
  readonly #receiver: Receiver;
  readonly #tell: (fault: unknown) => void;

  constructor(receiver: Receiver, tell: (fault: unknown) => void) {
    this.#receiver = receiver;
    this.#tell = tell;
  }

  receive(bytes: Uint8Array, start: number, end: number, source: QuerySource, reply: Reply): void {
    try {
      this.#receiver.receive(bytes, start, end, source, reply);
    } catch (fault) {
      this.#tell(fault);
      const at = reply.open();
      const header = reply.buffer.subarray(at, at + HEADER).fill(0);
      header.set(bytes.subarray(start, start + 2));
      header[2] = 0x80 | bytes[start + 2] & OPCODE_RD;
      header[3] = 0x80 | RCODE.SERVFAIL;
      reply.commit(HEADER);
    }
  }
}

/**
 * Wraps a timer callback so that it never throws, which would end the thread. `tell` is called with
 * every fault.
 */
export function catchFaults(run: () => void, tell: (fault: unknown) => void): () => void {
  return () => {
    try {
      run();
    } catch (fault) {
      tell(fault);
    }
  };
}

/** Reports at most one fault per second, because a flood may cause a fault for every packet. */
export function throttleFaults(
  tell: (fault: unknown) => void,
  seconds: () => number,
): (fault: unknown) => void {
  let last = -1;
  return (fault) => {
    if (seconds() === last) return;
    last = seconds();
    tell(fault);
  };
}
