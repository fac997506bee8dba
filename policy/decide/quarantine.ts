/**
 * The protection for quarantine: a quarantined device can resolve only local names and healing
 * names, regardless of pauses and rules (A 3.5, 7.4.5).
 */
import { HEALING_NAMES } from "../catalogue/healing.ts";
import type { Step } from "../model/decision.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { SuffixNames } from "../snapshot/suffix_names.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED } from "./step.ts";

const BLOCKED: Step = Object.freeze({
  settle: Object.freeze({ do: "block", reason: "quarantine", origin: "quarantine" }),
});

const found: number[] = [];

/** The protection for quarantine. */
export const quarantineProtection: Protection = {
  name: "quarantine",
  concerns: ({ quarantined }) => quarantined === true,
  before({ snapshot, labels }: DecisionContext): Step {
    const { fingerprinter, localIndex } = snapshot;
    const passes = healingNames(snapshot).find(fingerprinter, labels, found) > 0 ||
      localIndex.forwardsHome(fingerprinter, labels);
    return passes ? LIFTED : BLOCKED;
  },
};

/**
 * The healing names and the domains of the service, prepared when the first quarantined device sends
 * a query.
 */
const ready = new WeakMap<Snapshot, SuffixNames>();

function healingNames(snapshot: Snapshot): SuffixNames {
  let names = ready.get(snapshot);
  // Uses a separate fingerprinter: the one in the snapshot contains the queried name.
  if (names === undefined) {
    ready.set(
      snapshot,
      names = new SuffixNames(
        [HEALING_NAMES, snapshot.settings.serviceDomains],
        new Fingerprinter(snapshot.secret),
      ),
    );
  }
  return names;
}
