/** The state of checks: on, off, or on without effect, and why. */
import type { SettingsResponse } from "../api/features/box/settings/routes.ts";
import type { ServiceClient } from "./socket.ts";
import { type Cell, onOffText } from "./terminal.ts";

/** What to say where filtering is off. */
export const FILTERING_OFF = "filtering is off (box settings set filtering on)";

/** "on" or "off" of a check that needs filtering; if it is on without effect, also why. */
export function filteringCell(isOn: boolean, filtering: boolean, instead = "does not run"): Cell {
  return filtering || !isOn
    ? onOffText(isOn)
    : { text: `on, but ${instead}: ${FILTERING_OFF}`, color: "yellow" };
}

/** "on" or "off" of a check that needs the ages of domains; if it cannot run, also why. */
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
