/** Tunnels in memory, for the contracts of routes and commands. */
import type { StoredTunnel } from "../../api/features/protection/tunnels/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { NOW } from "./facts.ts";

/** One tunnel of a device, one of an address that somebody allowed. */
export function tunnelsInMemory(): Application["tunnels"] {
  const evidence = { names: 42, length: 118, seconds: 21, type: 16, sent: 4956, received: 9100 };
  const times = { found: NOW - 3_600_000, last: NOW - 60_000 };
  let rows: StoredTunnel[] = [
    { who: "device:3", domain: "tunnel.example", score: 97, ...times, allowed: false, evidence },
    {
      who: "192.168.1.9",
      domain: "antivirus.example",
      score: 71,
      ...times,
      allowed: true,
      evidence,
    },
  ];
  const missing = (domain: string) =>
    Promise.reject(new DomainError("not_found", `No tunnel was caught: ${domain}`));
  const mark = (domain: string, allowed: boolean) => {
    if (!rows.some((row) => row.domain === domain)) return missing(domain);
    rows = rows.map((row) => row.domain === domain ? { ...row, allowed } : row);
    return Promise.resolve();
  };
  return {
    list: () => Promise.resolve(rows),
    allow: (domain) => mark(domain, true),
    block: (domain) => mark(domain, false),
    forget(domain) {
      if (!rows.some((row) => row.domain === domain)) return missing(domain);
      rows = rows.filter((row) => row.domain !== domain);
      return Promise.resolve();
    },
  };
}
