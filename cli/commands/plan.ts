/** `box plan`. */
import type { PlanResponse } from "../../api/features/box/plan/routes.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { type Cell, printJson, printTable } from "../terminal.ts";

/** Shows the plan of the box and what each plan includes. */
export const planCommand: Command = {
  name: "plan",
  summary: "Shows the plan of the box and the functions that plans open",
  usage: [""],
  examples: ["box plan"],
  most: 0,
  async run({ service, terminal, json }) {
    const shown = await service.call<PlanResponse>("GET", "/api/v1/plan");
    if (json) {
      printJson(terminal, shown);
      return EXIT.ok;
    }
    const beta = shown.beta ? "; during the beta every function is open" : "";
    terminal.out(`Plan: ${shown.plan === "" ? "none" : shown.plan}${beta}\n`);
    const rows = shown.functions.map((
      { plan, open, summary },
    ): Cell[] => [plan, open ? "open" : "closed", summary]);
    if (rows.length > 0) printTable(terminal, ["Plan", "State", "Function"], rows);
    return EXIT.ok;
  },
};
