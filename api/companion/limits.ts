/**
 * The fixed limits of the online service; call_limits.ts has those that options set. Times are in
 * seconds unless the name says otherwise, sizes in bytes.
 */

/** The limits by area. */
export const COMPANION_LIMITS = {
  http: {
    bodyBytes: 64 * 1024,
    headerBytes: 16 * 1024,
    /** Timeout of the request head. */
    headSeconds: 10,
    /** Timeout of a whole request. */
    requestSeconds: 20,
    /** Timeout of a TLS handshake. */
    handshakeSeconds: 5,
    /** Timeout of a connection without a request. */
    idleSeconds: 30,
    connections: 2000,
    connectionsPerAddress: 64,
    /** Time for running calls when the service stops. */
    endSeconds: 5,
  },
  rates: {
    /** Maximum number of callers that each rate remembers. */
    remembered: 50_000,
  },
  signed: {
    /** Maximum length of an Authorization header in characters. */
    characters: 2048,
  },
  challenge: {
    values: 2,
    keptFor: 3600,
  },
  names: {
    /**
     * A name is freed with its records after this time without a signed call of its box; boxes call
     * every six hours while they run.
     */
    keptFor: 400 * 86_400,
    /** After that, how long the box gets the same name again, unless another box has it. */
    rememberedFor: 400 * 86_400,
    /** Interval of noting calls and of freeing names. */
    noted: 86_400,
  },
  copies: {
    /** Number of processes that are stored for a key besides the one that called last. */
    earlier: 4,
    /** How long a copy is reported after it was last detected; boxes call every six hours. */
    reportedFor: 86_400,
    /** How long a key is stored after its last call, and how often that time is updated. */
    keptFor: 7 * 86_400,
    noted: 3600,
    /** Maximum number of keys; those that called longest ago are deleted first. */
    keys: 200_000,
    /**
     * A call of an ended process may arrive after the first call of its successor. It is recognized
     * by its date, which may be later by this much if the clock of the box was set back meanwhile.
     */
    lateSeconds: 5,
  },
  operator: {
    /** Maximum number of rows of one page. */
    pageRows: 1000,
  },
  ages: {
    /** How long a registration and an unknown one are kept; boxes keep them as long. */
    kept: 7 * 86_400,
    unknownKept: 3600,
    /** Maximum number of domains whose registration is kept. */
    remembered: 50_000,
    bootstrapKeptFor: 86_400,
    bootstrapRetryAfter: 600,
    bootstrapBytes: 1024 * 1024,
    bootstrapEndings: 10_000,
    /** Maximum size of an answer of an RDAP server. */
    answerBytes: 64 * 1024,
    redirects: 3,
    /** Timeout of a request with its redirects. */
    requestSeconds: 5,
    /** Requests to RDAP servers at once, and those that wait. */
    atOnce: 32,
    waiting: 512,
  },
  breaches: {
    /** How long a range is kept; boxes request theirs once a week. */
    kept: 6 * 3600,
    /** Maximum number of ranges that are kept, and of the characters in them. */
    remembered: 5000,
    rememberedCharacters: 32 * 1024 * 1024,
    /** Maximum size of an answer of the provider. */
    answerBytes: 1024 * 1024,
    /** Maximum number of suffixes of a range, and of breaches of a suffix. */
    suffixes: 20_000,
    breachesPerSuffix: 1000,
    /** Timeout of a request to the provider. */
    requestSeconds: 10,
    /** Requests to the provider at once, and those that wait. */
    atOnce: 4,
    waiting: 32,
    /** The delay sent to a box when a busy provider sends none. */
    busyFor: 3600,
    /** The delay sent to a box when no further request may wait. */
    queueFullFor: 60,
  },
  telemetry: {
    /** How long an id is stored, so that no signal is counted twice. */
    idKeptFor: 86_400,
    /**
     * Maximum number of different signals (version, install, country, architecture) in a day;
     * further ones are counted without version and country.
     */
    kindsPerDay: 5000,
  },
  dns: {
    /** TTL of NS, SOA and addresses. */
    ttl: 3600,
    /** TTL of challenges and of negative responses. */
    challengeTtl: 5,
    /** How long a cached name is valid. */
    knownForMs: 1000,
    knownNames: 20_000,
    /** Maximum number of concurrent reads from the database. */
    reading: 256,
    /**
     * Queries of each network (/24, /56). Beyond the limit, UDP sends every second response
     * truncated and drops the others; TCP closes.
     */
    perNetwork: { burst: 200, perMinute: 3000 },
    connections: 500,
    connectionsPerAddress: 20,
    idleSeconds: 10,
    /** Maximum number of queries of one connection. */
    queriesPerConnection: 10_000,
    /** Maximum number of queries that wait for the database; further ones are not answered. */
    waiting: 2000,
  },
  /** Interval of removing expired data from the database. */
  sweepSeconds: 60,
} as const;
