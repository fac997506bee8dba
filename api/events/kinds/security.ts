/** Alerts about threats: breaches, restricted mode, names and answers (A 6, 7.4, 7.5). */
import type { AlertKindRow } from "./kind.ts";

/** The kinds of the group security. */
export const SECURITY_KINDS = {
  breach: {
    ...{ group: "security", severity: 6, once: "ever", subject: ["detail"], to: "administrators" },
    doc: "An address was found in a data breach",
    detail: "address|breach name",
  },
  restricted: {
    ...{
      group: "security",
      severity: 6,
      once: "day",
      subject: ["device", "name"],
      to: "administrators",
    },
    doc: "A device in restricted mode asked a domain that it has not learned",
    cap: { a: "device", most: 20 },
    detail: "the domain",
  },
  "restricted.toomany": {
    ...{
      group: "security",
      severity: 3,
      once: "time",
      subject: ["device", "detail"],
      to: "administrators",
    },
    doc: "A learning stopped by itself: too many names",
    detail: "device or group|its number",
  },
  "restricted.learned": {
    ...{
      group: "security",
      severity: 2,
      once: "time",
      subject: ["device", "detail"],
      to: "administrators",
    },
    doc: "A learning ended, and the restricted mode began",
    detail: "number of names",
  },
  rebinding: {
    ...{
      group: "security",
      severity: 6,
      once: "day",
      subject: ["device", "name"],
      to: "administrators",
    },
    doc: "A public name answered with an address of the network",
    cap: { a: "device", most: 20 },
    detail: "the address",
  },
  // Told, then blocked once its age is known, is a new subject: the detail differs (A 6).
  lookalike: {
    ...{
      group: "security",
      severity: 6,
      once: "day",
      subject: ["device", "name", "detail"],
      to: "administrators",
    },
    doc: "A device asked a name that imitates another",
    detail: "name|imitated|kind[|young]",
  },
  spyware: {
    ...{
      group: "security",
      severity: 8,
      once: "day",
      subject: ["device", "name"],
      to: "administrators",
    },
    doc: "A device asked a server of commercial spyware",
    detail: "blocked or empty",
  },
  "spyware.mine": {
    ...{
      group: "security",
      severity: 8,
      once: "day",
      subject: ["device", "person", "name"],
      to: "person",
    },
    doc: "A device of yours asked a server of commercial spyware",
    detail: "blocked or empty",
  },
  remote: {
    ...{
      group: "security",
      severity: 4,
      once: "month",
      subject: ["device", "name"],
      to: "administrators",
    },
    doc: "A device used a remote-access tool",
    detail: "the tool",
  },
  beacon: {
    ...{
      group: "security",
      severity: 5,
      once: "week",
      subject: ["device", "name"],
      to: "administrators",
    },
    doc: "A device asks a young and rare domain at regular intervals",
    detail: "the interval, in seconds",
  },
  tunnel: {
    // An address that is no known device is told by itself, and what is blocked after it was told alone once more.
    ...{
      group: "security",
      severity: 8,
      once: "day",
      subject: ["device", "name", "detail"],
      to: "administrators",
    },
    doc: "A device carried data inside DNS",
    cap: { a: "device", most: 20 },
    detail: "blocked or told|address where the device is not known",
  },
  malicious: {
    ...{
      group: "security",
      severity: 6,
      once: "day",
      subject: ["device", "name"],
      to: "administrators",
    },
    doc: "A device asked a name known to be dangerous",
    cap: { a: "device", most: 20 },
    detail: "the category",
  },
  "device.quarantined": {
    ...{ group: "security", severity: 5, once: "time", subject: ["device"], to: "administrators" },
    doc: "A device was put in quarantine",
    detail: "why",
  },
} as const satisfies Record<string, AlertKindRow>;
