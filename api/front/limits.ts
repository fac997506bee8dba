/** How long and how much the front lets clients take, so that none can hold it up (PLATFORM 0.3-0.5). */

/** Of DNS over TLS, which has connections of its own so that neither protocol keeps the other out (RFC 7766, 6; RFC 7858, 3.4). */
export interface QueryLimits {
  /** Without any query. */
  readonly idle: number;
  /** From the first octet of a query to its last. */
  readonly message: number;
  /** That a connection may last at all. */
  readonly life: number;
  /** Queries of one connection that are being answered; more wait in the socket. */
  readonly inFlight: number;
  /** Octets of responses that wait for a slow client before no more of its queries are read. */
  readonly unsent: number;
  /** Connections in all, from one address, and from one IPv6 network of 64 bits. */
  readonly connections: number;
  readonly connectionsOfOne: number;
  readonly connectionsOfNetwork: number;
}

/** Of DNS over QUIC where they differ from those of DNS over TLS. */
export interface QuicLimits {
  /** Connections in all, and from one address. */
  readonly connections: number;
  readonly connectionsOfOne: number;
  /** Queries of one connection at a time: what comes with a gap in it is kept by the runtime, 1.2 MB a stream at most. */
  readonly inFlight: number;
}

/** Times in milliseconds, sizes in octets, the rest in pieces. */
export interface FrontLimits {
  /** From the connection to the end of the TLS handshake. */
  readonly handshake: number;
  /** After which a client of HTTP/2 that has sent no request is taken to wait for the settings of the server. */
  readonly firstRequest: number;
  /** From the first octet of a request to the end of its head. */
  readonly head: number;
  /** From the head of a request to the end of its body. */
  readonly body: number;
  /** Without any request. */
  readonly idle: number;
  /** With octets of an answer waiting that the client does not take. */
  readonly stalled: number;
  /** Between two looks at a listener on which nobody connects. */
  readonly silent: number;
  /** Connections that wait in the kernel to be taken: the runtime takes all of them before it closes one. */
  readonly waiting: number;
  /** Connections in all; when there are more, the one that has done nothing for longest gives way. */
  readonly connections: number;
  /** Connections from one address. */
  readonly connectionsOfOne: number;
  /** Connections from one IPv6 network of 64 bits. */
  readonly connectionsOfNetwork: number;
  /** Requests that are being answered at a time. */
  readonly requests: number;
  /** Requests of one connection that are being answered at a time. */
  readonly requestsOfOne: number;
  /** Requests of one connection that the client gave up, within ten seconds (rapid reset, CVE-2023-44487). */
  readonly givenUp: number;
  /** The body of a request; routes have smaller limits of their own. */
  readonly bodyOctets: number;
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
  bodyOctets: 16 * 1024 * 1024,
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

/** Descriptors of a connection over HTTPS: its own, and the two ends of the inner hop. */
const OF_HTTPS = 3;

/** The limits of the box where the connections of the front may take so many descriptors together. */
export function limitsWithin(descriptors: number): FrontLimits {
  const { waiting, connections, queries } = FRONT_LIMITS,
    most = OF_HTTPS * connections + queries.connections;
  const part = (count: number, least: number) =>
    Math.max(least, Math.floor(count * Math.min(1, descriptors / most)));
  return {
    ...FRONT_LIMITS,
    waiting: part(waiting, 4),
    connections: part(connections, 1),
    queries: { ...queries, connections: part(queries.connections, 1) },
  };
}
