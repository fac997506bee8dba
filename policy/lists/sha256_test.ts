import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { nameFromText } from "../model/name.ts";
import { decideAfter, decideBefore } from "../decide/decide.ts";
import { TableBuilder } from "../snapshot/compile.ts";
import { decodeSnapshot, encodeSnapshot } from "../snapshot/snapshot_file.ts";
import { compileInMemory, type ListText } from "../snapshot/in_memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { ListParser } from "./parser.ts";

function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}

function listOf(names: readonly string[], more: Partial<ListText> = {}): ListText {
  return { text: names.map(hashOf).join("\n"), format: "sha256", ...more };
}

/** The verdict for a name, and for one whose answer leads to it: `resolve` or `block`. */
function outcome(snapshot: Snapshot, name: string, target?: string): string {
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(192, 168, 1, 2),
    place: "home",
  } as const;
  const question = { name: nameFromText(name)!, type: 1, class: 1 };
  if (target === undefined) return decideBefore(question, client, snapshot, 0).verdict.do;
  const content = { targets: [nameFromText(target)!], addresses: [] };
  return decideAfter(question, client, content, snapshot, 0).verdict.do;
}

/** The used lines and the report of a list that is compiled with these protected names. */
function compiled(
  text: string,
  format: "sha256" | "auto" | "domains",
  protectedNames: readonly string[] = [],
) {
  const builder = new TableBuilder(new Uint8Array(16), protectedNames);
  builder.beginList(0, "block");
  const parser = new ListParser(format, builder);
  parser.push(new TextEncoder().encode(text));
  parser.end();
  builder.endList(parser);
  return builder.finish().reports[0];
}

Deno.test("a list of hashes blocks the hashed names with their subdomains only", () => {
  const snapshot = compileInMemory([listOf(["bad.example", "deep.worse.example"])]);
  for (
    const name of [
      "bad.example",
      "www.bad.example",
      "a.b.bad.example",
      "deep.worse.example",
      "x.deep.worse.example",
    ]
  ) {
    assert.equal(outcome(snapshot, name), "block", name);
  }
  for (
    const name of ["example", "worse.example", "notbad.example", "bad.example.org", "other.example"]
  ) {
    assert.equal(outcome(snapshot, name), "resolve", name);
  }
});

Deno.test("an answer that leads to a hashed name is blocked like one to a readable name", () => {
  const snapshot = compileInMemory([listOf(["bad.example"])]);
  assert.equal(outcome(snapshot, "fine.test", "cdn.bad.example"), "block");
  assert.equal(outcome(snapshot, "fine.test", "other.example"), "resolve");
});

Deno.test("exceptions and allow lists apply to hashed and readable names", () => {
  const hashes = listOf(["bad.example", "ads.example"]);
  const snapshot = compileInMemory([hashes, { text: "@@||fine.bad.example^" }, {
    text: "ads.example",
    kind: "allow",
  }]);
  assert.equal(outcome(snapshot, "bad.example"), "block");
  assert.equal(outcome(snapshot, "fine.bad.example"), "resolve");
  assert.equal(outcome(snapshot, "ads.example"), "resolve");
});

Deno.test("no rule and no pause lifts hashes of a child-abuse list", () => {
  const [policy] =
    compileInMemory([listOf(["bad.example"], { category: "child_abuse" }), listOf(["b.example"])])
      .classes;
  assert.deepEqual([policy.all.hashed, policy.unpaused?.hashed, policy.unlifted?.hashed], [
    true,
    true,
    true,
  ]);
  const [comfort] =
    compileInMemory([listOf(["bad.example"], { category: "games" }), { text: "b.example" }])
      .classes;
  assert.deepEqual([comfort.all.hashed, comfort.unpaused, comfort.unlifted], [
    true,
    undefined,
    undefined,
  ]);
});

Deno.test("a snapshot with hashes is equal after encoding and decoding", () => {
  const snapshot = compileInMemory([listOf(["bad.example"])]);
  const again = decodeSnapshot(encodeSnapshot(snapshot), snapshot.names);
  assert.ok(typeof again !== "string", String(again));
  assert.equal(outcome(again, "www.bad.example"), "block");
  assert.deepEqual(again.sets, snapshot.sets);
});

Deno.test("hashes are detected in any line-based list, in either case, with comments", () => {
  const text = `# list\n\n${hashOf("a.example").toUpperCase()}\n  ${
    hashOf("b.example")
  }  # note\nc.example\n! end\n`;
  const report = compiled(text, "auto");
  assert.deepEqual([report.lines, report.used, report.names], [6, 3, 3]);
  assert.equal(compileInMemory([{ text }]).classes[0].all.hashed, true);
  const strict = compiled(text, "sha256");
  assert.deepEqual([strict.used, strict.names, strict.refused], [2, 2, { "not-a-name": 1 }]);
  assert.deepEqual(compiled(hashOf("a.example"), "domains").refused, { "not-a-name": 1 });
  assert.equal(compiled(`${hashOf("a.example")}\n${hashOf("a.example")}`, "sha256").duplicates, 1);
});

Deno.test("hashes of public suffixes and required names are refused and counted", () => {
  const names = ["co.uk", "com.au", "dns.quad9.net", "quad9.net", "box.home.arpa", "bad.example"];
  const report = compiled(names.map(hashOf).join("\n"), "sha256", [
    "dns.quad9.net",
    "box.home.arpa",
  ]);
  assert.deepEqual(report.refused, { "top-level-name": 2, "protected-name": 3 });
  assert.deepEqual([report.lines, report.used, report.names], [6, 1, 1]);
  assert.ok(report.samples.every(({ text }) => text === ""));
});

Deno.test("an allow list of hashes allows nothing and reports it", () => {
  const snapshot = compileInMemory([listOf(["bad.example"], { kind: "allow" }), {
    text: "bad.example",
  }]);
  assert.equal(outcome(snapshot, "bad.example"), "block");
});

Deno.test("a list of hashes decides like the same list of readable names with subdomains", () => {
  const label = fc.constantFrom("a", "b", "cc", "d-d", "xn--bcher-kva");
  const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) =>
    [...labels, "example"].join(".")
  );
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 20 }),
      fc.array(name, { minLength: 1, maxLength: 10 }),
      (names, asked) => {
        const readable = compileInMemory([{ text: names.join("\n"), format: "wildcard" }]);
        const hashed = compileInMemory([listOf(names)]);
        for (const each of asked) {
          assert.equal(
            outcome(hashed, each),
            outcome(readable, each),
            each,
          );
        }
      },
    ),
    { numRuns: 200, seed: 256 },
  );
});

Deno.test("invalid lines near a hash never fail", () => {
  const digit = fc.constantFrom(..."0123456789abcdefABCDEFg .#|^*\n\0é");
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 55, maxLength: 200 }),
      fc.boolean(),
      (letters, auto) => {
        const report = compiled(letters.join(""), auto ? "auto" : "sha256");
        assert.ok(report.used <= report.lines);
      },
    ),
    { numRuns: 300, seed: 256 },
  );
});
