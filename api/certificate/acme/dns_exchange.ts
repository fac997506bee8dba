/**
 * Queries one name server directly: over UDP, then over TCP when the response is truncated (RFC
 * 1035 4.2, RFC 7766).
 */
import type { DestinationId } from "../../../policy/catalogue/destinations.ts";
import { addressToText, parseAddress } from "../../../policy/model/address.ts";
import { nameFromText, nameToText } from "../../../policy/model/name.ts";
import { TYPE } from "../../../resolver/wire/codes.ts";
import {
  isTruncated,
  type Message,
  readMessage,
  readUint16,
} from "../../../resolver/wire/message.ts";
import { readName } from "../../../resolver/wire/names.ts";
import { connectTcp, openDatagrams } from "../../system/outgoing_socket.ts";
import type { Runtime } from "../../system/runtime.ts";

/** A name server: an address as text and its port. */
export interface NameServer {
  readonly address: string;
  readonly port: number;
}

/** Dependencies of direct queries. */
export interface DnsExchange extends ExchangeOptions {
  readonly destination: DestinationId;
}

/** How a server is queried, whichever destination it is. */
export interface ExchangeOptions {
  readonly runtime: Runtime;
  /** Timeout of one try in milliseconds; absent = 3 seconds. */
  readonly deadline?: number;
}

/** A server did not respond in time. */
export class DnsTimeoutError extends Error {
  constructor(address: string, port: number) {
    super(`${address} port ${port} does not answer`);
    this.name = "DnsTimeoutError";
  }
}

const DEADLINE = 3_000;
/** Maximum size of a UDP response in bytes (DNS flag day 2020), advertised by EDNS. */
const UDP_SIZE = 1232;

/**
 * A query of class IN without recursion, with a random id and EDNS. Throws a TypeError when the
 * name is invalid.
 */
export function directQuery(
  name: string,
  type: number,
  random: Runtime["randomBytes"],
): Uint8Array {
  const wire = nameFromText(name);
  if (wire === undefined) throw new TypeError(`This is not a domain name: ${name}`);
  const query = new Uint8Array(12 + wire.length + 4 + 11);
  query.set(random(2));
  query.set([0, 0, 0, 1, 0, 0, 0, 0, 0, 1], 2);
  query.set(wire, 12);
  query.set([type >> 8, type & 0xff, 0, 1], 12 + wire.length);
  query.set([0, 0, TYPE.OPT, UDP_SIZE >> 8, UDP_SIZE & 0xff], 16 + wire.length);
  return query;
}

/** The response of a server. Rejects when none arrives in time, or when the signal aborts. */
export async function queryServer(
  server: NameServer,
  query: Uint8Array,
  exchange: DnsExchange,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await queryOverUdp(server, query, exchange, signal);
  return isTruncated(response) ? await queryOverTcp(server, query, exchange, signal) : response;
}

/** Like queryServer(), over UDP only; datagrams that answer something else are ignored. */
export async function queryOverUdp(
  { address, port }: NameServer,
  query: Uint8Array,
  { destination, deadline = DEADLINE }: DnsExchange,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const until = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
  const socket = openDatagrams(destination, address);
  const ended = () => reject(signal.aborted ? signal.reason : new DnsTimeoutError(address, port));
  until.addEventListener("abort", ended, { once: true });
  try {
    if (until.aborted) ended();
    socket.on("error", reject);
    socket.on("message", (bytes, from) => {
      // The socket is not connected, so the kernel does not check the sender.
      if (from.port === port && isSame(from.address, address) && answers(bytes, query)) {
        resolve(new Uint8Array(bytes));
      }
    });
    socket.send(query, port, address, (error) => error && reject(error));
    return await promise;
  } finally {
    until.removeEventListener("abort", ended);
    socket.close();
  }
}

