/**
 * Reads the head of a DoH server's response before its message, in any version of HTTP (RFC 8484
 * 4.2). Pure.
 */

/** The media type of queries and responses (RFC 8484 6). */
export const DNS_MESSAGE = "application/dns-message";
/** Maximum bytes of a message. */
export const MAX_MESSAGE_BYTES = 65_535;

const LONGEST_SHOWN = 60;

/** The fields of a response head that matter. */
export interface ResponseHead {
  readonly status: number;
  /** As sent; "" = none. */
  readonly contentType: string;
  /** Bytes; 0 = not stated. */
  readonly contentLength: number;
}

/** Why a response carries no message, undefined = it has one. */
export function findHeadFault(
  { status, contentType, contentLength }: ResponseHead,
): string | undefined {
  if (status !== 200) return `HTTP status ${status}`;
  const type = contentType.split(";")[0].trim().toLowerCase();
  if (type !== DNS_MESSAGE) {
    return `content type ${type.slice(0, LONGEST_SHOWN) || "none"} instead of ${DNS_MESSAGE}`;
  }
  return contentLength > MAX_MESSAGE_BYTES ? `a response of ${contentLength} bytes` : undefined;
}

/** Collects the fields of a head as they are read. */
export class ResponseHeadReader implements ResponseHead {
  /** 0 = missing or invalid. */
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

  /** Whether this is an interim response: the final head follows (RFC 9110 15.2). */
  get isInterim(): boolean {
    return this.status >= 100 && this.status < 200;
  }
}

/** The body of a response as it arrives. Limited to the longest message. */
export class ResponseBody {
  #bytes = new Uint8Array(512);
  #length = 0;

  /** Appends a chunk, which is copied. Throws when the body exceeds the longest message. */
  take(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > MAX_MESSAGE_BYTES) {
      throw new Error(`a response of more than ${MAX_MESSAGE_BYTES} bytes`);
    }
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(
        Math.max(length, Math.min(this.#bytes.length * 2, MAX_MESSAGE_BYTES)),
      );
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** The whole body. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
