/** `box metrics`. */
import type { Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { printJson } from "../terminal.ts";

/** Prints the metrics of the box. */
export const metricsCommand: Command = {
  name: "metrics",
  summary: "Prints the metrics of the box for Prometheus",
  usage: [""],
  examples: ["box metrics", "box metrics | grep box_queries_total"],
  most: 0,
  async run({ service, terminal, json }) {
    let text = "";
    for await (const piece of service.text("/metrics")) text += piece;
    if (json) printJson(terminal, { metrics: text });
    else terminal.out(text);
    return EXIT.ok;
  },
};
