/** Detects clients that do not read pending bytes. */

/** The state of a socket. */
interface Writing {
  /** Bytes that wait to be sent. */
  readonly writableLength: number;
  /** Bytes sent. */
  readonly bytesWritten: number;
}

/** Checks periodically whether pending bytes are sent. */
export class StallCheck {
  readonly #socket: Writing;
  #written = 0;
  #since: number | undefined = undefined;

  constructor(socket: Writing) {
    this.#socket = socket;
  }

  /** Whether no pending byte was sent for longer than `limit`. */
  isLonger(limit: number, now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    if (writableLength === 0) this.#since = undefined;
    else if (bytesWritten !== this.#written || this.#since === undefined) this.#since = now;
    this.#written = bytesWritten;
    return this.#since !== undefined && now - this.#since > limit;
  }
}
