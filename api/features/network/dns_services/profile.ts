/**
 * The profile that has Apple devices use encrypted DNS (A 4.6): settings of DNS, and the limited authority where the box made its
 * certificate. Its identifiers follow from the name, so that a newer profile takes the place of the one before.
 */
import { createHash } from "node:crypto";

/** What a profile is made of. */
export interface ProfileFacts {
  /** The name in use. */
  readonly name: string;
  /** Where queries go, `https://name/dns-query`; absent = DNS over TLS, to port 853. */
  readonly url?: string;
  /** A page of the box that devices can look for, to tell whether they are where it is: `https://name/healthz`. */
  readonly probe?: string;
  /** Addresses of the box; a network whose DNS server is one of them is the home. */
  readonly addresses: readonly string[];
  /** The limited authority as PEM. */
  readonly authority?: string;
}

/** The media type of profiles. */
export const PROFILE_TYPE = "application/x-apple-aspen-config";

/** Writes the profile as the XML of a property list. */
export async function profileOf(facts: ProfileFacts): Promise<string> {
  const { build } = await import("plist"), { name, url, authority } = facts;
  const payload = (kind: string, type: string, shown: string) => ({
    PayloadType: type,
    PayloadIdentifier: `${name}.${kind}`,
    PayloadUUID: uuidOf(`${kind} ${name}`),
    PayloadVersion: 1,
    PayloadDisplayName: shown,
  });
  const dns = {
    ...payload(url === undefined ? "tls" : "https", "com.apple.dnsSettings.managed", `Encrypted DNS of ${name}`),
    DNSSettings: url === undefined
      ? { DNSProtocol: "TLS", ServerName: name }
      // A name beside the address is refused: it is for DNS over TLS alone.
      : { DNSProtocol: "HTTPS", ServerURL: url },
    OnDemandRules: rulesOf(facts),
  };
  const root = authority === undefined ? [] : [{
    ...payload("authority", "com.apple.security.root", `Authority of ${name}`),
    PayloadCertificateFileName: "box-dns.cer",
    PayloadContent: derOf(authority),
  }];
  return build({
    // One identifier whichever protocol it has: a device holds one of them.
    ...payload("dns", "Configuration", `Encrypted DNS of ${name}`),
    PayloadDescription: "Has this device ask the box for names over an encrypted connection, where the box is.",
    PayloadOrganization: "Box",
    PayloadRemovalDisallowed: false,
    PayloadContent: [...root, dns],
  });
}

/** The name is found at home alone: elsewhere the device asks whom it is told to ask, or it would find no name at all. */
function rulesOf({ addresses, probe }: ProfileFacts): ({ Action: string } & Record<string, string | string[]>)[] {
  return [
    ...(addresses.length === 0 ? [] : [{ Action: "Connect", DNSServerAddressMatch: [...addresses] }]),
    ...(probe === undefined ? [] : [{ Action: "Connect", URLStringProbe: probe }]),
    { Action: "Disconnect" },
  ];
}

function derOf(pem: string): Uint8Array {
  return Uint8Array.fromBase64(pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s+/g, ""));
}

/** An identifier of this name that is always the same (RFC 9562, 5.8). */
function uuidOf(what: string): string {
  const octets = createHash("sha256").update(`encrypted dns profile ${what}`).digest().subarray(0, 16);
  octets[6] = octets[6] & 0x0f | 0x80;
  octets[8] = octets[8] & 0x3f | 0x80;
  const hex = octets.toString("hex").toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
