import assert from "node:assert/strict";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { createKeyPair, deriveSharedKey, openBox, sealBox } from "./box.ts";
import { extractCertificates, importProviderKey, parseCertificate } from "./certificate.ts";
import { openResponse, readResponseNonce, sealQuery } from "./packet.ts";

const hex = (text: string) => Uint8Array.fromHex(text.replaceAll(/\s/g, ""));
const KEY = hex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
const NONCE = hex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
const MESSAGE = hex(
  `be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a
  1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f5
  9ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705`,
);

Deno.test("the box with XSalsa20 equals NaCl, in its example and its library", () => {
  const box = sealBox(1, KEY, NONCE, MESSAGE);
  assert.equal(
    box.subarray(0, 32).toHex(),
    "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce",
  );
  assert.equal(box.toHex(), xsalsa20poly1305(KEY, NONCE).encrypt(MESSAGE).toHex());
  assert.equal(openBox(1, KEY, NONCE, box)!.toHex(), MESSAGE.toHex());
});

Deno.test("both sides derive one key, and none from an invalid point", () => {
  const [mine, theirs] = [createKeyPair(), createKeyPair()];
  for (const construction of [1, 2] as const) {
    const one = deriveSharedKey(construction, mine, theirs.public);
    const other = deriveSharedKey(construction, theirs, mine.public);
    assert.equal(one!.toHex(), other!.toHex());
    for (
      const point of [
        new Uint8Array(32),
        Uint8Array.of(1, ...new Uint8Array(31)),
        new Uint8Array(31),
      ]
    ) {
      assert.equal(deriveSharedKey(construction, mine, point), undefined);
    }
  }
  assert.notEqual(
    deriveSharedKey(1, mine, theirs.public)!.toHex(),
    deriveSharedKey(2, mine, theirs.public)!.toHex(),
  );
});

Deno.test("a modified box is not opened", () => {
  for (const construction of [1, 2] as const) {
    const box = sealBox(construction, KEY, NONCE, MESSAGE.subarray(0, 40));
    assert.ok(openBox(construction, KEY, NONCE, box));
    for (let i = 0; i < box.length; i++) {
      assert.equal(
        openBox(construction, KEY, NONCE, box.map((byte, at) => at === i ? byte ^ 0x40 : byte)),
        undefined,
      );
    }
    assert.equal(openBox(construction, KEY, NONCE, box.subarray(0, 15)), undefined);
  }
});

Deno.test("queries are padded to whole blocks, and the padding of responses is removed", () => {
  const agreement = {
    construction: 2,
    magic: new Uint8Array(8),
    publicKey: new Uint8Array(32),
    sharedKey: KEY,
  } as const;
  const size = (length: number, least: number) =>
    sealQuery(agreement, new Uint8Array(12), new Uint8Array(length), least).length - 68;
  assert.deepEqual([size(50, 256), size(63, 1), size(64, 1), size(300, 256), size(50, 257)], [
    256,
    64,
    128,
    320,
    320,
  ]);
  const respond = (padded: Uint8Array) => {
    const head = hex("7236666e76576a38");
    return Uint8Array.of(...head, ...NONCE, ...sealBox(2, KEY, NONCE, padded));
  };
  assert.deepEqual([...openResponse(agreement, respond(Uint8Array.of(1, 0x80, 0x80, 0, 0)))!], [
    1,
    0x80,
  ]);
  for (const padded of [[1, 2, 3], [0, 0], [], [0x81, 0]]) {
    assert.equal(openResponse(agreement, respond(Uint8Array.from(padded))), undefined);
  }
});

Deno.test("any bytes are ignored as packet, certificate and response", () => {
  const agreement = {
    construction: 1,
    magic: new Uint8Array(8),
    publicKey: new Uint8Array(32),
    sharedKey: KEY,
  } as const;
  const raw = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" })
    .subarray(-32);
  const provider = importProviderKey(raw)!;
  const magics = fc.constantFrom("", "7236666e76576a38", "444e534300020000", "0000818000010003");
  fc.assert(
    fc.property(magics, fc.uint8Array({ maxLength: 200 }), (magic, rest) => {
      const bytes = Uint8Array.of(...hex(magic), ...rest);
      const nonce = readResponseNonce(bytes);
      assert.equal(nonce !== undefined, magic.startsWith("7236") && bytes.length >= 32);
      assert.equal(openResponse(agreement, bytes), undefined);
      assert.equal(parseCertificate(bytes, provider), undefined);
      for (const found of extractCertificates(bytes)) assert.ok(found.length <= bytes.length);
    }),
    { seed: 10, numRuns: 1000 },
  );
});
