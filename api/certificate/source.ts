/**
 * Sources of certificates that take time: an authority issues them in the background (A 2.7,
 * 7.9.3).
 */
import type { DnsProvider as Provider } from "./dns_providers/provider.ts";

/** The four ways to a certificate (A 2.7). */
export const CERTIFICATE_MODES = ["self", "import", "domain", "box"] as const;
/** One of them. */
export type CertificateMode = (typeof CERTIFICATE_MODES)[number];

/** What is wanted of an authority. */
export interface CertificateOrder {
  /** The name of the owner; "" = the source gives one (mode box). */
  readonly name: string;
  /** The provider of the domain's DNS by its id, "" = none. */
  readonly provider: string;
  /** What the provider is given, by the names of its fields. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Where the authority writes to, "" = nowhere. */
  readonly email: string;
  /** Absent = none. */
  readonly account?: ExternalAccount;
}

/**
 * An account that was made on the pages of an authority, which one of ACME is bound to (RFC 8555
 * 7.3.4).
 */
export interface ExternalAccount {
  readonly keyId: string;
  /** In base64url. */
  readonly hmacKey: string;
}

/** A certificate that an authority gave. */
export interface ObtainedCertificate {
  /** The names that it was asked for, the one of the box first. */
  readonly names: readonly string[];
  /** The chain as PEM, the leaf first. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** Gets certificates; one for each mode that works in the background. */
export interface CertificateSource {
  /**
   * Gets a certificate; `tell` reports the current step, as a word in lower case that pages
   * translate. Rejects with a sentence for the owner, and when the signal aborts. May be called
   * again after any interruption.
   */
  obtain(
    order: CertificateOrder,
    tell: (step: string) => void,
    signal: AbortSignal,
  ): Promise<ObtainedCertificate>;
  /**
   * When the authority wants the first certificate of a chain renewed, in Unix milliseconds;
   * undefined = it does not say. Asks no more often than the authority wants, and never rejects.
   */
  renewAt?(cert: string, signal: AbortSignal): Promise<number | undefined>;
}

/**
 * A provider of DNS that can write the record an authority looks for, as far as a choice needs to
 * know it.
 */
export type DnsProvider = Pick<Provider, "id" | "name" | "fields" | "fault">;
