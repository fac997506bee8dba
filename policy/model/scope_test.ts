import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { formatScope, parseScope } from "./scope.ts";

Deno.test("a scope has one canonical text", () => {
  assert.deepEqual(parseScope("all"), { kind: "all", id: 0 });
  assert.deepEqual(parseScope("profile:teen"), { kind: "profile", id: 0, profile: "teen" });
  assert.deepEqual(parseScope(formatScope("device", 31)), { kind: "device", id: 31 });
  for (
    const text of [
      "",
      "ALL",
      "all ",
      "group:0",
      "group:01",
      "group:-1",
      "group:",
      "person:1e3",
      "profile:baby",
      "device:1 ",
    ]
  ) {
    assert.equal(parseScope(text), undefined, text);
  }
});

Deno.test("readScope() rejects all other texts", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: ANY_CHARACTER }),
        fc.stringMatching(/^(group|person|device|profile):\w*$/),
      ),
      (text) => {
        const scope = parseScope(text);
        if (scope === undefined || scope.kind === "all") return;
        assert.equal(
          scope.kind === "profile" ? `profile:${scope.profile}` : `${scope.kind}:${scope.id}`,
          text,
        );
      },
    ),
    { seed: 20261121, numRuns: 500 },
  );
});
