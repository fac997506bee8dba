/**
 * A device as the API shows it: user-entered data joined with network data about its machines (A
 * 2.4, 2.8).
 */
import { z } from "@hono/zod-openapi";
import { profileSchema } from "../../http/shared_schemas.ts";
import { PROFILES } from "../../../policy/model/household.ts";
import { isRandomMac } from "../../../policy/model/mac.ts";
import { seconds } from "../../http/route.ts";
import type { MachineFacts, MachineOf } from "./machine.ts";
import type { Device, HouseholdRepository } from "./household_repository.ts";

/** The schema of a device. */
export const deviceSchema = z.object({
  id: z.int(),
  name: z.string().describe("The name that a user entered; empty = none"),
  label: z.string().describe(
    "Text to display: the name, else the announced name, else the manufacturer and last bytes",
  ),
  kind: z.string(),
  kind_guessed: z.boolean().describe("Whether the kind is guessed"),
  system: z.string().describe(
    "apple, android, android/<maker>, windows, linux, or free text",
  ),
  system_guessed: z.boolean(),
  vendor: z.string(),
  random_mac: z.boolean().describe(
    "Whether its hardware address is randomised, as by phones for privacy",
  ),
  macs: z.array(z.string()).readonly(),
  addresses: z.array(z.string()).readonly(),
  person_id: z.int().optional().describe(
    "Its owner, 0 = none; absent when several people share it",
  ),
  people: z.array(z.int()).readonly().optional().describe(
    "The people who share it, sorted; absent unless several do",
  ),
  follows: profileSchema.optional().describe(
    "The most protected profile of the people who share it, or the profile of a device without owner",
  ),
  group_id: z.int().optional().describe("0 = in no group; absent when several share it"),
  quarantined: z.boolean(),
  present: z.boolean().describe("Whether it is on the network now"),
  present_since: seconds,
  first_seen: seconds,
  seen_at: seconds,
  last_query: seconds,
  paused_until: seconds.describe(
    "Unix seconds until which its protection is paused, 0 = not paused",
  ),
  known: z.boolean().describe("Whether a user entered its name, kind or owner"),
}).meta({ id: "Device" });

/** A device in responses. */
export type DeviceResponse = z.infer<typeof deviceSchema>;

/**
 * The label of a device. In order of preference: its name, the announced name, its maker with the
 * last bytes, the address.
 */
export function labelOf(
  { name, macs }: Pick<Device, "name" | "macs">,
  machineOf: MachineOf,
): string {
  return name === "" ? announcedLabel(macs, macs.map(machineOf)) : name;
}

/** The label of a device without a given name, from the machines with its addresses. */
function announcedLabel(
  macs: readonly string[],
  machines: readonly (MachineFacts | undefined)[],
): string {
  const announced = machines.find((machine) => machine !== undefined && machine.name !== "");
  if (announced !== undefined) return announced.name;
  const at = machines.findIndex((machine) => machine !== undefined && machine.vendor !== "");
  return at < 0 ? macs[0] ?? "" : `${machines[at]!.vendor} ${macs[at].slice(-5)}`;
}

/**
 * The most protected profile of the people who share a device; undefined when it is not shared (A
 * 7.1.5).
 */
export function strictestProfile(
  { people }: Device,
  register: Pick<HouseholdRepository, "people">,
): DeviceResponse["follows"] {
  const profiles = people.map((id) => register.people.get(id)?.profile);
  return PROFILES.find((profile) => profiles.includes(profile));
}

/** The end of each pause, in Unix seconds, by scope. */
export type PauseEnds = ReadonlyMap<string, number>;

/**
 * Until when a device is paused: the longest pause that covers it. For a shared device, until the
 * first of its people's pauses ends.
 */
