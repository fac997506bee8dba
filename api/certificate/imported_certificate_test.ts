import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { certificateFiles } from "../../tests/support/certificate_files.ts";
import { needsTool } from "../../tests/support/tool.ts";
import { DomainError } from "../schema/errors.ts";
import { readImportedCertificate } from "./imported_certificate.ts";

const ignore = needsTool("openssl");
const FILES = ignore ? {} : await certificateFiles();
/** After the certificates were created, however long that took. */
const NOW = Date.now() + 1000;
const DAY = 86_400_000;
const CLOCK = { now: NOW, known: true };
const read = (chain: string, key: string, clock = CLOCK) =>
  readImportedCertificate(chain, key, clock);
const refused = (chain: string, key: string, why: RegExp, clock = CLOCK) =>
  assert.throws(
    () => read(chain, key, clock),
    (error) => error instanceof DomainError && why.test(error.message),
  );
const subjects = (cert: string) =>
  cert.split(/(?=-----BEGIN)/).map((pem) => new X509Certificate(pem).subject.replace("CN=", ""));

Deno.test({
  name: "keys of every kind and encoding that servers use are accepted",
  ignore,
  fn() {
    for (const kind of ["rsa", "p384"]) {
      const { name, names, key, warnings } = read(FILES[`${kind}.pem`], FILES[`${kind}.key`]);
      assert.equal(name, "dns.example");
      assert.deepEqual(names, ["*.dns.example", "dns.example"]);
      assert.match(key, /^-----BEGIN PRIVATE KEY-----/);
      assert.match(warnings.join(), /self-signed/);
    }
    assert.match(read(FILES["ed25519.pem"], FILES["ed25519.key"]).warnings.join(), /Ed25519/);
    assert.equal(
      read(FILES["rsa.pem"], FILES["rsa_old.key"]).key,
      read(FILES["rsa.pem"], FILES["rsa.key"]).key,
    );
    assert.equal(read(FILES["leaf.pem"], FILES["leaf_sec1.key"]).name, "dns.example");
    const together = `${FILES["rsa.key"]}\n${FILES["rsa.pem"]}`;
    assert.equal(read(together, together).name, "dns.example");
    const windows = FILES["rsa.pem"].replaceAll("\n", "\r\n");
    const explained = `subject=CN = rsa\nissuer=x\n${windows}\n`;
    assert.equal(read(explained, FILES["rsa.key"].replaceAll("\n", "\r\n")).name, "dns.example");
  },
});

Deno.test({
  name: "a chain is sorted, unrelated certificates are dropped and a missing issuer is reported",
  ignore,
  fn() {
    const { "leaf.pem": leaf, "middle.pem": middle, "root.pem": root, "leaf.key": key } = FILES;
    const right = read(leaf + middle, key);
    assert.deepEqual(subjects(right.cert), ["leaf", "middle"]);
    assert.deepEqual(right.warnings, []);
    for (const given of [root + middle + leaf, middle + root + leaf, leaf + root + middle]) {
      const { cert, warnings } = read(given, key);
      assert.deepEqual(subjects(cert), ["leaf", "middle", "root"]);
      assert.match(warnings.join(), /put in their order/);
    }
    const strange = read(leaf + FILES["p384.pem"] + middle, key);
    assert.deepEqual(subjects(strange.cert), ["leaf", "middle"]);
    assert.match(strange.warnings.join(), /left out: 1/);
    assert.match(read(leaf, key).warnings.join(), /certificate of its authority is missing/);
    assert.deepEqual(subjects(read(leaf + leaf + middle, key).cert), ["leaf", "middle"]);
  },
});

