/**
 * Faults and aborts of clients: counted, since a log line for each would let clients fill the log.
 */

/** The kinds counted, with their descriptions for the metrics. */
export const CLIENT_FAULTS = {
  /** The client left before its request was whole, or before its answer. */
  request_aborted: "Requests whose client left before the answer",
  /** The same of a query over HTTPS. */
  query_aborted: "Queries over HTTPS whose client left before the answer",
  /** The data received is not HTTP. */
  bad_request: "Requests that are no HTTP",
  /** No TLS, or no agreement on it. */
  bad_handshake: "Connections whose TLS handshake failed",
} as const;

/** A kind of `CLIENT_FAULTS`. */
export type ClientFault = keyof typeof CLIENT_FAULTS;

/** How often each kind came. */
export type ClientFaultCounts = Readonly<Record<ClientFault, number>>;

/** Counts them. */
export class ClientFaults {
  #counts: Record<ClientFault, number> = none();

  /** Counts one fault, or several. */
  count(fault: ClientFault, times = 1): void {
    this.#counts[fault] += times;
  }

  /** Adds counts from elsewhere. */
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
