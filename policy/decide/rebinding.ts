/**
 * The protection against DNS rebinding: a public name whose answer holds an address of this machine
 * or of a network of the box is blocked (A 7.4.1). One such address blocks the whole answer. Pauses
 * and rules do not lift it; only its own list of allowed domains does.
 */
import { HOME_ANSWER_DOMAINS, HOME_ENDINGS } from "../catalogue/home_answers.ts";
import {
  addressToText,
  parsePrefix,
  type Prefix,
  prefixContains,
  prefixToText,
  PRIVATE_RANGES,
} from "../model/address.ts";
import type { AnswerContent, Step } from "../model/decision.ts";
import { extractIpv4, NAT64_LENGTHS, readNat64 } from "../model/nat64.ts";
import { forwardedSuffixes } from "../snapshot/local_index.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { SuffixNames } from "../snapshot/suffix_names.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

const prefixes = (texts: readonly string[]) => texts.map((text) => parsePrefix(text)!);

/** Addresses that are never those of a public server, whatever the networks of the box. */
const ALWAYS = prefixes(["127.0.0.0/8", "169.254.0.0/16", "::1/128", "fe80::/10"]);
/** Addresses that count if they are in a network of the box. */
const PRIVATE = prefixes(PRIVATE_RANGES);
/** IPv4-mapped addresses (RFC 4291 2.5.5.2) carry their IPv4 address as a NAT64 of 96 bits does. */
const MAPPED: Prefix = {
  address: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0),
  length: 96,
};
/** The prefix that every NAT64 may use (RFC 6052 2.1). */
const WELL_KNOWN_NAT64 = parsePrefix("64:ff9b::/96")!;
/** Networks take a prefix of their own from this one, of any length (RFC 8215). */
const LOCAL_NAT64 = parsePrefix("64:ff9b:1::/48")!;
const LOCAL_NAT64_LENGTHS = NAT64_LENGTHS.filter((length) => length >= LOCAL_NAT64.length);

const found: number[] = [];
const carried = new Uint8Array(4);

/** The protection against DNS rebinding. */
export const rebindingProtection: Protection = {
  name: "rebinding",
  concerns: (_, { settings }) => settings.filtering && settings.rebinding,
  after(context: DecisionContext, { addresses }: AnswerContent): Step {
    if (addresses.length === 0) return NEXT;
    const exemptions = exemptionsOf(context.snapshot);
    for (const address of addresses) {
      const inside = findInside(address, exemptions);
      if (inside === undefined) continue;
      if (isHomeName(context, exemptions.names)) return LIFTED;
      const origin = `rebinding:${addressToText(inside)}`;
      return { settle: { do: "block", reason: "rebinding", origin } };
    }
    return NEXT;
  },
};

/** The private networks among those of the box, as text in order: what the check protects. */
export function guardedNetworks(networks: readonly string[]): string[] {
  const guarded = networks.map(parsePrefix).filter((one) => one !== undefined)
    .filter(({ address }) => PRIVATE.some((range) => prefixContains(range, address)))
    .filter(({ address }) => !ALWAYS.some((range) => prefixContains(range, address)));
  return [...new Set(guarded.map(prefixToText))].sort();
}

/** What the check leaves alone under a snapshot, and the networks it protects. */
interface Exemptions {
  readonly networks: readonly Prefix[];
  /** Prefixes behind which an IPv6 address carries one of IPv4. */
  readonly carriers: readonly Prefix[];
  readonly names: SuffixNames;
}

/** Prepared when the first answer with an address is judged. */
const prepared = new WeakMap<Snapshot, Exemptions>();

function exemptionsOf(snapshot: Snapshot): Exemptions {
  let exemptions = prepared.get(snapshot);
  if (exemptions === undefined) {
    const { settings, secret } = snapshot;
    const local = settings.localDomain === "" ? [] : [settings.localDomain];
    const exempt = [
      ...HOME_ENDINGS,
      ...HOME_ANSWER_DOMAINS,
      ...local,
      ...forwardedSuffixes(settings),
      ...settings.rebindingAllowed,
    ];
    // A separate fingerprinter, because that of the snapshot contains the queried name.
    const names = new SuffixNames([exempt], new Fingerprinter(secret));
    const parsed = (texts: readonly string[]) =>
      texts.map(parsePrefix).filter((one) => one !== undefined);
    const networks = parsed(settings.boxNetworks.flat());
    const carriers = [MAPPED, WELL_KNOWN_NAT64, ...parsed(settings.nat64Prefixes)];
    prepared.set(snapshot, exemptions = { networks, carriers, names });
  }
  return exemptions;
}

/**
 * The address itself, or the IPv4 address that it carries, if it is one of this machine or of a
 * network of the box. Valid until the next call.
 */
function findInside(
  address: Uint8Array,
  { networks, carriers }: Exemptions,
): Uint8Array | undefined {
  if (isInside(address, networks)) return address;
  if (address.length !== 16) return undefined;
  let isKnown = false;
  for (const prefix of carriers) {
    if (!readNat64(address, prefix, carried)) continue;
    if (isInside(carried, networks)) return carried;
    isKnown = true;
  }
  // Behind a known prefix there is one position; at others, a part of the prefix would be compared.
  if (isKnown || !prefixContains(LOCAL_NAT64, address)) return undefined;
  for (const length of LOCAL_NAT64_LENGTHS) {
    extractIpv4(address, length, carried);
    if (isInside(carried, networks)) return carried;
  }
  return undefined;
}

function isInside(address: Uint8Array, networks: readonly Prefix[]): boolean {
  const holds = (prefix: Prefix) => prefixContains(prefix, address);
  return ALWAYS.some(holds) || PRIVATE.some(holds) && networks.some(holds);
}

/** Whether the name is none of the public DNS, or may answer with addresses of the home. */
function isHomeName({ snapshot, question }: DecisionContext, names: SuffixNames): boolean {
  const labels = snapshot.fingerprinter.ofWire(question.name);
  return labels === 1 || names.find(snapshot.fingerprinter, labels, found) > 0;
}
