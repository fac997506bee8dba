/**
 * Contents of the OPT record of each response, by transport: size, cookie, NSID, keepalive and
 * padding (RFC 6891).
 */
import type { ResolverSettings } from "../policy/snapshot/settings.ts";
import { nsidOf } from "./answers/chaos.ts";
import { TLS_IDLE } from "./threads/forwarded_batch.ts";
import { STREAM_LIMITS } from "./listeners/tcp_connection.ts";
import type { QueryTransport } from "./protocol.ts";
import { createDailyKeys, ServerCookies } from "./wire/cookie.ts";
import { createEdnsParameters, type EdnsParameters } from "./wire/edns.ts";
import type { ParsedQuery } from "./wire/query.ts";

/**
 * Encrypted responses are padded to a multiple of this, so that an eavesdropper learns nothing from
 * sizes (RFC 8467 4.1).
 */
const PAD_BLOCK = 468;
const ENCRYPTED: ReadonlySet<QueryTransport> = new Set(["tls", "https", "quic", "relay"]);
const NO_ERRORS: readonly Uint8Array[] = [];

/** Computes the EDNS parameters of responses in one object, which is overwritten for each response. */
export class EdnsOptions {
  readonly #cookies: ServerCookies;
  readonly #edns: EdnsParameters = createEdnsParameters(512);
  #nsid: Uint8Array | undefined;

  constructor(secret: Uint8Array, settings: ResolverSettings) {
    this.#cookies = new ServerCookies(createDailyKeys(secret));
    this.#nsid = nsidOf(settings);
  }

  /** Applies new settings. */
  configure(settings: ResolverSettings): void {
    this.#nsid = nsidOf(settings);
  }

  /**
   * The EDNS parameters of the response to a query from an address (4 or 16 bytes); `unix` in milliseconds.
   * Valid until the next call.
   */
  of(
    query: ParsedQuery,
    transport: QueryTransport,
    room: number,
    address: Uint8Array,
    unix: number,
    errors: readonly Uint8Array[] = NO_ERRORS,
  ): EdnsParameters {
    const edns = this.#edns;
    edns.limit = transport === "udp" ? Math.min(room, query.size) : room;
    edns.padBlock = ENCRYPTED.has(transport) ? PAD_BLOCK : 0;
    edns.keepalive = keepaliveOf(transport);
    edns.nsid = this.#nsid;
    edns.cookie = query.cookieLength > 0
      ? this.#cookies.make(query, address, Math.floor(unix / 1000))
      : undefined;
    edns.errors = errors;
    return edns;
  }
}

/** Idle time in units of 100 ms (RFC 7828); -1 = omitted. */
function keepaliveOf(transport: QueryTransport): number {
  switch (transport) {
    case "tcp":
      return STREAM_LIMITS.idle * 10;
    case "tls":
      return TLS_IDLE * 10;
    default:
      return -1;
  }
}
