/** Whether a client takes what waits for it. */

/** What is known of a socket. */
interface Writing {
  /** Octets that wait. */
  readonly writableLength: number;
  /** Octets that went out. */
  readonly bytesWritten: number;
}

/** Looks now and then whether octets that wait go out. */
export class Stall {
  readonly #socket: Writing;
  #written = 0;
  #since: number | undefined = undefined;

  constructor(socket: Writing) {
    this.#socket = socket;
  }

  /** Whether none of them went out for longer than `limit`. */
  isLonger(limit: number, now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    if (writableLength === 0) this.#since = undefined;
    else if (bytesWritten !== this.#written || this.#since === undefined) this.#since = now;
    this.#written = bytesWritten;
    return this.#since !== undefined && now - this.#since > limit;
  }
}
