import assert from "node:assert/strict";
import { framed, queryFor } from "../../../tests/support/flood.ts";
import { FRONT_LIMITS } from "../limits.ts";
import { DOQ, QuicConnection } from "./connection.ts";
import type { OnResponse } from "../queries/resolver_link.ts";

/** A QUIC connection whose handshake completes on demand, with an earlier query (0-RTT). */
class EarlyConn {
  readonly shaken = Promise.withResolvers<void>();
  readonly handshake = this.shaken.promise;
  readonly sent: Uint8Array[] = [];
  readonly codes: number[] = [];
  #streams!: ReadableStreamDefaultController;
  readonly incomingBidirectionalStreams = new ReadableStream({
    start: (controller) => {
      this.#streams = controller;
      this.ask();
    },
  });
  remoteAddr = { hostname: "::ffff:192.168.1.9", port: 4000 };

  /** Sends the query on another stream. */
  ask(): void {
    this.#streams.enqueue({
      readable: new ReadableStream({
        type: "bytes",
        start(stream) {
          stream.enqueue(framed(queryFor("www.example", 0)));
          stream.close();
        },
      }),
      writable: new WritableStream({ write: (bytes) => void this.sent.push(bytes) }),
    });
  }

  close({ closeCode }: { closeCode: number }): void {
    this.codes.push(closeCode);
  }
}

function served(conn: EarlyConn, now = () => 0) {
  const asked: OnResponse[] = [];
  const addresses: string[] = [];
  const connection = new QuicConnection(conn as unknown as Deno.QuicConn, {
    resolving: {
      ask: (
        _,
        address,
        __,
        answered,
      ) => {
        addresses.push(address.join("."));
        void asked.push(answered);
      },
    },
    now,
    limits: FRONT_LIMITS,
  });
  void connection.serve(() => true);
  return { connection, asked, addresses };
}

const turn = () => new Promise((later) => setTimeout(later, 5));

Deno.test("early data is not processed before the handshake is complete (RFC 9250, 4.5)", async () => {
  const conn = new EarlyConn();
  const { asked, addresses } = served(conn);
  await turn();
  assert.equal(asked.length, 0);
  conn.shaken.resolve();
  await turn();
  assert.equal(asked.length, 1);
  assert.deepEqual(addresses, ["192.168.1.9"]);
  asked[0](new Uint8Array([1, 2, 3]));
  await turn();
  assert.deepEqual(conn.sent, [new Uint8Array([0, 3, 1, 2, 3])]);
});

Deno.test("a failed handshake ends the connection without an error", async () => {
  const conn = new EarlyConn();
  const { asked } = served(conn);
  conn.shaken.reject(new Error("no"));
  await turn();
  assert.deepEqual([asked.length, conn.codes], [0, []]);
});

Deno.test("a response that the client does not read has a timeout", async () => {
  let now = 0;
  const conn = new EarlyConn();
  const { connection, asked } = served(conn, () => now);
  conn.shaken.resolve();
  await turn();
  assert.equal(asked.length, 1);
  assert.equal(connection.idleSince, undefined);
  now = FRONT_LIMITS.stalled;
  assert.equal(connection.isOverdue(), false);
  now++;
  assert.equal(connection.isOverdue(), true);
  connection.destroy();
  assert.deepEqual(conn.codes, [DOQ.UNSPECIFIED_ERROR]);
});

Deno.test("queries after an address change have the new address (RFC 9000, 9)", async () => {
  const conn = new EarlyConn();
  const { addresses } = served(conn);
  conn.shaken.resolve();
  await turn();
  conn.remoteAddr = { hostname: "fd00::7", port: 4001 };
  conn.ask();
  await turn();
  assert.deepEqual(addresses, ["192.168.1.9", "253.0.0.0.0.0.0.0.0.0.0.0.0.0.0.7"]);
});
