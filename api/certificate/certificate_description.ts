/** Reads the facts of a certificate, for the interface and for renewal. */
import { X509Certificate } from "node:crypto";

/** The facts of a certificate; times in Unix seconds. */
export interface CertificateDescription {
  /** Its host names in lower case, in the order of the certificate. */
  readonly names: readonly string[];
  readonly from: number;
  readonly until: number;
  /** SHA-256 as browsers show it: `AB:CD:…`. */
  readonly fingerprint: string;
  /** The issuer's organisation, or its common name. */
  readonly issuer: string;
}

/** Host names, including wildcards of every form. */
const NAME = /^[a-z0-9*_-]+(\.[a-z0-9_-]+)*$/i;

/** Describes the first certificate of a chain; undefined when it is invalid. */
export function describeCertificate(pem: string): CertificateDescription | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const { validFrom, validTo, fingerprint256, issuer } = certificate;
    return {
      names: dnsNames(certificate),
      from: Math.floor(Date.parse(validFrom) / 1000),
      until: Math.floor(Date.parse(validTo) / 1000),
      fingerprint: fingerprint256,
      issuer: /^O=(.+)$/m.exec(issuer)?.[1] ?? /^CN=(.+)$/m.exec(issuer)?.[1] ?? "",
    };
  } catch {
    return undefined;
  }
}

/** A name may contain a comma and look like two, so each part is looked up in the certificate. */
function dnsNames(certificate: X509Certificate): string[] {
  // The runtime compares a wildcard literally; otherwise a wildcard is looked up by a name that it
  // matches.
  const isHeld = (name: string) =>
    [name, name.replace("*", "a")].some((each) => certificate.checkHost(each));
  const listed = (certificate.subjectAltName ?? "").split(", ").filter((each) =>
    each.startsWith("DNS:")
  );
  return listed.map((each) => each.slice("DNS:".length)).filter((name) =>
    NAME.test(name) && isHeld(name)
  )
    .map((name) => name.toLowerCase());
}
