import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Seal, type SealedField, SealError } from "./seal.ts";

const random = (length: number) => new Uint8Array(randomBytes(length));
const seal = new Seal(new Uint8Array(32).fill(7), random);
const field: SealedField = { table: "totp", row: 3, field: "secret" };
const secret = new TextEncoder().encode("a shared secret");

Deno.test("open() returns a secret for the field that it was sealed for", () => {
  const sealed = seal.seal(secret, field);
  assert.match(sealed, /^1\.[\w-]+$/);
  assert.deepEqual(seal.open(sealed, field), secret);
  assert.deepEqual(seal.open(seal.seal(new Uint8Array(0), field), field), new Uint8Array(0));
});

Deno.test("seal() never returns the same text twice", () => {
  assert.notEqual(seal.seal(secret, field), seal.seal(secret, field));
});

Deno.test("open() rejects another table, row, field or box", () => {
  const sealed = seal.seal(secret, field);
  const others: SealedField[] = [
    { ...field, table: "mail" },
    { ...field, row: 4 },
    { ...field, field: "next" },
    { table: 'totp","3', row: "", field: "secret" },
  ];
  for (const other of others) assert.throws(() => seal.open(sealed, other), SealError);
  assert.throws(() => new Seal(new Uint8Array(32).fill(8), random).open(sealed, field), SealError);
});

Deno.test("open() rejects any changed byte, and the error does not contain the secret", () => {
  const sealed = seal.seal(secret, field);
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "Q" : "A") + sealed.slice(at + 1);
    assert.throws(() => seal.open(changed, field), (error: Error) => {
      assert.ok(error instanceof SealError);
      assert.ok(!error.message.includes(sealed.slice(2, 10)) && error.cause === undefined);
      return true;
    });
  }
  for (
    const text of [
      "",
      "1.",
      "2." + sealed.slice(2),
      sealed.slice(0, 30),
      "1.****",
      "x".repeat(1000),
    ]
  ) {
    assert.throws(() => seal.open(text, field), SealError);
  }
});
