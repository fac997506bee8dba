import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { DomainError } from "../../../schema/errors.ts";
import { MESSAGE_READ, shortMessage } from "./message.ts";

Deno.test("a message is one trimmed line without characters that hide or reorder text", () => {
  const cases = [
    ["", ""],
    ["  please,\r\n\tone more level \0", "please, one more level"],
    ["\u202eevil\u2066 \ufeff\u00ad\ud800", "evil"],
    ["e\u0301cole", "école"],
    ["e\u00ad\u0301cole", "école"],
    ["👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"],
    [`a${"\u0301\u0302".repeat(40)}b`, "á̂́̂́b"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ];
  for (const [text, line] of cases) {
    assert.equal(shortMessage(text), line.normalize("NFC"), JSON.stringify(text));
  }
});

Deno.test("a message has at most two hundred characters after normalisation", () => {
  assert.equal([...shortMessage("😀".repeat(200))].length, 200);
  assert.equal(shortMessage(`${" ".repeat(300)}x`), "x");
  assert.throws(
    () => shortMessage("x".repeat(201)),
    (error) => error instanceof DomainError && error.code === "bad_value",
  );
});

Deno.test("any text becomes a valid line or is refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: MESSAGE_READ }), (text) => {
      let line = "";
      try {
        line = shortMessage(text);
      } catch (error) {
        assert.ok(error instanceof DomainError);
        return;
      }
      assert.ok([...line].length <= 200 && line.isWellFormed() && line === line.trim());
      assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      assert.equal(shortMessage(line), line, "what is clean stays as it is");
    }),
    { seed: 6, numRuns: 500 },
  );
});
