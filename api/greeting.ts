/** What `box serve` says once everything runs: where to ask, what to open, where the data is. */
import { addressesOf, type InterfaceAddress } from "./interfaces.ts";

/** What the greeting tells. */
export interface Greeting {
  /** `udp 0.0.0.0:53`, `http [::]:80`, `socket …`. */
  readonly listeners: readonly string[];
  readonly dataDir: string;
  readonly interfaces: readonly InterfaceAddress[];
}

/** The lines of the greeting. */
export function greeting({ listeners, dataDir, interfaces }: Greeting): string {
  const dns = portOf(listeners, "udp"), http = portOf(listeners, "http");
  const addresses = ["127.0.0.1", ...addressesOf(interfaces)];
  const lines = ["The box answers."];
  for (const address of addresses.slice(0, 4)) {
    lines.push(`  ask    dig @${address}${dns === 53 ? "" : ` -p ${dns}`} example.com`);
  }
  if (http > 0) lines.push(`  open   http://${addresses[1] ?? addresses[0]}${http === 80 ? "" : `:${http}`}/`);
  lines.push(`  watch  box log --follow${dataDir === "/var/lib/box" ? "" : ` --data-dir ${dataDir}`}`);
  lines.push(`  data   ${dataDir}`);
  return lines.join("\n") + "\n";
}

function portOf(listeners: readonly string[], transport: string): number {
  const found = listeners.find((listener) => listener.startsWith(`${transport} `));
  return found === undefined ? 0 : Number(found.slice(found.lastIndexOf(":") + 1));
}
