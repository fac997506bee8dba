/**
 * The profile that configures encrypted DNS on Apple devices (A 4.6): DNS settings, and the
 * constrained authority when the box made its certificate. Its identifiers are derived from the
 * name, so that a newer profile replaces the older one.
 */
import { derOf, payloadUuid } from "../../../certificate/apple_profile.ts";

/** The input of a profile. */
export interface ProfileFacts {
  /** The name in use. */
  readonly name: string;
  /** URL for queries, `https://name/dns-query`; absent = DNS over TLS to port 853. */
  readonly url?: string;
  /**
   * A page of the box that devices request to detect whether they are at home:
   * `https://name/healthz`.
   */
  readonly probe?: string;
  /** Addresses of the box; a network whose DNS server is one of them is the home network. */
  readonly addresses: readonly string[];
  /** The constrained authority as PEM. */
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
      // ServerName together with ServerURL is refused; it is only for DNS over TLS.
      : { DNSProtocol: "HTTPS", ServerURL: url },
    OnDemandRules: rulesOf(facts),
  };
  const root = authority === undefined ? [] : [{
    ...payload("authority", "com.apple.security.root", `Authority of ${name}`),
    PayloadCertificateFileName: "box-dns.cer",
    PayloadContent: derOf(authority),
  }];
  return build({
    // The identifier does not depend on the protocol, so a device has one of the profiles.
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
