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
/**
 * The IPv4 address is in the last four bytes: mapped addresses (RFC 4291 2.5.5.2), and NAT64 with the
 * well-known prefix (RFC 6052) or one for local use (RFC 8215).
 */
const CARRIES_IPV4 = [
  { address: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0), length: 96 },
  ...prefixes(["64:ff9b::/96", "64:ff9b:1::/48"]),
];

const found: number[] = [];

/** The protection against DNS rebinding. */
export const rebindingProtection: Protection = {
  name: "rebinding",
  concerns: (_, { settings }) => settings.filtering && settings.rebinding,
  after(context: DecisionContext, { addresses }: AnswerContent): Step {
    if (addresses.length === 0) return NEXT;
    const { networks, names } = exemptionsOf(context.snapshot);
    const inside = addresses.find((address) => isInside(address, networks));
    if (inside === undefined) return NEXT;
    if (isHomeName(context, names)) return LIFTED;
    const first = firstByte(inside);
    const origin = `rebinding:${addressToText(inside, first, inside.length - first)}`;
    return { settle: { do: "block", reason: "rebinding", origin } };
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
    const networks = settings.boxNetworks.flat().map(parsePrefix).filter((one) =>
      one !== undefined
    );
    prepared.set(snapshot, exemptions = { networks, names });
  }
  return exemptions;
}

/** Where the address that counts begins: an IPv4 address is at the end of one that carries it. */
function firstByte(address: Uint8Array): number {
  return CARRIES_IPV4.some((prefix) => prefixContains(prefix, address)) ? 12 : 0;
}

function isInside(address: Uint8Array, networks: readonly Prefix[]): boolean {
  const first = firstByte(address);
  const length = address.length - first;
  const holds = (prefix: Prefix) => prefixContains(prefix, address, first, length);
  return ALWAYS.some(holds) || PRIVATE.some(holds) && networks.some(holds);
}

/** Whether the name is none of the public DNS, or may answer with addresses of the home. */
function isHomeName({ snapshot, question }: DecisionContext, names: SuffixNames): boolean {
  const labels = snapshot.fingerprinter.ofWire(question.name);
  return labels === 1 || names.find(snapshot.fingerprinter, labels, found) > 0;
}
