/**
 * Actions on people, devices, hours, limits, requests, breaches and restricted mode (A 4.1-4.4, B
 * 6).
 */
import type { AuditActionRow } from "./action.ts";

/** The actions of the areas household and devices. */
export const HOUSEHOLD_ACTIONS = {
  // People, devices and groups.
  "person.create": { doc: "A person was added", fields: { person: "plain", profile: "plain" } },
  "person.update": { doc: "A person was changed", fields: { person: "plain", changed: "plain" } },
  "person.remove": { doc: "A person was removed", fields: { person: "plain" } },
  "device.add": { doc: "A device was added", fields: { device: "plain" } },
  "device.update": { doc: "A device was changed", fields: { device: "plain", changed: "plain" } },
  "device.merge": { doc: "Two devices were merged", fields: { device: "plain", into: "plain" } },
  "device.remove": { doc: "A device was removed", fields: { device: "plain" } },
  "device.people": {
    doc: "A device was assigned to people",
    fields: { device: "plain", people: "plain" },
  },
  "device.group": {
    doc: "A device was put in a group",
    fields: { device: "plain", group: "plain" },
  },
  "device.quarantine.on": { doc: "A device was put in quarantine", fields: { device: "plain" } },
  "device.quarantine.off": {
    doc: "A device was released from quarantine",
    fields: { device: "plain" },
  },
  "group.create": { doc: "A group was added", fields: { group: "plain" } },
  "group.update": { doc: "A group was changed", fields: { group: "plain", changed: "plain" } },
  "group.remove": { doc: "A group was removed", fields: { group: "plain" } },
  "learning.end": { doc: "The first days were ended, or their proposals dismissed", fields: {} },
  "consent.change": {
    doc: "An adult changed the consent to detailed reports",
    fields: { person: "plain", agreed: "plain" },
  },
  "consent.end": {
    doc: "The consent of an adult to detailed reports ended, because their accounts changed",
    fields: { person: "plain", account: "plain" },
  },
  // Hours, cuts, limits and requests (A 4.2).
  "schedule.hours": {
    doc: "The hours of a person were changed",
    fields: { person: "plain", enabled: "plain" },
  },
  "schedule.allow": { doc: "The always-permitted names were changed", fields: { names: "plain" } },
  "schedule.bonus": { doc: "Extra time was given", fields: { person: "plain", minutes: "plain" } },
  "schedule.bonus.end": { doc: "Extra time was ended", fields: { person: "plain" } },
  "mode.cut": {
    doc: "The Internet of a person was cut",
    fields: { person: "plain", duration: "plain" },
  },
  "mode.homework": {
    doc: "Homework mode was turned on",
    fields: { person: "plain", duration: "plain" },
  },
  "device.approve": { doc: "A new device was approved", fields: { device: "plain" } },
  "cut.begin": {
    doc: "The Internet was turned off for all children or for everyone",
    fields: { whom: "plain", minutes: "plain" },
  },
  "cut.end": {
    doc: "The Internet was turned on again for all children or for everyone",
    fields: { whom: "plain" },
  },
  "mode.end": {
    doc: "A cut or homework mode was ended",
    fields: { person: "plain", mode: "plain" },
  },
  "limit.change": {
    doc: "The daily time of a category was changed",
    fields: { person: "plain", category: "plain", minutes: "plain" },
  },
  "vacation.add": {
    doc: "A school holiday was added",
    fields: { first_day: "plain", last_day: "plain" },
  },
  "vacation.remove": {
    doc: "A school holiday was removed",
    fields: { first_day: "plain", last_day: "plain" },
  },
  "holiday.import": {
    doc: "School holidays were imported",
    fields: { country: "plain", region: "plain", added: "plain" },
  },
  "holiday.file": {
    doc: "School holidays were read from a calendar file",
    fields: { file: "plain", added: "plain" },
  },
  "holiday.import.off": { doc: "The weekly import of school holidays was ended", fields: {} },
  "request.accept": {
    doc: "A request for more time was accepted",
    fields: { person: "plain", minutes: "plain", category: "plain" },
  },
  "request.refuse": {
    doc: "A request for more time was refused",
    fields: { person: "plain", minutes: "plain", category: "plain" },
  },
  // Breach watch (A 4.1): addresses are masked (A 6).
  "breach.address.add": {
    doc: "An address was added to the breach watch",
    fields: { address: "masked", person: "plain" },
  },
  "breach.address.remove": {
    doc: "An address was removed from the breach watch",
    fields: { address: "masked" },
  },
  "breach.check": {
    doc: "An address was checked for breaches by hand",
    fields: { address: "masked", state: "plain" },
  },
  // Restricted mode (A 4.3).
  "restrict.mode": {
    doc: "The restricted mode of a device or group was changed",
    fields: { scope: "plain", mode: "plain", days: "plain" },
  },
  "restrict.undo": {
    doc: "A learning that was ended early goes on",
    fields: { scope: "plain", until: "plain" },
  },
  "restrict.restore": {
    doc: "A new learning was undone: the mode and the names before it are back",
    fields: { scope: "plain", mode: "plain" },
  },
  "restrict.objects": {
    doc: "Devices began to learn together",
    fields: { devices: "plain", days: "plain" },
  },
  "restrict.allow": {
    doc: "A name was allowed for restricted devices",
    fields: { scope: "plain", name: "plain" },
  },
  "restrict.remove": {
    doc: "A name of restricted devices was removed",
    fields: { scope: "plain", name: "plain" },
  },
} as const satisfies Record<string, AuditActionRow>;
