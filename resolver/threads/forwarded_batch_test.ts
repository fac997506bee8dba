import assert from "node:assert/strict";
import {
  ForwardedQueryPacker,
  ForwardedResponsePacker,
  unpackQueries,
  unpackResponses,
} from "./forwarded_batch.ts";

const data = (count: number, first: number) =>
  Uint8Array.from({ length: count }, (_, i) => (first + i) & 255);

Deno.test("queries of any size are unpacked as they were packed", () => {
  const queries = new ForwardedQueryPacker();
  const given: unknown[] = [];
  const read: unknown[] = [];
  for (let i = 0; i < 50; i++) {
    const transport = (["tls", "https", "quic"] as const)[i % 3];
    const address = data(i % 2 === 0 ? 4 : 16, i);
    const query = data(i === 49 ? 65_535 : i * 40, i);
    const id = 4_294_967_295 - i;
    queries.push(id, transport, address, query);
    given.push([id, transport, [...address], query.length, query.at(-1)]);
  }
  const bytes = queries.take()!;
  unpackQueries(bytes, (id, transport, at, length, start, end) => {
    const query = bytes.subarray(start, end);
    read.push([id, transport, [...bytes.subarray(at, at + length)], query.length, query.at(-1)]);
  });
  assert.deepEqual(read, given);
  assert.equal(queries.take(), undefined);
});

Deno.test("responses are unpacked as they were packed; an empty one means no response", () => {
  const responses = new ForwardedResponsePacker();
  const from = data(70_000, 3);
  const read: unknown[] = [];
  responses.push(7, from, 100, 65_535);
  responses.push(8, from, 5, 0);
  responses.push(9, from, 20, 12);
  const bytes = responses.take()!;
  unpackResponses(bytes, (id, start, end) => read.push([id, end - start, bytes[start]]));
  assert.deepEqual(read, [[7, 65_535, from[100]], [8, 0, bytes[4 + 2 + 65_535 + 4 + 2]], [
    9,
    12,
    from[20],
  ]]);
  assert.equal(responses.take(), undefined);
});
