import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { makeLimitedCertificate } from "../../../certificate/make_limited.ts";
import { DomainError } from "../../../schema/errors.ts";
import { hostName, ownHostName } from "./host_name.ts";

Deno.test("hostName() accepts a name as typed, and refuses one that no certificate can have", () => {
  for (
    const [typed, name] of [
      ["dns.example.com", "dns.example.com"],
      [" DNS.Example.com. ", "dns.example.com"],
      ["bücher.example", "xn--bcher-kva.example"],
      ["a.lan", "a.lan"],
      ["1.2.3.4.example", "1.2.3.4.example"],
    ]
  ) assert.equal(hostName(typed), name);
  const long = `${"a".repeat(63)}.`.repeat(3);
  for (
    const typed of [
      "",
      ".",
      "box",
      "com",
      "co.uk",
      "*.example.com",
      "a_b.example.com",
      "-a.example.com",
      "a..example.com",
      "192.168.1.2",
      "fd00::2",
      "a.1",
      "a b.example",
      "https://example.com",
      `${long}${"a".repeat(61)}`,
    ]
  ) assert.throws(() => hostName(typed), DomainError, typed);
});

Deno.test("ownHostName() is stable for every name of the box and its network", () => {
  const bytes = new Uint8Array([0, 31, 32, 77, 200, 255]);
  assert.equal(ownHostName("box", "home.arpa", bytes), ownHostName("box", "home.arpa", bytes));
  assert.match(ownHostName("box", "home.arpa", bytes), /^box-[a-z2-9]{6}\.home\.arpa$/);
  assert.match(ownHostName("box", "", bytes), /^box-[a-z2-9]{6}\.home\.arpa$/);
  assert.match(ownHostName("box", "local", bytes), /^box-[a-z2-9]{6}\.home\.arpa$/);
  assert.match(ownHostName("casa", "lan", bytes), /^casa-[a-z2-9]{6}\.lan$/);
  assert.match(ownHostName("my_box", "bad_domain", bytes), /^box-[a-z2-9]{6}\.home\.arpa$/);
});

Deno.test("every typed text is refused with a sentence, or a certificate can be made for it", async () => {
  const label = fc.oneof(
    fc.string({ maxLength: 70 }),
    fc.stringMatching(/^[a-z0-9-]{1,63}$/),
    fc.constantFrom("é", "*", ""),
  );
  const typed = fc.oneof(
    fc.string(),
    fc.domain(),
    fc.array(label, { maxLength: 6 }).map((labels) => labels.join(".")),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      let name: string;
      try {
        name = hostName(text);
      } catch (error) {
        if (error instanceof DomainError) return;
        throw error;
      }
      assert.equal(hostName(name), name);
      const { cert } = await makeLimitedCertificate({
        kind: "limited",
        name,
        notBefore: 0,
        notAfter: 86_400_000,
      });
      assert.equal(new X509Certificate(cert).checkHost(name), name);
    }),
    { numRuns: 150, seed: 3 },
  );
});
