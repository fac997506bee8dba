import assert from "node:assert/strict";
import { privateSuffixesModule, suffixesModule } from "./suffixes.ts";

Deno.test("The modules of suffixes are what packaging/suffixes.ts writes", async () => {
  const read = (name: string) =>
    Deno.readTextFile(new URL(`../policy/catalogue/${name}`, import.meta.url));
  assert.equal(await read("suffixes.ts"), suffixesModule());
  assert.equal(await read("private_suffixes.ts"), privateSuffixesModule());
});
