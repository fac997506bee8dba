import assert from "node:assert/strict";
import fc from "fast-check";
import { FakeSocket } from "../../../tests/support/fake_socket.ts";
import { frame, get, getBlock, joined, opening } from "../../../tests/support/http2.ts";
import { Http2Choice } from "./choice.ts";

const QUERY = get(1, "/dns-query?dns=AAAA");
const OTHER = get(1, "/");

/**
 * Returns the route of a connection after bytes, and the bytes that were put back for its server.
 */
async function wayOf(
  pieces: readonly Uint8Array[],
  wait = 0,
): Promise<[way: string, unread: Uint8Array]> {
  const client = new FakeSocket();
  let way = "";
  new Http2Choice(client.socket, {
    patience: 100,
    isQuery: (path, host) => path.startsWith("/dns-query") && host === "box",
    queries: () => way += "queries",
    others: () => way += "others",
  });
  await client.receive(...pieces);
  if (wait > 0) await new Promise((later) => setTimeout(later, wait));
  const result = [way, joined(...client.unread)] as [string, Uint8Array];
  client.destroy();
  return result;
}

Deno.test("the first request selects how a connection is served, from its first byte on", async () => {
  const settings = frame(4, 0, 0, new Uint8Array(6));
  const window = frame(8, 0, 0, Uint8Array.of(0, 1, 0, 0));
  for (const [way, request] of [["queries", QUERY], ["others", OTHER]] as const) {
    const all = joined(opening(), settings, window, request, OTHER);
    // The choice is final.
    assert.deepEqual(await wayOf([all], 150), [way, all]);
  }
});

Deno.test("the choice does not depend on how bytes are split", async () => {
  const all = joined(opening(), QUERY);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(all.length), { maxLength: 5 }), async (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), all.length];
      const pieces = at.slice(1).map((end, i) => all.subarray(at[i], end)).filter(({ length }) =>
        length > 0
      );
      assert.deepEqual(await wayOf(pieces), ["queries", all]);
    }),
    { seed: 7, numRuns: 60 },
  );
});

Deno.test("an unrecognised first request is served by the inner server", async () => {
  for (
    const bytes of [
      new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n"),
      joined(opening(), frame(1, 1, 1, getBlock("/dns-query"))),
      joined(opening(), frame(1, 5, 1, Uint8Array.of(0x80))),
      joined(opening(), frame(1, 5 | 8, 1, Uint8Array.of(200, 1))),
      joined(opening(), frame(0, 0, 1, new Uint8Array(16_384))),
    ]
  ) {
    assert.deepEqual(await wayOf([bytes]), ["others", bytes]);
  }
});

Deno.test("a client that waits for the settings of the server gets them", async () => {
  assert.deepEqual(await wayOf([opening()], 150), ["others", opening()]);
  assert.deepEqual(await wayOf([], 150), ["others", new Uint8Array(0)]);
});
