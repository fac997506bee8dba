/**
 * Answers of a hostile server through a running box, asked by `dig`: chains of 500 CNAMEs, loops,
 * and 20 records of each kind of garbage. Each gets a clear answer in bounded time, and the box goes
 * on answering.
 */
import assert from "node:assert/strict";
import { type FakeQuery, type FakeScript, questionEnd, respond } from "../support/fake_upstream.ts";
import { rdata, recordRest, wireName } from "../support/message_text.ts";
import { needsTool } from "../support/tool.ts";
import { runText, Scene } from "../support/whole_box.ts";

const CNAME = 5;
const TXT = 16;
const SOA = 6;
const MX = 15;
const AAAA = 28;
const SRV = 33;
const DNAME = 39;
const OPT = 41;
const HTTPS = 65;
const TSIG = 250;

/** A record in wire format behind its owner. */
const rest = (type: number, data: readonly number[]): number[] => [
  ...[type >> 8, type & 255],
  ...recordRest("A", 60, Uint8Array.from(data)).slice(2),
];
const ADDRESS = recordRest("A", 60, rdata("A", "192.0.2.9"));
const link = (from: string, to: string) => [...wireName(from), ...rest(CNAME, wireName(to))];

/** A chain from a name over a number of CNAMEs to an address. */
function chain(name: string, count: number): number[][] {
  const nameOf = (at: number) => at === 0 ? name : `n${at}.hop.net`;
  const links = Array.from({ length: count }, (_, at) => link(nameOf(at), nameOf(at + 1)));
  return [...links, [...wireName(nameOf(count)), ...ADDRESS]];
}

/** The answers for a name, as records of the answer section. */
const CHAINS: Readonly<Record<string, (name: string) => number[][]>> = {
  "long500.chain.net": (name) => chain(name, 500),
  "reversed500.chain.net": (name) => chain(name, 500).reverse(),
  "open500.chain.net": (name) => chain(name, 500).slice(0, -1),
  "fan500.chain.net": (name) => chain(name, 500).map((_, at) => link(name, `n${at}.hop.net`)),
  "reversed1500.chain.net": (name) => chain(name, 1500).reverse(),
  "self.chain.net": (name) => [link(name, name)],
  "circle.chain.net": (name) => [link(name, "b.hop.net"), link("b.hop.net", name)],
  "rho.chain.net": (name) => [
    ...chain(name, 3).slice(0, -1),
    link("n3.hop.net", "n1.hop.net"),
  ],
  // Each answer opens the next question.
  "ping.chain.net": (name) => [link(name, "pong.chain.net")],
  "pong.chain.net": (name) => [link(name, "ping.chain.net")],
};
/** A chain within the limits is an ordinary answer. */
const FINE = "fine.chain.net";

/** RDATA that is wrong for its type, or a record that is wrong as a whole, behind its owner. */
const GARBAGE: Readonly<Record<string, readonly number[]>> = {
  "a-short": rest(1, [192, 0, 2]),
  "a-long": rest(1, [192, 0, 2, 9, 9]),
  "a-empty": rest(1, []),
  "aaaa-short": rest(AAAA, [0x20, 1]),
  "cname-empty": rest(CNAME, []),
  "cname-root": rest(CNAME, [0]),
  "cname-tail": rest(CNAME, [1, 97, 0, 99, 99]),
  "cname-ahead": rest(CNAME, [0xff, 0xff]),
  "cname-header": rest(CNAME, [0xc0, 2]),
  "cname-label": rest(CNAME, [0x41, 1, 0]),
  "cname-endless": rest(CNAME, Array(255).fill(63)),
  "dname-loop": rest(DNAME, [0xc0, 12]),
  "soa-short": rest(SOA, [0, 0, 1]),
  "mx-short": rest(MX, [0]),
  "srv-short": rest(SRV, [0, 1, 0]),
  "txt-overrun": rest(TXT, [200, 97]),
  "https-empty": rest(HTTPS, []),
  "https-hint": rest(HTTPS, [0, 1, 0, 0, 4, 0, 99, 192, 0]),
  "opt-answer": rest(OPT, [0, 3, 0, 99]),
  "tsig-answer": rest(TSIG, [0, 0, 0]),
  "unknown": rest(65_280, [1, 2, 3]),
  "length-lie": [0, 1, 0, 1, 0, 0, 0, 60, 0xff, 0xff, 192, 0, 2, 9],
  "class-none": [0, 1, 0, 254, 0, 0, 0, 60, 0, 4, 192, 0, 2, 9],
  "ttl-huge": [0, 1, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 4, 192, 0, 2, 9],
};
/** Owners that are no names. */
const OWNERS: Readonly<Record<string, readonly number[]>> = {
  "owner-self": [0xc0, 0xff],
  "owner-header": [0xc0, 0],
  "owner-label": [0x80, 1, 0],
};

