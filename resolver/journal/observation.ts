/** The fields that the resolver records about a query. */

/** One query as the resolver knows it at its end; the worker fills and reuses one object. */
export interface ObservationFields {
  /** Holds the name in lower-case wire format. */
  name: Uint8Array;
  nameStart: number;
  nameLength: number;
  type: number;
  rcode: number;
  /** Numbers of journal_layout.ts. */
  status: number;
  transport: number;
  reason: number;
  /** Holds the client's address, 4 or 16 bytes. */
  address: Uint8Array;
  addressStart: number;
  addressLength: number;
  /** Unix milliseconds. */
  time: number;
  /** Microseconds. */
  duration: number;
  /** Deciding list, -1 = none. */
  list: number;
  upstream: string;
  origin: string;
  /** The deciding rule; its text is read when a row is written, not for each query. */
  match: { readonly rule: string } | undefined;
  /** Holds the response; its first records are kept in short. */
  response: Uint8Array;
  responseStart: number;
  /** Bytes of the response, 0 = none was sent. */
  size: number;
}

/** Fields of a query without anything known. */
export function emptyObservation(): ObservationFields {
  const none = new Uint8Array(1);
  return {
    name: none,
    nameStart: 0,
    nameLength: 1,
    type: 1,
    rcode: 0,
    status: 0,
    transport: 0,
    reason: 0,
    address: new Uint8Array(4),
    addressStart: 0,
    addressLength: 4,
    time: 0,
    duration: 0,
    list: -1,
    upstream: "",
    origin: "",
    match: undefined,
    response: none,
    responseStart: 0,
    size: 0,
  };
}
