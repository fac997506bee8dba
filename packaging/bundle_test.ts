import assert from "node:assert/strict";
import { toAscii } from "./bundle.ts";

Deno.test("Escaping code as ASCII keeps its meaning", () => {
  const said = "a – “b”: \u{1f6e1} é \\";
  const code = "`a – “b”: \u{1f6e1} é \\\\`";
  // deno-lint-ignore no-control-regex
  assert.match(toAscii(code, "x.js"), /^[\x00-\x7f]*$/);
  assert.equal(new Function(`return ${toAscii(code, "x.js")}`)(), said);
  const expression = new Function(`return ${toAscii("/^[œ\u{1f6e1}]+$/u", "x.js")}`)() as RegExp;
  assert.ok(expression.test("œ\u{1f6e1}"));
  assert.equal(new Function(toAscii("const größe = 2; return größe;", "x.js"))(), 2);
});

Deno.test("A character after a backslash fails the build, because its escape would be read differently", () => {
  assert.throws(() => toAscii("'\\–'", "x.js"), /after a backslash.*x\.js/);
});
