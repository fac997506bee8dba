/** What the check for look-alike names catches, what it stops wrongly, and what it costs (A 7.5). */
import assert from "node:assert/strict";
import { POPULAR_NAMES } from "../../policy/catalogue/popular_names.ts";
import { LookalikeIndex } from "../../policy/lookalikes/index.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { Fingerprinter } from "../../policy/snapshot/fingerprint.ts";
import { isStrictRun } from "../support/tool.ts";
import {
  ALL_DICTIONARIES,
  countCaught,
  countWrong,
  dictionaryFiles,
  makeLookalikes,
  markedWords,
  realNames,
} from "./lookalikes.ts";

Deno.test("over 95 of 100 look-alikes of each kind are caught", () => {
  for (const [kind, made] of Object.entries(makeLookalikes())) {
    const { names, found, wrong } = countCaught(made);
    assert.ok(names >= 300, `${kind}: ${names} names`);
    assert.ok(found / names > 0.95, `${kind}: ${found} of ${names}, without ${wrong.join(", ")}`);
  }
});

Deno.test("no real name is blocked, and few are reported", () => {
  const { blocked, reported } = countWrong(realNames());
  assert.ok(blocked.names > 4000, `${blocked.names}`);
  assert.deepEqual(blocked.wrong, []);
  assert.ok(reported.found <= 4, reported.wrong.join(", "));
});

Deno.test({
  name: "no word with marks of seven languages is blocked as an international name",
  ignore: !isStrictRun() && Deno.env.get("BOX_LONG") !== "1" &&
    dictionaryFiles().length < ALL_DICTIONARIES,
  fn() {
    assert.equal(dictionaryFiles().length, ALL_DICTIONARIES, "install the word lists of Debian");
    const words = markedWords();
    assert.ok(words.length >= 300_000, `${words.length} words`);
    assert.deepEqual(countWrong(words).blocked.wrong, []);
  },
});

Deno.test("an ordinary name costs little more than its fingerprints, and no allocation", () => {
  const index = new LookalikeIndex({ visited: POPULAR_NAMES.slice(0, 500), allowed: [] });
  const names = POPULAR_NAMES.slice(500).map((name) => nameFromText(`www.${name}`)!);
  const fingerprinter = new Fingerprinter(new Uint8Array(16));
  const time = (work: (name: Uint8Array) => unknown) => {
    let best = Infinity;
    for (let round = 0; round < 12; round++) {
      const began = performance.now();
      for (let i = 0; i < 20; i++) for (const name of names) work(name);
      best = Math.min(best, performance.now() - began);
    }
    return best;
  };
  const suspected = names.filter((name) => index.suspicions(name) !== 0).length;
  assert.ok(suspected / names.length < 0.06, `${suspected} of ${names.length} are suspected`);
  const ratio = time((name) => index.suspicions(name)) / time((name) => fingerprinter.ofWire(name));
  assert.ok(ratio < 8, `${ratio.toFixed(1)} times the fingerprints of a name`);
});