Deno.test({
  name: "certificates that clients would refuse are refused with the reason",
  ignore,
  fn() {
    const { "rsa.pem": cert, "rsa.key": key } = FILES;
    refused(cert, FILES["leaf.key"], /^The key does not belong to the certificate$/);
    refused(cert + FILES["middle.pem"], FILES["leaf.key"], /belongs to none of the 2 certificates/);
    refused(FILES["weak.pem"], FILES["weak.key"], /too weak: it has 1024 bits/);
    refused(FILES["sha1.pem"], FILES["sha1.key"], /refuse the signature of the certificate \(sha1/);
    refused(FILES["p521.pem"], FILES["p521.key"], /This kind of key is not supported/);
    refused(FILES["wild.pem"], FILES["wild.key"], /only a wildcard.*\*\.dns\.example/);
    refused(FILES["nameless.pem"], FILES["nameless.key"], /names no host/);
    refused(FILES["mail.pem"], FILES["mail.key"], /not for a server/);
    refused(
      FILES["critical.pem"],
      FILES["critical.key"],
      /a critical extension that clients do not know/,
    );
    refused(FILES["nul.pem"], FILES["nul.key"], /names no host/);
    refused(FILES["two_in_one.pem"], FILES["two_in_one.key"], /names no host/);
    refused(cert.repeat(50), key, /At most 10 certificates/);
    refused(cert, FILES["rsa_enc.key"], /encrypted by a password/);
    refused(cert, FILES["rsa_enc_old.key"], /encrypted by a password/);
    refused(cert, "", /no private key/);
    refused("", key, /no certificate/);
    refused(cert, key + FILES["leaf.key"], /several private keys/);
    refused(cert.slice(0, 700), key, /text is cut off/);
    refused(cert, key.slice(0, 700), /text is cut off/);
    refused(cert.replace(/[A-Za-z0-9+/]{60}/, "A".repeat(60)), key, /damaged|not the one/);
    refused(
      cert,
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
      /key cannot be read/,
    );
    refused(
      cert,
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END CERTIFICATE-----\n",
      /begins as PRIVATE KEY and ends as CERTIFICATE/,
    );
    refused(`${cert}${"x".repeat(200_001)}`, key, /too long/);
  },
});

Deno.test({
  name: "the name is the first that is no wildcard of any form",
  ignore,
  fn: () => assert.equal(read(FILES["old_wild.pem"], FILES["old_wild.key"]).name, "dns.example"),
});

Deno.test({
  name: "dates are compared with the clock, and an unknown clock is mentioned",
  ignore,
  fn() {
    const { "rsa.pem": cert, "rsa.key": key } = FILES;
    refused(cert, key, /^The certificate ended on \d{4}-\d\d-\d\d: have it renewed$/, {
      now: NOW + 100 * DAY,
      known: true,
    });
    refused(cert, key, /^The certificate begins on .*, it is 1970-01-01 for the box$/, {
      now: 0,
      known: true,
    });
    refused(
      cert,
      key,
      /^The certificate is valid from .*, which is not set, shows 1970-01-01: set the clock/,
      {
        now: 0,
        known: false,
      },
    );
    refused(cert, key, /^The certificate is valid from .*, which is not set, shows/, {
      now: NOW + 5000 * DAY,
      known: false,
    });
    assert.equal(read(cert, key, { now: NOW, known: false }).name, "dns.example");
  },
});

Deno.test({
  name: "any text is accepted or refused with a sentence",
  ignore,
  fn() {
    const parts = [
      ...Object.values(FILES).filter((text) => text.includes("BEGIN")),
      "-----BEGIN CERTIFICATE-----",
      "\u0000\ufffd",
      "\n",
    ];
    const mangled = fc.tuple(
      fc.constantFrom(...parts),
      fc.nat(3000),
      fc.nat(40),
      fc.string({ maxLength: 40 }),
    ).map(
      ([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut),
    );
    const text = fc.oneof(
      fc.array(mangled, { maxLength: 3 }).map((texts) => texts.join("")),
      fc.constantFrom(...parts),
      fc.string(),
    );
    fc.assert(
      fc.property(text, text, (chain, key) => {
        try {
          assert.notEqual(read(chain, key).name, "");
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }),
      { numRuns: 400, seed: 7 },
    );
  },
});

Deno.test({
  name: "a text in UTF-16 or with a byte order mark is read, as it arrives from a form",
  ignore,
  fn() {
    const key = FILES["rsa.key"];
    const utf16 = (text: string) =>
      Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((char) => [char.charCodeAt(0), 0])]);
    for (
      const text of [`\ufeff${FILES["rsa.pem"]}`, new TextDecoder().decode(utf16(FILES["rsa.pem"]))]
    ) {
      assert.equal(read(text, key).name, "dns.example");
      assert.equal(read(text, new TextDecoder().decode(utf16(key))).name, "dns.example");
    }
  },
});

Deno.test({
  name: "binary files and PKCS #7 are refused with the command that converts them",
  ignore,
  fn() {
    const key = FILES["rsa.key"];
    const der = Uint8Array.fromBase64(FILES["rsa.pem"].replace(/-----.*-----|\n/g, ""));
    const binary = /binary file \(DER or PKCS #12\).*openssl x509 -inform der.*openssl pkcs12/;
    refused(new TextDecoder().decode(der), key, binary);
    refused(String.fromCharCode(...der), key, binary);
    refused(FILES["rsa.pem"], new TextDecoder().decode(der), /^This is a binary file/);
    const pkcs7 = "-----BEGIN PKCS7-----\nMIIB\n-----END PKCS7-----\n";
    refused(pkcs7, key, /PKCS #7 file: openssl pkcs7 -print_certs/);
  },
});

Deno.test({
  name: "a certificate says whether it may sign others",
  ignore,
  fn() {
    assert.equal(read(FILES["rsa.pem"], FILES["rsa.key"]).isAuthority, false);
    assert.equal(read(FILES["p384.pem"], FILES["p384.key"]).isAuthority, true);
  },
});
