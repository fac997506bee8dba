import assert from "node:assert/strict";
import { LONG_FILE_LINES, sizeAdvice } from "./shape.ts";

Deno.test("sizeAdvice() names a file that is longer than advised", () => {
  assert.deepEqual(sizeAdvice("api/a.ts", "\n".repeat(LONG_FILE_LINES)), []);
  assert.deepEqual(sizeAdvice("api/a.ts", "\n".repeat(LONG_FILE_LINES + 1)), [
    "api/a.ts has 351 lines",
  ]);
});

Deno.test("sizeAdvice() leaves catalogues alone", () => {
  assert.deepEqual(sizeAdvice("policy/catalogue/services.ts", "\n".repeat(5000)), []);
});
