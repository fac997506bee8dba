/**
 * Checks the certificate chain from an authority before it is used: authorities make mistakes, and
 * a proxy may alter the response.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { describeCertificate } from "../certificate_description.ts";
import { CertificateError } from "./challenge_writer.ts";
import { NotAcmeError } from "./problem.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** Maximum number of certificates in a chain. */
const LONGEST = 10;
/**
 * Maximum length of a chain in characters: a longer text is not accepted and could not be stored.
 */
const MOST = 100_000;
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a chain as PEM, the leaf first, without the text between them. Throws a
 * CertificateError when the leaf does not match the key, lacks a name, or is not valid at `now`
 * (Unix milliseconds).
 */
export function checkChain(
  text: string,
  key: string,
  names: readonly string[],
  now: number,
): string {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0 || blocks.length > LONGEST || blocks.join().length > MOST) {
    throw new NotAcmeError("no certificate");
  }
  let leaf: X509Certificate;
  try {
    leaf = blocks.map((block) => new X509Certificate(block))[0];
    if (!leaf.checkPrivateKey(createPrivateKey(key))) throw new Error("another key");
  } catch {
    throw new NotAcmeError("a certificate of another key");
  }
  const held = describeCertificate(leaf.toString())?.names ?? [];
  if (!names.every((name) => held.includes(name))) {
    throw new NotAcmeError("a certificate of another name");
  }
  const from = Date.parse(leaf.validFrom);
  const until = Date.parse(leaf.validTo);
  if (!(from <= now && now < until)) {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    throw new CertificateError(
      sentence`The new certificate is in force from ${day(from)} until ${
        day(until)
      }, but for the box it is ${day(now)}: check its clock`,
    );
  }
  return blocks.join("\n") + "\n";
}
