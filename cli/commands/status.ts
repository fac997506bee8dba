/** `box status`. */
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import { type Command, EXIT } from "../command.ts";
import {
  type Cell,
  durationText,
  numberText,
  octetsText,
  printJson,
  printTable,
} from "../terminal.ts";

/** Shows how the running box is. */
export const statusCommand: Command = {
  name: "status",
  summary: "Shows how the running box is",
  usage: [""],
  examples: ["box status", "box status --json"],
  most: 0,
  async run({ service, terminal, json }) {
    const status = await service.call<BoxStatus>("GET", "/api/v1/status");
    if (json) printJson(terminal, status);
    else printTable(terminal, [], rowsOf(status));
    return status.dns ? EXIT.ok : EXIT.failure;
  },
};

function rowsOf(status: BoxStatus): Cell[][] {
  const { policy, cache, upstreams, journal, machine: { memory }, by_status: by } = status;
  const share = status.queries === 0
    ? 0
    : Math.round((by.blocked ?? 0) / status.queries * 1000) / 10;
  const rows: Cell[][] = [
    ["Box", `${status.version}, running for ${durationText(status.uptime)}`],
    [
      "Names",
      status.dns ? { text: "answered", color: "green" } : { text: "NOT answered", color: "red" },
    ],
    ["Filtering", status.filtering ? "on" : { text: "off", color: "yellow" }],
    ["Listens on", status.listeners.join(", ")],
    [
      "Lists",
      `${policy.lists} with ${numberText(policy.names)} names and ${
        numberText(policy.rules)
      } rules`,
    ],
    ["Queries", `${numberText(status.queries)}, ${share} % blocked`],
    [
      "Upstreams",
      upstreams.down === 0
        ? `${upstreams.all}`
        : `${upstreams.all}, ${upstreams.down} not answering`,
    ],
    [
      "Journal",
      `${numberText(journal.written)} written, ${
        numberText(journal.skipped + journal.lost)
      } left out`,
    ],
    [
      "Memory",
      `${octetsText(memory.resident)}; ${octetsText(memory.available)} of ${
        octetsText(memory.total)
      } are free`,
    ],
    ["Data", status.data_dir],
  ];
  if (cache !== null) {
    rows.splice(6, 0, [
      "Cache",
      `${numberText(cache.entries)} answers, ${octetsText(cache.bytes)} of ${
        octetsText(cache.capacity)
      }`,
    ]);
  }
  rows.push([
    "Encrypted DNS",
    status.encrypted_dns || "no certificate; to choose one: box dns-services certificate",
  ]);
  if (status.fingerprint !== "") rows.push(["Certificate", `SHA-256 ${status.fingerprint}`]);
  if (!status.time_known) {
    const what =
      "not known: hours and daily limits do not apply. Synchronise it, or trust it: box settings set trust_clock always";
    rows.push(["Clock", { text: what, color: "yellow" }]);
  }
  for (const [name, state] of Object.entries(status.databases)) {
    if (state !== "ok") rows.push([`Database ${name}`, { text: state, color: "red" }]);
  }
  for (const warning of status.warnings) rows.push(["Warning", { text: warning, color: "yellow" }]);
  return rows;
}
