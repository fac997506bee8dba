/** A connection without a network: what is written to it is gathered, and a test says what is received. */
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { framesOf, joined } from "./http2.ts";

/** One end. */
export class FakeSocket extends EventEmitter {
  readonly #written: Uint8Array[] = [];
  /** What was put back. */
  readonly unread: Uint8Array[] = [];
  destroyed = false;
  /** Whether nothing more is to be sent. */
  ended = false;
  paused = false;
  writableLength = 0;
  bytesWritten = 0;

  /** As the code under test takes it. */
  get socket(): Socket {
    return this as unknown as Socket;
  }

  /** Bytes come from the other side; resolves when what they cause is written. */
  async receive(...bytes: readonly Uint8Array[]): Promise<void> {
    for (const each of bytes) this.emit("data", each);
    await new Promise((later) => setTimeout(later, 0));
  }

  /** The frames that were written since it was asked last. */
  frames(): ReturnType<typeof framesOf> {
    return framesOf(joined(...this.#written.splice(0)));
  }

  write(bytes: Uint8Array): boolean {
    this.#written.push(bytes.slice());
    this.bytesWritten += bytes.length;
    return true;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("close");
  }

  end(): void {
    this.ended = true;
  }

  destroySoon(): void {
    this.destroy();
  }

  unshift(bytes: Uint8Array): void {
    this.unread.push(bytes);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}
