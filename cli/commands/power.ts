/** `box restart` and `box power-off`. */
import type { PowerResponse } from "../../api/features/box/power/routes.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT } from "../command_error.ts";
import { withProgress } from "../progress.ts";
import { NotRunningError } from "../socket.ts";
import { printJson } from "../terminal.ts";

/** Seconds in which the box must respond again. */
const PATIENCE = 60;

/** Restarts the box. */
export const restartCommand: Command = {
  name: "restart",
  summary: "Restarts the box and waits until it runs again",
  usage: ["[--no-wait]"],
  options: { "no-wait": { summary: "Do not wait until it runs again" } },
  examples: ["box restart"],
  most: 0,
  async run(call) {
    const { service, terminal, json, switches } = call;
    const ending = await service.call<PowerResponse>("POST", "/api/v1/restart");
    if (switches.has("no-wait")) {
      if (json) printJson(terminal, ending);
      else terminal.out("The box restarts.\n");
      return EXIT.ok;
    }
    const status = await withProgress(
      terminal,
      runningAgain(call, ending),
      () => Promise.resolve("waiting for the box"),
    );
    if (json) printJson(terminal, { started: status.started });
    else terminal.out("The box has restarted.\n");
    return EXIT.ok;
  },
};

/** Powers the machine off. */
export const powerOffCommand: Command = {
  name: "power-off",
  summary: "Powers off the machine of the box",
  usage: [""],
  examples: ["box power-off"],
  most: 0,
  async run({ service, terminal, json }) {
    const ending = await service.call<PowerResponse>("POST", "/api/v1/power-off");
    if (json) printJson(terminal, ending);
    else terminal.out("The machine powers off.\n");
    return EXIT.ok;
  },
};

async function runningAgain(
  { service, terminal }: Call,
  { started }: PowerResponse,
): Promise<BoxStatus> {
  for (const until = terminal.now() + PATIENCE * 1000; terminal.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    try {
      const status = await service.call<BoxStatus>("GET", "/api/v1/status");
      if (status.started !== started && status.dns) return status;
    } catch (error) {
      if (!(error instanceof NotRunningError)) throw error;
    }
  }
  throw new CommandError(`The box does not run again after ${PATIENCE} seconds; its log says why`);
}
