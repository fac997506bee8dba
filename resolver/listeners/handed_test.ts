import assert from "node:assert/strict";
import { type Address, parseAddress } from "../../policy/model/address.ts";
import { encodeSnapshot } from "../../policy/snapshot/file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import { queryFor } from "../../tests/support/flood.ts";
import { HandedQueries, type HandedTransport, readResponses } from "../handed_batch.ts";
import { JournalReader } from "../journal_reader.ts";
import { startResolver } from "../start.ts";
import { messageToText } from "../wire/text.ts";

const address = (text: string) => parseAddress(text) as Address;

/** The other end of a port: hands queries over and keeps what comes back. */
class Front {
  readonly #port: MessagePort;
  readonly #queries = new HandedQueries();
  readonly responses = new Map<number, Uint8Array>();
  /** Messages that came. */
  messages = 0;
  #told = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      this.messages++;
      readResponses(data, (id, start, end) => this.responses.set(id, data.slice(start, end)));
      this.#told();
    };
  }

  add(id: number, query: Uint8Array, from = "192.0.2.9", transport: HandedTransport = "tls"): this {
    this.#queries.push(id, transport, address(from), query);
    return this;
  }

  /** Sends what was added; resolves when so many responses are there. */
  async send(count: number): Promise<void> {
    const packed = this.#queries.take()!, late = setTimeout(() => this.#told(), 5000);
    this.#port.postMessage(packed, [packed.buffer]);
    const end = performance.now() + 5000;
    while (this.responses.size < count && performance.now() < end) {
      await new Promise<void>((resolve) => this.#told = resolve);
    }
    clearTimeout(late);
  }

  close(): void {
    this.#port.close();
  }
}

/** The query, which ends with an OPT record without options, with these. */
function withOptions(query: Uint8Array, options: readonly number[]): Uint8Array {
  return Uint8Array.from([...query.subarray(0, -2), 0, options.length, ...options]);
}

const PADDING = [0, 12, 0, 3, 0, 0, 0], KEEPALIVE = [0, 11, 0, 0];

Deno.test("queries that the front hands over", async (t) => {
  const script = ({ name, wire, id, type, transport, port, before }: Parameters<typeof respond>[0]) =>
    name === "silent.example"
      ? []
      : [name === "late.example" ? 30 : 0, respond({ name, wire, id, type, transport, port, before })];
  const fake = new FakeUpstream(script), told: string[] = [];
  const snapshot = compileInMemory([], {
    upstreams: [`127.0.0.1:${fake.port}`],
    fallbackUpstreams: [],
    allowedRanges: ["192.0.2.0/24", "2001:db8::/32"],
  });
  const { resolver, journals } = await startResolver({
    listen: [{ address: "127.0.0.1", port: 0 }],
    workers: 1,
    workerUrl: new URL("../worker_crash_fixture.ts", import.meta.url),
    secret: new Uint8Array(16),
    networks: [],
    snapshot: { version: 1, bytes: encodeSnapshot(snapshot) },
    log: (_, text) => told.push(text),
    holder: () => "",
  });
  let front = new Front(resolver.handed()[0]);
  try {
    await t.step("are answered each by its number, many to a message", async () => {
      for (let id = 0; id < 20; id++) front.add(id, queryFor("localhost", id), id % 2 ? "2001:db8::1" : "192.0.2.9");
      await front.send(20);
      assert.equal(front.messages, 1);
      for (let id = 0; id < 20; id++) assert.equal(front.responses.get(id)![1], id);
    });

    await t.step("wait for upstreams by themselves", async () => {
      front.responses.clear();
      front.add(1, queryFor("late.example"), "192.0.2.9", "https").add(
        2,
        queryFor("quick.example"),
        "192.0.2.9",
        "quic",
      );
      front.add(3, queryFor("localhost"));
      await front.send(3);
      assert.match(messageToText(front.responses.get(1)!), /late\.example\.\t\d+\tIN\tA\t192\.0\.2\.1/);
      assert.match(messageToText(front.responses.get(2)!), /quick\.example\.\t\d+\tIN\tA\t192\.0\.2\.1/);
      assert.deepEqual([...front.responses.keys()], [3, 2, 1]);
    });

    await t.step("are counted by what they came over", () => {
      const { byTransport } = new JournalReader(journals[0].ring, journals[0].counters).totals();
      assert.deepEqual({ ...byTransport }, { udp: 0, tcp: 0, tls: 21, https: 1, quic: 1, relay: 0, ask: 0 });
    });

    await t.step("get nothing when they are not allowed, no queries, or garbage; and nothing breaks", async () => {
      front.responses.clear();
      const response = queryFor("a.example");
      response[2] |= 0x80;
      front.add(1, queryFor("localhost"), "198.51.100.1").add(2, new Uint8Array()).add(3, new Uint8Array(11)).add(
        4,
        response,
      );
      let seed = 7;
      const random = () => (seed = Math.imul(seed, 1103515245) + 12345 >>> 0) >>> 16;
      for (let id = 5; id < 3000; id++) {
        const query = id % 2 ? queryFor("localhost") : new Uint8Array(random() % 400).map(random);
        for (let i = 0; i < 4; i++) query[random() % query.length] = random();
        front.add(id, query, "192.0.2.7", "https");
      }
      await front.send(2999);
      assert.equal(front.responses.size, 2999);
      for (const id of [1, 2, 3, 4]) assert.equal(front.responses.get(id)!.length, 0);
      assert.deepEqual(told, []);
    });

    await t.step(
      "get responses padded to blocks of 468 octets, again from the memo, and the idle time over TLS",
      async () => {
        const query = withOptions(queryFor("pad.example"), [...PADDING, ...KEEPALIVE]);
        for (let round = 0; round < 4; round++) {
          front.responses.clear();
          front.add(1, query, "192.0.2.9", "tls").add(2, query, "192.0.2.9", "https").add(3, queryFor("pad.example"));
          await front.send(3);
          assert.equal(front.responses.get(1)!.length, 468);
          assert.match(messageToText(front.responses.get(1)!), /keepalive|TCP-KEEPALIVE/i);
          assert.equal(front.responses.get(2)!.length, 468);
          assert.doesNotMatch(messageToText(front.responses.get(2)!), /keepalive/i);
          assert.equal(front.responses.get(3)!.length, 56);
        }
      },
    );

    await t.step("go to the new port once there is one, and to the thread that follows one that died", async () => {
      const before = front;
      before.responses.clear();
      before.add(1, queryFor("silent.example"));
      await Promise.race([before.send(1), new Promise((resolve) => setTimeout(resolve, 50))]);
      front = new Front(resolver.handed()[0]);
      await front.add(9, queryFor("localhost")).send(1);
      assert.equal(before.responses.size, 0);
      before.close();
      const restarted = new Promise<void>((resolve) => resolver.whenRestarted(resolve));
      await assert.rejects(resolver.flush("crash.test"));
      await restarted;
      front.close();
      front = new Front(resolver.handed()[0]);
      await front.add(9, queryFor("localhost")).send(1);
      assert.equal(front.responses.get(9)![3] & 15, 0);
    });
  } finally {
    front.close();
    await resolver.stop();
    await fake.close();
  }
});
