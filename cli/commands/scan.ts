/** `box scan`. */
import type { ScanResponse } from "../../api/features/network/scan/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { withProgress } from "../progress.ts";
import { clean, numberText, printJson } from "../terminal.ts";

const PATH = "/api/v1/network/scan";
/** Milliseconds between two polls of a scan, and the width of the progress bar. */
const LOOK = 500;
const BAR = 24;
const STAGES: Readonly<Record<ScanResponse["stage"], string>> = {
  "": "Looking for devices",
  addresses: "Asking every address",
  services: "Asking what devices announce",
  names: "Asking for names",
};

/** Scans the network, shows the last scan, or stops a running one. */
export const scanCommand: Command = {
  name: "scan",
  summary: "Finds the devices on the network",
  usage: ["[NETWORK...] [--no-wait]", "show", "stop"],
  actions: { show: "The scan that runs, or the last one", stop: "Stop the scan that runs" },
  arguments: {
    NETWORK: "A part of the box's networks, such as 192.168.1.0/24; all of them if not given",
  },
  options: { "no-wait": { summary: "Begin and do not wait for the end" } },
  examples: ["box scan", "box scan 10.1.2.0/24", "box scan stop"],
  most: 16,
  async run(call) {
    const { positionals: [word], positionals, service, json, terminal } = call;
    if (word !== "show" && word !== "stop") return await scan(call);
    if (positionals.length > 1) throw usageError(`Nothing follows box scan ${word}`);
    const state = await service.call<ScanResponse>(word === "show" ? "GET" : "DELETE", PATH);
    if (json) printJson(terminal, state);
    else terminal.out(`${sentence(state)}\n`);
    return EXIT.ok;
  },
};

async function scan(
  { service, terminal, json, positionals: networks, switches }: Call,
): Promise<number> {
  let state = await service.call<ScanResponse>("POST", PATH, { body: { networks } });
  const wait = async () => {
    while (state.running) {
      if (terminal.signal?.aborted) {
        throw new CommandError("The scan goes on; `box scan show` shows how far it is");
      }
      await new Promise((resume) => setTimeout(resume, LOOK));
      state = await service.call<ScanResponse>("GET", PATH);
    }
  };
  if (!switches.has("no-wait")) {
    await withProgress(terminal, wait(), () => Promise.resolve(progressOf(state)));
  }
  if (json) printJson(terminal, state);
  else {
    for (const skipped of state.skipped) terminal.err(`${clean(skipped)}\n`);
    terminal.out(`${sentence(state)}\n`);
  }
  return state.error === "" ? EXIT.ok : EXIT.failure;
}

function progressOf({ percent, stage, found }: ScanResponse): string {
  const full = Math.round(percent * BAR / 100);
  return `[${"#".repeat(full)}${".".repeat(BAR - full)}] ${percent} %  ${
    STAGES[stage]
  }, devices found: ${numberText(found)}`;
}

function sentence(state: ScanResponse): string {
  const found = `devices found: ${numberText(state.found)}, new: ${numberText(state.new)}`;
  if (state.started === 0) return "No scan has been made since the box started.";
  if (state.running) return `A scan runs, ${state.percent} % done; ${found}.`;
  if (state.error !== "") return `The scan ended early: ${clean(state.error)}; ${found}.`;
  return `${
    state.stopped ? "The scan was stopped" : `${clean(state.networks.join(", "))} was scanned`
  }; ${found}.`;
}
