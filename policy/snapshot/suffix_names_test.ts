import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../model/name.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { SuffixNames } from "./suffix_names.ts";

const fingerprinter = new Fingerprinter(Uint8Array.from({ length: 16 }, (_, i) => i * 7 + 1));

function find(names: SuffixNames, text: string): number[] {
  const into: number[] = [];
  const labels = fingerprinter.ofWire(nameFromText(text)!);
  const count = names.find(fingerprinter, labels, into);
  return into.slice(0, count);
}

Deno.test("SuffixNames.find() returns the numbers of a name and its parents, longest first", () => {
  const names = new SuffixNames(
    [["video.example", "clips.example"], ["example"], ["live.video.example"]],
    fingerprinter,
  );
  assert.deepEqual(find(names, "a.live.video.example"), [2, 0, 1]);
  assert.deepEqual(find(names, "clips.example"), [0, 1]);
  assert.deepEqual(find(names, "notclips.example"), [1]);
  assert.deepEqual(find(names, "video.test"), []);
});

Deno.test("SuffixNames stores several numbers per name and skips invalid names", () => {
  const names = new SuffixNames(
    [["a.example"], ["a.example", "..", "x".repeat(70)]],
    fingerprinter,
  );
  assert.deepEqual(find(names, "a.example").sort(), [0, 1]);
  assert.equal(new SuffixNames([], fingerprinter).empty, true);
  assert.deepEqual(find(new SuffixNames([[]], fingerprinter), "a.example"), []);
});

Deno.test("SuffixNames agrees with a text comparison for any names", () => {
  const label = fc.constantFrom("a", "b", "c", "dd");
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
  fc.assert(
    fc.property(
      fc.array(fc.array(name, { maxLength: 4 }), { maxLength: 6 }),
      name,
      (sets, asked) => {
        const wanted = sets.flatMap((set, number) =>
          set.filter((text) => asked === text || asked.endsWith(`.${text}`)).map(() => number)
        );
        assert.deepEqual(find(new SuffixNames(sets, fingerprinter), asked).sort(), wanted.sort());
      },
    ),
    { numRuns: 500, seed: 511 },
  );
});
