/** Dependencies of the services of people's time. */
import type { Alerts } from "../events/alerts.ts";
import type { Household } from "../features/household/open.ts";
import type { ClientDirectory } from "../features/insight/client_directory.ts";
import type { Presence } from "../features/network/open.ts";
import type { ChoiceService } from "../features/protection/choices/service.ts";
import type { ListService } from "../features/protection/lists/service.ts";

/** The services that the time of people depends on. */
export interface TimeDeps {
  readonly alerts: Pick<Alerts, "raiseWith">;
  readonly household: Household;
  readonly presence: Presence;
  readonly choices: Pick<ChoiceService, "knownServices" | "blocked">;
  readonly lists: Pick<ListService, "categoryOf">;
  readonly clients: Pick<ClientDirectory, "deviceAt">;
}
