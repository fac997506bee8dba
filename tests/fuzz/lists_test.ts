/**
 * List parsers under garbage: no throw, every line counted once, the same result for any pieces,
 * linear time.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { detectContent } from "../../policy/lists/content.ts";
import { ListParser } from "../../policy/lists/parser.ts";
import { TableBuilder } from "../../policy/snapshot/compile.ts";
import { LIST_FORMATS, type ListFormat, type RuleSink } from "../../policy/model/rule.ts";

const SEED = 20_261_121;
const encoder = new TextEncoder();

/** Parts of real lines, to be combined wrongly. */
const PIECES = [
  "||",
  "|",
  "@@",
  "^",
  "$",
  "*",
  ".",
  "/",
  "\\",
  ",",
  "=",
  "~",
  ";",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "?",
  "+",
  " ",
  "\t",
  '"',
  "'",
  "\r",
  "\0",
  "#",
  "##",
  "!",
  "example.com",
  "ads",
  "com",
  "co.uk",
  "localhost",
  "xn--",
  "бел.example",
  "0.0.0.0",
  "127.0.0.1",
  "::1",
  "fe80::1%eth0",
  "192.0.2.1",
  "important",
  "badfilter",
  "client=",
  "ctag=",
  "dnstype=",
  "denyallow=",
  "dnsrewrite=",
  "NOERROR;",
  "NXDOMAIN",
  "A;",
  "TXT;",
  "HTTPS;1 . ",
  "alpn=h3",
  "third-party",
  "invert",
  "querytype=",
  "reply=",
  "(?=",
  "(?<n>",
  "\\1",
  "{1,1000}",
  "[[:alpha:]]",
  "$ORIGIN ",
  "$TTL ",
  "@",
  "IN",
  "SOA",
  "CNAME ",
  "rpz-ip",
  "24.0.2.0.192.",
  "rpz-passthru.",
  "zz",
  "\u00e9",
  "\ufeff",
  "a".repeat(63),
  "a".repeat(64),
  "0123456789abcdef".repeat(4),
  "x".repeat(300),
];

const line = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), {
  maxLength: 9,
}).map((
  parts,
) => parts.join(""));
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

interface ReadList {
  readonly events: readonly string[];
  readonly parser: ListParser;
}

function read(bytes: Uint8Array, format: ListFormat, piece: number): ReadList {
  const events: string[] = [];
  const sink: RuleSink = {
    name(bytes, start, end, covers) {
      const name = new TextDecoder().decode(bytes.subarray(start, end)).toLowerCase();
      assert.match(name, /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/);
      events.push(`${covers} ${name}`);
    },
    hash: (digits) => {
      assert.match(digits, /^[0-9a-f]{64}$/);
      events.push(`hash ${digits}`);
    },
    rule(rule) {
      const { trigger } = rule;
      if (trigger.on === "pattern") {
        new RegExp(trigger.regex, "i");
        if (trigger.literal !== undefined) {
          assert.equal(trigger.literal, trigger.literal.toLowerCase());
        }
      }
      events.push(rule.text);
    },
    badfilter: () => void events.push("badfilter"),
    ignored: (why, at) => void events.push(`${at} ${why}`),
    refused(why, at, shown) {
      assert.ok(shown.length <= 200);
      events.push(`${at} ${why}`);
    },
  };
  const parser = new ListParser(format, sink);
  for (let at = 0; at < bytes.length; at += piece) parser.push(bytes.subarray(at, at + piece));
  parser.end();
  return { events, parser };
}

Deno.test("Lists of mutated lines never throw, count each line once and read the same in any pieces", () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(...LIST_FORMATS),
      fc.integer({ min: 1, max: 40 }),
      (list, format, piece) => {
        const bytes = encoder.encode(list);
        const whole = read(bytes, format, 1 << 20);
        const parts = read(bytes, format, piece);
        assert.deepEqual(parts.events, whole.events);
        const { used, ignored, refused, lines } = whole.parser;
        assert.equal(used + ignored + refused, lines);
        assert.ok(used >= 0);
      },
    ),
    { seed: SEED, numRuns: 3000 },
  );
});

Deno.test("Every line is reported once as used or unused, including those that the compiler refuses", () => {
  const needed = fc.constantFrom(
    "dns.quad9.net",
    "box.home.arpa",
    "*$dnstype=A",
    "/^/",
    "com.br",
    "203.0.113.1",
  );
  const lines = fc.array(
    fc.oneof(
      line,
      fc.array(fc.oneof(needed, fc.constantFrom(...PIECES))).map((all) => all.join(" ")),
    ),
  );
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom(...LIST_FORMATS),
      fc.constantFrom("block", "allow"),
      (lines, format, kind) => {
        const builder = new TableBuilder(new Uint8Array(16), ["dns.quad9.net", "box.home.arpa"]);
        builder.beginList(0, kind);
        const parser = new ListParser(format, builder);
        parser.push(encoder.encode(lines.join("\n")));
        parser.end();
        builder.endList(parser);
        const { reports: [report] } = builder.finish();
        const counts = [...Object.values(report.ignored), ...Object.values(report.refused)];
        assert.equal(report.lines, counts.reduce((sum, count) => sum + count, report.used));
        assert.ok(report.used >= 0);
      },
    ),
    { seed: SEED, numRuns: 400 },
  );
});

Deno.test("Lists of random bytes never throw", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom(...LIST_FORMATS),
      (bytes, format) => {
        const { parser } = read(bytes, format, 37);
        assert.equal(parser.used + parser.ignored + parser.refused, parser.lines);
        detectContent(bytes);
      },
    ),
    { seed: SEED, numRuns: 2000 },
  );
});

Deno.test("The literal of a pattern is part of every name that the pattern matches", () => {
  const alphabet = fc.constantFrom(
    "a",
    "b",
    "\\.",
    ".",
    "*",
    "?",
    "+",
    "(",
    ")",
    "[ab]",
    "|",
    "{2}",
    "{0,1}",
    "^",
    "$",
    "\\d",
    "ab",
  );
  const expression = fc.array(alphabet, { minLength: 1, maxLength: 8 }).map((parts) =>
    parts.join("")
  );
  const names = [
    "a",
    "b",
    "ab",
    "a.b",
    "abab",
    "aab.ba",
    "ba.ab.aa",
    "bb",
    "a1.b",
    "aa",
    "abb.aabb",
  ];
  fc.assert(
    fc.property(expression, (source) => {
      new ListParser("regex", {
        name() {},
        badfilter() {},
        ignored() {},
        refused() {},
        rule({ trigger }) {
          if (trigger.on !== "pattern" || trigger.literal === undefined) return;
          const regex = new RegExp(trigger.regex, "i");
          for (const name of names) {
            if (regex.test(name)) assert.ok(name.includes(trigger.literal), `${source} ${name}`);
          }
        },
      }).push(encoder.encode(source + "\n"));
    }),
    { seed: SEED, numRuns: 3000 },
  );
});

Deno.test("The time to read a line is linear in its length, whatever it repeats", () => {
  for (const format of LIST_FORMATS) {
    for (const piece of PIECES.filter((part) => part !== "\0")) {
      const bytes = encoder.encode(
        piece.repeat(Math.ceil(4000 / piece.length)).slice(0, 2000) + "\n",
      );
      const start = performance.now();
      for (let i = 0; i < 5; i++) read(bytes, format, 4096);
      // Linear work on 2000 characters takes far under a millisecond; quadratic work would show.
      assert.ok(performance.now() - start < 500, `${format}: ${JSON.stringify(piece)}`);
    }
  }
});