/** Like queryServer(), over TCP only. */
export async function queryOverTcp(
  { address, port }: NameServer,
  query: Uint8Array,
  { destination, deadline = DEADLINE }: DnsExchange,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
  let connection: Deno.TcpConn | undefined;
  const close = () => {
    try {
      connection?.close();
    } catch {
      // It is already closed.
    }
  };
  until.addEventListener("abort", close, { once: true });
  try {
    connection = await connectTcp(destination, { hostname: address, port, signal: until });
    await writeAll(connection, Uint8Array.of(query.length >> 8, query.length & 0xff, ...query));
    const response = await readExactly(connection, readUint16(await readExactly(connection, 2), 0));
    if (!answers(response, query)) {
      throw new Error(`${address} answered something else than it was asked`);
    }
    return response;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw until.aborted ? new DnsTimeoutError(address, port) : error;
  } finally {
    until.removeEventListener("abort", close);
    close();
  }
}

/** A record of the answer or authority section, of class IN. */
export interface DnsRecord {
  /** Without final dot, lower case. */
  readonly owner: string;
  readonly section: number;
  readonly type: number;
  /**
   * The name of CNAME and NS, and the first one of SOA; the text of TXT, its strings joined (RFC
   * 7208 3.3); else "".
   */
  readonly value: string;
}

/** The content of a response. */
export interface DnsResponse {
  readonly rcode: number;
  /** Whether the response is authoritative (AA). */
  readonly authoritative: boolean;
  readonly records: readonly DnsRecord[];
}

/** Reads a response; undefined when it is malformed. */
export function readResponse(bytes: Uint8Array): DnsResponse | undefined {
  const message = readMessage(bytes);
  if (message === undefined) return undefined;
  const records = message.records.filter((each) => each.class === 1).flatMap((record) => {
    const owner = readName(bytes, 0, record.nameAt, bytes.length);
    if (owner === undefined) return [];
    return [{
      owner: nameToText(owner),
      section: record.section,
      type: record.type,
      value: valueOf(message, record),
    }];
  });
  return { rcode: message.rcode, authoritative: (message.flags & 0x400) !== 0, records };
}

function valueOf(
  { bytes }: Message,
  { type, rdataAt, rdataLength }: Message["records"][number],
): string {
  if (type === TYPE.CNAME || type === TYPE.NS || type === TYPE.SOA) {
    const name = readName(bytes, 0, rdataAt, bytes.length);
    return name === undefined ? "" : nameToText(name);
  }
  if (type !== TYPE.TXT) return "";
  let text = "";
  for (let at = rdataAt; at < rdataAt + rdataLength; at += bytes[at] + 1) {
    text += new TextDecoder().decode(
      bytes.subarray(at + 1, Math.min(at + 1 + bytes[at], rdataAt + rdataLength)),
    );
  }
  return text;
}

/**
 * Whether a message answers the query: same id, the QR bit and, when it repeats a question, the
 * same question.
 */
function answers(message: Uint8Array, query: Uint8Array): boolean {
  if (
    message.length < 12 || readUint16(message, 0) !== readUint16(query, 0) ||
    (message[2] & 0x80) === 0
  ) {
    return false;
  }
  if (readUint16(message, 4) === 0) return true;
  const asked = readMessage(query)?.questions[0];
  const repeated = readMessage(message)?.questions[0];
  if (asked === undefined || repeated === undefined || asked.type !== repeated.type) return false;
  const [a, b] = [
    readName(query, 0, asked.nameAt, query.length),
    readName(message, 0, repeated.nameAt, message.length),
  ];
  return a !== undefined && b !== undefined && nameToText(a) === nameToText(b);
}

/** Whether two texts are the same address: IPv6 has several text forms. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [parseAddress(a), parseAddress(b)];
  return one !== undefined && other !== undefined && addressToText(one) === addressToText(other);
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

async function readExactly(connection: Deno.TcpConn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const count = await connection.read(bytes.subarray(at));
    if (count === null) throw new Error("the name server closed the connection before it answered");
    at += count;
  }
  return bytes;
}
