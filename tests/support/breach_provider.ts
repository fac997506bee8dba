/** A scripted provider of breached hashes over TLS on loopback, which requires a key. */
import { createHash } from "node:crypto";
import { makeAuthority } from "./authority.ts";

/** The response for a prefix; undefined = a range of the breaches in `breaches`. */
export type ProviderScript = (prefix: string) => Response | Promise<Response> | undefined;

/** A running provider. */
export class BreachProviderServer implements AsyncDisposable {
  /** The prefixes of the requests that it received. */
  readonly prefixes: string[] = [];
  /** The names of breaches, by address. */
  readonly breaches = new Map<string, readonly string[]>();
  readonly port: number;
  readonly ca: string;
  script: ProviderScript = () => undefined;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #folder: string;

  private constructor(folder: string, ca: string, cert: string, key: string, secret: string) {
    this.#folder = folder;
    this.ca = ca;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
      async (request) => {
        const [, prefix = ""] = /^\/range\/([0-9A-F]{6})$/.exec(new URL(request.url).pathname) ??
          [];
        this.prefixes.push(prefix);
        if (request.headers.get("hibp-api-key") !== secret) {
          return new Response(null, { status: 401 });
        }
        return await this.script(prefix) ?? this.#range(prefix);
      },
    );
    this.port = this.#server.addr.port;
  }

  /** Starts it; its certificate is for localhost. */
  static async start(secret: string): Promise<BreachProviderServer> {
    const folder = await Deno.makeTempDir();
    const { ca } = await makeAuthority(folder);
    const [cert, key] = await Promise.all(
      ["cert.pem", "key.pem"].map((name) => Deno.readTextFile(`${folder}/${name}`)),
    );
    return new BreachProviderServer(folder, ca, cert, key, secret);
  }

  /** The address of its ranges. */
  get url(): string {
    return `https://localhost:${this.port}/range`;
  }

  /** The range of a prefix, which contains an unrelated address too. */
  #range(prefix: string): Response {
    const own = [...this.breaches].flatMap(([address, websites]) => {
      const hash = sha1(address);
      return hash.startsWith(prefix) ? [{ hashSuffix: hash.slice(6), websites }] : [];
    });
    return Response.json([{ hashSuffix: "0".repeat(34), websites: ["Elsewhere"] }, ...own]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** The SHA-1 of a lower-cased address in hexadecimal digits, in capitals. */
export function sha1(address: string): string {
  return createHash("sha1").update(address.toLowerCase()).digest("hex").toUpperCase();
}
