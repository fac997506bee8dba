/** Names that the box answers itself: its own, local records, special-use names (A 7.2.3, RFC 6761). */
import type { Asked, Protection } from "./protections.ts";
import { LOCAL, NEXT } from "./step.ts";

/** The row of local names. */
export const localNames: Protection = {
  name: "local names",
  before({ snapshot, labels }: Asked) {
    return snapshot.localIndex.holds(snapshot.fingerprinter, labels) ? LOCAL : NEXT;
  },
};
