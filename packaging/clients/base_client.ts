/** What every operation of the client uses: the request, its refusal, and lines of JSON. */

/** A refusal of the box: an HTTP status with a stable code and a sentence for a person. */
export class BoxError extends Error {
  readonly status: number;
  /** Such as `not_found`; empty = the response was none of the API. */
  readonly code: string;
  /** The whole body, with the facts that some codes add. */
  readonly body: unknown;
  /** Seconds to wait before the next try; undefined = the box did not say. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown) {
    const { error = response.statusText, code = "" } = (body ?? {}) as {
      error?: string;
      code?: string;
    };
    super(error);
    this.name = "BoxError";
    this.status = response.status;
    this.code = code;
    this.body = body;
    const wait = response.headers.get("retry-after");
    this.retryAfter = wait === null ? undefined : Number(wait);
  }
}

/** Where the box is, and who calls it. */
export interface ClientOptions {
  /** `https://box.home.arpa`, or any other address of its interface. */
  readonly url: string;
  /** A token of an account; absent = only what is open is answered. */
  readonly token?: string;
  /** Sends requests: replace it to trust the authority of the box, or to use the local socket. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** A value of a path or query parameter. */
type Parameter = string | number | boolean | undefined;

/** A request in parts. */
interface Call extends CallOptions {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: unknown;
}

/** Sends requests with the token and reads responses. */
export class BaseClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The JSON of a response. */
  protected async json<T>(call: Call): Promise<T> {
    return await (await this.#send(call)).json() as T;
  }

  /** The text of a response. */
  protected async text(call: Call): Promise<string> {
    return await (await this.#send(call)).text();
  }

  /** The bytes of a response. */
  protected async bytes(call: Call): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send(call)).arrayBuffer());
  }

  /** Waits for a response without a body. */
  protected async done(call: Call): Promise<void> {
    await (await this.#send(call)).body?.cancel();
  }

  /** Each line of a response as JSON; leaving the loop closes a live stream. */
  protected async *lines<T>(call: Call): AsyncGenerator<T> {
    const response = await this.#send(call);
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.trim() !== "") yield JSON.parse(line) as T;
      }
    }
    if (rest.trim() !== "") yield JSON.parse(rest) as T;
  }

  async #send({ method, path, query = {}, body, signal }: Call): Promise<Response> {
    const { url, token, fetch = (request) => globalThis.fetch(request) } = this.#options;
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const headers = new Headers({ accept: "application/json, */*" });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    const request = new Request(address, {
      method,
      headers,
      redirect: "error",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });

    const response = await fetch(request);
    if (response.ok) return response;
    const text = await response.text();
    throw new BoxError(response, parsed(text));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { error: text };
  }
}

/** A path segment from a parameter. */
export function segment(value: string | number): string {
  return encodeURIComponent(String(value));
}
