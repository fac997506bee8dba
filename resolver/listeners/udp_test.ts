import assert from "node:assert/strict";
import { Echo, portOf, query, RATE, setUp } from "../../tests/support/listening.ts";
import { MAY_MAKE_NAMESPACES, NetworkNamespace } from "../../tests/support/network_namespace.ts";
import { writeError } from "../answers/error_response.ts";
import { libc } from "../net/libc.ts";
import { listenUdp } from "../net/sockets.ts";
import type { Receiver, Reply } from "./reply.ts";
import { createEdnsParameters } from "../wire/edns.ts";
import { ParsedQuery, parseQuery } from "../wire/query.ts";
import { UdpListener } from "./udp.ts";

const ASKED = [["0.0.0.0", "127.0.0.1"], ["0.0.0.0", "127.0.0.77"], ["127.0.0.77", "127.0.0.77"], [
  "::",
  "::1",
], [
  "::1",
  "::1",
]];
for (const [listening, host] of ASKED) {
  Deno.test(`UdpListener answers from the queried address: ${host} of ${listening}`, async () => {
    const { poller, access, seconds: _s, stop } = setUp();
    const fd = listenUdp(listening, 0);
    const listener = new UdpListener(fd, poller, access, new Echo());
    const client = Deno.listenDatagram({
      transport: "udp",
      hostname: host === "::1" ? "::1" : "127.0.0.1",
      port: 0,
    });
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

Deno.test("UdpListener sends each of many clients the answer to its own query, at once or later", async () => {
  const { poller, access, stop } = setUp();
  const fd = listenUdp("0.0.0.0", 0);
  const to = { transport: "udp" as const, hostname: "127.0.0.1", port: portOf(fd) };
  const listener = new UdpListener(fd, poller, access, new Echo());
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

Deno.test("UdpListener silently drops responses, short datagrams and refused ranges", async () => {
  const { poller, access, dropped, stop } = setUp();
  const fd = listenUdp("127.0.0.1", 0);
  const listener = new UdpListener(fd, poller, access, new Echo());
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

/** Answers each query with 40 records of 16 bytes and an OPT record without options. */
class Large implements Receiver {
  receive(bytes: Uint8Array, start: number, end: number, _source: unknown, reply: Reply): void {
    const at = reply.open();
    const out = reply.buffer;
    const length = end - start;
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
  name: "UdpListener sends an answer with TC if the datagram exceeds the path MTU (RFC 9715 3.1)",
  ignore: !MAY_MAKE_NAMESPACES,
  fn: () =>
    NetworkNamespace.run(async (network) => {
      await network.ip("link", "set", "lo", "mtu", "600");
      const { poller, access, stop } = setUp();
      const [fd, client] = await network.enter(() => {
        return [
          listenUdp("127.0.0.1", 0),
          Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 }),
        ];
      });
      const listener = new UdpListener(fd, poller, access, new Large());
      const asked = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1];
      for (let i = 0; i < 2; i++) {
        await client.send(new Uint8Array(asked), {
          transport: "udp",
          hostname: "127.0.0.1",
          port: portOf(fd),
        });
        const [response] = await client.receive();
        const expected = [
          0x12,
          0x34,
          0x83,
          0x80,
          0,
          1,
          0,
          0,
          0,
          0,
          0,
          1,
          ...asked.slice(12),
          0,
          0,
          41,
          4,
          208,
        ];
        assert.deepEqual([...response], [...expected, 0, 0, 0, 0, 0, 0]);
      }
      client.close();
      listener.close(poller);
      await stop();
      libc.close(fd);
    }),
});

Deno.test("a query above the maximum length gets FORMERR, with EDNS if the query has it", async () => {
  const { poller, access, stop } = setUp();
  const fd = listenUdp("127.0.0.1", 0);
  const parsed = new ParsedQuery();
  const receiver: Receiver = {
    receive(bytes, start, end, _source, reply) {
      const code = parseQuery(bytes, start, end, parsed);
      const at = reply.open();
      reply.commit(writeError(parsed, code, createEdnsParameters(512), reply.buffer, at));
    },
  };
  const listener = new UdpListener(fd, poller, access, receiver);
  const client = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const question = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 97, 0, 0, 1, 0, 1];
  for (const length of [2049, 9000]) {
    const asked = new Uint8Array(length);
    const padding = length - 19 - 11 - 4;
    asked.set([
      ...question,
      0,
      0,
      41,
      4,
      208,
      0,
      0,
      0,
      0,
      padding + 4 >> 8,
      padding + 4 & 255,
      0,
      12,
    ]);
    asked.set([padding >> 8, padding & 255], 32);
    await client.send(asked, { transport: "udp", hostname: "127.0.0.1", port: portOf(fd) });
    const [response] = await client.receive();
    assert.deepEqual([...response.subarray(0, 4)], [0x12, 0x34, 0x81, 0x81]);
    assert.equal(response.length, 19 + 11);
  }
  client.close();
  listener.close(poller);
  await stop();
  libc.close(fd);
});
