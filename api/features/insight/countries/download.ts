/**
 * Downloads the database of countries to a file. The request goes only to the checked address and
 * contains nothing about the box but its version (A 7.12.2).
 */
import { createHash } from "node:crypto";
import { parseAddress } from "../../../../policy/model/address.ts";
import { isPublicAddress } from "../../../../policy/model/public_address.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { AtomicFile } from "../../../system/atomic_file.ts";
import { USER_AGENT } from "../../../system/version.ts";
import { CountryDatabaseError } from "./database.ts";

/** A response whose body has not been read yet. */
export interface CountryResponse {
  readonly status: number;
  /** The body as sent. Iterating rejects when the connection is cut before its end. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection. */
  close(): void;
}

/** How the box reaches the server. */
export interface CountryTransport {
  /** Sends the request to one of the addresses only and follows no redirect. */
  readonly transport: (
    url: URL,
    addresses: readonly string[],
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<CountryResponse>;
  /** Addresses of a host name, best first; empty = it has none. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether the server may be inside the network (setting `lists_allow_private`). */
  readonly allowPrivate: () => boolean;
}

const { bytes: MOST_BYTES } = LIMITS.countries;
const MEGABYTES = MOST_BYTES >> 20;

/**
 * Downloads a URL into a file, unpacked, and returns its SHA-256; undefined = the server does not
 * have it. Rejects with a CountryDatabaseError for anything else.
 */
export async function downloadCountries(
  url: URL,
  file: AtomicFile,
  options: CountryTransport,
  signal: AbortSignal,
): Promise<string | undefined> {
  const addresses = await addressesOf(url, options);
  const headers = { "user-agent": USER_AGENT, "accept-encoding": "identity" };
  const response = await options.transport(url, addresses, headers, signal)
    .catch((error: Error) => {
      throw new CountryDatabaseError(error.message);
    });
  try {
    if (response.status === 404) return undefined;
    if (response.status !== 200) {
      throw new CountryDatabaseError(`${url.host} answered with status ${response.status}`);
    }
    const bytes = await unpacked(response.body).catch(rethrowCut);
    return await store(bytes, file);
  } finally {
    response.close();
  }
}

async function addressesOf(
  url: URL,
  { lookup, allowPrivate }: CountryTransport,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = parseAddress(host) === undefined ? await lookup(host) : [host];
  if (found.length === 0) throw new CountryDatabaseError(`the name ${host} was not found`);
  const allowed = allowPrivate() ? found : found.filter(isPublicAddress);
  if (allowed.length === 0) {
    throw new CountryDatabaseError(
      `${host} is inside this network (${found[0]}), which needs the setting lists_allow_private`,
    );
  }
  return allowed;
}

function rethrowCut(error: Error): never {
  throw error instanceof CountryDatabaseError
    ? error
    : new CountryDatabaseError(`the download was cut off: ${error.message}`);
}

/** Writes the bytes and returns their SHA-256. */
async function store(bytes: AsyncIterable<Uint8Array>, file: AtomicFile): Promise<string> {
  const hash = createHash("sha256");
  const reading = limited(bytes)[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await reading.next().catch(rethrowCut);
    if (done === true) return hash.digest("hex");
    hash.update(value);
    await file.write(value);
  }
}

/** The bytes, decompressed if their first two bytes are the signature of gzip. */
async function unpacked(body: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const source = body[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let length = 0;
  while (length < 2) {
    const { done, value } = await source.next();
    if (done === true) break;
    start.push(value);
    length += value.length;
  }
  const first = start.flatMap((piece) => [...piece.subarray(0, 2)]);
  const whole = joined(start, source);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return whole;
  return ReadableStream.from(limited(whole)).pipeThrough(
    new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
}

async function* joined(
  start: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield next.value;
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = MOST_BYTES;
  for await (const piece of bytes) {
    left -= piece.length;
    if (left < 0) {
      throw new CountryDatabaseError(`the database of countries is larger than ${MEGABYTES} MB`);
    }
    yield piece;
  }
}
