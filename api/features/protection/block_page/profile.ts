/** The authority as a profile for phones and computers of Apple (Configuration Profile Reference, com.apple.security.root). */
import { createHash, X509Certificate } from "node:crypto";
import type { BlockAuthority } from "../../../certificate/authority.ts";

/** The certificate in DER. */
export function derOf({ cert }: Pick<BlockAuthority, "cert">): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new X509Certificate(cert).raw);
}

/** The profile as XML. It has the same identifiers each time, so that installing it again replaces it. */
export async function authorityProfile(authority: BlockAuthority): Promise<string> {
  const { build } = await import("plist"), { name } = authority;
  const [mark, ids] = [name.slice(-8).toLowerCase(), [0, 1].map((part) => identifier(authority.fingerprint, part))];
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
      PayloadContent: derOf(authority),
    }],
  });
}

/** A UUID that follows from a text (RFC 9562, 5.8). */
function identifier(text: string, part: number): string {
  const hash = createHash("sha256").update(`${part} ${text}`).digest().subarray(0, 16);
  hash[6] = hash[6] & 0x0f | 0x80;
  hash[8] = hash[8] & 0x3f | 0x80;
  return new Uint8Array(hash).toHex().toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
