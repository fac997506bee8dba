import assert from "node:assert/strict";
import fc from "fast-check";
import { type ResponseChanges, SoftwarePasskey } from "../../../tests/support/software_passkey.ts";
import {
  assertionOptions,
  challengeOf,
  registrationOptions,
  type RelyingParty,
  verifyAssertion,
  verifyRegistration,
} from "./webauthn.ts";

const PARTY: RelyingParty = {
  id: "localhost",
  origins: ["https://localhost:8443", "http://localhost:8443"],
};
const ORIGIN = PARTY.origins[1];
const CHALLENGE = "A".repeat(43);
const OTHER = "B".repeat(43);

/** Why each response is refused. */
const BENT: Readonly<Record<string, ResponseChanges>> = {
  "another origin": { origin: "https://evil.example" },
  "another port": { origin: "http://localhost:9" },
  "another relying party": { rpId: "evil.example" },
  "another type": { type: "payment.get" },
  "no user verification": { flags: 1 },
  "no user presence": { flags: 4 },
};

Deno.test("A passkey is registered, and its later responses are accepted", async () => {
  const passkey = new SoftwarePasskey(ORIGIN);
  const answer = passkey.create(CHALLENGE);
  assert.equal(challengeOf(answer.response.clientDataJSON), CHALLENGE);
  const known = await verifyRegistration(answer, CHALLENGE, PARTY);
  assert.ok(known !== undefined);
  assert.deepEqual([known.credential, known.counter, known.transports, known.synced], [
    passkey.id,
    0,
    ["usb"],
    false,
  ]);
  assert.deepEqual(
    await verifyAssertion(passkey.get(CHALLENGE, undefined), CHALLENGE, PARTY, known),
    {
      counter: 1,
      synced: false,
    },
  );
});

Deno.test("A response for another purpose, or without user verification, is refused", async () => {
  const passkey = new SoftwarePasskey(ORIGIN);
  const known = await verifyRegistration(passkey.create(CHALLENGE), CHALLENGE, PARTY);
  assert.equal(await verifyRegistration(passkey.create(CHALLENGE), OTHER, PARTY), undefined);
  assert.equal(
    await verifyAssertion(passkey.get(CHALLENGE, undefined), OTHER, PARTY, known!),
    undefined,
  );
  for (const [why, bent] of Object.entries(BENT)) {
    assert.equal(
      await verifyRegistration(passkey.create(CHALLENGE, bent), CHALLENGE, PARTY),
      undefined,
      why,
    );
    assert.equal(
      await verifyAssertion(passkey.get(CHALLENGE, undefined, bent), CHALLENGE, PARTY, known!),
      undefined,
      why,
    );
  }
  assert.equal(
    challengeOf(passkey.get(CHALLENGE, undefined, { crossOrigin: true }).response.clientDataJSON),
    undefined,
  );
});

Deno.test("The response of another passkey or to another challenge is refused", async () => {
  const mine = new SoftwarePasskey(ORIGIN);
  const other = new SoftwarePasskey(ORIGIN);
  const known = (await verifyRegistration(mine.create(CHALLENGE), CHALLENGE, PARTY))!;
  const foreign = { ...other.get(CHALLENGE, undefined), id: mine.id };
  assert.equal(await verifyAssertion(foreign, CHALLENGE, PARTY, known), undefined);
  const registration = mine.create(CHALLENGE);
  const assertion = mine.get(CHALLENGE, undefined);
  const mixed = {
    id: mine.id,
    response: { ...assertion.response, clientDataJSON: registration.response.clientDataJSON },
  };
  assert.equal(await verifyAssertion(mixed, CHALLENGE, PARTY, known), undefined);
});

Deno.test("Attestation with certificates is refused, so that no revocation lists are fetched", async () => {
  // {"alg": -7, "sig": h'00', "x5c": [h'00']}
  const statement = new Uint8Array([
    0xa3,
    0x63,
    97,
    108,
    103,
    0x26,
    0x63,
    115,
    105,
    103,
    0x41,
    0,
    0x63,
    120,
    53,
    99,
    0x81,
    0x41,
    0,
  ]);
  for (const format of ["packed", "tpm", "apple", "fido-u2f", "android-key", "android-safetynet"]) {
    const answer = new SoftwarePasskey(ORIGIN).create(CHALLENGE, {
      attestation: { format, statement },
    });
    assert.equal(await verifyRegistration(answer, CHALLENGE, PARTY), undefined, format);
  }
});

