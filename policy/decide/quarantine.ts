/** The row of quarantine: a device in it reaches local names and healing names only, whatever a pause or a rule says (A 3.5, 7.4.5). */
import { HEALING_NAMES } from "../catalogue/healing.ts";
import type { Step } from "../model/decision.ts";
import type { Fingerprinter } from "../snapshot/fingerprint.ts";
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
  before({ snapshot: { fingerprinter }, labels }: Asked): Step {
    return healingNames(fingerprinter).find(fingerprinter, labels, found) > 0 ? LIFTED : BLOCKED;
  },
};

/** The healing names, made ready when the first device in quarantine asks. */
const ready = new WeakMap<Fingerprinter, SuffixNames>();

function healingNames(fingerprinter: Fingerprinter): SuffixNames {
  let names = ready.get(fingerprinter);
  if (names === undefined) {
    const labels = fingerprinter.h1.slice(), other = fingerprinter.h2.slice(), at = fingerprinter.at.slice();
    ready.set(fingerprinter, names = new SuffixNames([HEALING_NAMES], fingerprinter));
    // The question at hand was read by the same fingerprinter.
    fingerprinter.h1.set(labels);
    fingerprinter.h2.set(other);
    fingerprinter.at.set(at);
  }
  return names;
}
