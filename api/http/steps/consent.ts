/**
 * Checks between a valid request and its handler: the plan of the box, and the password confirmed
 * once more.
 */
import { DomainError } from "../../schema/errors.ts";
import type { Exchange, StepContext } from "../exchange.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/**
 * Checks that the box has the plan that the route needs; some requests need none (such as clearing
 * a value).
 */
export function checkPlan({ route, given }: Exchange, { services }: StepContext): void {
  if (route.plan === undefined || services.plan.has(route.plan.name)) return;
  if (route.plan.unless?.({ ...given!, audit: () => {} }) === true) return;
  const { name } = route.plan;
  const text =
    sentence`This needs the ${name} plan; what is set already can still be seen and removed`;
  throw new DomainError("plan_needed", text, { body: { plan: name } });
}

/** Confirms the password of a session; tokens and the local socket need none (A 5.5). */
export async function confirmPassword(
  { route, by, password }: Exchange,
  { services }: StepContext,
): Promise<void> {
  if (route.confirmPassword !== true || by?.kind !== "session") return;
  if (password === undefined) throw new DomainError("password_needed");
  const outcome = await services.auth.confirm(by, password);
  if (outcome === "right") return;
  if (outcome === "wrong") throw new DomainError("wrong_password");
  const { retryAfter } = outcome;
  throw new DomainError(
    "too_many_requests",
    sentence`Too many wrong passwords; wait before the next try`,
    {
      headers: { "retry-after": String(retryAfter) },
    },
  );
}
