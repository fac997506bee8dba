/**
 * The profile that has Apple devices use encrypted DNS (A 4.6): settings of DNS, and the limited authority where the box made its
 * certificate. Its identifiers follow from the name, so that a newer profile takes the place of the one before.
 */
import { derOf, payloadUuid } from "../../../certificate/apple_profile.ts";

/** What a profile is made of. */
export interface ProfileFacts {
  /** The name in use. */
  readonly name: string;
  /** Where queries go, `https://name/dns-query`; absent = DNS over TLS, to port 853. */
  readonly url?: string;
  /**
   * A page of the box that devices request to detect whether they are at home:
   * `https://name/healthz`.
   */
  readonly probe?: string;
  /** Addresses of the box; a network whose DNS server is one of them is the home. */
  readonly addresses: readonly string[];
  /** The limited authority as PEM. */
  readonly authority?: string;
}

/** Writes the profile as the XML of a property list. */
export async function profileOf(facts: ProfileFacts): Promise<string> {
  const { build } = await import("plist");
  const { name, url, authority } = facts;
  const payload = (kind: string, type: string, shown: string) => ({
    PayloadType: type,
    PayloadIdentifier: `${name}.${kind}`,
    PayloadUUID: payloadUuid(`encrypted dns profile ${kind} ${name}`),
    PayloadVersion: 1,
    PayloadDisplayName: shown,
  });
  const dns = {
    ...payload(
      url === undefined ? "tls" : "https",
      "com.apple.dnsSettings.managed",
      `Encrypted DNS of ${name}`,
    ),
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
    PayloadDescription:
      "Has this device ask the box for names over an encrypted connection, where the box is.",
    PayloadOrganization: "Box",
    PayloadRemovalDisallowed: false,
    PayloadContent: [...root, dns],
  });
}

/**
 * The name resolves at home only: elsewhere the device uses the resolver of its network, or it
 * would resolve no name at all.
 */
function rulesOf(
  { addresses, probe }: ProfileFacts,
): ({ Action: string } & Record<string, string | string[]>)[] {
  return [
    ...(addresses.length === 0
      ? []
      : [{ Action: "Connect", DNSServerAddressMatch: [...addresses] }]),
    ...(probe === undefined ? [] : [{ Action: "Connect", URLStringProbe: probe }]),
    { Action: "Disconnect" },
  ];
}
