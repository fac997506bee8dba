/**
 * Names that the box answers locally: its own, local records, special-use names (A 7.2.3, RFC
 * 6761).
 */
import type { DecisionContext, Protection } from "./protection.ts";
import { LOCAL, NEXT } from "./step.ts";

/** The protection that answers local names. */
export const localNameProtection: Protection = {
  name: "local names",
  before({ snapshot, labels }: DecisionContext) {
    return snapshot.localIndex.holds(snapshot.fingerprinter, labels) ? LOCAL : NEXT;
  },
};
