import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { hashPassword, parsePhc, verifyPassword } from "./password_hash.ts";
import { passwordProblem } from "./password_rules.ts";
import { isPasswordsBusy, Passwords } from "./passwords.ts";

const CHEAP = { memory: 64, passes: 1, lanes: 1 };
const workerUrl = new URL("./password_thread.ts", import.meta.url);

Deno.test("verifyPassword() accepts only the password, in any Unicode composition", async () => {
  const hash = await hashPassword("Crème brûlée №1", CHEAP);
  assert.match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.deepEqual(await verifyPassword(hash, "Crème brûlée №1".normalize("NFD")), {
    right: true,
    outdated: true,
  });
  assert.equal((await verifyPassword(hash, "Crème brûlée No1 ")).right, false);
  assert.notEqual(await hashPassword("Crème brûlée №1", CHEAP), hash);
});

Deno.test("verifyPassword() accepts a hash of the argon2 tool", async () => {
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 4 -l 24 -v 13, RFC 9106 reference
  // implementation.
  const hash =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  assert.equal((await verifyPassword(hash, "password")).right, true);
});

Deno.test("parsePhc() rejects malformed and too expensive hashes", () => {
  const bad = [
    "",
    "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=65536,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=4,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$2b$12$EXRkfkdmXn2gzds2SSitu.MW9.gAVqa9eLS1//RYtYCmB1eLHg.9q",
  ];
  for (const hash of bad) assert.equal(parsePhc(hash), undefined, hash);
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parsePhc(text)), {
    seed: 5,
    numRuns: 2000,
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 90 }), (text) => void parsePhc(`$argon2id$v=19${text}`)),
    { seed: 6 },
  );
});

Deno.test("passwordProblem() accepts long uncommon passwords of any characters", () => {
  const good = [
    "gravel ocean tulip",
    "aqpwmzrtks",
    "пароль моей бабушки",
    "四面楚歌焼肉定食大盛無料",
    "🐘🦊🐢🐬🦉🐝🐙🦔🐌🦋",
    "x7".repeat(3) + "qwsz",
  ];
  for (const password of good) assert.equal(passwordProblem(password, "mum"), "", password);
  const bad = [
    "",
    "short",
    "123456789",
    "1234567890",
    "PASSWORD123",
    "Password2024!!",
    "!!Welcome2026!!",
    "qwertyuiop",
    "aaaaaaaaaaaa",
    "abababababab",
    "margaretha",
    "Margaretha99",
    "margaretha margaretha",
    "ｐａｓｓｗｏｒｄ１２３",
    "x".repeat(1025),
    "gravel ocean\0tulip",
    "gravel ocean \ud800",
    "administrator",
  ];
  for (const password of bad) {
    assert.notEqual(passwordProblem(password, "Margaretha"), "", password);
  }
});

Deno.test("passwordProblem() never throws", () => {
  const text = fc.string({ unit: ANY_CHARACTER, maxLength: 1100 });
  fc.assert(fc.property(text, text, (password, name) => void passwordProblem(password, name)), {
    seed: 5,
  });
});

Deno.test("at most two passwords are hashed at once, few are queued, and threads end", async () => {
  const passwords = new Passwords(workerUrl);
  try {
    const asked = Array.from(
      { length: 20 },
      () => passwords.verify(undefined, "gravel ocean tulip"),
    );
    assert.equal(passwords.threads, 2);
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.equal(refused.length, 2);
    assert.ok(refused.every(({ reason }) => isPasswordsBusy(reason)));
    const hash = await passwords.hash("gravel ocean tulip");
    assert.deepEqual(await passwords.verify(hash, "gravel ocean tulip"), {
      right: true,
      outdated: false,
    });
    assert.equal((await passwords.verify(hash, "gravel ocean rose")).right, false);
    assert.equal(passwords.threads, 0);
  } finally {
    passwords.close();
  }
});

Deno.test("close() rejects queued jobs, and a thread that cannot start rejects its job", async () => {
  const passwords = new Passwords(workerUrl);
  const waiting = [passwords.hash("gravel ocean tulip"), passwords.hash("b"), passwords.hash("c")];
  passwords.close();
  for (const outcome of await Promise.allSettled(waiting)) assert.equal(outcome.status, "rejected");
  const broken = new Passwords(new URL("data:text/javascript,throw new Error('broken')"));
  await assert.rejects(broken.hash("gravel ocean tulip"), /the thread ended/);
  broken.close();
});
