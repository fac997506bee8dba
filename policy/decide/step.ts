/** Steps that carry nothing, shared so that a walk past them allocates nothing. */
import type { Step } from "../model/decision.ts";

/** Nothing to say: the next protection decides. */
export const NEXT: Step = Object.freeze({ next: true });
/** The box answers the name itself. */
export const LOCAL: Step = Object.freeze({ settle: Object.freeze({ do: "local" }) });
