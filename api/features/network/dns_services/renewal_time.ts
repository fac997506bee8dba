/** The time at which the authority wants the certificate in use renewed (RFC 9773). */
import type { CertificateSource } from "../../../certificate/source.ts";
import type { InstalledCertificate } from "../../../certificate/tls_directory.ts";

/** Milliseconds that the authority has to respond. */
const PATIENCE = 20_000;

/** The last renewal time that the authority gave. */
export class RenewalTime {
  #installed: InstalledCertificate | undefined;
  #at: number | undefined;

  /**
   * Queries the authority that issued the certificate; resolves after its response or a failure.
   */
  async ask(
    installed: InstalledCertificate | undefined,
    sources: Readonly<Partial<Record<"domain" | "box", CertificateSource>>>,
  ): Promise<void> {
    const source = installed?.mode === "domain" || installed?.mode === "box"
      ? sources[installed.mode]
      : undefined;
    const at = await source?.renewAt?.(installed!.cert, AbortSignal.timeout(PATIENCE));
    this.#installed = installed;
    this.#at = at;
  }

  /** In Unix milliseconds; undefined = the authority gave no time for this certificate. */
  of(installed: InstalledCertificate | undefined): number | undefined {
    return installed === this.#installed ? this.#at : undefined;
  }
}
