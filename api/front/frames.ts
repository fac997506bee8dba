/**
 * Follows the frames of an HTTP/2 client without reading them: whether the head of a request is under way, so that a slow one can
 * be cut off while streams run and frames of housekeeping are no requests (RFC 9113, 4.1, 6.2, 6.10).
 */

/** What an HTTP/2 client begins with (RFC 9113, 3.4). */
export const PREFACE: Uint8Array<ArrayBuffer> = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

const FRAME_HEADER = 9, DATA = 0, HEADERS = 1, CONTINUATION = 9, END_HEADERS = 4;

/** The frames that one client sends. */
export class ClientFrames {
  #preface = 0;
  readonly #header = new Uint8Array(FRAME_HEADER);
  #headerLength = 0;
  /** Octets of the payload of the frame that are still to come. */
  #left = 0;
  #inHead = false;
  #unfinished = true;

  /** Takes what the client sent; false when it does not speak HTTP/2. */
  push(octets: Uint8Array): boolean {
    let at = 0;
    while (this.#preface < PREFACE.length && at < octets.length) {
      if (octets[at++] !== PREFACE[this.#preface++]) return false;
    }
    while (at < octets.length) {
      const skipped = Math.min(this.#left, octets.length - at);
      this.#left -= skipped;
      at += skipped;
      if (this.#left > 0 || at === octets.length) break;
      this.#header[this.#headerLength++] = octets[at++];
      if (this.#headerLength === FRAME_HEADER) this.#frame();
    }
    // The body of a request has a time of its own.
    const inFrame = this.#headerLength > 0 || (this.#left > 0 && this.#header[3] !== DATA);
    this.#unfinished = this.#preface < PREFACE.length || this.#inHead || inFrame;
    return true;
  }

  /** Whether a head, or another frame that is no data, was begun and not ended. */
  get unfinished(): boolean {
    return this.#unfinished;
  }

  #frame(): void {
    const [high, middle, low, type, flags] = this.#header;
    this.#headerLength = 0;
    this.#left = high << 16 | middle << 8 | low;
    if (type === HEADERS || type === CONTINUATION) this.#inHead = (flags & END_HEADERS) === 0;
  }
}
