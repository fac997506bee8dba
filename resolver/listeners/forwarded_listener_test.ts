import assert from "node:assert/strict";
import { type Address, parseAddress } from "../../policy/model/address.ts";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import {
  type FakeAction,
  type FakeQuery,
  FakeUpstream,
  respond,
} from "../../tests/support/fake_upstream.ts";
import { queryFor } from "../../tests/support/flood.ts";
import { BlockMemory } from "../memory/block_memory.ts";
import {
  ForwardedQueryPacker,
  type ForwardedTransport,
  unpackResponses,
} from "../threads/forwarded_batch.ts";
import { JournalReader } from "../journal/journal_reader.ts";
import { startResolver } from "../threads/start.ts";
import { messageToText } from "../wire/text.ts";

const address = (text: string) => parseAddress(text) as Address;

/** The other end of a port: sends queries and stores responses. */
class Front {
  readonly #port: MessagePort;
  readonly #queries = new ForwardedQueryPacker();
  readonly responses = new Map<number, Uint8Array>();
  /** Received messages. */
  messages = 0;
  #onChange = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      this.messages++;
      unpackResponses(data, (id, start, end) => this.responses.set(id, data.slice(start, end)));
      this.#onChange();
    };
  }

  add(
    id: number,
    query: Uint8Array,
    from = "192.0.2.9",
    transport: ForwardedTransport = "tls",
  ): this {
    this.#queries.push(id, transport, address(from), query);
    return this;
  }

  /** Sends the added queries; resolves when this number of responses has arrived. */
  async send(count: number): Promise<void> {
    const packed = this.#queries.take()!;
    const late = setTimeout(() => this.#onChange(), 5000);
    this.#port.postMessage(packed, [packed.buffer]);
    const end = performance.now() + 5000;
    while (this.responses.size < count && performance.now() < end) {
      await new Promise<void>((resolve) => this.#onChange = resolve);
    }
    clearTimeout(late);
  }

  close(): void {
    this.#port.close();
  }
}

/** The query with these options. It ends with an OPT record without options. */
function withOptions(query: Uint8Array, options: readonly number[]): Uint8Array {
  return Uint8Array.from([...query.subarray(0, -2), 0, options.length, ...options]);
}

const PADDING = [0, 12, 0, 3, 0, 0, 0];
const KEEPALIVE = [0, 11, 0, 0];

/** Answers every name except `silent.example`, some of them later. */
function script(query: FakeQuery): FakeAction[] {
  if (query.name === "silent.example") return [];
  return [query.name === "late.example" ? 300 : 0, respond(query)];
}

async function begin(workers = 1) {
  const fake = new FakeUpstream(script);
  const logged: string[] = [];
  const blocked = BlockMemory.createMemory();
  const snapshot = compileInMemory([{ text: "/[.]ads[.]example$/" }], {
    blockedResponse: "page",
    boxNetworks: [["192.0.2.77/24"]],
    upstreams: [`127.0.0.1:${fake.port}`],
    fallbackUpstreams: [],
    allowedRanges: ["192.0.2.0/24", "2001:db8::/32"],
  });
  const started = await startResolver({
    listen: [{ address: "127.0.0.1", port: 0 }],
    workers,
    blocked,
    workerUrl: new URL("../threads/worker_crash_fixture.ts", import.meta.url),
    secret: new Uint8Array(16),
    networks: [],
    snapshot: { version: 1, sections: encodeSnapshot(snapshot) },
    log: (_, text) => logged.push(text),
    holder: () => "",
  });
  const [front, ...others] = started.resolver.openQueryPorts().map((port) => new Front(port));
  const close = async () => {
    [front, ...others].forEach((each) => each.close());
    await started.resolver.stop();
    await fake.close();
  };
  return { ...started, front, others, blocked, logged, close };
}

Deno.test("queries from the front are answered by number, many per message", async () => {
  const { front, journals, close } = await begin();
  for (let id = 0; id < 20; id++) {
    front.add(id, queryFor("localhost", id), id % 2 ? "2001:db8::1" : "192.0.2.9");
  }
  await front.send(20);
  assert.equal(front.messages, 1);
  for (let id = 0; id < 20; id++) assert.equal(front.responses.get(id)![1], id);
  front.responses.clear();
  front.add(1, queryFor("late.example"), "192.0.2.9", "https").add(
    2,
    queryFor("quick.example"),
    "192.0.2.9",
    "quic",
  );
  await front.add(3, queryFor("localhost")).send(3);
  assert.match(messageToText(front.responses.get(1)!), /late\.example\.\t\d+\tIN\tA\t192\.0\.2\.1/);
  assert.match(
    messageToText(front.responses.get(2)!),
    /quick\.example\.\t\d+\tIN\tA\t192\.0\.2\.1/,
  );
  assert.deepEqual([...front.responses.keys()], [3, 2, 1], "each waits for its upstream by itself");
  const { byTransport } = new JournalReader(journals[0].ring, journals[0].counters).totals();
  assert.deepEqual({ ...byTransport }, {
    udp: 0,
    tcp: 0,
    tls: 21,
    https: 1,
    quic: 1,
    relay: 0,
    ask: 0,
  });
  await close();
});

Deno.test("a name blocked by any worker is found in the shared block memory", async () => {
  const { front, others: [other], blocked, close } = await begin(2);
  const names = new BlockMemory(blocked, Date.now);
  for (
    const [each, name, from] of [[front, "a.ads.example", "192.0.2.9"], [
      other,
      "b.ads.example",
      "192.0.2.8",
    ]] as const
  ) {
    await each.add(1, queryFor(name), from).send(1);
    assert.match(messageToText(each.responses.get(1)!), /IN\tA\t192\.0\.2\.77\n/);
    const found = names.find(name, { device: 0, address: address(from) })!;
    assert.deepEqual([found.reason, found.origin, found.list], ["list", "list:1", 1]);
    assert.ok(Math.abs(Date.now() - found.at) < 60_000);
  }
  assert.equal(
    names.find("b.ads.example", { device: 0, address: address("192.0.2.9") }),
    undefined,
  );
  assert.equal(names.size, 2);
  await close();
});

Deno.test("refused clients and invalid messages get no response", async () => {
  const { front, logged, close } = await begin();
  const response = queryFor("a.example");
  response[2] |= 0x80;
  front.add(1, queryFor("localhost"), "198.51.100.1").add(2, new Uint8Array()).add(
    3,
    new Uint8Array(11),
  );
  front.add(4, response);
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
  assert.deepEqual(logged, []);
  await close();
});

Deno.test("responses to queries that pad are padded to blocks of 468 bytes, also repeated ones (RFC 8467)", async () => {
  const { front, close } = await begin();
  const query = withOptions(queryFor("pad.example"), [...PADDING, ...KEEPALIVE]);
  for (let round = 0; round < 4; round++) {
    front.responses.clear();
    front.add(1, query, "192.0.2.9", "tls").add(2, query, "192.0.2.9", "https").add(
      3,
      queryFor("pad.example"),
    );
    await front.send(3);
    assert.equal(front.responses.get(1)!.length, 468);
    assert.match(
      front.responses.get(1)!.toHex(),
      /000b0002012c/,
      "30 seconds of idleness, told over TLS (RFC 7828)",
    );
    assert.equal(front.responses.get(2)!.length, 468);
    assert.doesNotMatch(front.responses.get(2)!.toHex(), /000b0002/);
    assert.equal(front.responses.get(3)!.length, 56);
  }
  await close();
});

Deno.test("a new port replaces the previous one, and the death of a thread is reported", async () => {
  const { resolver, front, close } = await begin();
  front.add(1, queryFor("silent.example"));
  await Promise.race([front.send(1), new Promise((resolve) => setTimeout(resolve, 50))]);
  const second = new Front(resolver.openQueryPorts()[0]);
  await second.add(9, queryFor("localhost")).send(1);
  assert.equal(front.responses.size, 0);
  const restarted = new Promise<void>((resolve) => resolver.onRestart(resolve));
  await assert.rejects(resolver.flush("crash.test"));
  await restarted;
  const third = new Front(resolver.openQueryPorts()[0]);
  await third.add(9, queryFor("localhost")).send(1);
  assert.equal(third.responses.get(9)![3] & 15, 0);
  second.close();
  third.close();
  await close();
});
