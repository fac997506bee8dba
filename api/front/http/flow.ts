/** Bodies between two threads with back-pressure: the sender may be one window ahead of the reader. */
import type { BodyPart } from "../protocol.ts";
import { joined } from "../../octets.ts";

/** Octets that may be on their way or unread, for each body. */
export const WINDOW = 64 * 1024;

/** Gathers what is told within one turn of the event loop into one message: a message costs more than what is in it. */
export class Batch<T> {
  #parts: T[] = [];
  readonly #post: (parts: readonly T[]) => void;
  readonly #later: (run: () => void) => void;

  /** `later` runs a function after what is at hand, such as setImmediate. */
  constructor(post: (parts: readonly T[]) => void, later: (run: () => void) => void) {
    this.#post = post;
    this.#later = later;
  }

  /** Adds a part to the next message. */
  push(part: T): void {
    if (this.#parts.push(part) === 1) this.#later(() => this.flush());
  }

  /** Posts what was gathered. */
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
  #granted: (() => void) | undefined = undefined;

  constructor(id: number, stream: ReadableStream<Uint8Array>, send: (part: BodyPart) => void) {
    this.#id = id;
    this.#reader = stream.getReader();
    this.#send = send;
  }

  /** Sends the body until its end, or until it breaks by itself or by having more than `most` octets. Never rejects. */
  async run(most: number = Infinity): Promise<"ended" | "stopped" | "broken"> {
    const id = this.#id;
    let sent = 0;
    try {
      for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
        sent += part.value.length;
        if (sent > most) throw new RangeError(`The body has more than ${most} octets`);
        await this.#sendOctets(part.value);
        if (this.#stopped) return "stopped";
      }
      if (this.#stopped) return "stopped";
      this.#send({ kind: "end", id });
      return "ended";
    } catch {
      this.#reader.cancel().catch(() => {});
      if (this.#stopped) return "stopped";
      this.#send({ kind: "broken", id });
      return "broken";
    }
  }

  async #sendOctets(octets: Uint8Array): Promise<void> {
    for (let at = 0; at < octets.length && !this.#stopped;) {
      if (this.#credit === 0) await new Promise<void>((granted) => this.#granted = granted);
      if (this.#stopped) return;
      const end = Math.min(octets.length, at + this.#credit);
      this.#credit -= end - at;
      // A message holds the whole buffer behind an array, so that what is sent is a piece of its own.
      this.#send({ kind: "octets", id: this.#id, octets: octets.slice(at, end) });
      at = end;
    }
  }

  /** The reader took so many octets. */
  more(count: number): void {
    this.#credit = Math.min(WINDOW, this.#credit + count);
    this.#wake();
  }

  /** Nobody waits for the rest: the source is told. */
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

/** The receiving end of a body: what arrives before its stream is asked for can be had as a whole. */
export class Inflow {
  readonly #id: number;
  readonly #send: (part: BodyPart) => void;
  readonly #cancelled: () => void;
  #early: Uint8Array<ArrayBuffer>[] = [];
  #state: "open" | "ended" | "broken" = "open";
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined = undefined;
  #unread = 0;
  /** How often all that had come was read. */
  reads = 0;

  /** `cancelled` is called when the reader gives the body up. */
  constructor(id: number, send: (part: BodyPart) => void, cancelled: () => void) {
    this.#id = id;
    this.#send = send;
    this.#cancelled = cancelled;
  }

  /** Whether something that came is still to be read or delivered. */
  get isWaiting(): boolean {
    return this.#unread > 0 || this.#state === "ended";
  }

  /** Takes octets, the end, or word that the body is broken. */
  take(part: BodyPart): void {
    if (this.#state !== "open") return;
    const controller = this.#controller;
    if (part.kind === "octets") {
      this.#unread += part.octets.length;
      if (controller === undefined) this.#early.push(part.octets);
      else controller.enqueue(part.octets);
    } else if (part.kind === "end") {
      this.#state = "ended";
      controller?.close();
    } else if (part.kind === "broken") {
      this.#state = "broken";
      controller?.error(new Error("The body ended before its end"));
    }
  }

  /** The body for a Request or a Response: its octets when all are here, a stream otherwise. Called once. */
  body(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#state === "ended") {
      return this.#early.length === 1 ? this.#early[0] : joined(this.#early);
    }
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.#controller = controller;
        for (const octets of this.#early) controller.enqueue(octets);
        this.#early = [];
        if (this.#state === "broken") controller.error(new Error("The body ended before its end"));
      },
      pull: () => {
        // Called when all that came was read.
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
