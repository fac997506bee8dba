import assert from "node:assert/strict";
import { closeDescriptor, connectFrom } from "../../tests/support/flood.ts";
import { Echo, portOf, query, setUp, wallSeconds } from "../../tests/support/listening.ts";
import { DESCRIPTOR_MEMORY_BYTES, DescriptorRegistry } from "../net/descriptor_registry.ts";
import { EpollPoller } from "../net/poller.ts";
import { encodeInt, libc, SO_SNDBUF, SOL_SOCKET } from "../net/libc.ts";
import { listenTcp } from "../net/sockets.ts";
import type { Receiver, Reply } from "./reply.ts";
import { TCP_LIMITS, TcpListener } from "./tcp.ts";

/** A listener. The kernel buffers up to `sendBuffer` bytes that it sends, 0 = the default. */
function setUpTcp(
  { receiver = new Echo() as Receiver, sendBuffer = 0, seconds = wallSeconds } = {},
) {
  const set = setUp();
  const fd = listenTcp("127.0.0.1", 0);
  if (sendBuffer > 0) libc.setsockopt(fd, SOL_SOCKET, SO_SNDBUF, encodeInt(sendBuffer), 4);
  const listener = new TcpListener(fd, set.poller, set.access, receiver, seconds);
  const connect = () => Deno.connect({ hostname: "127.0.0.1", port: portOf(fd) });
  const stop = async () => {
    listener.close();
    await set.stop();
    libc.close(fd);
  };
  return { ...set, listener, connect, stop, port: portOf(fd) };
}

async function readMessage(connection: Deno.Conn): Promise<Uint8Array | null> {
  const exactly = async (count: number) => {
    const out = new Uint8Array(count);
    for (let at = 0; at < count;) {
      const got = await connection.read(out.subarray(at));
      if (got === null) return null;
      at += got;
    }
    return out;
  };
  const length = await exactly(2);
  return length === null ? null : exactly(length[0] << 8 | length[1]);
}

function framed(...messages: Uint8Array[]): Uint8Array {
  return new Uint8Array(
    messages.flatMap((message) => [message.length >> 8, message.length & 0xff, ...message]),
  );
}

Deno.test("TcpListener answers pipelined queries out of order, sent one byte at a time", async () => {
  const { connect, stop } = setUpTcp();
  const connection = await connect();
  const bytes = framed(query(0xff), query(1), query(2));
  for (const byte of bytes) await connection.write(new Uint8Array([byte]));
  const order = [];
  for (let i = 0; i < 3; i++) order.push((await readMessage(connection))![0]);
  assert.deepEqual(order, [1, 2, 0xff]);
  connection.close();
  await stop();
});

Deno.test("TcpListener answers queries in flight after the client closed its side, then closes", async () => {
  const { connect, stop } = setUpTcp();
  const connection = await connect();
  await connection.write(framed(query(0xff), query(5)));
  await connection.closeWrite();
  assert.equal((await readMessage(connection))![0], 5);
  assert.equal((await readMessage(connection))![0], 0xff);
  assert.equal(await readMessage(connection), null);
  connection.close();
  await stop();
});

Deno.test("TcpListener pauses a client with 100 queries in flight and answers them all", async () => {
  const { connect, stop } = setUpTcp();
  const connection = await connect();
  await connection.write(framed(...Array.from({ length: 250 }, () => query(0xff))));
  for (let i = 0; i < 250; i++) assert.equal((await readMessage(connection))![0], 0xff);
  connection.close();
  await stop();
});

Deno.test("TcpListener closes a connection that sends a response", async () => {
  const { connect, stop } = setUpTcp();
  const connection = await connect();
  const response = query(1);
  response[2] = 0x80;
  await connection.write(framed(response));
  assert.equal(await readMessage(connection), null);
  connection.close();
  await stop();
});

Deno.test("the longest idle of 64 connections of an address is closed for the next one", async () => {
  const { connect, listener, stop, port } = setUpTcp();
  const connections = [];
  const elsewhere = connectFrom("127.0.0.9", port);
  await until(() => listener.size === 1);
  for (let i = 0; i < 80; i++) connections.push(await connect());
  for (const i of [79, 16]) {
    await connections[i].write(framed(query(i)));
    assert.equal((await readMessage(connections[i]))![0], i);
  }
  assert.equal(listener.size, 65);
  closeDescriptor(elsewhere);
  for (const i of [0, 15]) assert.equal(await readMessage(connections[i]), null);
  for (const connection of connections) connection.close();
  await stop();
});

