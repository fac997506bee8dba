/** `box upstreams`. */
import type { ShownPresets, ShownUpstreams } from "../../api/features/network/upstreams/routes.ts";
import { type Call, type Command, EXIT, usageError } from "../command.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

/** Shows the servers that the box asks, and the public ones to choose from. */
export const upstreamsCommand: Command = {
  name: "upstreams",
  summary: "Shows the servers that the box asks, and how each is doing",
  usage: ["", "presets"],
  actions: { presets: "The public resolvers to choose from: `box settings set upstreams quad9,cloudflare/dot`" },
  examples: ["box upstreams", "box upstreams presets", "box upstreams --json"],
  most: 1,
  async run(call) {
    const [action] = call.positionals;
    if (action === "presets") return await presets(call);
    if (action !== undefined) throw usageError(`Unknown action, allowed is presets: ${clean(action)}`);
    return await show(call);
  },
};

async function show({ service, terminal, json }: Call): Promise<number> {
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
}

async function presets({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<ShownPresets>("GET", "/api/v1/upstreams/presets");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.presets.map((row) => [
    row.id,
    row.operator,
    row.country,
    row.filtering === "none" ? "nothing" : row.filtering,
    row.protocols.join(", "),
    row.note,
  ]);
  printTable(terminal, ["ID", "Operator", "Country", "Blocks", "Protocols", "Policy"], rows);
  terminal.out("\nThe first protocol is used unless another is named: quad9, quad9/dot, quad9/plain.\n");
  return EXIT.ok;
}
