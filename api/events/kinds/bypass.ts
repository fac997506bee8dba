/** Alerts about ways around the box (A 6, 7.1.2, 7.10; B 3.3, 6). */
import type { AlertKindRow } from "./kind.ts";

/** The kinds of the group bypass. */
export const BYPASS_KINDS = {
  // Router and servers make the subject; hardware address and label may become known later (A 6).
  "network.ipv6dns": {
    group: "bypass",
    severity: 5,
    once: "week",
    subject: ["detail:2"],
    to: "administrators",
    doc: "A router announces another DNS server than the box",
    detail: "router|dns,dns|mac|label",
  },
  "network.silent": {
    group: "bypass",
    severity: 3,
    once: "week",
    subject: ["device", "detail:1"],
    to: "administrators",
    doc: "A machine on the network does not use the box",
    cap: { a: "box", most: 20 },
    detail: "mac|label",
  },
  "bypass.cut": {
    group: "bypass",
    severity: 4,
    once: "day",
    subject: ["device", "detail"],
    to: "administrators",
    doc: "A device used during a cut fell silent",
    detail: "present or gone",
  },
  "bypass.names": {
    group: "bypass",
    severity: 4,
    once: "day",
    subject: ["device", "name"],
    to: "administrators",
    doc: "A device of a minor queried a name of a VPN, a proxy or encrypted DNS",
    detail: "vpn, proxy or dns",
  },
  "bypass.mobile": {
    group: "bypass",
    severity: 4,
    once: "half-hour",
    subject: ["device"],
    to: "administrators",
    doc: "A device left the network of the home for mobile data",
    detail: "",
  },
  "bypass.sharing": {
    group: "bypass",
    severity: 4,
    once: "half-hour",
    subject: ["device", "detail"],
    to: "administrators",
    doc: "A device stopped sending queries after another one left for mobile data",
    detail: "number of the other device",
  },
} as const satisfies Record<string, AlertKindRow>;
