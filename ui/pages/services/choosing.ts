/** What changes the choice of a service, and brings it back. */
import type { ChosenService } from "../../../api/features/protection/services/routes.ts";
import type { Act } from "../../parts/form.ts";

/** The request that writes a choice of a scope, without the choice; undoing it brings back what was. */
export function choosing(scope: string, service: ChosenService): Act {
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
