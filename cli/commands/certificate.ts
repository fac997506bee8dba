/** `box certificate`. */
import type { CertificateResponse } from "../../api/features/protection/block_page/routes.ts";
import { type CommandAction, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { printJson, printTable } from "../terminal.ts";
import { timeText } from "../times.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  show: { summary: "Its name, its fingerprint, and how long it is valid", needs: [], run: show },
  pem: {
    summary: "The certificate as PEM, for devices that are set up by a program",
    needs: [],
    run: pem,
  },
  regenerate: {
    summary: "Make a new one: devices that trusted this one must install it",
    needs: [],
    run: regenerate,
  },
};

/** Shows and renews the certificate for block pages of https sites. */
export const certificateCommand: Command = {
  name: "certificate",
  summary: "Shows the certificate that block pages of https sites need, or makes a new one",
  usage: ["[show]", "pem", "regenerate"],
  actions: summariesOf(ACTIONS),
  examples: ["box certificate", "box certificate pem > box-ca.pem", "box certificate regenerate"],
  most: 1,
  run: (call) => runAction("certificate", ACTIONS, call, "show"),
};

async function show(call: Call): Promise<number> {
  return print(call, await call.service.call<CertificateResponse>("GET", "/api/v1/certificate"));
}

async function regenerate(call: Call): Promise<number> {
  const path = "/api/v1/dns-services/block-authority/regenerate";
  return print(call, await call.service.call<CertificateResponse>("POST", path, { body: {} }));
}

async function print(
  { service, terminal, json }: Call,
  certificate: CertificateResponse,
): Promise<number> {
  const { name, fingerprint, made, until, url } = certificate;
  if (json) printJson(terminal, certificate);
  else {
    const zone = await householdZone(service);
    printTable(terminal, [], [
      ["Name", name],
      ["SHA-256", fingerprint],
      ["Made", timeText(made, zone)],
      ["Valid until", timeText(until, zone)],
      ["How to install", url],
    ]);
  }
  return EXIT.ok;
}

async function pem({ service, terminal, json }: Call): Promise<number> {
  let text = "";
  for await (const piece of service.text("/certificate/box-ca.pem")) text += piece;
  if (json) printJson(terminal, { certificate: text });
  else terminal.out(text);
  return EXIT.ok;
}
