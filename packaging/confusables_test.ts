import assert from "node:assert/strict";
import { confusablesModule } from "./confusables.ts";

Deno.test("policy/catalogue/confusables.ts is what packaging/confusables.ts writes", async () => {
  const file = new URL("../policy/catalogue/confusables.ts", import.meta.url);
  assert.equal(await Deno.readTextFile(file), confusablesModule());
});
