import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../tests/support/any_character.ts";
import { Secret, TOTP } from "otpauth";
import { createEnrolment, newTotpSecret, totpStep } from "./totp.ts";

const SECRET = new TextEncoder().encode("12345678901234567890");

/** The codes of RFC 6238, appendix B, for SHA-1: their last six digits. */
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

Deno.test("totpStep() accepts the codes of RFC 6238 within one step of their time", () => {
  for (const [seconds, code] of VECTORS) {
    const step = Math.floor(seconds / 30);
    for (const drift of [-30, 0, 30]) {
      assert.equal(totpStep(SECRET, code, (seconds + drift) * 1000, -1), step);
    }
    for (const drift of [-60, 60].filter((drift) => seconds + drift > 30)) {
      assert.equal(totpStep(SECRET, code, (seconds + drift) * 1000, -1), undefined);
    }
  }
});

Deno.test("totpStep() rejects codes of the last accepted step and of earlier ones", () => {
  const [seconds, code] = VECTORS[2];
  const step = Math.floor(seconds / 30);
  assert.equal(totpStep(SECRET, code, seconds * 1000, step - 1), step);
  assert.equal(totpStep(SECRET, code, seconds * 1000, step), undefined);
  assert.equal(totpStep(SECRET, code, seconds * 1000, step + 1), undefined);
});

Deno.test("A code is accepted although the clock ran ahead when the last one was used", () => {
  const [seconds, code] = VECTORS[2];
  const step = Math.floor(seconds / 30);
  assert.equal(totpStep(SECRET, code, seconds * 1000, step + 2), step);
  assert.equal(totpStep(SECRET, code, seconds * 1000, step + 1_000_000), step);
});

Deno.test("createEnrolment() returns an otpauth address and an SVG without scripts", () => {
  const { secret, address, qr } = createEnrolment(SECRET, "box", 'Ann:a <x>&"');
  assert.equal(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const url = new URL(address);
  assert.deepEqual([url.protocol, url.host, url.searchParams.get("issuer")], [
    "otpauth:",
    "totp",
    "box",
  ]);
  assert.equal(decodeURIComponent(url.pathname), '/box:Ann a <x>&"');
  assert.equal(url.searchParams.get("secret"), secret);
  assert.match(qr, /^<svg [^>]*>.*<\/svg>$/s);
  assert.ok(!/script|href|on\w+=/i.test(qr) && qr.length < 40_000, String(qr.length));
});

Deno.test("newTotpSecret() returns 160 bits that authenticators accept", () => {
  const secret = newTotpSecret((length) => new Uint8Array(length).fill(9));
  assert.equal(secret.length, 20);
  const now = 1_790_000_000_000;
  const given = createEnrolment(secret, "box", "anna");
  const code = TOTP.generate({ secret: Secret.fromBase32(given.secret), timestamp: now });
  assert.equal(totpStep(secret, code, now, -1), Math.floor(now / 30_000));
});

Deno.test("totpStep() never throws, whatever the code and the time", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 64, unit: ANY_CHARACTER }),
      fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
      (code, now) => {
        const step = totpStep(SECRET, code, now, -1);
        assert.ok(step === undefined || /^\d{6}$/.test(code));
      },
    ),
    { numRuns: 500, seed: 3 },
  );
  for (const code of ["", "28708", "2870822", "٢٨٧٠٨٢", "287082\n", "-87082", "28708.", "0x1234"]) {
    assert.equal(totpStep(SECRET, code, 59_000, -1), undefined);
  }
});
