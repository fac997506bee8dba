/**
 * Determines which functions are open: those that A and B call subscription or business are open to
 * every box during the beta, and need the plan afterwards.
 */

/** A plan that a function can need; business includes subscription. */
export type Plan = "subscription" | "business";

/** Whether the beta is running: then every function is open (A, conventions). */
export const BETA = true;

/** The functions that the plan of this box opens. */
export interface Plans {
  readonly beta: boolean;
  /** The plan that the box subscribed to; undefined = none. */
  held(): Plan | undefined;
  /** Whether a function of that plan may be used. */
  has(plan: Plan): boolean;
}

/** The plans of a box: everything during the beta, then its subscription. */
export function plans(beta: boolean, subscribed: () => Plan | undefined): Plans {
  return {
    beta,
    held: subscribed,
    has(plan) {
      if (beta) return true;
      const held = subscribed();
      return held === "business" || held === plan;
    },
  };
}
