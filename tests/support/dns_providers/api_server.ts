/** An HTTPS server on the loopback in place of a provider's API, with the faults of such APIs. */
import { makeAuthority } from "../authority.ts";
import type { ProviderDeps } from "../../../api/certificate/dns_providers/provider.ts";
import { createHttpsCaller } from "../../../api/system/https_call.ts";
import { providerDeps } from "../acme_scene.ts";

/** A request as the API receives it. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

/** The response of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A fault. */
export type ApiFault =
  | "none"
  | "html"
  | "endless"
  | "broken"
  | "busy"
  | "limited"
  | "redirect"
  | "empty"
  | "silent"
  | "cut";

/** A TXT record at a provider. */
export interface StoredTxtRecord {
  readonly id: number;
  /** With its zone, without the final dot. */
  readonly name: string;
  readonly value: string;
  readonly ttl: number;
}

/** The server; subclasses answer as documented by their provider. */
export abstract class ApiServer {
  /** Zones of the account. */
  zones: string[] = ["home.example", "example.org"];
  records: StoredTxtRecord[] = [];
  readonly seen: string[] = [];
  /** The current fault, and for how many requests. */
  trouble: ApiFault = "none";
  troubles = 0;
  #next = 1;
  #server: Deno.HttpServer<Deno.NetAddr> | undefined;
  #ca = "";

  /** Runs a test against it. */
  async run(
    test: (deps: ProviderDeps & { readonly waited: number[] }) => Promise<void>,
  ): Promise<void> {
    const folder = await Deno.makeTempDir();
    const waited: number[] = [];
    try {
      const { ca, cert, key } = await makeAuthority(folder);
      this.#ca = ca;
      const options = { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} };
      this.#server = Deno.serve(options, (request) => this.#handle(request));
      const deps = providerDeps({
        call: this.#caller(),
        pause: (ms) => {
          waited.push(ms);
          return Promise.resolve();
        },
      });
      await test({ ...deps, waited });
    } finally {
      await this.#server?.shutdown();
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** The response of the API without a fault. */
  abstract answer(request: ApiRequest): ApiAnswer;

  /** Adds a record and returns its number. */
  add(name: string, value: string, ttl: number): number {
    this.records.push({ id: this.#next, name, value, ttl });
    return this.#next++;
  }

  /** Sends requests to this server for any host, under its name. */
  #caller(): ProviderDeps["call"] {
    const caller = createHttpsCaller({
      lookup: () => Promise.resolve(["127.0.0.1"]),
      userAgent: "box/test",
      most: 100_000,
      ca: this.#ca,
    });
    return (call) => {
      const url = new URL(call.url);
      const host = url.host;
      url.host = `localhost:${this.#server!.addr.port}`;
      return caller({ ...call, url, headers: { ...call.headers, "x-host": host } });
    };
  }

  async #handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    url.host = request.headers.get("x-host")!;
    url.port = "";
    this.seen.push(`${request.method} ${url.href}`);
    if (this.trouble !== "none" && this.troubles-- > 0) return wrong(this.trouble);
    const { status, body, headers = {} } = this.answer({
      method: request.method,
      url,
      headers: request.headers,
      text,
    });
    if (body === undefined) return new Response(null, { status, headers });
    return Response.json(body, { status, headers });
  }
}

function wrong(trouble: ApiFault): Response {
  switch (trouble) {
    case "html":
      return new Response("<!DOCTYPE html><h1>Sign in to the hotel</h1>", {
        headers: { "content-type": "text/html" },
      });
    case "endless":
      return new Response(
        new ReadableStream({
          pull: (into) => into.enqueue(new TextEncoder().encode(" ".repeat(10_000))),
        }),
      );
    case "broken":
      return new Response("Bad gateway", { status: 502 });
    case "busy":
      return new Response("", { status: 503, headers: { "retry-after": "7" } });
    case "limited":
      return Response.json({ detail: "Request was throttled." }, {
        status: 429,
        headers: { "retry-after": "3600" },
      });
    case "redirect":
      return new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } });
    default:
      return new Response("");
  }
}
