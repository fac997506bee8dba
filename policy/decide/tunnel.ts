/**
 * The protection against tunnels: domains that carried data inside DNS are blocked for the clients
 * that used them, unless a rule allows them (A 7.2.3).
 */
import type { Step } from "../model/decision.ts";
import { addressToText } from "../model/address.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

const found: number[] = [];

/** The protection against tunnels. */
export const tunnelProtection: Protection = {
  name: "tunnels",
  concerns: (_, { tunnels: caught, settings }) => caught.length > 0 && settings.filtering,
  before(context: DecisionContext): Step {
    const { snapshot, client, labels } = context;
    const count = snapshot.tunnelNames.find(snapshot.fingerprinter, labels, found);
    if (count === 0) return NEXT;
    const who = client.device === undefined
      ? addressToText(client.address)
      : `device:${client.device}`;
    for (let i = 0; i < count; i++) {
      const tunnel = snapshot.tunnels[found[i]];
      if (tunnel.who !== who) continue;
      if (context.allowed !== undefined) return LIFTED;
      return { settle: { do: "block", reason: "tunnel", origin: `tunnel:${tunnel.domain}` } };
    }
    return NEXT;
  },
};
