/** Alerts about the network: devices, upstreams, certificates, the relay (A 7.9, 7.10, B 7.1). */
import type { AlertKindRow } from "./kind.ts";

/** The kinds of the group network. */
export const NETWORK_KINDS = {
  "device.new": {
    ...{ group: "network", severity: 2, once: "ever", subject: ["device"], to: "administrators" },
    doc: "A device was seen for the first time",
    cap: { a: "box", most: 50 },
    detail: "mac|vendor",
  },
  "network.conflict": {
    ...{ group: "network", severity: 6, once: "day", subject: ["name"], to: "administrators" },
    doc: "Two machines take the same address from each other",
    cap: { a: "box", most: 20 },
    detail: "mac|mac",
  },
  "upstreams.down": {
    ...{ group: "network", severity: 7, once: "hour", subject: [], to: "administrators" },
    doc: "No upstream answers",
    detail: "number of upstreams",
  },
  "certificate.ending": {
    ...{ group: "network", severity: 5, once: "day", subject: ["name"], to: "administrators" },
    doc: "A certificate is about to end",
    detail: "days left",
  },
  "certificate.failed": {
    ...{ group: "network", severity: 5, once: "day", subject: ["name"], to: "administrators" },
    doc: "A certificate could not be obtained",
    detail: "why",
  },
  "certificate.remade": {
    ...{ group: "network", severity: 4, once: "day", subject: ["name"], to: "administrators" },
    doc:
      "The box made its certificate of encrypted DNS anew: devices that trust it must be told again",
    detail: "",
  },
  "dhcp.foreign": {
    ...{ group: "network", severity: 6, once: "day", subject: ["name"], to: "administrators" },
    doc: "Another DHCP server answers on the network",
    detail: "address|mac",
  },
  "dhcp.full": {
    ...{ group: "network", severity: 5, once: "day", subject: ["name"], to: "administrators" },
    doc: "The DHCP server has no free address left",
    detail: "range",
  },
  "roaming.fallback": {
    ...{ group: "network", severity: 4, once: "day", subject: [], to: "administrators" },
    doc: "Queries from outside were answered unfiltered: the box could not be reached",
    detail: "number of queries",
  },
} as const satisfies Record<string, AlertKindRow>;
