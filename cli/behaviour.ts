/** `box devices behaviour`: whether a device behaves, as text that can be passed on. */
import type { BehaviourResponse } from "../api/features/insight/behaviour/routes.ts";
import type { AlertPage, AlertResponse } from "../api/features/insight/alerts/routes.ts";
import { LIMITS } from "../policy/limits.ts";
import type { Call } from "./command.ts";
import { EXIT } from "./command_error.ts";
import { findDevice } from "./household.ts";
import {
  ageText,
  type Cell,
  clean,
  durationText,
  numberText,
  printJson,
  printTable,
} from "./terminal.ts";

const DAY = 86_400;
const { days: DAYS, alertDays: ALERT_DAYS } = LIMITS.behaviour;
const MOST_ALERTS = 100;

const VERDICTS: Readonly<Record<BehaviourResponse["verdict"], string>> = {
  look: "Worth a look: alerts about this device are open.",
  unrecorded:
    "The box doesn't record which device contacts what, so only alerts about its behaviour count here. None is open.",
  silent:
    "The log has no contact of this device from the last 7 days, and no alert about its behaviour is open.",
  learning:
    "The log of this device is too short to say what is new. No alert about its behaviour is open.",
  changed:
    "Something is new: it contacted domains for the first time in the last 7 days. No alert about its behaviour is open.",
  acknowledged:
    "All alerts about its behaviour were acknowledged, and the box noticed nothing else.",
  quiet: "The box noticed nothing unusual about this device.",
};

const UNWATCHED: Readonly<Record<BehaviourResponse["unwatched"][number], string>> = {
  malicious: "dangerous names",
  lookalike: "look-alike names",
  rebinding: "public names that lead into the network",
  tunnel: "data hidden in DNS",
  remote: "programs for remote access",
  beacons: "contacts at regular intervals",
};

/** Shows the verdict, the alerts, the first contacts and the countries. */
export async function behaviour(call: Call, text: string): Promise<number> {
  const { terminal, json, service } = call;
  const { id } = await findDevice(service, text);
  const found = await service.call<BehaviourResponse>("GET", `/api/v1/devices/${id}/behaviour`);
  if (json) {
    printJson(terminal, found);
    return EXIT.ok;
  }
  const from = found.since + (DAYS - ALERT_DAYS) * DAY;
  const alerts: AlertResponse[] = [];
  for (const { kind } of found.signs) {
    const path = `/api/v1/alerts?device_id=${id}&kind=${kind}&limit=${MOST_ALERTS}`;
    alerts.push(...(await service.call<AlertPage>("GET", path)).alerts);
  }
  terminal.out(`${clean(found.device.label)}: ${VERDICTS[found.verdict]}\n`);
  if (found.unwatched.length > 0) {
    const what = found.unwatched.map((check) => UNWATCHED[check]).join(", ");
    terminal.out(`Checks that don't run at the moment: ${what}.\n`);
  }
  if (found.private) terminal.out("Names and countries are private, as an adult wishes.\n");
  const shown = alerts.filter(({ acknowledged, time }) => acknowledged === 0 || time >= from);
  printAlerts(call, shown.sort((a, b) => b.id - a.id));
  printContacts(call, found);
  printCountries(call, found);
  return EXIT.ok;
}

/** The detail of an alert, in words where the API has numbers. */
export function signText(kind: string, detail: string): string {
  if (kind === "beacon" && /^\d+$/.test(detail)) return `every ${durationText(Number(detail))}`;
  if (kind !== "random_names") return detail;
  const [address = "", names = ""] = detail.split("|");
  return address === "" ? `${names} names` : `${names} names, from ${address}`;
}

function printAlerts({ terminal }: Call, alerts: readonly AlertResponse[]): void {
  if (alerts.length === 0) return;
  const rows = alerts.map(({ kind, last, text, name, detail, acknowledged }): Cell[] => [
    ageText(last, terminal),
    text,
    name,
    signText(kind, detail),
    acknowledged === 0 ? "open" : "acknowledged",
  ]);
  terminal.out("\n");
  printTable(terminal, ["Last", "Alert", "Name", "Detail", "State"], rows);
}

function printContacts({ terminal }: Call, found: BehaviourResponse): void {
  const { first_contacts: contacts, new_contacts: count } = found;
  if (!found.comparable || count === 0) return;
  terminal.out("\n");
  terminal.out(`Contacted for the first time: ${numberText(count)} of ${found.contacts} domains\n`);
  if (contacts.length === 0) return;
  const companies = found.new_companies.map(clean).join(", ");
  if (companies !== "") terminal.out(`New companies: ${companies}\n`);
  const rows = contacts.map(({ domain, service, countries, first }): Cell[] => [
    domain,
    service,
    countries.join(" "),
    ageText(first, terminal),
  ]);
  printTable(terminal, ["Domain", "Service", "Countries", "First"], rows);
}

function printCountries({ terminal }: Call, found: BehaviourResponse): void {
  if (found.countries.length === 0) return;
  const rows = found.countries.map(({ country, domains }): Cell[] => [
    country,
    numberText(domains),
    found.new_countries.includes(country) ? "new" : "",
  ]);
  terminal.out("\n");
  printTable(terminal, ["Country", "Domains", ""], rows);
  terminal.out(`Countries by ${clean(found.country_data.source)}\n`);
}
