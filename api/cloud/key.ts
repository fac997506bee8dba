/**
 * The key of the box at the online service: Ed25519, created on first use and stored in the tls
 * directory (A 5.6, 7.9.3).
 */
import { writeWhole } from "../system/atomic_file.ts";
import type { Runtime } from "../system/runtime.ts";

/** The key, ready to sign. */
export interface BoxKey {
  readonly privateKey: CryptoKey;
  /** The public key as a JWK, which a signed call contains (RFC 8037). */
  readonly publicKey: { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string };
}

/** Reads the key from its file, or creates it. */
export class KeyFile {
  readonly #path: string;
  readonly #log: Runtime["log"];
  #key: Promise<BoxKey> | undefined;

  constructor(path: string, log: Runtime["log"]) {
    this.#path = path;
    this.#log = log;
  }

  /**
   * The key from the file, which is created when missing; an unreadable one is set aside and
   * logged. Rejects when the disk fails.
   */
  key(): Promise<BoxKey> {
    this.#key ??= this.#open().catch((error) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  /** Replaces the key with a new one; resolves when it is stored on the disk. */
  async renew(): Promise<void> {
    const made = await this.#make();
    this.#key = Promise.resolve(made);
  }

  async #open(): Promise<BoxKey> {
    const text = await Deno.readTextFile(this.#path).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
    if (text !== undefined) {
      const kept = await readPem(text).catch(() => undefined);
      if (kept !== undefined) return kept;
      const aside = `${this.#path}.broken`;
      await Deno.rename(this.#path, aside);
      this.#log(
        "error",
        `The key of the box at the online service could not be read and a new one is made: ${aside}`,
      );
    }
    return await this.#make();
  }

  async #make(): Promise<BoxKey> {
    const { privateKey } = await crypto.subtle.generateKey("Ed25519", true, [
      "sign",
      "verify",
    ]) as CryptoKeyPair;
    const bytes = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
    const pem = `-----BEGIN PRIVATE KEY-----\n${bytes.toBase64()}\n-----END PRIVATE KEY-----\n`;
    await writeWhole(this.#path, new TextEncoder().encode(pem));
    return await withPublicKey(privateKey);
  }
}

async function readPem(text: string): Promise<BoxKey> {
  const [, body = ""] =
    /^-----BEGIN PRIVATE KEY-----\s+([\sA-Za-z0-9+/=]+?)\s+-----END PRIVATE KEY-----\s*$/
      .exec(text) ?? [];
  const bytes = Uint8Array.fromBase64(body);
  return await withPublicKey(
    await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", true, ["sign"]),
  );
}

async function withPublicKey(privateKey: CryptoKey): Promise<BoxKey> {
  const { x } = await crypto.subtle.exportKey("jwk", privateKey);
  if (x === undefined) throw new Error("The key has no public half");
  return { privateKey, publicKey: { kty: "OKP", crv: "Ed25519", x } };
}