Deno.test("The options require a discoverable passkey with user verification", async () => {
  const user = { handle: "aGFuZGxl", name: "anna" };
  const known = [{ credential: "aWQ", transports: ["usb"] }];
  const options = await registrationOptions(PARTY, user, CHALLENGE, known);
  assert.deepEqual([options.challenge, options.rp.id, options.user.id, options.attestation], [
    CHALLENGE,
    "localhost",
    "aGFuZGxl",
    "none",
  ]);
  assert.equal(options.authenticatorSelection?.userVerification, "required");
  assert.equal(options.authenticatorSelection?.residentKey, "required");
  assert.deepEqual(options.excludeCredentials?.map(({ id }) => id), ["aWQ"]);
  const asked = await assertionOptions(PARTY, CHALLENGE);
  assert.deepEqual([asked.challenge, asked.rpId, asked.userVerification], [
    CHALLENGE,
    "localhost",
    "required",
  ]);
});

Deno.test("A response with any changed byte is refused without an exception", async () => {
  const passkey = new SoftwarePasskey(ORIGIN);
  const created = passkey.create(CHALLENGE);
  const got = passkey.get(CHALLENGE, undefined);
  const known = (await verifyRegistration(created, CHALLENGE, PARTY))!;
  const change = fc.record({
    at: fc.nat(),
    by: fc.integer({ min: 1, max: 255 }),
    cut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      change,
      fc.constantFrom("authenticatorData", "signature", "clientDataJSON"),
      async (how, part) => {
        // The DER head of a signature has several valid encodings, its numbers have one.
        const place = part === "signature" ? { ...how, at: 60 + how.at % 8 } : how;
        const bent = {
          ...got,
          response: { ...got.response, [part]: changed(got.response[part], place) },
        };
        assert.equal(await verifyAssertion(bent, CHALLENGE, PARTY, known), undefined);
        const attestationObject = changed(created.response.attestationObject, how);
        // No attestation signs it, so a change may remain undetected; it must not throw.
        await verifyRegistration(
          { ...created, response: { ...created.response, attestationObject } },
          CHALLENGE,
          PARTY,
        );
      },
    ),
    { numRuns: 300, seed: 3 },
  );
});

Deno.test("Random responses are refused without an exception", async () => {
  const word = fc.oneof(
    fc.base64String({ maxLength: 400 }),
    fc.string({ maxLength: 100 }),
    fc.json().map((json) => btoa(encodeURI(json))),
  );
  const passkey = new SoftwarePasskey(ORIGIN);
  const known = (await verifyRegistration(passkey.create(CHALLENGE), CHALLENGE, PARTY))!;
  await fc.assert(
    fc.asyncProperty(word, word, word, word, async (id, clientDataJSON, data, signature) => {
      challengeOf(clientDataJSON);
      const registration = { id, response: { clientDataJSON, attestationObject: data } };
      assert.equal(await verifyRegistration(registration, CHALLENGE, PARTY), undefined);
      const assertion = {
        id,
        response: { clientDataJSON, authenticatorData: data, signature, userHandle: id },
      };
      assert.equal(await verifyAssertion(assertion, CHALLENGE, PARTY, known), undefined);
      const honest = passkey.create(CHALLENGE);
      const broken = { ...honest, response: { ...honest.response, attestationObject: data } };
      assert.equal(await verifyRegistration(broken, CHALLENGE, PARTY), undefined);
    }),
    { numRuns: 300, seed: 4 },
  );
});

Deno.test("Deeply nested and truncated CBOR is refused immediately", async () => {
  const honest = new SoftwarePasskey(ORIGIN).create(CHALLENGE);
  const hostile = [
    new Uint8Array(24_000).fill(0x81),
    new Uint8Array(24_000).fill(0xa1),
    new Uint8Array([0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    new Uint8Array([0x5a, 0x7f, 0xff, 0xff, 0xff]),
    new Uint8Array([0xbb, 0, 0, 0, 1, 0, 0, 0, 0]),
  ];
  for (const cbor of hostile) {
    const attestationObject = cbor.toBase64({ alphabet: "base64url", omitPadding: true });
    const answer = { ...honest, response: { ...honest.response, attestationObject } };
    assert.equal(await verifyRegistration(answer, CHALLENGE, PARTY), undefined);
  }
});

function changed(
  word: string,
  { at, by, cut }: { readonly at: number; readonly by: number; readonly cut: boolean },
): string {
  const bytes = Uint8Array.fromBase64(word, { alphabet: "base64url" });
  const place = at % bytes.length;
  bytes[place] ^= by;
  return (cut ? bytes.subarray(0, place) : bytes).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}
