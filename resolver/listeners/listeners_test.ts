import assert from "node:assert/strict";
import { MAY_MAKE_NAMESPACES, NetworkNamespace } from "../../tests/support/network_namespace.ts";
import { DESCRIPTOR_MEMORY, HeldDescriptors } from "../net/descriptors.ts";
import { EpollPoller } from "../net/poller.ts";
import { libc } from "../net/libc.ts";
import { listenTcp, listenUdp } from "../net/sockets.ts";
import { Access } from "./access.ts";
import type { Receiver, Reply } from "./reply.ts";
import { TcpListener } from "./tcp.ts";
import { UdpListener } from "./udp.ts";

const RATE = { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 };

/** Sends each query back with QR set; answers whose first name octet is 0xff come 50 ms later. */
class Echo implements Receiver {
  receive(bytes: Uint8Array, start: number, end: number, _source: unknown, reply: Reply): void {
    const query = bytes.slice(start, end);
    const answer = (to: Reply) => {
      const at = to.open();
      to.buffer.set(query, at);
      to.buffer[at + 2] |= 0x80;
      to.commit(query.length);
    };
    if (query[12] === 0xff) {
      const later = reply.detach();
      setTimeout(() => answer(later), 50);
    } else answer(reply);
  }
}

function setUp(poller = new EpollPoller()) {
  const dropped: string[] = [];
  const seconds = () => Math.floor(performance.now() / 1000);
  const access = new Access({ dropped: (cause) => void dropped.push(cause) }, seconds);
  access.configure(["private"], [], RATE, []);
  const running = poller.run(() => {}, (fault) => assert.fail(String(fault)));
  return { poller, access, dropped, seconds, stop: () => (poller.stop(), running) };
}

function query(first: number, length = 30): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes[0] = first;
  bytes[12] = first;
  return bytes;
}

function portOf(fd: number): number {
  const name = new Uint8Array(28), length = new Uint8Array([28, 0, 0, 0]);
  libc.getsockname(fd, name, length);
  return name[2] << 8 | name[3];
}

const ASKED = [["0.0.0.0", "127.0.0.1"], ["0.0.0.0", "127.0.0.77"], ["127.0.0.77", "127.0.0.77"], ["::", "::1"], [
  "::1",
  "::1",
]];
for (const [listening, host] of ASKED) {
  Deno.test(`UdpListener answers from the address that was asked: ${host} of ${listening}`, async () => {
    const { poller, access, seconds: _s, stop } = setUp();
    const fd = listenUdp(listening, 0);
    const listener = new UdpListener(fd, portOf(fd), poller, access, new Echo());
    const client = Deno.listenDatagram({ transport: "udp", hostname: host === "::1" ? "::1" : "127.0.0.1", port: 0 });
    const to = { transport: "udp" as const, hostname: host, port: portOf(fd) };
    await client.send(query(0xff), to);
    await client.send(query(7), to);
    const [first, from] = await client.receive();
    const [second] = await client.receive();
    assert.deepEqual([first[0], second[0]], [7, 0xff]);
    assert.equal((from as Deno.NetAddr).hostname, host);
    client.close();
    listener.close(poller);
    await stop();
    libc.close(fd);
  });
}

Deno.test("UdpListener gives each of many clients the answer to its own question, at once or later", async () => {
  const { poller, access, stop } = setUp();
  const fd = listenUdp("0.0.0.0", 0), to = { transport: "udp" as const, hostname: "127.0.0.1", port: portOf(fd) };
  const listener = new UdpListener(fd, to.port, poller, access, new Echo());
  const clients = Array.from({ length: 100 }, () => {
    return Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  });
  const asked = clients.map((_, i) => query(i % 3 === 0 ? 0xff : i, 30 + i));
  for (const [i, client] of clients.entries()) await client.send(asked[i], to);
  for (const [i, client] of clients.entries()) {
    const [answer] = await client.receive();
    asked[i][2] |= 0x80;
    assert.deepEqual(answer, asked[i]);
    client.close();
  }
  listener.close(poller);
  await stop();
  libc.close(fd);
});

Deno.test("UdpListener drops responses, short datagrams and foreign ranges without a word", async () => {
  const { poller, access, dropped, stop } = setUp();
  const fd = listenUdp("127.0.0.1", 0);
  const listener = new UdpListener(fd, portOf(fd), poller, access, new Echo());
  const client = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const to = { transport: "udp" as const, hostname: "127.0.0.1", port: portOf(fd) };
  const response = query(1);
  response[2] = 0x80;
  await client.send(response, to);
  await client.send(query(2, 11), to);
  await client.send(query(3), to);
  assert.equal((await client.receive())[0][0], 3);
  access.configure(["192.0.2.0/24"], [], RATE, []);
  await client.send(query(4), to);
  access.configure(["private"], [], { ...RATE, perSecond: 1, burst: 2 }, []);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(dropped.slice(0, 2), ["malformed", "malformed"]);
  client.close();
  listener.close(poller);
  await stop();
  libc.close(fd);
});

