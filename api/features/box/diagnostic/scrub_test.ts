import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { scrubHost, scrubText, scrubUpstream, scrubUrl } from "./scrub.ts";

const OWN = {
  words: ["anna's phone", "anna", "kids list"],
  domains: ["home.arpa", "anna.example"],
};

Deno.test("a URL keeps its scheme and host, except a host of the household", () => {
  const urls: readonly [string, string][] = [
    ["https://user:pw@lists.example.org:8443/secret?token=1#x", "https://lists.example.org"],
    ["HTTPS://Lists.Example.org", "https://lists.example.org"],
    ["https://nas.anna.example/list", "https://[…]"],
    ["https://nas/list", "https://[…]"],
    ["https://nas.lan/list", "https://[…]"],
    ["http://[2001:db8::1]:80/x", "http://[2001:db8::1]"],
    ["http://192.0.2.1/x", "http://192.0.2.1"],
    ["/etc/secret", "[…]"],
    ["https://a\\@b.example", "https://[…]"],
  ];
  for (const [url, shown] of urls) assert.equal(scrubUrl(url, OWN), shown, url);
  assert.equal(scrubHost("home.arpa.", OWN), "[…]");
  assert.equal(scrubUpstream("https://dns.example.org/secret-id", OWN), "https://dns.example.org");
  assert.equal(
    scrubUpstream("[/anna.example/]192.168.1.1 tls://dns.example.org:853", OWN),
    "[own domain] udp://192.168.1.1 tls://dns.example.org",
  );
  assert.equal(scrubUpstream("quad9/dot", OWN), "tls://dns.quad9.net");
  assert.equal(scrubUpstream("sdns://AgcAAAAA", OWN), "[…]");
});

Deno.test("a sentence keeps its plain words and loses names, values, paths and codes", () => {
  const sentences: readonly [string, string][] = [
    ["The disk is full", "The disk is full"],
    [
      "The list 'Kids list' cannot be taken: no space left on device (os error 28)",
      "The list […] cannot be taken: no space left on device (os error 28)",
    ],
    ["Bad value in box.toml, key box_name: anna-pc", "Bad value in box.toml, key box_name: […]"],
    [
      "The hosts file /home/anna/hosts cannot be read: permission denied",
      "The hosts file […] cannot be read: permission denied",
    ],
    ["The server lists.example.org cut the connection", "The server […] cut the connection"],
    [
      "A copy of https://lists.example.org/x?t=1 is older than 7 days",
      "A copy of https://lists.example.org is older than 7 days",
    ],
    ["Anna did it from 192.168.1.5 by aa:bb:cc:dd:ee:ff", "[…] did it from […] by […]"],
    ["Set --blocked-ttl or BOX_BLOCKED_TTL", "Set --blocked-ttl or BOX_BLOCKED_TTL"],
  ];
  for (const [text, shown] of sentences) assert.equal(scrubText(text, OWN), shown);
});

Deno.test("a secret is removed wherever it is in a sentence", () => {
  const secret = fc.stringMatching(/^[a-z]{3,8}[0-9]{3,6}[a-zA-Z0-9]{3,10}$/);
  const around = fc.constantFrom(
    (s: string) => `https://${s}:${s}@lists.example.org/${s}?${s}=${s}#${s}`,
    (s: string) => `'${s}'`,
    (s: string) => `/srv/${s}/${s}.txt`,
    (s: string) => `${s}.example.org`,
    (s: string) => `${s}@example.org`,
    (s: string) => `: ${s}`,
    (s: string) => `key=${s}`,
    (s: string) => s,
  );
  const sentence = fc.array(
    fc.oneof(fc.constantFrom("The list", "cannot be read", "of", "since"), around),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(secret, sentence, (secret, parts) => {
      const text = parts.map((part) => typeof part === "string" ? part : part(secret)).join(" ");
      assert.ok(!scrubText(text, OWN).toLowerCase().includes(secret.toLowerCase()), text);
    }),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("garbage never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), fc.array(fc.string()), (text, words) => {
      scrubText(text, { words, domains: words });
      scrubUrl(text, OWN);
      scrubUpstream(text, OWN);
    }),
    { seed: 2, numRuns: 500 },
  );
});
