/** The request that changes the choice of a service, with undo. */
import type { ChosenService } from "../../../api/features/protection/services/routes.ts";
import type { PageAction } from "../../parts/form.ts";

/**
 * The request that sets the choice of a service for a scope, without the choice itself. Undo
 * restores the previous one.
 */
export function choiceAction(scope: string, service: ChosenService): PageAction {
  const { id, name, here, hours } = service;
  const path = servicesPath(scope);
  const schedules = here === "block" ? { schedules: { [id]: hours } } : {};
  return {
    method: "put",
    path,
    done: "scopes.done",
    args: { name },
    undo: { method: "put", path, body: { services: { [id]: here }, ...schedules } },
  };
}

/** The route of the choices of a scope. */
export function servicesPath(scope: string): string {
  return `/api/v1/blocked-services?${new URLSearchParams({ scope })}`;
}