/** A response with these records in its answer section; `count` records are announced. */
function message(query: FakeQuery, records: readonly (readonly number[])[], count: number) {
  const question = query.wire.slice(12, questionEnd(query.wire));
  const head = [query.id >> 8, query.id & 255, 0x81, 0x80, 0, 1, count >> 8, count & 255];
  return Uint8Array.from([...head, 0, 0, 0, 0, ...question, ...records.flat()]);
}

/** What does not fit a datagram is sent over TCP. */
function send(query: FakeQuery, wire: Uint8Array): readonly Uint8Array[] {
  const fits = query.transport === "tcp" || wire.length <= 1232;
  return [fits ? wire : respond(query, { truncated: true })];
}

const script: FakeScript = (query) => {
  const { name } = query;
  if (name === FINE) return send(query, message(query, chain(name, 15), 16));
  const isBurst = name.startsWith("burst");
  const records = isBurst ? chain(name, 1500).reverse() : CHAINS[name]?.(name);
  if (records !== undefined) return send(query, message(query, records, records.length));
  const kind = /^(.+)\.garbage\.net$/.exec(name)?.[1] ?? "";
  const twenty = (record: readonly number[]) =>
    send(query, message(query, Array(20).fill(record), 20));
  if (kind in GARBAGE) return twenty([0xc0, 12, ...GARBAGE[kind]]);
  if (kind in OWNERS) return twenty([...OWNERS[kind], ...ADDRESS]);
  if (kind === "count-lie") return send(query, message(query, [[0xc0, 12, ...ADDRESS]], 20));
  if (kind === "header") return [query.wire.slice(0, 12)];
  if (kind === "random") return Array.from({ length: 20 }, () => noise(query));
  return [respond(query, { address: "192.0.2.9" })];
};

/** Bytes that begin with the id of the question. */
function noise(query: FakeQuery): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(200));
  bytes.set([query.id >> 8, query.id & 255, 0x81, 0x80]);
  return bytes;
}

/** Status, EDE and records of an answer; "silent" when there is none in time. */
async function dig(scene: Scene, name: string, ...options: string[]) {
  const args = ["dig", "@127.0.0.1", "-p", String(scene.box.port), "+tries=1", "+time=9"];
  const { text } = await runText([...args, name, ...options]);
  return {
    status: /status: (\w+)/.exec(text)?.[1] ?? "silent",
    error: /EDE: (.*)/.exec(text)?.[1] ?? "",
    records: text.match(/^[^;\s].*\sIN\s.*$/gm) ?? [],
    text,
  };
}

Deno.test({
  name: "Chains without end and 20 records of each kind of garbage get a clear answer by dig",
  ignore: needsTool("dig"),
  fn: () =>
    Scene.run({ script }, async (scene) => {
      const fine = await dig(scene, FINE);
      assert.deepEqual([fine.status, fine.records.length], ["NOERROR", 16], fine.text);

      for (const name of Object.keys(CHAINS)) {
        for (const options of [[], ["+tcp"], ["AAAA"]]) {
          const { status, error, text } = await dig(scene, name, ...options);
          assert.equal(status, "SERVFAIL", text);
          assert.match(error, /The chain of CNAMEs loops or is too long/, text);
        }
      }
      const kinds = [...Object.keys(GARBAGE), ...Object.keys(OWNERS), "count-lie", "header"];
      const outcomes = new Map<string, string>();
      for (const kind of [...kinds, "random"]) {
        const { status, error, text, records } = await dig(scene, `${kind}.garbage.net`);
        assert.match(status, /^(NOERROR|SERVFAIL)$/, `${kind}: ${text}`);
        assert.equal(status === "SERVFAIL", error !== "", `${kind}: ${text}`);
        assert.ok(records.length <= 20, text);
        outcomes.set(kind, status);
        assert.equal((await dig(scene, `after-${kind}.example`)).status, "NOERROR", kind);
      }
      const broken = ["a-short", "a-long", "aaaa-short", "cname-tail", "cname-ahead", "length-lie"];
      for (const kind of [...broken, "owner-self", "count-lie", "opt-answer"]) {
        assert.equal(outcomes.get(kind), "SERVFAIL", kind);
      }
      for (const kind of ["unknown", "class-none", "ttl-huge"]) {
        assert.equal(outcomes.get(kind), "NOERROR", kind);
      }

      // While a client asks for 200 chains of 1,500 CNAMEs, another gets its answers from the cache.
      const names = Array.from({ length: 200 }, (_, at) => `burst${at}.chain.net\n`);
      await Deno.writeTextFile(`${scene.folder}/names`, names.join(""));
      assert.equal((await dig(scene, "cached.example")).status, "NOERROR");
      let isOver = false;
      const burst = dig(scene, "-f", `${scene.folder}/names`).finally(() => isOver = true);
      let asked = 0;
      while (!isOver) {
        assert.equal((await dig(scene, "cached.example", "+time=2")).status, "NOERROR");
        asked++;
      }
      const { text } = await burst;
      assert.equal(text.match(/status: SERVFAIL/g)?.length, 200);
      assert.ok(asked > 0);
    }),
});
