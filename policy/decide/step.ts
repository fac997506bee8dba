/** Steps without data, shared so that a walk allocates nothing for them. */
import type { Step } from "../model/decision.ts";

/** No effect: the next protection decides. */
export const NEXT: Step = Object.freeze({ next: true });
/** No block, because this protection is lifted. */
export const LIFTED: Step = Object.freeze({ next: true, lifted: true });
/** The box answers the name locally. */
export const LOCAL: Step = Object.freeze({ settle: Object.freeze({ do: "local" }) });
