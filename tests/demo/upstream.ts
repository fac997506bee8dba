/**
 * Upstreams of the demonstration: they answer every name with a documentation address, some never.
 */
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { parseAddress } from "../../policy/model/address.ts";
import { hashOf } from "./chance.ts";
import { addressFor, cnameOf, isEmpty, ttlOf } from "./history.ts";
import { FAILING } from "./names.ts";
import { TYPE } from "./traffic.ts";

/** The end of the question section of a message, and its question. */
function questionOf(wire: Uint8Array): { end: number; name: string; type: number } | undefined {
  let at = 12;
  while (at < wire.length && wire[at] !== 0) at += wire[at] + 1;
  if (at + 5 > wire.length || wire[5] !== 1) return undefined;
  const name = wire.slice(12, at + 1).map((byte) => byte >= 65 && byte <= 90 ? byte + 32 : byte);
  return { end: at + 5, name: nameToText(name), type: wire[at + 1] << 8 | wire[at + 2] };
}

function record(
  owner: readonly number[],
  type: number,
  ttl: number,
  rdata: ArrayLike<number>,
): number[] {
  const seconds = [ttl >>> 24, ttl >>> 16 & 255, ttl >>> 8 & 255, ttl & 255];
  return [
    ...owner,
    type >> 8,
    type & 255,
    0,
    1,
    ...seconds,
    rdata.length >> 8,
    rdata.length & 255,
    ...Array.from(rdata),
  ];
}

const OWN = [0xc0, 12];
/**
 * SOA of a zone without records: two short names and five numbers, the last one the negative TTL.
 */
const SOA = record([0], 6, 60, [
  2,
  110,
  115,
  0,
  0,
  0,
  0,
  0,
  1,
  0,
  0,
  14,
  16,
  0,
  0,
  3,
  132,
  0,
  9,
  58,
  128,
  0,
  0,
  0,
  60,
]);

/** The response to a query; undefined = silence. */
export function responseTo(wire: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const parsedQuestion = questionOf(wire);
  if (
    parsedQuestion === undefined ||
    FAILING.has(parsedQuestion.name) && hashOf(parsedQuestion.name) % 2 === 0
  ) {
    return undefined;
  }
  const { name, type, end } = parsedQuestion;
  const fails = FAILING.has(name);
  const ttl = ttlOf(name);
  const address = type === TYPE.A || type === TYPE.AAAA;
  const there = !fails && address && !isEmpty(name, type);
  const missing = type === TYPE.PTR || name.endsWith(".invalid");
  const answers: number[][] = [];
  if (there) {
    const alias = hashOf(`cname ${name}`) % 4 === 0 ? nameFromText(cnameOf(name)) : undefined;
    if (alias !== undefined) answers.push(record(OWN, 5, ttl, alias));
    answers.push(
      record(
        alias === undefined ? OWN : [...alias],
        type,
        ttl,
        parseAddress(addressFor(name, type))!,
      ),
    );
  }
  const soa = there || fails ? [] : SOA;
  const found = missing ? 3 : 0;
  const rcode = fails ? 2 : found;
  const counts = [0, 1, 0, answers.length, 0, soa.length > 0 ? 1 : 0, 0, 0];
  return new Uint8Array([
    wire[0],
    wire[1],
    0x81,
    0x80 | rcode,
    ...counts,
    ...wire.slice(12, end),
    ...answers.flat(),
    ...soa,
  ]);
}

/** A running upstream. */
export class DemoUpstream {
  readonly #socket: Deno.DatagramConn;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** As a line of the setting `upstreams`. */
  readonly line: string;

  /** Listens on an address of the loopback; `delay` gives the milliseconds for each answer. */
  constructor(hostname: string, port: number, delay: () => number) {
    this.#socket = Deno.listenDatagram({ transport: "udp", hostname, port });
    this.line = `${hostname}:${(this.#socket.addr as Deno.NetAddr).port}`;
    void this.#serve(delay);
  }

  /** Stops it. */
  close(): void {
    this.#timers.forEach(clearTimeout);
    this.#socket.close();
  }

  async #serve(delay: () => number): Promise<void> {
    for await (const [wire, from] of this.#socket) {
      const response = responseTo(wire);
      if (response === undefined) continue;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#socket.send(response, from).catch(() => {});
      }, delay());
      this.#timers.add(timer);
    }
  }
}
