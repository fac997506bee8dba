import assert from "node:assert/strict";
import { CommandError } from "./command_error.ts";
import { pemText } from "./pem_text.ts";

const text = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

/** A sequence in DER with 300 bytes that begin as given. */
function der(...beginning: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(304);
  bytes.set([0x30, 0x82, 0x01, 0x2c, ...beginning]);
  return bytes;
}

Deno.test("PEM is read in any encoding of text", () => {
  const utf16 = (little: boolean) =>
    Uint8Array.from([
      ...little ? [0xff, 0xfe] : [0xfe, 0xff],
      ...[...text].flatMap((char) => little ? [char.charCodeAt(0), 0] : [0, char.charCodeAt(0)]),
    ]);
  assert.equal(pemText(new TextEncoder().encode(text), "x"), text);
  assert.equal(pemText(new TextEncoder().encode(`\ufeff${text}`), "x"), text);
  assert.equal(pemText(utf16(true), "x"), text);
  assert.equal(pemText(utf16(false), "x"), text);
});

Deno.test("certificates and keys in DER become PEM", () => {
  const labelOf = (...beginning: number[]) =>
    /^-----BEGIN ([A-Z ]+)-----\n/.exec(pemText(der(...beginning), "x"))?.[1];
  assert.equal(labelOf(0x30, 0x82), "CERTIFICATE");
  assert.equal(labelOf(0x02, 0x01, 0x00, 0x30), "PRIVATE KEY");
  assert.equal(labelOf(0x02, 0x01, 0x00, 0x02), "RSA PRIVATE KEY");
  assert.equal(labelOf(0x02, 0x01, 0x01, 0x04), "EC PRIVATE KEY");
  const body = pemText(der(0x30, 0x82), "x").replace(/-----.*-----|\n/g, "");
  assert.deepEqual(Uint8Array.fromBase64(body), der(0x30, 0x82));
});

Deno.test("short keys in DER become PEM, and text that begins like DER stays text", () => {
  const short = (...beginning: number[]) => {
    const bytes = new Uint8Array(121);
    bytes.set([0x30, 0x77, ...beginning]);
    return bytes;
  };
  assert.match(pemText(short(0x02, 0x01, 0x01, 0x04), "x"), /^-----BEGIN EC PRIVATE KEY-----\n/);
  assert.match(pemText(short(0x02, 0x01, 0x00, 0x30), "x"), /^-----BEGIN PRIVATE KEY-----\n/);
  assert.equal(pemText(new TextEncoder().encode("0 is no sequence"), "x"), "0 is no sequence");
});

Deno.test("PKCS #12 is refused with the command that converts it", () => {
  assert.throws(
    () => pemText(der(0x02, 0x01, 0x03, 0x30), "box.pfx"),
    (error) =>
      error instanceof CommandError &&
      /PKCS #12.*openssl pkcs12 -nodes -in box\.pfx/.test(error.message),
  );
});
