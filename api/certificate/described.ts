/** What a certificate says of itself, for pages and for who must renew it. */
import { X509Certificate } from "node:crypto";

/** A certificate as it is shown. Times in Unix seconds. */
export interface DescribedCertificate {
  /** Names of hosts that it holds, in small letters, as it lists them. */
  readonly names: readonly string[];
  readonly from: number;
  readonly until: number;
  /** SHA-256 as browsers show it: `AB:CD:…`. */
  readonly fingerprint: string;
  /** Who signed it: the organisation, or the common name. */
  readonly issuer: string;
}

/** Describes the first certificate of a chain; undefined when it is none. */
export function describedCertificate(pem: string): DescribedCertificate | undefined {
  try {
    const { subjectAltName = "", validFrom, validTo, fingerprint256, issuer } = new X509Certificate(pem);
    return {
      names: dnsNames(subjectAltName),
      from: Math.floor(Date.parse(validFrom) / 1000),
      until: Math.floor(Date.parse(validTo) / 1000),
      fingerprint: fingerprint256,
      issuer: /^O=(.+)$/m.exec(issuer)?.[1] ?? /^CN=(.+)$/m.exec(issuer)?.[1] ?? "",
    };
  } catch {
    return undefined;
  }
}

function dnsNames(subjectAltName: string): string[] {
  return subjectAltName.split(", ").filter((each) => each.startsWith("DNS:")).map((each) =>
    each.slice(4).toLowerCase()
  );
}
