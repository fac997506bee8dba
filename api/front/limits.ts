/**
 * Limits of time and size for clients of the front, so that no client can block it
 * (docs/decisions/0046).
 */

/**
 * Limits of DNS over TLS. It has connections of its own, so that neither protocol starves the other
 * (RFC 7766, 6; RFC 7858, 3.4).
 */
export interface QueryLimits {
  /** Time without any query. */
  readonly idle: number;
  /** From the first byte of a query to its last. */
  readonly message: number;
  /** Lifetime of a connection. */
  readonly life: number;
  /** Queries of one connection in progress; more wait in the socket. */
  readonly inFlight: number;
  /** Bytes of unsent responses for a slow client above which no more of its queries are read. */
  readonly unsent: number;
  /** Connections in total, from one address, and from one IPv6 network of 64 bits. */
  readonly connections: number;
  readonly connectionsOfOne: number;
  readonly connectionsOfNetwork: number;
}

/** Limits of DNS over QUIC where they differ from DNS over TLS. */
export interface QuicLimits {
  /** Connections in all, and from one address. */
  readonly connections: number;
  readonly connectionsOfOne: number;
  /**
   * Concurrent queries of one connection: data after a gap is buffered by the runtime, 1.2 MB per
   * stream at most.
   */
  readonly inFlight: number;
}

/** Times in milliseconds, sizes in bytes, other values as counts. */
export interface FrontLimits {
  /** From the connection to the end of the TLS handshake. */
  readonly handshake: number;
  /**
   * Time after which an HTTP/2 client that has sent no request is assumed to wait for the server's
   * settings.
   */
  readonly firstRequest: number;
  /** From the first byte of a request to the end of its head. */
  readonly head: number;
  /** From the head of a request to the end of its body. */
  readonly body: number;
  /** Time without any request. */
  readonly idle: number;
  /** Time during which the client does not read pending bytes of a response. */
  readonly stalled: number;
  /** Time between two checks of a listener without new connections. */
  readonly silent: number;
  /** Connections in the kernel's backlog: the runtime accepts all of them before it closes one. */
  readonly waiting: number;
  /** Connections in total; above this limit the one that has been idle for longest is closed. */
  readonly connections: number;
  /** Connections from one address. */
  readonly connectionsOfOne: number;
  /** Connections from one IPv6 network of 64 bits. */
  readonly connectionsOfNetwork: number;
  /** Concurrent requests. */
  readonly requests: number;
  /** Concurrent requests of one connection. */
  readonly requestsOfOne: number;
  /**
   * Requests of one connection that the client cancelled within ten seconds (rapid reset,
   * CVE-2023-44487).
   */
  readonly givenUp: number;
  /** The body of a request; routes have smaller limits of their own. */
  readonly bodyBytes: number;
  readonly queries: QueryLimits;
  readonly quic: QuicLimits;
}

/** The limits of the box. */
export const FRONT_LIMITS: FrontLimits = {
  handshake: 5000,
  firstRequest: 100,
  head: 10_000,
  body: 30_000,
  idle: 30_000,
  stalled: 30_000,
  silent: 5000,
  waiting: 128,
  connections: 1024,
  connectionsOfOne: 128,
  connectionsOfNetwork: 512,
  requests: 1024,
  requestsOfOne: 128,
  givenUp: 200,
  // An uploaded backup of 16 MiB in base64. Bodies are passed on in parts, not collected here.
  bodyBytes: 24 * 1024 * 1024,
  queries: {
    idle: 30_000,
    message: 5000,
    life: 3_600_000,
    inFlight: 100,
    unsent: 1 << 20,
    connections: 4096,
    connectionsOfOne: 64,
    connectionsOfNetwork: 512,
  },
  quic: { connections: 1024, connectionsOfOne: 32, inFlight: 32 },
};

/** Descriptors of an HTTPS connection: its own, and the two ends of the inner connection. */
const OF_HTTPS = 3;

/**
 * The limits of the box when the connections of the front may use this many descriptors in total.
 */
export function limitsWithin(descriptors: number): FrontLimits {
  const { waiting, connections, queries } = FRONT_LIMITS;
  const most = OF_HTTPS * connections + queries.connections;
  const part = (count: number, least: number) =>
    Math.max(least, Math.floor(count * Math.min(1, descriptors / most)));
  return {
    ...FRONT_LIMITS,
    waiting: part(waiting, 4),
    connections: part(connections, 1),
    queries: { ...queries, connections: part(queries.connections, 1) },
  };
}