/** Gives each query an answer of 40 records, 16 octets each, and an OPT record without options. */
class Large implements Receiver {
  receive(bytes: Uint8Array, start: number, end: number, _source: unknown, reply: Reply): void {
    const at = reply.open(), out = reply.buffer, length = end - start;
    out.set(bytes.subarray(start, end), at);
    out.set([0x81, 0x80, 0, 1, 0, 40, 0, 0, 0, 1], at + 2);
    for (let i = 0; i < 40; i++) {
      out.set([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 192, 0, 2, i], at + length + 16 * i);
    }
    out.set([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0], at + length + 640);
    reply.commit(length + 651);
  }
}

Deno.test({
  name: "UdpListener sends an answer with TC where the network takes no datagram of its size (RFC 9715 3.1)",
  ignore: !MAY_MAKE_NAMESPACES,
  fn: () =>
    NetworkNamespace.run(async (network) => {
      await network.ip("link", "set", "lo", "mtu", "600");
      const { poller, access, stop } = setUp();
      const [fd, client] = await network.enter(() => {
        return [listenUdp("127.0.0.1", 0), Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 })];
      });
      const listener = new UdpListener(fd, portOf(fd), poller, access, new Large());
      const asked = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1];
      for (let i = 0; i < 2; i++) {
        await client.send(new Uint8Array(asked), { transport: "udp", hostname: "127.0.0.1", port: portOf(fd) });
        const [response] = await client.receive();
        const expected = [0x12, 0x34, 0x83, 0x80, 0, 1, 0, 0, 0, 0, 0, 1, ...asked.slice(12), 0, 0, 41, 4, 208];
        assert.deepEqual([...response], [...expected, 0, 0, 0, 0, 0, 0]);
      }
      client.close();
      listener.close(poller);
      await stop();
      libc.close(fd);
    }),
});

function setUpTcp() {
  const set = setUp();
  const fd = listenTcp("127.0.0.1", 0);
  const listener = new TcpListener(fd, portOf(fd), set.poller, set.access, new Echo(), set.seconds);
  const connect = () => Deno.connect({ hostname: "127.0.0.1", port: portOf(fd) });
  const stop = async () => {
    listener.close();
    await set.stop();
    libc.close(fd);
  };
  return { ...set, listener, connect, stop };
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
  return new Uint8Array(messages.flatMap((message) => [message.length >> 8, message.length & 0xff, ...message]));
}

Deno.test("TcpListener answers pipelined queries out of order, sent one octet at a time", async () => {
  const { connect, stop } = setUpTcp();
  const connection = await connect();
  const bytes = framed(query(0xff), query(1), query(2));
  for (const octet of bytes) await connection.write(new Uint8Array([octet]));
  const order = [];
  for (let i = 0; i < 3; i++) order.push((await readMessage(connection))![0]);
  assert.deepEqual(order, [1, 2, 0xff]);
  connection.close();
  await stop();
});

Deno.test("TcpListener answers what is in flight after the client ended its side, then closes", async () => {
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

Deno.test("TcpListener allows 64 connections of one address", async () => {
  const { connect, listener, stop } = setUpTcp();
  const connections = [];
  for (let i = 0; i < 80; i++) connections.push(await connect());
  await connections[0].write(framed(query(1)));
  assert.equal((await readMessage(connections[0]))![0], 1);
  assert.equal(listener.size, 64);
  for (const connection of connections) connection.close();
  await stop();
});

Deno.test("without room a connection takes the place of the idlest one, and its number, so that none climb over what is kept", async () => {
  const memory = new SharedArrayBuffer(DESCRIPTOR_MEMORY), octets = new Uint8Array(memory);
  const highest = () =>
    octets.findLastIndex((bits) => bits !== 0) * 8 + 31 - Math.clz32(octets.findLast((bits) => bits !== 0)!);
  const set = setUp(new EpollPoller(new HeldDescriptors(memory))), fd = listenTcp("127.0.0.1", 0);
  const listener = new TcpListener(fd, portOf(fd), set.poller, set.access, new Echo(), set.seconds);
  const answered = async () => {
    const client = await Deno.connect({ hostname: "127.0.0.1", port: portOf(fd) });
    await client.write(new Uint8Array([0, 30, ...query(7)]));
    assert.equal(await client.read(new Uint8Array(64)), 32);
    return client;
  };
  const clients = [await answered()], held = highest();
  Object.defineProperty(set.poller, "room", { value: { isLeft: false } });
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
