/**
 * Proposals of the box after the learning period: names, people, groups and protections, based
 * only on observations.
 */
import type { NewDeviceMode } from "../../../../policy/model/household.ts";
import type { Group, Person } from "../members.ts";
import type { DeviceSummary } from "../device_response.ts";
import { readAnnounced } from "./announced.ts";

/** The kinds of proposals. */
export const PROPOSAL_KINDS = ["name", "person", "group", "protection"] as const;

/** One proposal; it has no effect until the user chooses it. */
export interface Proposal {
  /** Stable while the same is observed: letters, digits and hyphens. */
  readonly id: string;
  readonly kind: (typeof PROPOSAL_KINDS)[number];
  /** The name that is proposed; of a protection the setting, or the list of the catalogue. */
  readonly name: string;
  /** Devices that it is about. */
  readonly devices: readonly number[];
  /** The existing person or group; 0 = a new one. */
  readonly to: number;
}

/** The input of the proposals. */
export interface ProposalInput {
  readonly devices: readonly DeviceSummary[];
  readonly people: Iterable<Pick<Person, "id" | "name">>;
  readonly groups: Iterable<Pick<Group, "id" | "name">>;
  /** What becomes of new devices. */
  readonly newDevices: NewDeviceMode;
  /** Identifiers of the lists of the catalogue that are not subscribed. */
  readonly offered: ReadonlySet<string>;
}

/** Groups by the kinds of devices that are alike, with the name that is proposed. */
const GROUPS = [
  { name: "Entertainment", kind: "tv", kinds: ["tv", "console", "speaker"] },
  { name: "Smart home", kind: "appliance", kinds: ["appliance", "iot"] },
  { name: "Cameras", kind: "camera", kinds: ["camera"] },
  { name: "Office", kind: "printer", kinds: ["printer", "nas"] },
] as const;

/**
 * Lists of the catalogue that block telemetry of a device maker or of a device kind about the
 * household.
 */
const LISTS: readonly {
  readonly list: string;
  readonly vendor?: RegExp;
  readonly kinds: readonly string[];
}[] = [
  { list: "hagezi-samsung", vendor: /samsung/i, kinds: ["tv", "phone", "tablet", "appliance"] },
  { list: "hagezi-lg", vendor: /^lg\b/i, kinds: ["tv"] },
  { list: "hagezi-amazon", vendor: /amazon/i, kinds: ["tv", "speaker", "tablet", "iot"] },
  {
    list: "hagezi-xiaomi",
    vendor: /xiaomi/i,
    kinds: ["phone", "tablet", "tv", "iot", "appliance"],
  },
  { list: "hagezi-huawei", vendor: /huawei/i, kinds: ["phone", "tablet"] },
  { list: "blp-smart-tv", kinds: ["tv"] },
];

/**
 * The proposals, in the order in which they are made: a person before the names of their devices.
 */
export function proposalsFor(seen: ProposalInput): Proposal[] {
  const people = [...seen.people];
  return [
    ...personProposals(seen, people),
    ...nameProposals(seen),
    ...groupProposals(seen),
    ...protections(seen),
  ];
}

/** The device kind that represents a proposed group. */
export function kindOfGroup({ id }: Proposal): string {
  return GROUPS.find((group) => group.kind === id.slice("group-".length))?.kind ?? "";
}

/**
 * Whether a device is shown under the name that it announces: no user has named it, and its label
 * is not derived from its address.
 */
function isNamedByItself({ name, label, vendor, macs }: DeviceSummary): boolean {
  return name === "" &&
    !macs.some((mac) => label === mac || label === `${vendor} ${mac.slice(-5)}`);
}

function isNobodys({ person_id, group_id }: DeviceSummary): boolean {
  return person_id === 0 && group_id === 0;
}

function personProposals(
  { devices }: ProposalInput,
  people: readonly Pick<Person, "id" | "name">[],
): Proposal[] {
  const byName = new Map(
    people.map((person) => [person.name.toLowerCase(), person] as const).toReversed(),
  );
  const names = new Set(byName.keys());
  const byOwner = new Map<string, { name: string; devices: number[] }>();
  for (const device of devices.filter(isNobodys)) {
    const { owner } = readAnnounced(device.label, names);
    const key = owner.toLowerCase();
    if (owner === "") continue;
    const found = byOwner.get(key) ?? { name: owner, devices: [] };
    found.devices.push(device.id);
    byOwner.set(key, found);
  }
  return [...byOwner].map(([key, { name, devices }]) => {
    const there = byName.get(key);
    return {
      id: `person-${Math.min(...devices)}`,
      kind: "person",
      name: there?.name ?? name,
      devices,
      to: there?.id ?? 0,
    };
  });
}

function nameProposals({ devices }: ProposalInput): Proposal[] {
  return devices.filter(isNamedByItself).flatMap(({ id, label }): Proposal[] => {
    const { name } = readAnnounced(label);
    return name === "" ? [] : [{ id: `name-${id}`, kind: "name", name, devices: [id], to: 0 }];
  });
}

/**
 * Groups of similar devices without an owner. One device suffices to join an existing group; a
 * new group needs at least two.
 */
function groupProposals({ devices, groups }: ProposalInput): Proposal[] {
  const all = [...groups];
  return GROUPS.flatMap(({ name, kind, kinds }): Proposal[] => {
    const alike = devices.filter((device) =>
      isNobodys(device) && (kinds as readonly string[]).includes(device.kind)
    );
    const there = all.find((group) => group.name.toLowerCase() === name.toLowerCase());
    if (alike.length < (there === undefined ? 2 : 1)) return [];
    return [{
      id: `group-${kind}`,
      kind: "group",
      name,
      devices: alike.map(({ id }) => id),
      to: there?.id ?? 0,
    }];
  });
}

function protections({ devices, newDevices, offered }: ProposalInput): Proposal[] {
  const lists = LISTS.flatMap(({ list, vendor, kinds }): Proposal[] => {
    const meant = devices.filter((device) =>
      kinds.includes(device.kind) && (vendor?.test(device.vendor) ?? true)
    );
    if (meant.length === 0 || !offered.has(list)) return [];
    return [{
      id: `list-${list}`,
      kind: "protection",
      name: list,
      devices: meant.map(({ id }) => id),
      to: 0,
    }];
  });
  const hold = {
    id: "setting-quarantine",
    kind: "protection",
    name: "new_devices",
    devices: [],
    to: 0,
  } as const;
  return newDevices !== "open" || devices.length === 0 ? lists : [hold, ...lists];
}
