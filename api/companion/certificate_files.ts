/** Reads the certificate files of the service, which an external tool may replace at any time. */
import { createPrivateKey, X509Certificate } from "node:crypto";

/** A chain and its key in PEM. */
export interface CertificateChain {
  readonly cert: string;
  readonly key: string;
}

/** Reads the two files when asked. */
export class CertificateFiles {
  readonly #paths: { readonly certificate: string; readonly key: string };
  #served: CertificateChain | undefined;

  constructor(paths: { readonly certificate: string; readonly key: string }) {
    this.#paths = paths;
  }

  /**
   * The certificate if the files changed since the last call, else undefined. Rejects when
   * certificate and key do not match.
   */
  async changed(): Promise<CertificateChain | undefined> {
    const { certificate, key: keyPath } = this.#paths;
    const cert = await readFile(certificate);
    const key = await readFile(keyPath);
    if (cert === this.#served?.cert && key === this.#served.key) return undefined;
    let fits = false;
    try {
      fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
    } catch {
      // One of them is not PEM.
    }
    if (!fits) throw new Error(`These are no certificate and its key: ${certificate}, ${keyPath}`);
    return this.#served = { cert, key };
  }
}

async function readFile(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new Error(`The file ${path} cannot be read: ${(error as Error).message}`);
  }
}
