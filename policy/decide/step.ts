/** Steps that carry nothing, shared so that a walk past them allocates nothing. */
import type { Step } from "../model/decision.ts";

/** Nothing to say: the next protection decides. */
export const NEXT: Step = Object.freeze({ next: true });
/** Nothing is held against the name, since an allow rule of the household lifts this row. */
export const LIFTED: Step = Object.freeze({ next: true, lifted: true });
/** The box answers the name itself. */
export const LOCAL: Step = Object.freeze({ settle: Object.freeze({ do: "local" }) });
