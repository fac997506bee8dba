import assert from "node:assert/strict";
import { isSecret, newSecret } from "./secret.ts";

Deno.test("a secret can be an argument of a command: it never begins like a flag", () => {
  const secrets = Array.from({ length: 2_000 }, newSecret);

  assert.deepEqual(secrets.filter((secret) => !isSecret(secret) || secret.startsWith("-")), []);
});
