/** `box upstreams`. */
import type { ShownUpstreams } from "../../api/features/network/upstreams/routes.ts";
import { type Command, EXIT } from "../command.ts";
import { ageText, type Cell, numberText, printJson, printTable } from "../terminal.ts";

/** Shows the servers that the box asks. */
export const upstreamsCommand: Command = {
  name: "upstreams",
  summary: "Shows the servers that the box asks, and how each is doing",
  usage: [""],
  examples: ["box upstreams", "box upstreams --json"],
  most: 0,
  async run({ service, terminal, json }) {
    const answer = await service.call<ShownUpstreams>("GET", "/api/v1/upstreams");
    if (json) {
      printJson(terminal, answer);
      return EXIT.ok;
    }
    const rows = answer.upstreams.map((row): Cell[] => [
      row.upstream,
      row.down_until > 0 ? { text: "passed over", color: "red" } : { text: "in use", color: "green" },
      numberText(row.queries),
      numberText(row.failures),
      row.latency === 0 ? "" : `${row.latency.toFixed(1)} ms`,
      ageText(row.last_answer, terminal),
      row.last_error,
    ]);
    printTable(terminal, ["Upstream", "State", "Queries", "Failures", "Latency", "Last answer", "Last error"], rows, [
      2,
      3,
      4,
    ]);
    return EXIT.ok;
  },
};
