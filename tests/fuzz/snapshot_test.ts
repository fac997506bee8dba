import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import {
  decideAfter,
  decideBefore,
  explain,
  type PolicyClient,
} from "../../policy/decide/decide.ts";
import { checksum, NameTable } from "../../policy/snapshot/name_table.ts";
import {
  decodeParts,
  decodeSnapshot,
  encodeSnapshot,
} from "../../policy/snapshot/snapshot_file.ts";
import type { BlockedAnswer } from "../../policy/model/decision.ts";
import { nameFromText } from "../../policy/model/name.ts";
import type { Coverage } from "../../policy/model/rule.ts";
import { openSections, piecesOf } from "../../policy/snapshot/sections.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { TableBuilder } from "../../policy/snapshot/compile.ts";
import { Fingerprinter } from "../../policy/snapshot/fingerprint.ts";
import { RuleIndex } from "../../policy/snapshot/rule_index.ts";
import { encodeRules } from "../../policy/snapshot/rule_encoder.ts";
import { RuleTable } from "../../policy/snapshot/rule_table.ts";

const snapshot = compileInMemory(
  [
    {
      text:
        "||ads.example^\n@@||a.ads.example^\n/x[0-9]+y/\n||b.example^$dnsrewrite=1.2.3.4\n||c.example^$client=10.0.0.1\n",
    },
    { text: "||allowed.example^\n", kind: "allow" },
    { text: "||b.example^\n", category: "games" },
  ],
  {},
  {
    classes: [{
      version: 1,
      lists: Uint8Array.of(1, 1, 1),
      tags: [],
      minor: true,
      answersKept: 60,
      closed: [[1, 2, "hours"], [2, 3, "cut"]],
      held: [["games", 0, 9, "limit"], ["videos", 0, 9, "homework"]],
    }],
    permitted: ["c.example"],
  },
);
const encoded = Buffer.concat(piecesOf(encodeSnapshot(snapshot)));

function builtTable(): ArrayBuffer {
  const builder = new TableBuilder(new Uint8Array(16).fill(2));
  const encoder = new TextEncoder();
  builder.beginList(0, "block");
  for (let i = 0; i < 500; i++) {
    const bytes = encoder.encode(`n${i}.example`);
    builder.name(bytes, 0, bytes.length, "tree", false, false);
  }
  return builder.finish().table!.toBuffer();
}

Deno.test("openSections() answers garbage with a text and never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      assert.equal(typeof openSections(bytes), "string");
    }),
    { numRuns: 2000, seed: 11 },
  );
});

Deno.test("decodeSnapshot() survives damage behind a correct checksum", () => {
  const change = fc.tuple(fc.nat(encoded.length - 17), fc.nat(255));
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.nat(encoded.length),
      (changes, cut) => {
        const size = cut % 3 === 0 ? Math.max(20, cut & ~3) : encoded.length;
        const bytes = Uint8Array.from(encoded.subarray(0, size));
        for (const [at, value] of changes) if (at + 16 < size) bytes[at + 16] = value;
        const words = new Int32Array(bytes.buffer);
        words[2] = checksum(words, 3, words.length);
        const sections = openSections(bytes);
        if (typeof sections === "string") return;
        const parts = decodeParts(sections);
        if (typeof parts === "string") return;
        const again = decodeSnapshot(sections, snapshot.names);
        if (typeof again === "string" || again.classes.length === 0) return;
        for (const name of ["x9y.example", "b.example", "c.example", "a.ads.example"]) {
          const question = { name: nameFromText(name)!, type: 1, class: 1 };
          const client: PolicyClient = {
            policy: again.classes[0],
            address: Uint8Array.of(10, 0, 0, 1),
            place: "home",
          };
          for (const now of [0, 1, 2, 9]) {
            assert.ok(
              decideBefore(question, client, again, now).verdict.do,
            );
          }
        }
      },
    ),
    { numRuns: 1500, seed: 12 },
  );
});