export function pausedUntil({ id, personId, people, groupId }: Device, pauses: PauseEnds): number {
  if (pauses.size === 0) return 0;
  const of = (scope: string) => pauses.get(scope) ?? 0;
  const sharing = people.length === 0 ? 0 : Math.min(...people.map((one) => of(`person:${one}`)));
  return Math.max(
    of("all"),
    of(`device:${id}`),
    of(`group:${groupId}`),
    of(`person:${personId}`),
    sharing,
  );
}

/** A device as proposals see it: what says who or what it is, and since when it is known. */
export type DeviceSummary =
  & Pick<DeviceResponse, "id" | "name" | "label" | "kind" | "vendor" | "macs" | "first_seen">
  & Pick<DeviceResponse, "person_id" | "group_id">;

/** Summarizes a device. */
export function summarizeDevice(device: Device, machineOf: MachineOf): DeviceSummary {
  const { id, name, macs, personId, people, groupId } = device;
  const machines = macs.map(machineOf);
  let { kind, created: firstSeen } = device;
  let vendor = "";
  let seenAt = -1;
  for (const machine of machines) {
    if (machine === undefined) continue;
    if (machine.firstSeen > 0) firstSeen = Math.min(firstSeen, machine.firstSeen);
    const isNewer = machine.seenAt > seenAt;
    if (isNewer) seenAt = machine.seenAt;
    if (machine.vendor !== "" && (isNewer || vendor === "")) vendor = machine.vendor;
    if (device.kind === "" && machine.kind !== "" && (isNewer || kind === "")) kind = machine.kind;
  }
  const label = name === "" ? announcedLabel(macs, machines) : name;
  const words = { id, name, label, kind, vendor, macs, first_seen: firstSeen };
  return people.length > 0 ? words : Object.assign(words, {
    person_id: personId,
    group_id: groupId,
  });
}

/** Shows a device. */
export function deviceResponse(
  device: Device,
  register: Pick<HouseholdRepository, "people">,
  machineOf: MachineOf,
  pauses: PauseEnds,
): DeviceResponse {
  const all = device.macs.map(machineOf);
  const machines = all.filter((machine) => machine !== undefined)
    .sort((a, b) => b.seenAt - a.seenAt);
  const first = (pick: (machine: MachineFacts) => string) =>
    machines.map(pick).find((text) => text !== "") ?? "";
  const latest = (pick: (machine: MachineFacts) => number) => Math.max(0, ...machines.map(pick));
  const there = machines.filter(({ present }) => present);
  const { id, name, kind, system, macs, quarantined, known } = device;
  const guess = {
    kind: first((machine) => machine.kind),
    system: first((machine) => machine.system),
  };
  return {
    id,
    name,
    label: name === "" ? announcedLabel(macs, all) : name,
    kind: kind || guess.kind,
    system: system || guess.system,
    kind_guessed: kind === "" && guess.kind !== "",
    system_guessed: system === "" && guess.system !== "",
    vendor: first((machine) => machine.vendor),
    random_mac: macs.some(isRandomMac),
    macs,
    addresses: [...new Set(machines.flatMap(({ addresses }) => addresses))],
    ...ownerOf(device, register),
    quarantined,
    present: there.length > 0,
    present_since: there.length === 0
      ? latest(({ presentSince }) => presentSince)
      : Math.min(...there.map(({ presentSince }) => presentSince)),
    first_seen: Math.min(
      device.created,
      ...machines.map(({ firstSeen }) => firstSeen).filter((time) => time > 0),
    ),
    seen_at: latest(({ seenAt }) => seenAt),
    last_query: latest(({ lastQuery }) => lastQuery),
    paused_until: pausedUntil(device, pauses),
    known,
  };
}

function ownerOf(device: Device, register: Pick<HouseholdRepository, "people">) {
  const { personId, people, groupId } = device;
  const follows = strictestProfile(device, register);
  if (people.length > 0 && follows !== undefined) return { people, follows };
  const alone = { person_id: personId, group_id: groupId };
  return device.follows === "" || personId !== 0 ? alone : { ...alone, follows: device.follows };
}
