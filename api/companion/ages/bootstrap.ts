/**
 * The bootstrap of RDAP (RFC 9224): which server knows the domains below an ending. Read from IANA
 * once a day; while that fails, the last copy stays.
 */
import type { Runtime } from "../../system/runtime.ts";
import type { JsonFetch } from "../json_fetch.ts";
import { COMPANION_LIMITS } from "../limits.ts";

const {
  bootstrapKeptFor: KEPT,
  bootstrapRetryAfter: RETRY,
  bootstrapBytes: BYTES,
  bootstrapEndings: MOST_ENDINGS,
} = COMPANION_LIMITS.ages;

/** Dependencies of the bootstrap. */
export interface RdapBootstrapDeps {
  /** Its address; empty = none is configured. */
  readonly url: string;
  readonly fetch: JsonFetch;
  readonly runtime: Runtime;
}

/** The servers by ending. */
export class RdapBootstrap {
  readonly #deps: RdapBootstrapDeps;
  #servers: ReadonlyMap<string, URL> = new Map();
  #next = 0;
  #reading: Promise<void> | undefined;

  constructor(deps: RdapBootstrapDeps) {
    this.#deps = deps;
  }

  /** The server for a domain; undefined = none is known. */
  async serverOf(domain: string): Promise<URL | undefined> {
    if (this.#deps.runtime.now() >= this.#next) {
      await (this.#reading ??= this.#read().finally(() => this.#reading = undefined));
    }
    const labels = domain.split(".");
    for (let from = 1; from < labels.length; from++) {
      const server = this.#servers.get(labels.slice(from).join("."));
      if (server !== undefined) return server;
    }
    return undefined;
  }

  async #read(): Promise<void> {
    const { url, fetch, runtime } = this.#deps;
    try {
      const servers = readBootstrap(await fetch(new URL(url), BYTES));
      if (servers.size === 0) throw new Error("it names no server");
      this.#servers = servers;
      this.#next = runtime.now() + KEPT * 1000;
    } catch (error) {
      this.#next = runtime.now() + RETRY * 1000;
      runtime.log("warn", `The list of RDAP servers cannot be read: ${(error as Error).message}`);
    }
  }
}

/** The servers in the answer of IANA; entries that are malformed or not over HTTPS are left out. */
export function readBootstrap(answer: unknown): ReadonlyMap<string, URL> {
  const servers = new Map<string, URL>();
  const { services } = (answer ?? {}) as { readonly services?: unknown };
  if (!Array.isArray(services)) return servers;
  for (const service of services) {
    if (!Array.isArray(service) || !Array.isArray(service[0]) || !Array.isArray(service[1])) {
      continue;
    }
    const server = service[1].map(serverUrl).find((url) => url !== undefined);
    if (server === undefined) continue;
    for (const ending of service[0]) {
      if (servers.size >= MOST_ENDINGS) return servers;
      if (typeof ending === "string" && /^[a-z0-9.-]{1,253}$/i.test(ending)) {
        servers.set(ending.toLowerCase(), server);
      }
    }
  }
  return servers;
}

function serverUrl(text: unknown): URL | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.search !== "") {
    return undefined;
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}
