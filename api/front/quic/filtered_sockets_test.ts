import assert from "node:assert/strict";
import { freePort } from "../../../tests/support/box_process.ts";
import { certificateFor } from "../../../tests/support/front_scene.ts";
import { libc, MSG_DONTWAIT } from "../../../resolver/net/libc.ts";
import { listenUdp } from "../../../resolver/net/sockets.ts";
import { attachFilter, descriptorOf, FilteredSockets } from "./filtered_sockets.ts";

/** A UDP socket on a free port; `::` has both families. */
class Listener {
  readonly #socket: Deno.DatagramConn;
  readonly port: number;
  readonly #room = new Uint8Array(64);

  constructor(hostname: string) {
    this.#socket = Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
    this.port = (this.#socket.addr as Deno.NetAddr).port;
  }

  get fd(): number {
    const { hostname, port } = this.#socket.addr as Deno.NetAddr;
    return descriptorOf({ address: hostname, port })!;
  }

  /** Whether a datagram from a loopback address arrives. */
  async hears(source: string, to = source.includes(":") ? "::1" : "127.0.0.1"): Promise<boolean> {
    const client = Deno.listenDatagram({ transport: "udp", hostname: source, port: 0 });
    await client.send(Uint8Array.of(1, 2, 3), { transport: "udp", hostname: to, port: this.port });
    client.close();
    return Number(libc.recv(this.fd, this.#room, BigInt(this.#room.length), MSG_DONTWAIT)) === 3;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

Deno.test("the descriptor of a UDP socket is found by its address and port, also beside TCP on the same", () => {
  for (const address of ["127.0.0.1", "::", "::1", "127.0.0.3"]) {
    const port = freePort();
    const fd = listenUdp(address, port, false);
    using _tcp = Deno.listen({ hostname: address, port });
    try {
      assert.equal(descriptorOf({ address, port }), fd, address);
      assert.equal(descriptorOf({ address: "127.0.0.9", port }), undefined);
    } finally {
      libc.close(fd);
    }
  }
  assert.equal(descriptorOf({ address: "no address", port: 53 }), undefined);
});

Deno.test("the kernel passes only datagrams of allowed networks", async () => {
  using listener = new Listener("127.0.0.1");
  attachFilter(listener.fd, ["127.0.0.0/30", "127.0.0.200/32"]);
  for (
    const [source, through] of [["127.0.0.1", true], ["127.0.0.4", false], [
      "127.0.0.200",
      true,
    ]] as const
  ) {
    assert.equal(await listener.hears(source), through, source);
  }
});

Deno.test("a QUIC endpoint answers an unknown version only in datagrams of at least 1200 bytes", async () => {
  const endpoint = new Deno.QuicEndpoint({ hostname: "127.0.0.1", port: freePort() });
  const { hostname, port } = endpoint.addr;
  const { cert, key } = await certificateFor("localhost");
  const listener = endpoint.listen({ cert, key, alpnProtocols: ["doq"] });
  attachFilter(descriptorOf({ address: hostname, port })!, ["private"]);
  const client = Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
  const initial = new Uint8Array(1200);
  initial.set([0xc0, 0x0a, 0x0a, 0x0a, 0x0a, 8, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13]);
  const to = { transport: "udp", hostname, port } as const;
  try {
    await client.send(initial.subarray(0, 1199), to);
    await client.send(initial.subarray(0, 60), to);
    await client.send(initial.with(7, 99), to);
    const [answer] = await client.receive();
    // Version 0, and the connection id of the long datagram alone (RFC 9000 17.2.1).
    assert.deepEqual([...answer.subarray(1, 5)], [0, 0, 0, 0]);
    assert.ok(answer.includes(99), "the answer is to the long datagram");
  } finally {
    client.close();
    listener.stop();
    endpoint.close();
  }
});

Deno.test("a socket of both families is filtered by the address in the packet", async () => {
  using listener = new Listener("::");
  for (
    const [ranges, of4, of6] of [
      [["127.0.0.0/8"], true, false],
      [["::1/128"], false, true],
      [["private"], true, true],
      [["10.0.0.0/8", "fd00::/8", "2001:db8::/33"], false, false],
    ] as const
  ) {
    attachFilter(listener.fd, ranges);
    assert.equal(await listener.hears("127.0.0.9"), of4, `IPv4 with ${ranges}`);
    assert.equal(await listener.hears("::1"), of6, `IPv6 with ${ranges}`);
  }
});

Deno.test("dozens of networks fit into one filter", async () => {
  using listener = new Listener("::");
  const many = Array.from({ length: 20 }, (_, i) => [`10.${i}.0.0/24`, `2001:db8:${i}::/48`])
    .flat();
  attachFilter(listener.fd, [...many, "127.0.0.0/8"]);
  assert.equal(await listener.hears("127.0.0.1"), true);
  assert.equal(await listener.hears("::1"), false);
});

Deno.test("changed networks apply to bound sockets, and a failure is logged once", async () => {
  using listener = new Listener("127.0.0.1");
  const messages: string[] = [];
  const sockets = new FilteredSockets(["10.0.0.0/8"], (_, text) => messages.push(text));
  sockets.bound({ address: "127.0.0.1", port: listener.port });
  assert.equal(await listener.hears("127.0.0.1"), false);
  sockets.ranges(["private"]);
  assert.equal(await listener.hears("127.0.0.1"), true);
  assert.deepEqual(messages, []);
  const port = freePort();
  sockets.bound({ address: "127.0.0.1", port });
  sockets.ranges(["127.0.0.1/32"]);
  assert.deepEqual(messages, [
    "Clients of DNS over QUIC from other networks are refused after their first datagram: " +
    `no socket is found on port ${port} of 127.0.0.1`,
  ]);
});

Deno.test("more networks than the kernel accepts are refused with the reason", () => {
  using listener = new Listener("::");
  const many = Array.from({ length: 2000 }, (_, i) => `2001:db8:${i.toString(16)}::/48`);
  assert.throws(
    () => attachFilter(listener.fd, many),
    /let allowed networks alone through to a socket/,
  );
});
