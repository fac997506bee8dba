/** What the answer of a DoH server says of itself before its message, by whatever version of HTTP (RFC 8484 4.2). Pure. */

/** The one type of what is asked and answered (RFC 8484 6). */
export const DNS_MESSAGE = "application/dns-message";
/** Octets of a message at most. */
export const LONGEST_MESSAGE = 65_535;

const LONGEST_SHOWN = 60;

/** The fields of an answer's head that matter. */
export interface AnswerHead {
  readonly status: number;
  /** As it was sent; "" = none. */
  readonly contentType: string;
  /** Octets; 0 = not told. */
  readonly contentLength: number;
}

/** Why an answer brings no message, undefined = it does. */
export function headFault({ status, contentType, contentLength }: AnswerHead): string | undefined {
  if (status !== 200) return `HTTP status ${status}`;
  const type = contentType.split(";")[0].trim().toLowerCase();
  if (type !== DNS_MESSAGE) {
    return `content type ${type.slice(0, LONGEST_SHOWN) || "none"} instead of ${DNS_MESSAGE}`;
  }
  return contentLength > LONGEST_MESSAGE ? `a response of ${contentLength} octets` : undefined;
}

/** Takes the fields of a head as they are read. */
export class TakenHead implements AnswerHead {
  /** 0 = none, or one that cannot be. */
  status = 0;
  contentType = "";
  contentLength = 0;

  take(name: string, value: string): void {
    if (name === ":status") {
      this.status = this.status === 0 && /^[1-9]\d\d$/.test(value) ? Number(value) : 0;
    } else if (name === "content-type") this.contentType = value;
    else if (name === "content-length") {
      this.contentLength = /^\d{1,15}$/.test(value) ? Number(value) : 0;
    }
  }

  /** Whether another head follows, which is the one that counts (RFC 9110 15.2). */
  get isInterim(): boolean {
    return this.status >= 100 && this.status < 200;
  }
}

/** The body of an answer as it comes; no more is kept than a message has. */
export class AnswerBody {
  #octets = new Uint8Array(512);
  #length = 0;

  /** Takes a piece, which is copied. Throws when there is more than a message has. */
  take(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > LONGEST_MESSAGE) {
      throw new Error(`a response of more than ${LONGEST_MESSAGE} octets`);
    }
    if (length > this.#octets.length) {
      const larger = new Uint8Array(
        Math.max(length, Math.min(this.#octets.length * 2, LONGEST_MESSAGE)),
      );
      larger.set(this.#octets.subarray(0, this.#length));
      this.#octets = larger;
    }
    this.#octets.set(piece, this.#length);
    this.#length = length;
  }

  /** All of it. */
  get octets(): Uint8Array {
    return this.#octets.subarray(0, this.#length);
  }
}
