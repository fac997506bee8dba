/** DNS over HTTP/2 on a connection without a network, for tests that send frame by frame. */
import assert from "node:assert/strict";
import { HpackReader } from "../../resolver/wire/hpack.ts";
import { AnswerHeads } from "../../api/front/http2/answers.ts";
import { Http2Queries } from "../../api/front/http2/queries.ts";
import { FRONT_LIMITS, type FrontLimits } from "../../api/front/limits.ts";
import { ClientFaults } from "../../api/http/client_faults.ts";
import type { OnResponse } from "../../api/front/queries/resolver_link.ts";
import { FakeSocket } from "./fake_socket.ts";
import { queryFor } from "./flood.ts";
import { field, frame, getBlock, joined, opening } from "./http2.ts";

/** A query, and its path when sent by GET. */
export const QUERY: Uint8Array<ArrayBuffer> = queryFor("www.example", 0);
/** The path and query of a GET. */
export const PATH: string = `/dns-query?dns=${
  QUERY.toBase64({ alphabet: "base64url", omitPadding: true })
}`;
const HEADERS = 1;
const RST = 3;
const GOAWAY = 7;
const LAST = 1;
const WHOLE = 4;

/** A client, and the queries that its requests contained. */
export class Http2Scene {
  /** The client's end of the connection. */
  readonly client = new FakeSocket();
  /** The queries, oldest first. */
  readonly queries: { readonly query: Uint8Array; readonly answered: OnResponse }[] = [];
  /** The protocol errors of its client. */
  readonly faults = new ClientFaults();
  readonly #hpack = new HpackReader();
  /** The code under test. */
  readonly connection: Http2Queries;
  /** Milliseconds. */
  now = 0;

  constructor(limits: Partial<FrontLimits> = {}) {
    this.connection = new Http2Queries(this.client.socket, {
      queries: { isFor: (path) => path.startsWith("/dns-query") },
      resolving: {
        ask: (_, __, query, answered) => void this.queries.push({ query: query.slice(), answered }),
      },
      heads: new AnswerHeads(() => 1_700_000_000_000),
      address: Uint8Array.of(192, 168, 1, 9),
      now: () => this.now,
      limits: { ...FRONT_LIMITS, ...limits },
      faults: this.faults,
    });
  }

  /** Starts the connection and discards its opening frames. */
  static async open(limits?: Partial<FrontLimits>): Promise<Http2Scene> {
    const scene = new Http2Scene(limits);
    await scene.client.receive(opening());
    assert.deepEqual(scene.client.frames().map(({ type }) => type), [4, 4]);
    return scene;
  }

  /** What was sent since the last call: headers as text, other frames by type, stream and bytes. */
  sent(): string[] {
    return this.client.frames().map(({ type, stream, payload }) => {
      if (type !== HEADERS) return `${type} ${stream} ${payload.toHex()}`;
      const fields: string[] = [];
      assert.ok(
        this.#hpack.read(payload, 0, payload.length, {
          take: (name, value) => void fields.push(`${name} ${value}`),
        }),
      );
      return `head ${stream} ${fields.join(", ")}`;
    });
  }

  /** Answers the oldest query. */
  async answer(response: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
    this.queries.shift()!.answered(response);
    await this.client.receive();
  }
}

/** The content type of a query, as a field. */
export const TYPE: Uint8Array = field("content-type", "application/dns-message");

/** The header block of a POST whose body follows. */
export function post(stream: number, ...more: readonly Uint8Array[]): Uint8Array {
  const fields = [[":method", "POST"], [":scheme", "https"], [":path", "/dns-query"], [
    ":authority",
    "box",
  ]];
  return frame(
    HEADERS,
    WHOLE,
    stream,
    joined(...fields.map(([name, value]) => field(name, value)), ...more),
  );
}

/** A complete GET. */
export function get(stream: number, path: string = PATH): Uint8Array {
  return frame(HEADERS, LAST | WHOLE, stream, getBlock(path));
}

/** Numbers of 32 bits. */
export function integers32(...numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => view.setUint32(i * 4, number));
  return bytes;
}

/** A setting by its number. */
export function setting(name: number, value: number): Uint8Array {
  return joined(Uint8Array.of(0, name), integers32(value));
}

/** A header block with only these fields, which ends its stream. */
export function head(
  stream: number,
  ...fields: readonly (readonly [string, string])[]
): Uint8Array {
  return frame(
    HEADERS,
    LAST | WHOLE,
    stream,
    joined(...fields.map(([name, value]) => field(name, value))),
  );
}

/** How the connection or a stream ended, headers by their status, and the number of queries. */
export function outcome(scene: Http2Scene): string {
  const seen = scene.sent().flatMap((each) => {
    const [type, stream, payload, status] = each.split(/[ ,]+/);
    if (type === "head") return [`${stream} is ${status}`];
    if (type === `${RST}`) return [`${stream} reset ${parseInt(payload, 16)}`];
    return type === `${GOAWAY}` ? [`end ${parseInt(payload.slice(8), 16)}`] : [];
  });
  return [...seen, ...(scene.queries.length === 0 ? [] : [`${scene.queries.length} asked`])].join(
    ", ",
  );
}
