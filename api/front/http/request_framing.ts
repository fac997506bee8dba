/**
 * Splits the bytes of an HTTP/1.1 client into requests, and refuses what servers could read in two
 * ways (RFC 9112). The inner server accepts line ends of a bare LF, a missing Host, and more than
 * one transfer coding. Pure.
 */
import { isHostField } from "../../http/host.ts";
import { joined, NOTHING } from "../http2/reader.ts";

/** Bytes of a request line with its fields, and of a line of a chunked body. */
const LONGEST_HEAD = 65_536;
const LONGEST_LINE = 1024;
/** Fields of a head; the inner server accepts few more. */
const MOST_FIELDS = 100;
/** Bytes of the trailers of a chunked body. */
const LONGEST_TRAILERS = 8192;

const CR = 13;
const LF = 10;

const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ ([^\0-\x20\x7f]+) HTTP\/1\.([01])$/;
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\0]*?)[ \t]*$/;
/** A path, `*`, or a URL without user information (RFC 9112, 3.2; RFC 9110, 4.2.4). */
const TARGET = /^(?:\/|\*$|https?:\/\/[^/?#@]+(?:[/?#]|$))/i;
const CHUNK_SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;

/** The status of a refused request: Bad Request, or Request Header Fields Too Large. */
export type FramingRefusal = 400 | 431;

/** What the next bytes are. */
type Part = "head" | "body" | "size" | "chunk" | "chunk-end" | "trailers";

/** The requests of one client connection. */
export class RequestFraming {
  #part: Part = "head";
  /** A head, or a line of a chunked body, whose end has not arrived. */
  #held = NOTHING;
  /** Bytes of a body or chunk to come, or bytes of trailers so far. */
  #count = 0;
  /** Number of complete heads. */
  heads = 0;
  /** Why no more is read; undefined = the requests so far are valid. */
  refusal: FramingRefusal | undefined = undefined;

  /** Whether the last head was complete, and its body is not. */
  get isInBody(): boolean {
    return this.#part !== "head";
  }

  /** Takes the next bytes, and returns those of valid requests to pass on. */
  push(more: Uint8Array): Uint8Array {
    const scanned = this.#held.length;
    const bytes = scanned === 0 ? more : joined(this.#held, more);
    this.#held = NOTHING;

    // Held bytes of a chunked body have been passed on already.
    const passed = this.#part === "head" ? 0 : scanned;
    const pieces: Uint8Array[] = [];
    let from = passed;
    let at = 0;
    let seen = scanned;
    while (at < bytes.length && this.refusal === undefined) {
      if (this.#part === "body" || this.#part === "chunk") {
        at += this.#skip(bytes.length - at);
        continue;
      }

      if (this.#part === "head") {
        const start = skipEmptyLines(bytes, at);
        if (start > at) {
          pieces.push(bytes.subarray(from, at));
          from = start;
        }
        at = start;
      }
      const end = this.#endFrom(bytes, at, Math.max(at, seen - 3));
      seen = 0;
      if (this.refusal !== undefined) break;
      if (end < 0) {
        this.#held = bytes.slice(at);
        break;
      }
      this.#take(bytes.subarray(at, end));
      if (this.refusal === undefined) at = end;
    }

    const isHeld = this.#part === "head" || this.refusal !== undefined;
    pieces.push(bytes.subarray(from, Math.max(from, isHeld ? at : bytes.length)));
    return pieces.length === 1
      ? pieces[0]
      : pieces.reduce((first, second) => joined(first, second));
  }

  /** Skips bytes of a body; returns their number. */
  #skip(available: number): number {
    const skipped = Math.min(this.#count, available);
    this.#count -= skipped;
    if (this.#count === 0) this.#part = this.#part === "body" ? "head" : "chunk-end";
    return skipped;
  }

  /** The end of the head or line that starts at `start`; -1 = it has not arrived. */
  #endFrom(bytes: Uint8Array, start: number, from: number): number {
    const isHead = this.#part === "head";
    const most = isHead ? LONGEST_HEAD : LONGEST_LINE;
    const tooLong: FramingRefusal = isHead ? 431 : 400;
    for (let at = from; at < bytes.length; at++) {
      if (bytes[at] !== LF) {
        if (at > start && bytes[at - 1] === CR) return this.#refuse(400);
        continue;
      }
      if (at === start || bytes[at - 1] !== CR) return this.#refuse(400);
      const isEmpty = at - start >= 3 && bytes[at - 3] === CR && bytes[at - 2] === LF;
      if (isHead && !isEmpty) continue;
      return at + 1 - start > most ? this.#refuse(tooLong) : at + 1;
    }
    return bytes.length - start > most ? this.#refuse(tooLong) : -1;
  }

  #take(bytes: Uint8Array): void {
    const text = latin1(bytes);
    if (this.#part === "head") this.#takeHead(text.slice(0, -4));
    else this.#takeLine(text.slice(0, -2));
  }

  #takeHead(head: string): void {
    const [first, ...lines] = head.split("\r\n");
    const [, target, minor] = REQUEST_LINE.exec(first) ?? [];
    const isConnect = first.startsWith("CONNECT ");
    if (target === undefined || !isConnect && !TARGET.test(target)) return void this.#refuse(400);

    if (lines.length > MOST_FIELDS) return void this.#refuse(431);

    const hosts: string[] = [];
    const lengths: string[] = [];
    const codings: string[] = [];
    for (const line of lines) {
      const [, name, value] = FIELD.exec(line) ?? [];
      if (name === undefined) return void this.#refuse(400);
      const key = name.toLowerCase();
      if (key === "host") hosts.push(value);
      else if (key === "content-length") lengths.push(value);
      else if (key === "transfer-encoding") codings.push(value.toLowerCase());
    }

    const isOld = minor === "0";
    const hasBoth = lengths.length > 0 && codings.length > 0;
    const isHostMissing = !isOld && hosts.length === 0;
    if (hosts.length > 1 || isHostMissing || hasBoth) return void this.#refuse(400);
    // The inner server makes a URL of the host and the path: a host such as `box/x` would change
    // the path.
    if (!hosts.every(isHostField)) return void this.#refuse(400);
    if (codings.length > 0) {
      if (isOld || codings.length > 1 || codings[0] !== "chunked") return void this.#refuse(400);
      this.#part = "size";
    } else if (lengths.length > 0) {
      if (lengths.length > 1 || !/^\d{1,15}$/.test(lengths[0])) return void this.#refuse(400);
      this.#count = Number(lengths[0]);
      if (this.#count > 0) this.#part = "body";
    }
    this.heads++;
  }

  /** A line of a chunked body (RFC 9112, 7.1). */
  #takeLine(line: string): void {
    if (this.#part === "chunk-end") {
      if (line !== "") return void this.#refuse(400);
      this.#part = "size";
      return;
    }

    if (this.#part === "trailers") {
      this.#count += line.length;
      const isValid = line === "" || FIELD.test(line);
      if (!isValid || this.#count > LONGEST_TRAILERS) return void this.#refuse(400);
      if (line === "") {
        this.#part = "head";
        this.#count = 0;
      }
      return;
    }

    const [, size] = CHUNK_SIZE.exec(line) ?? [];
    if (size === undefined) return void this.#refuse(400);
    this.#count = parseInt(size, 16);
    this.#part = this.#count === 0 ? "trailers" : "chunk";
  }

  #refuse(status: FramingRefusal): -1 {
    this.refusal = status;
    return -1;
  }
}

/** Empty lines before a request are ignored (RFC 9112, 2.2). */
function skipEmptyLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR && bytes[at + 1] === LF) at += 2;
  return at;
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