Deno.test("accepting continues after a connection that ended before it was accepted (accept(2))", async () => {
  const { connect, stop, poller } = setUpTcp();
  const { accept4 } = libc;
  const removed: number[] = [];
  const fails = [103, 4, 100];
  Object.assign(libc, {
    accept4: (...call: Parameters<typeof accept4>) => {
      const code = fails.pop();
      if (code === undefined) return accept4(...call);
      new Int32Array(Deno.UnsafePointerView.getArrayBuffer(libc.__errno_location()!, 4))[0] = code;
      return -1;
    },
  });
  const remove = poller.remove.bind(poller);
  poller.remove = (fd) => {
    removed.push(fd);
    remove(fd);
  };
  try {
    const connection = await connect();
    await connection.write(framed(query(3)));
    assert.equal((await readMessage(connection))![0], 3);
    assert.deepEqual([fails, removed], [[], []]);
    connection.close();
  } finally {
    Object.assign(libc, { accept4 });
    await stop();
  }
});

/** Answers each query with 30,000 bytes. */
class Huge implements Receiver {
  receive(bytes: Uint8Array, start: number, _end: number, _source: unknown, reply: Reply): void {
    const at = reply.open();
    reply.buffer.fill(bytes[start], at, at + 30_000);
    reply.commit(30_000);
  }
}

Deno.test("a client that reads late gets every answer, and unsent bytes are bounded", async () => {
  const { connect, listener, stop } = setUpTcp({ receiver: new Huge(), sendBuffer: 4096 });
  const held = watchHeld(listener);
  const ended = await connect();
  await ended.write(framed(...Array.from({ length: 12 }, (_, i) => query(i))));
  await ended.closeWrite();
  const asking = await connect();
  await asking.write(framed(...Array.from({ length: 200 }, (_, i) => query(i))));
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (let i = 0; i < 12; i++) assert.equal((await readMessage(ended))![0], i);
  assert.equal(await readMessage(ended), null);
  for (let i = 0; i < 200; i++) assert.equal((await readMessage(asking))![0], i);
  assert.ok(held.most > 60_000 && held.most < 2 * 100_000, String(held.most));
  ended.close();
  asking.close();
  await stop();
  assert.equal(held.now, 0);
});

Deno.test("the memory of a large message is freed, and connections above the total limit are closed", async () => {
  const { connect, listener, stop } = setUpTcp();
  const held = watchHeld(listener);
  const connection = await connect();
  await connection.write(framed(query(1, 65_535)));
  assert.equal((await readMessage(connection))!.length, 65_535);
  assert.ok(held.most > 60_000 && held.most < 80_000, String(held.most));
  await connection.write(framed(query(2)));
  assert.equal((await readMessage(connection))![0], 2);
  assert.equal(held.now, 0);
  listener.reserveBytes(TCP_LIMITS.bytes);
  const refused = await connect();
  await refused.write(framed(query(3, 20_000))).catch(() => {});
  assert.equal(await readMessage(refused).catch(() => null), null);
  await connection.write(framed(query(4)));
  assert.equal((await readMessage(connection))![0], 4);
  assert.equal(held.now, TCP_LIMITS.bytes);
  connection.close();
  refused.close();
  await stop();
});

/** The bytes that connections of a listener hold, now and at most. */
function watchHeld(listener: TcpListener): { now: number; most: number } {
  const held = { now: 0, most: 0 };
  const holds = listener.reserveBytes.bind(listener);
  listener.reserveBytes = (more) => {
    held.now += more;
    held.most = Math.max(held.most, held.now);
    return holds(more);
  };
  return held;
}

/** Stores every reply until the test answers it; answers have at least `least` bytes. */
class Late implements Receiver {
  readonly replies: (() => void)[] = [];
  readonly #least: number;

  constructor(least = 0) {
    this.#least = least;
  }

