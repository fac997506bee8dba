/**
 * The protection against commercial spyware: its servers are blocked, also as targets of other
 * names (A 7.4.2). Pauses do not lift it, any rule of the household does. Reporting does not depend
 * on it (api/features/protection/threats/monitor.ts).
 */
import { SPYWARE_NAMES } from "../catalogue/spyware_names.ts";
import type { AnswerContent, Step } from "../model/decision.ts";
import { hasSameItems } from "../model/items.ts";
import type { WireName } from "../model/name.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { SuffixNames } from "../snapshot/suffix_names.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

const found: number[] = [];

/** The protection against spyware. */
export const spywareProtection: Protection = {
  name: "spyware",
  concerns: (_, { settings }) => settings.filtering && settings.spyware,
  prepare: spywareOf,
  before(context: DecisionContext): Step {
    const { snapshot, labels } = context;
    const { index } = spywareOf(snapshot);
    const count = index.find(snapshot.fingerprinter, labels, found);
    return count === 0 ? NEXT : stepOf(context, found[count - 1]);
  },
  after(context: DecisionContext, { targets }: AnswerContent): Step {
    if (targets.length === 0) return NEXT;
    const listed = findTarget(context.snapshot, targets);
    return listed === undefined ? NEXT : stepOf(context, listed);
  },
};

/** The first server of spyware that one of the names belongs to, whatever is blocked; "" = none. */
export function findSpyware(names: readonly WireName[], snapshot: Snapshot): string {
  const listed = findTarget(snapshot, names);
  return listed === undefined ? "" : spywareOf(snapshot).names[listed];
}

function stepOf({ allowed, snapshot }: DecisionContext, listed: number): Step {
  if (allowed !== undefined) return LIFTED;
  const origin = `spyware:${spywareOf(snapshot).names[listed]}`;
  return { settle: { do: "block", reason: "spyware", origin } };
}

/** The place in the list of the first target that belongs to it. */
function findTarget(snapshot: Snapshot, targets: readonly WireName[]): number | undefined {
  const { index, fingerprinter } = spywareOf(snapshot);
  for (const target of targets) {
    const count = index.find(fingerprinter, fingerprinter.ofWire(target), found);
    if (count > 0) return found[count - 1];
  }
  return undefined;
}

/** The list of a snapshot, prepared for look-ups. */
interface SpywareIndex {
  readonly names: readonly string[];
  readonly index: SuffixNames;
  /** A separate one, because that of the snapshot contains the queried name. */
  readonly fingerprinter: Fingerprinter;
}

/** The index built last, for snapshots with the same list. */
let last: { readonly secret: Uint8Array; readonly index: SpywareIndex } | undefined;
const indexes = new WeakMap<Snapshot, SpywareIndex>();

function spywareOf(snapshot: Snapshot): SpywareIndex {
  let index = indexes.get(snapshot);
  if (index === undefined) {
    const { spyware: names = SPYWARE_NAMES, secret } = snapshot;
    index = isOf(names, secret) ? last!.index : makeIndex(names, secret);
    last = { secret, index };
    indexes.set(snapshot, index);
  }
  return index;
}

function isOf(names: readonly string[], secret: Uint8Array): boolean {
  if (last === undefined) return false;
  const { secret: other, index } = last;
  return hasSameItems(names, index.names) &&
    secret.length === other.length && secret.every((byte, i) => byte === other[i]);
}

function makeIndex(names: readonly string[], secret: Uint8Array): SpywareIndex {
  const fingerprinter = new Fingerprinter(secret);
  const index = new SuffixNames(names.map((name) => [name]), fingerprinter);
  return { names, index, fingerprinter };
}
