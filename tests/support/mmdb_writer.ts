/** Writes databases in the format of MaxMind (version 2.0), for tests. */
import { parseAddress } from "../../policy/model/address.ts";

/** A network and the country of its addresses. */
export interface CountryNetwork {
  /** `8.0.0.0/8` or `2001:db8::/32`. */
  readonly network: string;
  readonly country: string;
}

/** What differs from an ordinary database. */
export interface MmdbOptions {
  readonly recordSize?: 24 | 28 | 32;
  readonly ipVersion?: 4 | 6;
  /** The data of a network; absent = `{ country: { iso_code } }`, as MaxMind and DB-IP have it. */
  readonly dataOf?: (country: string) => unknown;
  readonly type?: string;
  /** Unix seconds. */
  readonly built?: number;
  /** Number of nodes in the metadata; absent = the true one. */
  readonly nodeCount?: number;
}

type Node = [left: Node | string | undefined, right: Node | string | undefined];

const MARKER = [0xab, 0xcd, 0xef, ...new TextEncoder().encode("MaxMind.com")];
const SEPARATOR = 16;

/** The bytes of a database. */
export function writeMmdb(
  networks: readonly CountryNetwork[],
  options: MmdbOptions = {},
): Uint8Array {
  const { recordSize = 24, ipVersion = 6, dataOf = isoCode } = options;
  const root: Node = [undefined, undefined];
  for (const { network, country } of networks) insert(root, bitsOf(network, ipVersion), country);
  const nodes = numbered(root);
  const offsets = new Map<string, number>();
  const data: number[] = [];
  for (const country of new Set(networks.map((one) => one.country))) {
    offsets.set(country, data.length);
    data.push(...encode(dataOf(country)));
  }
  const valueOf = (record: Node[0]) => {
    if (record === undefined) return nodes.size;
    if (typeof record === "string") return nodes.size + SEPARATOR + offsets.get(record)!;
    return nodes.get(record)!;
  };
  const tree = [...nodes.keys()].flatMap(([left, right]) =>
    nodeBytes(valueOf(left), valueOf(right), recordSize)
  );
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: options.built ?? 1_795_000_000,
    database_type: options.type ?? "Test-Country",
    description: { en: "countries of a test" },
    ip_version: ipVersion,
    languages: ["en"],
    node_count: options.nodeCount ?? nodes.size,
    record_size: recordSize,
  });
  const separator = new Array<number>(SEPARATOR).fill(0);
  return Uint8Array.from([...tree, ...separator, ...data, ...MARKER, ...metadata]);
}

function isoCode(country: string): unknown {
  return { country: { iso_code: country } };
}

/** The leading bits of a network; IPv4 lies in the first 2^32 addresses of IPv6. */
function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = network.split("/");
  const bytes = [...parseAddress(address)!];
  const isMapped = bytes.length === 4 && ipVersion === 6;
  const all = isMapped ? [...new Array<number>(12).fill(0), ...bytes] : bytes;
  const bits = all.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => byte >> at & 1));
  return bits.slice(0, Number(length) + (isMapped ? 96 : 0));
}

function insert(root: Node, bits: readonly number[], country: string): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit];
    if (Array.isArray(next)) node = next;
    else {
      const made: Node = [next, next];
      node[bit] = made;
      node = made;
    }
  }
  node[bits[bits.length - 1]] = country;
}

/** The nodes with their numbers; the root is the first. */
function numbered(root: Node): Map<Node, number> {
  const nodes = new Map<Node, number>([[root, 0]]);
  for (const node of nodes.keys()) {
    for (const next of node) if (Array.isArray(next)) nodes.set(next, nodes.size);
  }
  return nodes;
}

function nodeBytes(left: number, right: number, recordSize: 24 | 28 | 32): number[] {
  const bytes = (value: number, count: number) =>
    Array.from({ length: count }, (_, i) => value >>> 8 * (count - 1 - i) & 255);
  if (recordSize === 28) {
    const middle = left >>> 24 << 4 | right >>> 24;
    return [...bytes(left, 3), middle, ...bytes(right, 3)];
  }
  return [...bytes(left, recordSize / 8), ...bytes(right, recordSize / 8)];
}

/** Encodes strings, numbers below 2^32, arrays and maps; bytes stay as they are. */
function encode(value: unknown): number[] {
  if (value instanceof Uint8Array) return [...value];
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return [...control(2, text.length), ...text];
  }
  if (typeof value === "number") {
    const bytes = [24, 16, 8, 0].map((at) => value >>> at & 255);
    return [...control(6, 4), ...bytes];
  }
  if (Array.isArray(value)) return [...control(11, value.length), ...value.flatMap(encode)];
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  return [
    ...control(7, entries.length),
    ...entries.flatMap(([key, inner]) => [...encode(key), ...encode(inner)]),
  ];
}

function control(type: number, size: number): number[] {
  if (size > 284) throw new Error("this writer makes short values only");
  const small = Math.min(size, 29);
  const rest = size >= 29 ? [size - 29] : [];
  return type > 7 ? [small, type - 7, ...rest] : [type << 5 | small, ...rest];
}
