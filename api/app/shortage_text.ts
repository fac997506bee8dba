/** What a small number of descriptors means for the clients of the box, in words. */
import type { DescriptorShortage } from "../../resolver/net/descriptor_budget.ts";
import { limitsWithin } from "../front/limits.ts";

/** A sentence on what does not fit, and how to raise the limit. */
export function shortageText({ limit, least, enough, front, others }: DescriptorShortage): string {
  const raise =
    `raise the limit to ${enough}: ulimit -n ${enough}, or LimitNOFILE=${enough} of the service`;
  if (limit < least) {
    return `Only ${limit} files may be open, and the box needs ${least} at least; ${raise}`;
  }
  const { connections, queries } = limitsWithin(front);
  const fits = [
    `HTTPS ${connections}`,
    `DNS over TLS ${queries.connections}`,
    `DNS over TCP and HTTP ${others} together`,
  ];
  return `Only ${limit} files may be open, so few connections fit at a time (${
    fits.join(", ")
  }), and new ones replace idle ones; ${raise}`;
}
