import assert from "node:assert/strict";
import { parseTarget } from "../../policy/model/upstream_line.ts";
import { respond } from "../../tests/support/fake_upstream.ts";
import { addressIn, question, withPool } from "../../tests/support/upstream_pool.ts";

/** A link-local address of this machine with its interface. */
const local = Deno.networkInterfaces().find(({ address }) => /^fe[89ab][\da-f]:/i.test(address));
const zoned = local === undefined ? "" : `${local.address.replace(/%.*$/, "")}%${local.name}`;

/**
 * Answers questions sequentially over UDP and TCP on every address; resolves when all have ended.
 */
function serve() {
  const listener = Deno.listen({ hostname: "::", port: 0 });
  const { port } = listener.addr;
  const datagrams = Deno.listenDatagram({ transport: "udp", hostname: "::", port });
  const seen = { udp: 0, tcp: 0 };
  const work: Promise<void>[] = [];
  const answerTo = (wire: Uint8Array, transport: "udp" | "tcp") => {
    seen[transport]++;
    const id = wire[0] << 8 | wire[1];
    return respond({ wire, name: "", type: 1, id, transport, port: 0, before: 0 });
  };
  const stream = async (connection: Deno.Conn) => {
    const bytes = new Uint8Array(1024);
    for (
      let count = await connection.read(bytes);
      count !== null;
      count = await connection.read(bytes)
    ) {
      const answer = answerTo(bytes.slice(2, count), "tcp");
      await connection.write(new Uint8Array([0, answer.length, ...answer]));
    }
    connection.close();
  };
  work.push((async () => {
    for await (const [wire, from] of datagrams) await datagrams.send(answerTo(wire, "udp"), from);
  })());
  work.push((async () => {
    for await (const connection of listener) work.push(stream(connection));
  })());
  const close = async () => {
    datagrams.close();
    listener.close();
    await Promise.allSettled(work);
  };
  return { port, seen, close };
}

Deno.test({
  name: "an upstream at a link-local address is reached through its interface, over UDP and TCP",
  ignore: local === undefined,
  async fn() {
    const server = serve();
    const lines = [`[${zoned}]:${server.port}`, `tcp://[${zoned}]:${server.port}`];
    for (const line of lines) {
      await withPool({ settings: { upstreams: [line] } }, async ({ pool, log }) => {
        assert.equal(
          addressIn((await pool.forward(question("www.example"), 2000)).response),
          "192.0.2.1",
        );
        const { state, error } = await pool.probe(parseTarget(line)!, "");
        assert.deepEqual([state, error, log], ["answers", "", []]);
      });
    }
    await server.close();
    assert.ok(server.seen.udp >= 3 && server.seen.tcp >= 4, JSON.stringify(server.seen));
  },
});

Deno.test("a missing interface is reported by its name", () =>
  withPool({ settings: { upstreams: ["fe80::1%nothing0"] } }, async ({ pool }) => {
    await assert.rejects(pool.forward(question("www.example"), 1000), /no such interface/);
    for (const line of ["fe80::1%nothing0", "tcp://fe80::1%nothing0"]) {
      const { state, error } = await pool.probe(parseTarget(line)!, "");
      assert.equal(state, "fails");
      assert.equal(
        error,
        "This machine has no interface nothing0: `ip link` lists those that it has: [fe80::1%nothing0]:53",
      );
    }
  }));
