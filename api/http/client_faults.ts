/**
 * Faults and aborted requests of clients. They are counted, because a log line for each would let
 * clients fill the log.
 */

/** The kinds counted, with their descriptions for the metrics. */
export const CLIENT_FAULTS = {
  /** The client closed the connection before its request was complete, or before the response. */
  request_aborted: "Requests whose client left before the answer",
  /** The same for a query over HTTPS. */
  query_aborted: "Queries over HTTPS whose client left before the answer",
  /** The data received is not HTTP. */
  bad_request: "Requests that are no HTTP",
  /** No TLS, or no common parameters. */
  bad_handshake: "Connections whose TLS handshake failed",
} as const;

/** A kind of `CLIENT_FAULTS`. */
export type ClientFault = keyof typeof CLIENT_FAULTS;

/** Counts by kind. */
export type ClientFaultCounts = Readonly<Record<ClientFault, number>>;

/** Counts faults of clients. */
export class ClientFaults {
  #counts: Record<ClientFault, number> = none();

  /** Counts faults of a kind. */
  count(fault: ClientFault, times = 1): void {
    this.#counts[fault] += times;
  }

  /** Adds counts of another process or thread. */
  add(counts: ClientFaultCounts): void {
    for (const fault of KINDS) this.#counts[fault] += counts[fault];
  }

  /** All counts. */
  counts(): ClientFaultCounts {
    return { ...this.#counts };
  }

  /** The counts since the last call; undefined = none. */
  take(): ClientFaultCounts | undefined {
    const counts = this.#counts;
    if (KINDS.every((fault) => counts[fault] === 0)) return undefined;
    this.#counts = none();
    return counts;
  }
}

const KINDS = Object.keys(CLIENT_FAULTS) as ClientFault[];

function none(): Record<ClientFault, number> {
  return { request_aborted: 0, query_aborted: 0, bad_request: 0, bad_handshake: 0 };
}

/**
 * The client left before its request was complete, or before the response: the box has no fault.
 */
export class ClientGoneError extends Error {
  constructor(options?: ErrorOptions) {
    super("The client left before its request was whole", options);
    this.name = "ClientGoneError";
  }
}

/** Whether an error is caused by a client that left, and not by a fault at the same time. */
export function isClientGone(error: unknown, { aborted, reason }: AbortSignal): boolean {
  if (error instanceof ClientGoneError) return true;
  return aborted && (error === reason || (error as Error | undefined)?.name === "AbortError");
}

/** Whether a body was cut short on purpose: its client left, its session ended, or the box ends. */
export function isEnded(error: unknown): boolean {
  return error instanceof ClientGoneError || (error as Error | undefined)?.name === "AbortError";
}
