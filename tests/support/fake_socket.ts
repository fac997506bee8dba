/**
 * A connection without a network: it collects what is written, and the test supplies what is
 * received.
 */
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { framesOf, joined } from "./http2.ts";

/** One end of the connection. */
export class FakeSocket extends EventEmitter {
  readonly #written: Uint8Array[] = [];
  /** Bytes pushed back by the code under test. */
  readonly unread: Uint8Array[] = [];
  destroyed = false;
  /** Whether the sending side has ended. */
  ended = false;
  paused = false;
  writableLength = 0;
  bytesWritten = 0;

  /** The socket as the code under test uses it. */
  get socket(): Socket {
    return this as unknown as Socket;
  }

  /** Delivers bytes from the other side; resolves when the resulting output is written. */
  async receive(...bytes: readonly Uint8Array[]): Promise<void> {
    for (const each of bytes) this.emit("data", each);
    await new Promise((later) => setTimeout(later, 0));
  }

  /** The frames written since the last call. */
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