/** Rules of every kind with arbitrary texts, from two lists. */
function anyRules() {
  const text = fc.oneof(
    fc.string({ maxLength: 20, unit: "binary-ascii" }),
    fc.string({ maxLength: 20 }),
  );
  const bytes = fc.uint8Array({ maxLength: 20 });
  const to = fc.record({
    rcode: fc.nat(15),
    records: fc.array(fc.record({ type: fc.nat(0xffff), rdata: bytes, ttl: fc.nat() }), {
      maxLength: 3,
    }),
  });
  const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
  const trigger = fc.oneof(
    fc.record({
      on: fc.constant("name" as const),
      name: text,
      covers: fc.constantFrom<Coverage>("exact", "tree", "below"),
    }),
    fc.record({
      on: fc.constant("pattern" as const),
      regex: text,
      literal: text,
      invert: fc.constant(true as const),
      addresses: fc.constant(true as const),
    }, { requiredKeys: ["on", "regex"] }),
    fc.record({
      on: fc.constantFrom("answer" as const, "client" as const),
      prefix: fc.oneof(text, fc.ipV4(), fc.ipV6()),
    }),
  );
  const effect = fc.oneof(
    fc.record({
      do: fc.constant("block" as const),
      answer: fc.constantFrom<BlockedAnswer>("null", "drop", "nodata"),
    }, {
      requiredKeys: ["do"],
    }),
    fc.record({ do: fc.constant("allow" as const), tcpOnly: fc.constant(true as const) }, {
      requiredKeys: ["do"],
    }),
    fc.record({
      do: fc.constant("rewrite" as const),
      to: fc.oneof(to, to.map((one) => ({ ...one, cname: new Uint8Array(1) }))),
      hosts: fc.constant(true as const),
    }, { requiredKeys: ["do", "to"] }),
    fc.record({ do: fc.constant("cancel-rewrite" as const), to }, { requiredKeys: ["do"] }),
  );
  const limits = fc.record({
    types: fc.record({ only: some(fc.nat(0xffff)), except: some(fc.nat(0xffff)) }, {
      requiredKeys: [],
    }),
    clients: fc.record({ only: some(text) }),
    denyallow: some(text),
  }, { requiredKeys: [] });
  return fc.array(
    fc.record({
      trigger,
      effect,
      important: fc.boolean(),
      conditions: limits,
      text,
      list: fc.nat(1),
    }, {
      requiredKeys: ["trigger", "effect", "important", "text", "list"],
    }),
    { maxLength: 12 },
  );
}

Deno.test("Rules that are written and read again are equal, whatever they contain", () => {
  fc.assert(
    fc.property(anyRules(), (rules) => {
      const parts = decodeParts(encodeSnapshot({ ...snapshot, rules }));
      assert.ok(typeof parts !== "string");
      assert.deepEqual([...parts.rules], structuredClone(rules));
      assert.equal(typeof decodeSnapshot(encodeSnapshot(parts), snapshot.names), "object");
    }),
    { numRuns: 500, seed: 16 },
  );
});

Deno.test("NameTable.open() answers garbage with a text and never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      assert.equal(typeof NameTable.open(bytes.slice()), "string");
    }),
    { numRuns: 2000, seed: 13 },
  );
});

Deno.test("Look-ups in a table with damaged blocks end, and the damage is found", () => {
  const good = builtTable();
  const body = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(
      fc.nat(good.byteLength - 200),
      body,
      fc.integer(),
      fc.integer(),
      (at, bytes, h1, h2) => {
        const copy = good.slice();
        new Uint8Array(copy).set(bytes, 64 + at);
        const table = NameTable.open(new Uint8Array(copy));
        if (typeof table === "string") return;
        assert.equal(typeof table.lookup(h1, h2), "number");
        const same = new Uint8Array(copy).every((byte, i) => byte === new Uint8Array(good)[i]);
        let step = table.verifyBlocks().next();
        for (const checking = table.verifyBlocks(); !step.done;) step = checking.next();
        assert.equal(step.value === -1, same);
      },
    ),
    { numRuns: 300, seed: 14 },
  );
});

Deno.test("Decisions survive names and answers that are garbage", () => {
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(10, 0, 0, 1),
    place: "home" as const,
  };
  const bytes = fc.uint8Array({ maxLength: 60 });
  fc.assert(
    fc.property(
      bytes,
      fc.array(bytes, { maxLength: 3 }),
      fc.array(bytes, { maxLength: 3 }),
      (name, targets, addresses) => {
        const question = { name, type: 1, class: 1 };
        const content = { targets, addresses };
        assert.ok(decideBefore(question, client, snapshot, 0).verdict.do);
        assert.ok(decideAfter(question, client, content, snapshot, 0).verdict.do);
        assert.ok(explain(question, client, snapshot, 0, content).length > 0);
      },
    ),
    { numRuns: 2000, seed: 15 },
  );
});

Deno.test("RuleTable refuses garbage with a RangeError, and decisions over what it opens do not fail", () => {
  const words = fc.array(fc.oneof(fc.nat(40), fc.integer()), { minLength: 1, maxLength: 80 });
  const changed = fc.array(fc.tuple(fc.nat(400), fc.oneof(fc.nat(40), fc.integer())), {
    maxLength: 6,
  });
  const good = encodeRules(snapshot.rules, new Fingerprinter(snapshot.secret));
  const open = (bytes: Uint8Array) => {
    try {
      const index = new RuleIndex(new RuleTable(bytes, 2), snapshot.lists, snapshot.secret);
      const out: number[] = [];
      index.clients.each(Uint8Array.of(10, 0, 0, 1), (rule) => void index.rule(rule));
      const found = index.patterns.candidates(bytes, Math.min(bytes.length, 255), out);
      for (const rule of out.slice(0, found)) index.rule(rule).matchesText("x9y.example");
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  };
  fc.assert(
    fc.property(words, (garbage) => open(new Uint8Array(Int32Array.from(garbage).buffer))),
    {
      numRuns: 1500,
      seed: 17,
    },
  );
  fc.assert(
    fc.property(changed, (changes) => {
      const copy = new Int32Array(good.slice().buffer);
      for (const [at, word] of changes) copy[at % copy.length] = word;
      open(new Uint8Array(copy.buffer));
    }),
    { numRuns: 1500, seed: 18 },
  );
});
