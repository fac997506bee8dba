import assert from "node:assert/strict";
import { queryFor } from "../../tests/support/flood.ts";
import { ForwardedResponsePacker, unpackQueries } from "../threads/forwarded_batch.ts";
import { shardOf } from "../threads/shard.ts";
import type { QuerySource, Receiver, Reply } from "./reply.ts";
import { QueryRouter } from "./query_router.ts";

const source: QuerySource = { bytes: new Uint8Array([0, 192, 0, 2, 9]), at: 1, length: 4 };

/** Stores responses as text; "" = none. */
class KeptReply implements Reply {
  readonly transport = "tcp";
  readonly room = 100;
  readonly buffer = new Uint8Array(100);
  readonly kept: string[] = [];
  open(): number {
    return 2;
  }
  commit(length: number): void {
    this.kept.push(new TextDecoder().decode(this.buffer.subarray(2, 2 + length)));
  }
  drop(): void {
    this.kept.push("");
  }
  detach(): Reply {
    return this;
  }
}

/** Receives queries for the worker itself. */
class Here implements Receiver {
  readonly names: number[] = [];
  readonly sources: string[] = [];
  receive(bytes: Uint8Array, start: number, _end: number, source: QuerySource): void {
    this.names.push(bytes[start + 13]);
    this.sources.push(source.bytes.subarray(source.at, source.at + source.length).join("."));
  }
}

/** A query for a one-letter name that belongs to one of two workers, with bytes around it. */
function queryOf(worker: number): { readonly bytes: Uint8Array; readonly letter: number } {
  const letter = [..."abcdefghij"].find((each) => {
    const query = queryFor(each);
    return shardOf(query, 0, query.length, 2) === worker;
  })!;
  return { bytes: Uint8Array.from([9, ...queryFor(letter), 9]), letter: letter.charCodeAt(0) };
}

function ask(steered: QueryRouter, worker: number, reply: Reply): void {
  const { bytes } = queryOf(worker);
  steered.receive(bytes, 1, bytes.length - 1, source, reply);
}

/** The other end of a channel: the queries that it receives. */
function otherEnd(port: MessagePort) {
  const asked: { id: number; from: string; transport: string }[] = [];
  let reported = () => {};
  port.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
    unpackQueries(data, (id, transport, at, length) => {
      asked.push({ id, transport, from: data.subarray(at, at + length).join(".") });
    });
    reported();
  };
  const heard = async (count: number) => {
    while (asked.length < count) await new Promise<void>((resolve) => reported = resolve);
  };
  return { asked, heard, port };
}

Deno.test("queries go to the worker of their name, and responses return in any order", async () => {
  const here = new Here();
  const reply = new KeptReply();
  const steered = new QueryRouter(here, 0, 2);
  const channel = new MessageChannel();
  const other = otherEnd(channel.port2);
  steered.connect(1, channel.port1);
  for (let i = 0; i < 3; i++) ask(steered, 1, reply);
  ask(steered, 0, reply);
  assert.deepEqual(here.names, [queryOf(0).letter]);
  await other.heard(3);
  assert.deepEqual(
    other.asked.map(({ from, transport }) => [from, transport]),
    Array(3).fill(["192.0.2.9", "tcp"]),
  );
  const packed = new ForwardedResponsePacker();
  const text = new TextEncoder();
  packed.push(other.asked[2].id, text.encode("third"), 0, 5);
  packed.push(other.asked[1].id, text.encode(""), 0, 0);
  packed.push(other.asked[0].id, text.encode("first"), 0, 5);
  packed.push(other.asked[0].id, text.encode("twice"), 0, 5);
  packed.push(4711, text.encode("nobody's"), 0, 8);
  other.port.postMessage(packed.take()!);
  while (reply.kept.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(reply.kept, ["third", "", "first"]);
  steered.close();
  other.port.close();
});

Deno.test("pending queries and names of a dead worker are answered here", async () => {
  const here = new Here();
  const reply = new KeptReply();
  const steered = new QueryRouter(here, 0, 2);
  const { letter } = queryOf(1);
  ask(steered, 1, reply);
  assert.deepEqual(here.names, [letter], "before it is met");
  const first = new MessageChannel();
  const second = new MessageChannel();
  const other = otherEnd(second.port2);
  steered.connect(1, first.port1);
  ask(steered, 1, reply);
  ask(steered, 1, reply);
  assert.equal(here.names.length, 1);
  steered.connect(1, second.port1);
  assert.equal(here.names.length, 3, "asked of the one before");
  ask(steered, 1, reply);
  await other.heard(1);
  steered.connect(1);
  ask(steered, 1, reply);
  assert.deepEqual(here.names, Array(5).fill(letter));
  assert.deepEqual(here.sources, Array(5).fill("192.0.2.9"));
  assert.deepEqual(reply.kept, []);
  steered.close();
  for (const port of [first.port2, second.port2]) port.close();
});

Deno.test("with 20,000 queries or 16 MiB pending at another worker, further ones are answered here", async () => {
  for (const [content, most] of [[20, 20_000], [65_000, 259]]) {
    const here = new Here();
    const reply = new KeptReply();
    const steered = new QueryRouter(here, 0, 2);
    const channel = new MessageChannel();
    const { bytes } = queryOf(1);
    const query = new Uint8Array(content);
    query.set(bytes.subarray(1, 20));
    steered.connect(1, channel.port1);
    for (let i = 0; i < most + 3; i++) steered.receive(query, 0, content, source, reply);
    assert.equal(here.names.length, 3);
    // Answered queries make room again.
    const packed = new ForwardedResponsePacker();
    for (let id = 1; id <= most; id++) packed.push(id, query, 0, 0);
    channel.port2.postMessage(packed.take()!);
    while (reply.kept.length < most) await new Promise((resolve) => setTimeout(resolve, 1));
    for (let i = 0; i < 2; i++) steered.receive(query, 0, content, source, reply);
    assert.equal(here.names.length, 3);
    steered.close();
    assert.deepEqual(
      [reply.kept.length, new Set(reply.kept).size],
      [most + 2, 1],
      "left without a response",
    );
    channel.port2.close();
  }
});
