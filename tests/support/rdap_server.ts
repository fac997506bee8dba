/** A server of RDAP over TLS on loopback, with the bootstrap that names it, as a test scripts it. */
import { createJsonFetch, type JsonFetch } from "../../api/companion/json_fetch.ts";
import { COMPANION_LIMITS } from "../../api/companion/limits.ts";
import { makeAuthority } from "./authority.ts";

/** The answer to a path; undefined = 404. */
export type RdapScript = (path: string) => Response | Promise<Response> | undefined;

/** A running server. */
export class RdapServer implements AsyncDisposable {
  readonly paths: string[] = [];
  readonly port: number;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #folder: string;
  readonly #ca: string;

  private constructor(folder: string, ca: string, cert: string, key: string, script: RdapScript) {
    this.#folder = folder;
    this.#ca = ca;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
      async (request) => {
        const { pathname } = new URL(request.url);
        this.paths.push(pathname);
        return await script(pathname) ?? new Response(null, { status: 404 });
      },
    );
    this.port = this.#server.addr.port;
  }

  /** Starts it; its certificate is for localhost. */
  static async start(script: RdapScript): Promise<RdapServer> {
    const folder = await Deno.makeTempDir();
    const { ca } = await makeAuthority(folder);
    const [cert, key] = await Promise.all(
      ["cert.pem", "key.pem"].map((name) => Deno.readTextFile(`${folder}/${name}`)),
    );
    return new RdapServer(folder, ca, cert, key, script);
  }

  /** Its address with a path. */
  url(path: string, host = "localhost"): string {
    return `https://${host}:${this.port}${path}`;
  }

  /** The requests of the online service, which reach this server although it is on loopback. */
  fetch(admits: (address: string) => boolean = () => true): JsonFetch {
    const { redirects, requestSeconds: seconds } = COMPANION_LIMITS.ages;
    return createJsonFetch({
      lookup: () => Promise.resolve(["127.0.0.1"]),
      admits,
      userAgent: "box/test",
      redirects,
      seconds,
      ca: this.#ca,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** An answer about a domain that was registered at a time. */
export function rdapDomain(registered: string): Response {
  const events = [
    { eventAction: "expiration", eventDate: "2030-01-01T00:00:00Z" },
    { eventAction: "registration", eventDate: registered },
  ];
  return Response.json({ objectClassName: "domain", events });
}
