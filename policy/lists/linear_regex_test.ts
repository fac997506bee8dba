import fc from "fast-check";
import assert from "node:assert/strict";
import { toLinearRegex } from "./linear_regex.ts";
import { translateRegex } from "./regex.ts";

const RUNS = { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 1000) };

const atom = fc.constantFrom(
  ...[
    "a",
    "B",
    "\\.",
    ".",
    "[a-c]",
    "[^B]",
    "[A-C]",
    "[+-B]",
    "[-A]",
    "[B-]",
    "\\w",
    "\\D",
    "[\\dA]",
    "\\x41",
    "\\b",
  ],
  ...["[\\x41-\\x43]", "[^A-Z]", "^", "$", "-", "[\\]C]", "[A-z]"],
);
const quantifier = fc.constantFrom(
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "+?",
  "{2}",
  "{0,2}",
  "{1,}",
  "{3,17}",
  "{17}",
  "{0}",
  "{,2}",
);
const { expression } = fc.letrec<{ expression: string; piece: string }>((tie) => ({
  piece: fc.oneof({ maxDepth: 2 }, atom, tie("expression").map((inner) => `(${inner})`)),
  expression: fc.array(fc.tuple(tie("piece"), quantifier), { minLength: 1, maxLength: 3 })
    .chain((parts) =>
      fc.constantFrom("", "|").map((between) => parts.map((part) => part.join("")).join(between))
    ),
}));

Deno.test("an expression matches like the original with flag i, expanded or not", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c", ".", "-", "1"), maxLength: 5 });
  fc.assert(
    fc.property(expression, fc.array(name, { minLength: 4, maxLength: 4 }), (source, names) => {
      const regex = compiled(source);
      const linear = regex && toLinearRegex(source);
      if (regex === undefined || linear === undefined) return;
      for (const each of names) {
        assert.equal(
          new RegExp(linear).test(each),
          regex.test(each),
          `${source} as ${linear}: ${each}`,
        );
      }
    }),
    RUNS,
  );
});

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "i");
  } catch {
    return undefined;
  }
}

Deno.test("used expressions change only in letter case, and none grows without limit", () => {
  assert.equal(toLinearRegex("^Ads[0-9]{1,3}\\.(?:x|Y)+\\D"), "^ads[0-9]{1,3}\\.(?:x|y)+\\D");
  assert.equal(toLinearRegex("^[a-f0-9]{18}$"), `^${"[a-f0-9]".repeat(18)}$`);
  assert.equal(toLinearRegex("(?:(?:[a-z]{100}){100}){100}"), undefined);
});

Deno.test("no expression blocks a thread, whatever the name", async () => {
  const bad = [
    "^(a+)+$",
    "^(A|a)*$",
    "^(?:a{1,20})+$",
    "^(?:a+){17,}$",
    "^(((((a+)+)+)+)+)+$",
    "(.*)*b\\d$",
  ];
  const names = [`${"a".repeat(62)}.`, "a.".repeat(100), "ab".repeat(100)];
  // Runs in a separate process with the flag of the box. Without the flag it would never end.
  const code = `import { toLinearRegex } from "${new URL("./linear_regex.ts", import.meta.url)}";
    for (const source of ${JSON.stringify(bad)}) for (const name of ${JSON.stringify(names)}) {
      if (new RegExp(toLinearRegex(source)).test(name)) throw new Error(source);
    }`;
  const flag = "--v8-flags=--enable-experimental-regexp-engine-on-excessive-backtracks";
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", flag, code],
    signal: AbortSignal.timeout(30_000),
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

Deno.test("an expression that would be too long after expansion is refused by the parser", () => {
  assert.equal(translateRegex(`(?:${"[a-z0-9]".repeat(40)}){300}`), "unsupported-regex");
  assert.equal(typeof translateRegex("^ads[0-9]{1,30}\\."), "object");
});
