/**
 * The head of an HTTP/2 request, as far as queries need it, and whether it is valid (RFC 9113,
 * 8.3). Pure.
 */

/** Connection-specific fields, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const NEVER = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** Characters that are invalid in names and values of fields (RFC 9113, 8.2.1). */
const NO_NAME = /[^!-9;-@[-~]/;
const NO_VALUE = /[\0\r\n]/;

const COLON = 0x3a;

/** Collects the fields as they are read. */
export class Http2Head {
  /** Each is undefined until it arrives. */
  #method: string | undefined = undefined;
  #scheme: string | undefined = undefined;
  #path: string | undefined = undefined;
  #authority: string | undefined = undefined;
  #host = "";
  #type = "";
  #length = "";
  #isPseudo = false;
  #isRegular = false;
  #isWrong = false;

  /** Takes the next field. */
  take(name: string, value: string): void {
    if (name.charCodeAt(0) === COLON) return this.#takePseudo(name, value);
    this.#isRegular = true;
    if (
      name === "" || NEVER.has(name) || NO_NAME.test(name) ||
      (name === "te" && value !== "trailers")
    ) {
      this.#isWrong = true;
    } else if (name === "host") this.#host = this.#once(this.#host, value);
    else if (name === "content-type") this.#type = value;
    else if (name === "content-length") this.#length = this.#once(this.#length, value);
    if (NO_VALUE.test(value)) this.#isWrong = true;
  }

  /** A field that may have only one value. */
  #once(before: string, value: string): string {
    if (before !== "" && before !== value) this.#isWrong = true;
    return value;
  }

  #takePseudo(name: string, value: string): void {
    let before: string | undefined = "";
    if (name === ":method") [before, this.#method] = [this.#method, value];
    else if (name === ":scheme") [before, this.#scheme] = [this.#scheme, value];
    else if (name === ":path") [before, this.#path] = [this.#path, value];
    else if (name === ":authority") [before, this.#authority] = [this.#authority, value];
    this.#isPseudo = true;
    // It is repeated, unknown, or follows regular fields.
    if (before !== undefined || this.#isRegular || NO_VALUE.test(value)) this.#isWrong = true;
  }

  /** Whether it violates the rules of HTTP/2. */
  get isMalformed(): boolean {
    if (this.#isWrong || !this.#method || !this.#path || !this.#scheme) return true;
    return this.#isForTwo || this.#length !== "" && !/^\d{1,9}$/.test(this.#length);
  }

  /** A request has exactly one host (RFC 9113, 8.3.1). */
  get #isForTwo(): boolean {
    if (this.#host === "" || this.#authority === undefined) return false;
    return this.#authority.toLowerCase() !== this.#host.toLowerCase();
  }

  /** Whether it is valid as trailers. */
  get isTrailers(): boolean {
    return !this.#isWrong && !this.#isPseudo;
  }

  get method(): string {
    return this.#method ?? "";
  }

  /** Path and query. */
  get path(): string {
    return this.#path ?? "";
  }

  /** The host of the request. */
  get host(): string {
    return this.#authority ?? this.#host;
  }

  /** The media type of its body, in lower case and without parameters. */
  get type(): string {
    return this.#type.split(";")[0].trim().toLowerCase();
  }

  /** Bytes of its body as stated; undefined = not stated. */
  get length(): number | undefined {
    return this.#length === "" ? undefined : Number(this.#length);
  }
}
