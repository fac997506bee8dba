/** The row of quarantine: a device in it reaches local names and healing names only, whatever a pause or a rule says (A 3.5, 7.4.5). */
import { HEALING_NAMES } from "../catalogue/healing.ts";
import type { Step } from "../model/decision.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { SuffixNames } from "../snapshot/suffix_names.ts";
import type { Asked, Protection } from "./protections.ts";
import { LIFTED } from "./step.ts";

const BLOCKED: Step = Object.freeze({
  settle: Object.freeze({ do: "block", reason: "quarantine", origin: "quarantine" }),
});

const found: number[] = [];

/** The row of quarantine. */
export const quarantine: Protection = {
  name: "quarantine",
  concerns: ({ quarantined }) => quarantined === true,
  before({ snapshot, labels }: Asked): Step {
    const { fingerprinter, localIndex } = snapshot;
    const passes = healingNames(snapshot).find(fingerprinter, labels, found) > 0 ||
      localIndex.forwardsHome(fingerprinter, labels);
    return passes ? LIFTED : BLOCKED;
  },
};

/** The healing names, made ready when the first device in quarantine asks. */
const ready = new WeakMap<Snapshot, SuffixNames>();

function healingNames(snapshot: Snapshot): SuffixNames {
  let names = ready.get(snapshot);
  // By a fingerprinter of its own: that of the snapshot holds the name asked.
  if (names === undefined) {
    ready.set(
      snapshot,
      names = new SuffixNames([HEALING_NAMES], new Fingerprinter(snapshot.secret)),
    );
  }
  return names;
}
