/**
 * The conditions for redirecting HTTP to the name of the box, in the order in which they are shown
 * (A 7.8).
 */
import { X509Certificate } from "node:crypto";
import type { Validity } from "../../../certificate/system_trust.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Reasons why HTTP is not redirected to the name of the box. */
export type RedirectReason =
  | "off"
  | "listener"
  | "setup"
  | "name"
  | "certificate"
  | "expired"
  | "untrusted"
  | "standby"
  | "resolve";

/** A certificate of encrypted DNS as its service reports it. */
export interface NamedCertificate {
  /** Whether the box signed it itself (mode self). */
  readonly madeHere: boolean;
  /** PEM, the leaf first. */
  readonly cert: string;
}

/** The facts that the conditions read. */
export interface RedirectFacts {
  /** Whether the setting is on. */
  readonly enabled: () => boolean;
  /** The port of the HTTPS listener; 0 = none. */
  readonly port: () => number;
  /**
   * Whether an account exists and the default password is refused. Rejects when that is unknown.
   */
  readonly isFinished: () => Promise<boolean>;
  /**
   * The name of encrypted DNS, "" = none: the one in use, or the one of a certificate that is being
   * obtained.
   */
  readonly name: () => Promise<string>;
  /** The certificate that HTTPS presents for that name; undefined = none. */
  readonly certificate: () => NamedCertificate | undefined;
  /**
   * The validity period of the path from a chain to an authority of the system; undefined = there
   * is no path.
   */
  readonly trust: (chain: string) => Promise<Validity | undefined>;
  /** Whether this box has the shared address of its pair; true without a pair. */
  readonly holdsSharedAddress: () => boolean;
  /** The addresses with which the box answers a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Addresses at which devices reach the box. */
  readonly ownAddresses: () => readonly string[];
  readonly runtime: Runtime;
}

/** One condition. */
export interface RedirectCondition {
  /** The reason while it fails. */
  readonly reason: RedirectReason;
  holds(facts: RedirectFacts): boolean | Promise<boolean>;
}

/** The conditions in order; the first that fails is the reason. */
export const TERMS: readonly RedirectCondition[] = [
  { reason: "off", holds: ({ enabled }) => enabled() },
  { reason: "listener", holds: ({ port }) => port() !== 0 },
  { reason: "setup", holds: ({ isFinished }) => isFinished() },
  { reason: "name", holds: async ({ name }) => await name() !== "" },
  {
    reason: "certificate",
    holds: async ({ name, certificate }) => isFor(await name(), certificate()),
  },
  {
    reason: "expired",
    holds: ({ certificate, runtime }) => isWithin(validityOf(certificate()), runtime.now()),
  },
  { reason: "untrusted", holds: isTrusted },
  { reason: "standby", holds: ({ holdsSharedAddress }) => holdsSharedAddress() },
  { reason: "resolve", holds: isFound },
];

/**
 * Returns the reason of the first condition that fails; undefined = all hold. A condition that
 * cannot be checked fails.
 */
export async function reasonNotToRedirect(
  facts: RedirectFacts,
): Promise<RedirectReason | undefined> {
  for (const { reason, holds } of TERMS) {
    const held = await Promise.try(() => holds(facts)).catch(() => false);
    if (!held) return reason;
  }
  return undefined;
}

/** Returns the validity period of a certificate; undefined = none, or it is unreadable. */
export function validityOf(certificate: NamedCertificate | undefined): Validity | undefined {
  const leaf = leafOf(certificate);
  return leaf === undefined
    ? undefined
    : { from: Date.parse(leaf.validFrom), until: Date.parse(leaf.validTo) };
}

/** Whether a time lies within a validity period. */
export function isWithin(validity: Validity | undefined, now: number): boolean {
  return validity !== undefined && validity.from <= now && now < validity.until;
}

function isFor(name: string, certificate: NamedCertificate | undefined): boolean {
  const leaf = leafOf(certificate);
  // Browsers ignore the common name, but the runtime does not.
  return leaf?.subjectAltName !== undefined && leaf.checkHost(name) !== undefined;
}

async function isTrusted({ certificate, trust, runtime }: RedirectFacts): Promise<boolean> {
  const held = certificate();
  // An authority of the box is not public, even when this machine trusts it.
  return held !== undefined && !held.madeHere && isWithin(await trust(held.cert), runtime.now());
}

async function isFound({ name, resolve, ownAddresses }: RedirectFacts): Promise<boolean> {
  const own = ownAddresses();
  return (await resolve(await name())).some((address) => own.includes(address));
}

function leafOf(certificate: NamedCertificate | undefined): X509Certificate | undefined {
  try {
    return certificate === undefined ? undefined : new X509Certificate(certificate.cert);
  } catch {
    return undefined;
  }
}
