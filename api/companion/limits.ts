/**
 * The numbers of the online service. Times are in seconds unless the name says otherwise, sizes in
 * bytes.
 */

/** The numbers, by what they bound. */
export const COMPANION_LIMITS = {
  http: {
    bodyBytes: 64 * 1024,
    headerBytes: 16 * 1024,
    /** Until the head of a request is whole. */
    headSeconds: 10,
    /** Until a request is whole. */
    requestSeconds: 20,
    /** Until a TLS handshake is done. */
    handshakeSeconds: 5,
    /** A connection without a request. */
    idleSeconds: 30,
    connections: 2000,
    connectionsPerAddress: 64,
    /** What runs when the service ends has so long. */
    endSeconds: 5,
  },
  rates: {
    /** Any request, by address. */
    perAddress: { burst: 60, perMinute: 60 },
    /** Signed calls, by key. */
    perKey: { burst: 20, perMinute: 10 },
    /** Names given to new keys, by address. */
    names: { burst: 5, perMinute: 5 / 60 },
    /** Signals of the statistics, by address. */
    telemetry: { burst: 20, perMinute: 20 / 60 },
    /** Who is remembered by each of them. */
    remembered: 50_000,
  },
  signed: {
    /** Characters of an Authorization header. */
    characters: 2048,
  },
  challenge: {
    values: 2,
    keptFor: 3600,
  },
  names: {
    /**
     * A name whose box made no signed call for so long is freed with its records: boxes call every
     * two months at least.
     */
    keptFor: 400 * 86_400,
    /** For so long more a box that asks gets the same name again, unless another has it by then. */
    rememberedFor: 400 * 86_400,
    /** A call is noted, and names are freed, so often. */
    noted: 86_400,
  },
  telemetry: {
    /** How long an id is known, to count no signal twice. */
    idKeptFor: 86_400,
    /**
     * Different signals (version, install, country, architecture) of one day; others count as one
     * that says nothing.
     */
    kindsPerDay: 5000,
  },
  dns: {
    /** TTL of NS, SOA and addresses. */
    ttl: 3600,
    /** TTL of challenges, and how long an absence may be kept. */
    challengeTtl: 5,
    /** How long a name is taken as it was read from the database. */
    knownForMs: 1000,
    knownNames: 20_000,
    /** Names being read from the database at once. */
    reading: 256,
    /**
     * Queries of each network (/24, /56). Over UDP, beyond it every other response is truncated,
     * the rest dropped; TCP ends.
     */
    perNetwork: { burst: 200, perMinute: 3000 },
    connections: 500,
    connectionsPerAddress: 20,
    idleSeconds: 10,
    /** Queries of one connection. */
    queriesPerConnection: 10_000,
    /** Queries that wait for the database at once; more are not answered. */
    waiting: 2000,
  },
  /** What is over is taken out of the database so often. */
  sweepSeconds: 60,
} as const;
