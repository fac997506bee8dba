/** The checksums of a release, and their signature. */
import { createHash, createPrivateKey, sign } from "node:crypto";
import { basename } from "node:path";

/** The text of SHA256SUMS, as `sha256sum --check` reads it; files by name. */
export async function checksumText(paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const path of paths.toSorted((a, b) => basename(a) < basename(b) ? -1 : 1)) {
    const hash = createHash("sha256");
    using file = await Deno.open(path);
    for await (const piece of file.readable) hash.update(piece);
    lines.push(`${hash.digest("hex")}  ${basename(path)}\n`);
  }
  return lines.join("");
}

/**
 * The Ed25519 signature (RFC 8032) of a text, by a private key in PEM. Throws an Error for another
 * kind of key.
 */
export function signText(text: string, pem: string): Uint8Array {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") {
    throw new Error(`The key signs with ${key.asymmetricKeyType}; Ed25519 is needed`);
  }
  return sign(null, new TextEncoder().encode(text), key);
}
