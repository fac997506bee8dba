/** `box status`. */
import type { SettingsResponse } from "../../api/features/box/settings/routes.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { Pauses } from "../../api/features/protection/pauses/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { scopeText } from "../scope.ts";
import {
  bytesText,
  type Cell,
  durationText,
  numberText,
  printJson,
  printTable,
} from "../terminal.ts";
import { timeText } from "../times.ts";

/** Shows the state of the running box. */
export const statusCommand: Command = {
  name: "status",
  summary: "Shows the state of the running box",
  usage: [""],
  examples: ["box status", "box status --json"],
  most: 0,
  async run({ service, terminal, json }) {
    const status = await service.call<BoxStatus>("GET", "/api/v1/status");
    if (json) printJson(terminal, status);
    else printTable(terminal, [], rowsOf(status, await besideOf(service)));
    return status.dns ? EXIT.ok : EXIT.failure;
  },
};

/** Data that the status does not contain; undefined = it cannot be read now. */
interface Beside {
  readonly pauses: Pauses["pauses"] | undefined;
  readonly settings: SettingsResponse["settings"] | undefined;
  /** The time zone of the household. */
  readonly zone: string;
}

async function besideOf(service: Call["service"]): Promise<Beside> {
  const [pauses, settings, zone] = await Promise.all([
    service.call<Pauses>("GET", "/api/v1/pauses").catch(() => undefined),
    service.call<SettingsResponse>("GET", "/api/v1/settings").catch(() => undefined),
    householdZone(service),
  ]);
  return { pauses: pauses?.pauses, settings: settings?.settings, zone };
}

/** Whether names are blocked; a pause suspends blocking for everyone or for some scopes. */
function filteringCell({ filtering }: BoxStatus, { pauses, zone }: Beside): Cell {
  if (!filtering) return { text: "off: only hours and cuts apply", color: "yellow" };
  if (pauses === undefined) return "on; whether it is paused is not known now";
  const all = pauses.find(({ scope }) => scope === "all");
  if (all !== undefined) {
    return { text: `paused for everyone until ${timeText(all.until, zone)}`, color: "yellow" };
  }
  const [first] = pauses;
  if (first === undefined) return "on";
  const whom = pauses.map(({ scope, name }) => scopeText(scope, name)).join(", ");
  const until = pauses.length === 1 ? ` until ${timeText(first.until, zone)}` : "";
  return { text: `on, but paused for ${whom}${until}`, color: "yellow" };
}

function listsCell({ policy: { lists, names, rules } }: BoxStatus): Cell {
  return names + rules === 0
    ? { text: "none in use: not protected yet", color: "yellow" }
    : `${lists} with ${numberText(names)} names and ${numberText(rules)} rules`;
}

function upstreamsCell({ dns, upstreams: { all, down } }: BoxStatus): Cell {
  if (!dns) return { text: "not known: the resolver does not answer", color: "red" };
  if (down === 0) return String(all);
  return { text: `${all}, ${down} not answering`, color: down === all ? "red" : "yellow" };
}

function journalCell({ journal }: BoxStatus, { settings }: Beside): Cell {
  const isOff = settings?.find(({ key }) => key === "journal")?.value === false;
  if (isOff) return { text: "off: no query is written down", color: "yellow" };
  return `${numberText(journal.written)} written, ${
    numberText(journal.skipped + journal.lost)
  } left out`;
}

function rowsOf(status: BoxStatus, beside: Beside): Cell[][] {
  const { cache, machine: { memory }, by_status: by } = status;
  const share = status.queries === 0
    ? 0
    : Math.round((by.blocked ?? 0) / status.queries * 1000) / 10;
  const rows: Cell[][] = [
    ["Box", `${status.version}, running for ${durationText(status.uptime)}`],
    [
      "Names",
      status.dns ? { text: "answered", color: "green" } : { text: "NOT answered", color: "red" },
    ],
    ["Filtering", filteringCell(status, beside)],
    ["Listens on", status.listeners.join(", ")],
    ["Lists", listsCell(status)],
    ["Queries", `${numberText(status.queries)} since the start, ${share} % blocked`],
    ["Upstreams", upstreamsCell(status)],
    ["Journal", journalCell(status, beside)],
    [
      "Memory",
      `${bytesText(memory.resident)}; ${bytesText(memory.available)} of ${
        bytesText(memory.total)
      } are free`,
    ],
    ["Data", status.data_dir],
  ];
  if (cache !== null) {
    rows.splice(6, 0, [
      "Cache",
      `${numberText(cache.entries)} answers, ${bytesText(cache.bytes)} of ${
        bytesText(cache.capacity)
      }`,
    ]);
  }
  rows.push([
    "Encrypted DNS",
    status.encrypted_dns === ""
      ? "no certificate; to choose one: box dns-services certificate"
      : `certificate for ${status.encrypted_dns}; what is open: box dns-services`,
  ]);
  if (status.fingerprint !== "") rows.push(["Certificate", `SHA-256 ${status.fingerprint}`]);
  if (!status.time_known) {
    const what =
      "not known: hours and daily limits do not apply. Synchronise it, or trust it: box settings set trust_clock always";
    rows.push(["Clock", { text: what, color: "yellow" }]);
  }
  if (status.copied) {
    const what =
      "another box uses the identity of this box. Switch one of the two off, or make one a new box: box identity new";
    rows.push(["Copy", { text: what, color: "yellow" }]);
  }
  for (const [name, state] of Object.entries(status.databases)) {
    if (state !== "ok") rows.push([`Database ${name}`, { text: state, color: "red" }]);
  }
  for (const warning of status.warnings) rows.push(["Warning", { text: warning, color: "yellow" }]);
  return rows;
}
