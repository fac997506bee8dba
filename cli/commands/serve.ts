/** `box serve`. */
import type { Command } from "../command.ts";

/** Runs the box; its options are the settings, read by main (cli/flags.ts). */
export const serveCommand: Command = {
  name: "serve",
  summary: "Runs the box",
  usage: ["[--dev] [SETTINGS]"],
  examples: ["box serve --dev", "box serve --dns-listen 127.0.0.1:5300 --data-dir ./data"],
  most: 0,
  run: ({ terminal }) => terminal.serve([]),
};
