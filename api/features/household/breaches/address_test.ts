import assert from "node:assert/strict";
import { addressHash, addressKey, isAddress } from "./address.ts";

Deno.test("isAddress() accepts what A 2.1 allows, and nothing else", () => {
  const local = "l".repeat(64);
  const longest = `${local}@${"d".repeat(254 - 64 - 3)}.x`;
  assert.equal(longest.length, 254);
  const good = [
    "emma@example.com",
    "Emma.Müller+x@EXAMPLE.co.uk",
    "a|b'c]d@example.com",
    "用户@例子.广告",
    longest,
  ];
  for (const address of good) assert.ok(isAddress(address), address);
  const bad = [
    "",
    "emma",
    "@example.com",
    "emma@example",
    "emma@a.example@b.example",
    "emma@exa|mple.com",
    `l${local}@example.com`,
    `${longest}x`,
    "em ma@example.com",
    " emma@example.com",
    "emma@example.com\n",
    "em\u00a0ma@example.com",
    "em\u202ema@example.com",
    "em\u200bma@example.com",
    "em\u0000ma@example.com",
    "em\ud800ma@example.com",
    ...[...'"(),:;<>[\\'].flatMap((one) => [`em${one}ma@example.com`, `emma@exa${one}mple.com`]),
  ];
  for (const address of bad) assert.ok(!isAddress(address), JSON.stringify(address));
});

Deno.test("addressHash() is the SHA-1 of the lower-cased address, without converting its domain", () => {
  const { prefix, suffix } = addressHash("Test@Example.com");
  // sha1sum of test@example.com.
  assert.equal(prefix + suffix, "567159D622FFBB50B11B0EFD307BE358624A26EE");
  assert.deepEqual([prefix.length, suffix.length], [6, 34]);
  assert.notEqual(
    addressHash("a@münchen.example").prefix,
    addressHash("a@xn--mnchen-3ya.example").prefix,
  );
  assert.equal(addressKey("ÉMMA@Example.com"), "émma@example.com");
});
