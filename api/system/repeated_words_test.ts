import assert from "node:assert/strict";
import { sanitizeRemoteText } from "./repeated_words.ts";

Deno.test("sanitizeRemoteText() returns one visible line of limited length, or none", () => {
  assert.equal(
    sanitizeRemoteText(" not\r\nnow\x1b[2J \u202etxt.exe\u2028 ", 200),
    "not now [2J  txt.exe",
  );
  assert.equal(sanitizeRemoteText("x y ".repeat(1 << 18), 5), "x y x…");
  assert.equal(sanitizeRemoteText("the key a+b/c= is not known", 12), "the key …");
  assert.equal(sanitizeRemoteText("the key a+b/c= is not known", 14), "the key a+b/c=…");
  assert.equal(sanitizeRemoteText("\ud800", 5), "\ufffd");
  for (const said of [undefined, null, 7, { toString: () => "x" }, ["x"]]) {
    assert.equal(sanitizeRemoteText(said, 9), "");
  }
});
