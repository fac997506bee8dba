import assert from "node:assert/strict";
import { makeLimitedCertificate } from "../make_limited.ts";
import { CertificateError } from "./challenge_writer.ts";
import { checkChain } from "./chain.ts";
import { NotAcmeError } from "./problem.ts";

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const NAME = "dns.example.com";
const made = (name: string, from: number, until: number) =>
  makeLimitedCertificate({
    kind: "limited",
    name,
    notBefore: NOW + from * DAY,
    notAfter: NOW + until * DAY,
  });
const { cert, key } = await made(NAME, -1, 89);
const noAcme = (text: string, why: RegExp, names = [NAME], given = key) =>
  assert.throws(() => checkChain(text, given, names, NOW), (error: Error) => {
    assert.match(error.message, why);
    return error instanceof NotAcmeError;
  });

Deno.test("checkChain() accepts a matching chain and drops the text between certificates", () => {
  const [leaf, authority] = cert.trim().split(/\n(?=-----BEGIN)/);
  const said = `subject: x\r\n${leaf}\nwhatever\n${authority}\nthe end`;
  assert.equal(checkChain(said, key, [NAME, `*.${NAME}`], NOW), `${leaf}\n${authority}\n`);
});

Deno.test("checkChain() rejects another key, another name and text that is no chain", async () => {
  noAcme(cert, /another key/, [NAME], (await made(NAME, -1, 89)).key);
  noAcme(cert, /another name/, ["www.example.com"]);
  noAcme(cert, /another name/, [NAME, "www.example.com"]);
  noAcme((await made("dns.example.org", -1, 89)).cert, /another key/);
  for (
    const text of [
      "",
      "<html><body>Welcome</body></html>",
      "{}",
      key,
      cert.replace(/[A-Za-z0-9+/]{60}/, ""),
    ]
  ) {
    noAcme(text, /no certificate|another key/);
  }
});

Deno.test("checkChain() rejects a chain that is too long to be stored", () => {
  noAcme(cert.repeat(6), /no certificate/);
  const padded = `-----BEGIN CERTIFICATE-----\n${"A".repeat(1 << 20)}\n-----END CERTIFICATE-----\n`;
  noAcme(cert + padded, /no certificate/);
});

Deno.test("checkChain() rejects expired and future certificates and names the box's date", async () => {
  for (const [from, until] of [[-90, -1], [1, 90]] as const) {
    const { cert, key } = await made(NAME, from, until);
    assert.throws(() => checkChain(cert, key, [NAME], NOW), (error: Error) => {
      assert.match(error.message, /in force from .* for the box it is 2026-11-21: check its clock/);
      return error instanceof CertificateError && !(error instanceof NotAcmeError);
    });
  }
});
