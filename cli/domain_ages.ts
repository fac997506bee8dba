/** The state of checks that need the ages of domains, which the online service gives. */
import type { SettingsResponse } from "../api/features/box/settings/routes.ts";
import type { ServiceClient } from "./socket.ts";
import { type Cell, onOffText } from "./terminal.ts";

/** "on" or "off" of such a check; if it is on but cannot run, also why. */
export async function agesCell(service: Pick<ServiceClient, "call">, isOn: boolean): Promise<Cell> {
  const missing = isOn ? await missingForAges(service) : "";
  return missing === ""
    ? onOffText(isOn)
    : { text: `on, but does not run: ${missing}`, color: "yellow" };
}

/** What ages need; "" = nothing, or the settings cannot be read now. */
async function missingForAges(service: Pick<ServiceClient, "call">): Promise<string> {
  const answer = await service.call<SettingsResponse>("GET", "/api/v1/settings")
    .catch(() => undefined);
  const valueOf = (key: string) => answer?.settings.find((row) => row.key === key)?.value;
  if (valueOf("lookalike_ask") === false) return "ages of domains are off (box lookalike ask on)";
  return valueOf("cloud_url") === "" ? "no online service is set (box settings set cloud_url)" : "";
}
