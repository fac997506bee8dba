/** The fields that the resolver records about a query. */

/** One query at its end, as the resolver knows it. The worker fills and reuses one object. */
export interface ObservationFields {
  /** Contains the name in lower-case wire format. */
  name: Uint8Array;
  nameStart: number;
  nameLength: number;
  type: number;
  rcode: number;
  /** Numbers from journal_layout.ts. */
  status: number;
  transport: number;
  reason: number;
  /** Contains the client's address, 4 or 16 bytes. */
  address: Uint8Array;
  addressStart: number;
  addressLength: number;
  /** Unix milliseconds. */
  time: number;
  /** Microseconds. */
  duration: number;
  /** Identifier of the deciding list, -1 = none. */
  list: number;
  upstream: string;
  origin: string;
  /** The server of spyware that the answer leads to, "" = none. */
  spyware: string;
  /** The deciding rule. Its text is read only when a row is written. */
  match: { readonly rule: string } | undefined;
  /** Contains the response, whose first records are stored. */
  response: Uint8Array;
  responseStart: number;
  /** Length of the response in bytes, 0 = no response was sent. */
  size: number;
}

/** Creates the fields of an unknown query. */
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
    spyware: "",
    match: undefined,
    response: none,
    responseStart: 0,
    size: 0,
  };
}
