/** Sources of certificates that an authority issues in the background (A 2.7, 7.9.3). */
import type { DnsProvider as Provider } from "./dns_providers/provider.ts";

/** The four certificate modes (A 2.7). */
export const CERTIFICATE_MODES = ["self", "import", "domain", "box"] as const;
/** A certificate mode. */
export type CertificateMode = (typeof CERTIFICATE_MODES)[number];

/** An order for a certificate. */
export interface CertificateOrder {
  /** The owner's name for the box; "" = the source provides one (mode box). */
  readonly name: string;
  /** The provider of the domain's DNS by its id, "" = none. */
  readonly provider: string;
  /** The provider's credentials by field name. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Contact address for the authority; "" = none. */
  readonly email: string;
  /** Absent = none. */
  readonly account?: ExternalAccount;
}

/**
 * An external account, created on the authority's website, that an ACME account is bound to (RFC
 * 8555 7.3.4).
 */
export interface ExternalAccount {
  readonly keyId: string;
  /** In base64url. */
  readonly hmacKey: string;
}

/** A certificate that an authority issued. */
export interface ObtainedCertificate {
  /** The ordered names, the one of the box first. */
  readonly names: readonly string[];
  /** The chain as PEM, the leaf first. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** Obtains certificates; each background mode has its own source. */
export interface CertificateSource {
  /**
   * Obtains a certificate; `tell` reports the current step, as a word in lower case that the
   * interface translates. Rejects with a sentence for the owner, and when the signal aborts. May be
   * called again after any interruption.
   */
  obtain(
    order: CertificateOrder,
    tell: (step: string) => void,
    signal: AbortSignal,
  ): Promise<ObtainedCertificate>;
  /**
   * The renewal time that the authority suggests for the first certificate of a chain, in Unix
   * milliseconds; undefined = none. Queries no more often than the authority allows, and never
   * rejects.
   */
  renewAt?(cert: string, signal: AbortSignal): Promise<number | undefined>;
}

/** The part of a DNS provider that settings and choices need. */
export type DnsProvider = Pick<Provider, "id" | "name" | "fields" | "fault">;
