import assert from "node:assert/strict";
import { suffixesModule } from "./suffixes.ts";

Deno.test("policy/catalogue/suffixes.ts is what packaging/suffixes.ts writes", async () => {
  const file = new URL("../policy/catalogue/suffixes.ts", import.meta.url);
  assert.equal(await Deno.readTextFile(file), suffixesModule());
});
