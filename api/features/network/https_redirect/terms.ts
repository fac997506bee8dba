/**
 * The conditions for redirecting HTTP to the name of the box, in the order in which they are shown
 * (A 7.8).
 */
import { X509Certificate } from "node:crypto";
import type { Validity } from "../../../certificate/system_trust.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Why HTTP is not sent to the name of the box. */
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

/** What the terms look at. */
export interface RedirectFacts {
  /** Whether the setting is on. */
  readonly enabled: () => boolean;
  /** The port on which HTTPS is listened for; 0 = none. */
  readonly port: () => number;
  /** Whether an account exists and the default password is refused. Rejects when that cannot be known. */
  readonly isFinished: () => Promise<boolean>;
  /** The name of encrypted DNS, "" = none: the one in use, or the one that a certificate is wanted for. */
  readonly name: () => Promise<string>;
  /** What HTTPS presents for that name; undefined = nothing of its own. */
  readonly certificate: () => NamedCertificate | undefined;
  /** When the way from a chain to an authority of the system holds; undefined = there is none. */
  readonly trust: (chain: string) => Promise<Validity | undefined>;
  /** Whether this box holds the shared address of its pair; one alone does. */
  readonly holdsSharedAddress: () => boolean;
  /** What the box answers to questions about a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Addresses at which devices reach the box. */
  readonly ownAddresses: () => readonly string[];
  readonly runtime: Runtime;
}

/** One term. */
export interface RedirectCondition {
  /** The reason while it does not hold. */
  readonly reason: RedirectReason;
  holds(facts: RedirectFacts): boolean | Promise<boolean>;
}

/** The terms; the first that does not hold is the reason. */
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

/** The first reason against it; undefined = every term holds. A term that cannot be looked at does not hold. */
export async function reasonNotToRedirect(
  facts: RedirectFacts,
): Promise<RedirectReason | undefined> {
  for (const { reason, holds } of TERMS) {
    const held = await Promise.try(() => holds(facts)).catch(() => false);
    if (!held) return reason;
  }
  return undefined;
}

/** When a certificate holds; undefined = there is none that can be read. */
export function validityOf(certificate: NamedCertificate | undefined): Validity | undefined {
  const leaf = leafOf(certificate);
  return leaf === undefined
    ? undefined
    : { from: Date.parse(leaf.validFrom), until: Date.parse(leaf.validTo) };
}

/** Whether a moment lies within a stretch of time. */
export function isWithin(validity: Validity | undefined, now: number): boolean {
  return validity !== undefined && validity.from <= now && now < validity.until;
}

function isFor(name: string, certificate: NamedCertificate | undefined): boolean {
  const leaf = leafOf(certificate);
  // Browsers look at no common name any more; the runtime does.
  return leaf?.subjectAltName !== undefined && leaf.checkHost(name) !== undefined;
}

async function isTrusted({ certificate, trust, runtime }: RedirectFacts): Promise<boolean> {
  const held = certificate();
  // An authority of the box is no authority of everybody's, even where this machine was made to trust it.
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