  receive(bytes: Uint8Array, start: number, end: number, _source: unknown, reply: Reply): void {
    const query = bytes.slice(start, end);
    const later = reply.detach();
    this.replies.push(() => {
      later.buffer.set(query, later.open());
      later.commit(Math.max(query.length, this.#least));
    });
  }
}

Deno.test("a client with the maximum of queries in flight is not late while upstreams are", async () => {
  const late = new Late();
  const clock = { now: 0 };
  const { connect, listener, stop } = setUpTcp({ receiver: late, seconds: () => clock.now });
  const connection = await connect();
  const queries = framed(...Array.from({ length: 101 }, (_, i) => query(i)));
  await connection.write(queries.subarray(0, queries.length - 1));
  await until(() => late.replies.length === 100);
  clock.now += 6;
  listener.sweep();
  for (const answer of late.replies.splice(0)) answer();
  for (let i = 0; i < 100; i++) assert.equal((await readMessage(connection))?.[0], i);
  await new Promise((resolve) => setTimeout(resolve, 5));
  listener.sweep();
  await connection.write(queries.subarray(queries.length - 1));
  await until(() => late.replies.length === 1);
  late.replies.pop()!();
  assert.equal((await readMessage(connection))?.[0], 100);
  connection.close();
  await stop();
});

Deno.test("a connection is idle since its last answer (RFC 7828 3.4), and one at its life limit is answered", async () => {
  const late = new Late();
  const clock = { now: 0 };
  const { connect, listener, stop } = setUpTcp({ receiver: late, seconds: () => clock.now });
  const ask = async (connection: Deno.Conn, id: number) => {
    await connection.write(framed(query(id)));
    await until(() => late.replies.length > 0);
  };
  const connection = await connect();
  await ask(connection, 1);
  clock.now = 9;
  late.replies.pop()!();
  assert.equal((await readMessage(connection))![0], 1);
  clock.now = 19;
  listener.sweep();
  await ask(connection, 2);
  late.replies.pop()!();
  assert.equal((await readMessage(connection))![0], 2);
  clock.now = 30;
  listener.sweep();
  assert.equal(await readMessage(connection), null);
  const old = await connect();
  await until(() => listener.size === 1);
  clock.now += 3601;
  await ask(old, 3);
  clock.now++;
  listener.sweep();
  late.replies.pop()!();
  assert.equal((await readMessage(old))![0], 3);
  assert.equal(await readMessage(old), null);
  for (const one of [connection, old]) one.close();
  await stop();
});

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; !holds(); i++) {
    assert.ok(i < 1000, "waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("without free descriptors a connection replaces the longest idle one and takes its number", async () => {
  const memory = new SharedArrayBuffer(DESCRIPTOR_MEMORY_BYTES);
  const bytes = new Uint8Array(memory);
  const highest = () =>
    bytes.findLastIndex((bits) => bits !== 0) * 8 + 31 -
    Math.clz32(bytes.findLast((bits) => bits !== 0)!);
  const set = setUp(new EpollPoller(new DescriptorRegistry(memory)));
  const fd = listenTcp("127.0.0.1", 0);
  const listener = new TcpListener(fd, set.poller, set.access, new Echo(), set.seconds);
  const answered = async () => {
    const client = await Deno.connect({ hostname: "127.0.0.1", port: portOf(fd) });
    await client.write(new Uint8Array([0, 30, ...query(7)]));
    assert.equal(await client.read(new Uint8Array(64)), 32);
    return client;
  };
  const clients = [await answered()];
  const held = highest();
  Object.defineProperty(set.poller, "descriptors", { value: { admits: () => false } });
  for (let i = 0; i < 3; i++) {
    clients.push(await answered());
    assert.equal(listener.size, 1);
    assert.ok(highest() <= held, `${highest()} instead of ${held}`);
  }
  for (const client of clients) client.close();
  listener.close();
  await set.stop();
  libc.close(fd);
});

Deno.test("long answers that arrive at once wait for a client that reads late", async () => {
  const late = new Late(30_000);
  const { connect, stop } = setUpTcp({ receiver: late, sendBuffer: 4096 });
  const connection = await connect();
  await connection.write(framed(...Array.from({ length: 100 }, (_, i) => query(i))));
  await until(() => late.replies.length === 100);
  for (const answer of late.replies.splice(0)) answer();
  for (let i = 0; i < 100; i++) assert.equal((await readMessage(connection))?.[0], i);
  connection.close();
  await stop();
});
