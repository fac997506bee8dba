/** The head of a request over HTTP/2, as far as queries need it, and whether it is one at all (RFC 9113, 8.3). Pure. */

/** Fields that HTTP/2 has no place for (RFC 9113, 8.2.2). */
const NEVER = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** Names and values that no field has (RFC 9113, 8.2.1). */
const NO_NAME = /[^!-9;-@[-~]/, NO_VALUE = /[\0\r\n]/;

const COLON = 0x3a;

/** Fields as they are read, one after the other. */
export class Http2Head {
  /** Each undefined until it comes. */
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

  /** A field that may say one thing alone. */
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
    // It came before, is not known, or stands after others.
    if (before !== undefined || this.#isRegular || NO_VALUE.test(value)) this.#isWrong = true;
  }

  /** Whether it breaks the rules of HTTP/2. */
  get isMalformed(): boolean {
    if (this.#isWrong || !this.#method || !this.#path || !this.#scheme) return true;
    return this.#isForTwo || this.#length !== "" && !/^\d{1,9}$/.test(this.#length);
  }

  /** One request is for one host (RFC 9113, 8.3.1). */
  get #isForTwo(): boolean {
    if (this.#host === "" || this.#authority === undefined) return false;
    return this.#authority.toLowerCase() !== this.#host.toLowerCase();
  }

  /** Whether it may stand behind a body. */
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

  /** Whom it is for. */
  get host(): string {
    return this.#authority ?? this.#host;
  }

  /** The type of its body, in small letters and without parameters. */
  get type(): string {
    return this.#type.split(";")[0].trim().toLowerCase();
  }

  /** Octets of its body as it says; undefined = it does not say. */
  get length(): number | undefined {
    return this.#length === "" ? undefined : Number(this.#length);
  }
}
