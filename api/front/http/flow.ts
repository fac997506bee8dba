/**
 * Bodies between two threads with back-pressure: the sender may be one window ahead of the reader.
 */
import type { BodyPart } from "../protocol.ts";
import { concatBytes } from "../../system/bytes.ts";

/** Bytes of each body that may be in transit or unread. */
export const WINDOW = 64 * 1024;

/**
 * Collects the parts of one turn of the event loop into one message, because a message costs more
 * than its content.
 */
export class Batch<T> {
  #parts: T[] = [];
  readonly #post: (parts: readonly T[]) => void;
  readonly #later: (run: () => void) => void;

  /** `later` runs a function after the current turn, such as setImmediate. */
  constructor(post: (parts: readonly T[]) => void, later: (run: () => void) => void) {
    this.#post = post;
    this.#later = later;
  }

  /** Adds a part to the next message. */
  push(part: T): void {
    if (this.#parts.push(part) === 1) this.#later(() => this.flush());
  }

  /** Posts the collected parts. */
  flush(): void {
    const parts = this.#parts;
    this.#parts = [];
    if (parts.length > 0) this.#post(parts);
  }
}

/** The sending end of a body. */
export class Outflow {
  readonly #id: number;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #send: (part: BodyPart) => void;
  #credit = WINDOW;
  #stopped = false;
  /** Why the source failed; undefined while it has not. */
  failure: unknown = undefined;
  #granted: (() => void) | undefined = undefined;

  constructor(id: number, stream: ReadableStream<Uint8Array>, send: (part: BodyPart) => void) {
    this.#id = id;
    this.#reader = stream.getReader();
    this.#send = send;
  }

  /**
   * Sends the body until its end, or until the source fails or exceeds `most` bytes. Never rejects.
   */
  async run(most: number = Infinity): Promise<"ended" | "stopped" | "broken"> {
    const id = this.#id;
    let sent = 0;
    try {
      for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
        sent += part.value.length;
        if (sent > most) throw new RangeError(`The body has more than ${most} bytes`);
        await this.#sendBytes(part.value);
        if (this.#stopped) return "stopped";
      }
      if (this.#stopped) return "stopped";
      this.#send({ kind: "end", id });
      return "ended";
    } catch (error) {
      this.#reader.cancel().catch(() => {});
      if (this.#stopped) return "stopped";
      this.failure = error;
      this.#send({ kind: "broken", id });
      return "broken";
    }
  }

  async #sendBytes(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#stopped;) {
      if (this.#credit === 0) await new Promise<void>((granted) => this.#granted = granted);
      if (this.#stopped) return;
      const end = Math.min(bytes.length, at + this.#credit);
      this.#credit -= end - at;
      // A message transfers the whole buffer of an array, so each chunk is copied to a buffer of
      // its own.
      this.#send({ kind: "bytes", id: this.#id, bytes: bytes.slice(at, end) });
      at = end;
    }
  }

  /** The reader consumed this many bytes. */
  more(count: number): void {
    this.#credit = Math.min(WINDOW, this.#credit + count);
    this.#wake();
  }

  /** The rest is no longer needed: the source is cancelled. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#wake();
    this.#reader.cancel().catch(() => {});
  }

  #wake(): void {
    const granted = this.#granted;
    this.#granted = undefined;
    granted?.();
  }
}

/**
 * The receiving end of a body: a body that is complete before its stream is requested can be read
 * as a whole.
 */
export class Inflow {
  readonly #id: number;
  readonly #send: (part: BodyPart) => void;
  readonly #cancelled: () => void;
  readonly #broken: () => Error;
  #early: Uint8Array<ArrayBuffer>[] = [];
  #state: "open" | "ended" | "broken" = "open";
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined = undefined;
  #unread = 0;
  /** How often all received bytes were read. */
  reads = 0;

  /**
   * `cancelled` is called when the reader cancels the body; `broken` makes the error that a reader
   * gets when the body fails.
   */
  constructor(
    id: number,
    send: (part: BodyPart) => void,
    cancelled: () => void,
    broken: () => Error = () => new Error("The body ended before its end"),
  ) {
    this.#id = id;
    this.#send = send;
    this.#cancelled = cancelled;
    this.#broken = broken;
  }

  /** Whether received bytes are still to be read or delivered. */
  get isWaiting(): boolean {
    return this.#unread > 0 || this.#state === "ended";
  }

  /** Takes bytes, the end, or the notification that the body failed. */
  take(part: BodyPart): void {
    if (this.#state !== "open") return;
    const controller = this.#controller;
    if (part.kind === "bytes") {
      this.#unread += part.bytes.length;
      if (controller === undefined) this.#early.push(part.bytes);
      else controller.enqueue(part.bytes);
    } else if (part.kind === "end") {
      this.#state = "ended";
      controller?.close();
    } else if (part.kind === "broken") {
      this.#state = "broken";
      controller?.error(this.#broken());
    }
  }

  /**
   * The body for a Request or a Response: its bytes when complete, otherwise a stream. Called once.
   */
  body(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#state === "ended") {
      return this.#early.length === 1 ? this.#early[0] : concatBytes(this.#early);
    }
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.#controller = controller;
        for (const bytes of this.#early) controller.enqueue(bytes);
        this.#early = [];
        if (this.#state === "broken") controller.error(this.#broken());
      },
      pull: () => {
        // Called when all received bytes were read.
        if (this.#unread > 0 && this.#state === "open") {
          this.#send({ kind: "more", id: this.#id, count: this.#unread });
        }
        this.#unread = 0;
        this.reads++;
      },
      cancel: () => {
        if (this.#state !== "open") return;
        this.#state = "broken";
        this.#cancelled();
      },
    }, new ByteLengthQueuingStrategy({ highWaterMark: 1 }));
  }
}
