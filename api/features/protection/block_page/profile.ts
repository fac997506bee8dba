/**
 * The authority as a profile for Apple devices (Configuration Profile Reference,
 * com.apple.security.root).
 */
import { derOf, payloadUuid } from "../../../certificate/apple_profile.ts";
import type { AuthorityState } from "../../../certificate/authority.ts";

/**
 * Returns the profile as XML. Its identifiers are stable, so that installing it again replaces it.
 */
export async function authorityProfile(authority: AuthorityState): Promise<string> {
  const { build } = await import("plist");
  const { name } = authority;
  const [mark, ids] = [
    name.slice(-8).toLowerCase(),
    [0, 1].map((part) => payloadUuid(`${part} ${authority.fingerprint}`)),
  ];
  return build({
    PayloadType: "Configuration",
    PayloadVersion: 1,
    PayloadIdentifier: `box.block-page.${mark}`,
    PayloadUUID: ids[0],
    PayloadDisplayName: name,
    PayloadContent: [{
      PayloadType: "com.apple.security.root",
      PayloadVersion: 1,
      PayloadIdentifier: `box.block-page.${mark}.root`,
      PayloadUUID: ids[1],
      PayloadDisplayName: name,
      PayloadCertificateFileName: "box-ca.crt",
      PayloadContent: derOf(authority.cert),
    }],
  });
}
