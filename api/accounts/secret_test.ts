import assert from "node:assert/strict";
import { isSecret, newSecret } from "./secret.ts";

Deno.test("newSecret() never begins with a hyphen, so that it can be a command argument", () => {
  const secrets = Array.from({ length: 2_000 }, newSecret);

  assert.deepEqual(secrets.filter((secret) => !isSecret(secret) || secret.startsWith("-")), []);
});
