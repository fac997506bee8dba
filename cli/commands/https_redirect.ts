/** `box https-redirect`. */
import type { RedirectResponse } from "../../api/features/network/https_redirect/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { clean, printJson, printTable } from "../terminal.ts";

/** Shows whether HTTP is redirected to the name of the box, and turns the redirect on and off. */
export const httpsRedirectCommand: Command = {
  name: "https-redirect",
  summary: "Shows whether HTTP is sent to the name of the box, and turns it on or off",
  usage: ["[show]", "on", "off"],
  actions: {
    show: "Whether it is active, and why not",
    on: "Send HTTP to the name of the box where it can be",
    off: "Send HTTP to HTTPS at the address typed",
  },
  examples: ["box https-redirect", "box https-redirect off"],
  most: 1,
  async run(call) {
    const { service, positionals: [action = "show"] } = call;
    const path = "/api/v1/https-redirect";
    if (!["show", "on", "off"].includes(action)) {
      throw usageError(`Unknown action, allowed are show, on and off: ${clean(action)}`);
    }
    const state = action === "on" || action === "off"
      ? await service.call<RedirectResponse>("PUT", path, { body: { enabled: action === "on" } })
      : await service.call<RedirectResponse>("GET", path);
    return print(state, call);
  },
};

/** The missing requirement, and how to meet it. */
const REASONS: Readonly<Record<NonNullable<RedirectResponse["reason"]>, string>> = {
  off: "it is turned off. To turn it on: box https-redirect on",
  listener: "HTTPS is not open. Set https_listen, or see in `box status` who holds its port",
  setup: "the installation is not finished. To finish it: box setup",
  name: "the box has no name yet. Choose a certificate of encrypted DNS: box dns-services",
  certificate:
    "HTTPS presents no certificate for the name. Choose one that holds it: box dns-services",
  expired: "the certificate is not valid now. Renew it, or set the clock right: box dns-services",
  untrusted:
    "browsers do not trust who signed the certificate. Choose the mode domain or box, or import another",
  standby: "the other box of the pair holds the shared address",
  resolve:
    "the name is not answered with an address of this box. Set advertise_addr where it runs in a container",
};

function print(
  { enabled, active, name, url, reason }: RedirectResponse,
  { terminal, json }: Call,
): number {
  if (json) {
    printJson(terminal, {
      enabled,
      active,
      name,
      url,
      ...(reason === undefined ? {} : { reason }),
    });
    return EXIT.ok;
  }
  printTable(terminal, [], [
    ["Turned on", enabled ? "yes" : "no"],
    ["Active", active ? "yes" : "no"],
    ...(name === "" ? [] : [["Name", name], ["Address", url]]),
    ...(reason === undefined ? [] : [["Reason", reason]]),
  ]);
  if (reason !== undefined) {
    terminal.out(`HTTP leads to HTTPS at the address typed: ${REASONS[reason]}.\n`);
  }
  return EXIT.ok;
}
