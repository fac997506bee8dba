/**
 * The family of the demonstration in the box: people, groups, and each device as a machine of the
 * network.
 */
import { MachineTable } from "../../api/features/network/machines/table.ts";
import type { DeviceKind } from "../../policy/catalogue/device_kinds.ts";
import type { Profile } from "../../policy/model/household.ts";
import type { EventScene } from "./events.ts";
import { HOSTILE } from "./hostile.ts";
import { addressOf, DEVICES, PEOPLE } from "./household.ts";

const PROFILES: Readonly<Record<(typeof PEOPLE)[number], Profile>> = {
  Julia: "adult",
  Thomas: "adult",
  Emma: "teen",
  Noah: "teen",
  Lina: "child",
  "Oma Ruth": "adult",
};
const GROUPS = [{ name: "Smart Home", kind: "iot" }, { name: "Büro", kind: "printer" }] as const;

/**
 * The household's data about a device: its name, then its group or its users. Devices not listed
 * are unassigned.
 */
interface Said {
  readonly bytes: string;
  readonly kind: DeviceKind;
  readonly system?: string;
  readonly name?: string;
  readonly group?: (typeof GROUPS)[number]["name"];
  readonly shared?: readonly (typeof PEOPLE)[number][];
  readonly held?: boolean;
  readonly away?: boolean;
}

const FAMILY = ["Julia", "Thomas", "Emma", "Noah", "Lina"] as const;
/** By the first label of the name on the network; the first three bytes identify the vendor. */
const SAID: Readonly<Record<string, Said>> = {
  "julias-iphone": { bytes: "3c:22:fb", kind: "phone", system: "apple", name: "Julias iPhone" },
  "julias-macbook": { bytes: "f0:18:98", kind: "laptop", system: "apple", name: "MacBook" },
  "thomas-pixel": { bytes: "da:a1:19", kind: "phone", system: "android/google", name: "Pixel" },
  "thomas-thinkpad": { bytes: "8c:16:45", kind: "laptop", system: "windows", name: "ThinkPad" },
  "emmas-iphone": { bytes: "5a:7e:10", kind: "phone", system: "apple", name: "Emmas iPhone" },
  "emmas-tablet": { bytes: "3c:22:fb", kind: "tablet", system: "apple", name: "Emmas Tablet" },
  "emmas-laptop": {
    bytes: "3c:6a:a7",
    kind: "laptop",
    system: "windows",
    name: "Schul-Laptop",
    away: true,
  },
  "noahs-galaxy": {
    bytes: "8c:79:f5",
    kind: "phone",
    system: "android/samsung",
    name: "Noahs Galaxy",
  },
  "noahs-pc": { bytes: "d8:bb:c1", kind: "computer", system: "windows", name: "Gaming-PC" },
  "linas-tablet": {
    bytes: "68:37:e9",
    kind: "tablet",
    system: "android/amazon",
    name: "Linas Tablet",
  },
  "ruths-ipad": {
    bytes: "f0:18:98",
    kind: "tablet",
    system: "apple",
    name: "iPad von Oma",
    away: true,
  },
  switch: { bytes: "98:b6:e9", kind: "console", name: "Switch", shared: ["Noah", "Lina"] },
  "living-room-tv": { bytes: "8c:79:f5", kind: "tv", name: "Fernseher", shared: FAMILY },
  "bedroom-tv": {
    bytes: "64:99:5d",
    kind: "tv",
    name: "Fernseher oben",
    shared: ["Julia", "Thomas"],
  },
  "fire-stick": { bytes: "68:37:e9", kind: "tv", system: "android/amazon" },
  "kitchen-speaker": {
    bytes: "5c:aa:fd",
    kind: "speaker",
    name: "Küchenradio",
    group: "Smart Home",
  },
  "echo-hallway": { bytes: "68:37:e9", kind: "speaker", name: "Echo Flur", group: "Smart Home" },
  "hue-bridge": { bytes: "ec:b5:fa", kind: "iot", name: "Hue Bridge", group: "Smart Home" },
  thermostat: { bytes: "18:b4:30", kind: "iot", name: "Thermostat", group: "Smart Home" },
  "camera-garden": { bytes: "9c:8e:cd", kind: "camera", name: "Gartenkamera", held: true },
  doorbell: { bytes: "34:3e:a4", kind: "camera", name: "Türklingel", group: "Smart Home" },
  "robot-vacuum": { bytes: "50:ec:50", kind: "appliance" },
  printer: { bytes: "00:80:77", kind: "printer", name: "Drucker", group: "Büro" },
  nas: { bytes: "00:11:32", kind: "nas", system: "linux", name: "NAS", group: "Büro" },
  "solar-inverter": { bytes: "00:03:ac", kind: "iot" },
};

/** The hardware address of a device. */
export function macOf(index: number): string {
  return `${SAID[DEVICES[index].name].bytes}:20:00:${(11 + index).toString(16).padStart(2, "0")}`;
}

/**
 * Adds people, groups and devices with their data; from here on the journal assigns queries to
 * devices.
 */
export async function moveIn({ control, now }: EventScene, hostile: boolean): Promise<void> {
  const people = new Map<string, number>();
  const groups = new Map<string, number>();
  for (const name of PEOPLE) {
    people.set(name, (await control.people.add({ name, profile: PROFILES[name] })).id);
  }
  for (const group of GROUPS) groups.set(group.name, (await control.groups.add(group)).id);
  if (hostile) {
    await control.people.add({ name: "<img src=x onerror=alert(1)> مكتب", profile: "teen" });
  }
  await writeMachines(control, hostile, now());
  await control.devices.seen(DEVICES.map(({ name }, index) => {
    const { kind, system = "" } = SAID[name];
    return { mac: macOf(index), label: name, vendor: "", kind, system, random: false };
  }));
  for (const [index, { name, person }] of DEVICES.entries()) {
    const { id } = control.devices.deviceOf(macOf(index))!;
    const description = SAID[name];
    if (description.name !== undefined) {
      await control.devices.change(id, { name: description.name, kind: description.kind });
    }
    if (person !== "" && description.shared === undefined) {
      await control.devices.setPeople(id, { person_id: people.get(person)! });
    }
    if (description.shared) {
      await control.devices.setPeople(id, {
        people: description.shared.map((one) => people.get(one)!),
      });
    }
    if (description.group) await control.devices.setGroup(id, groups.get(description.group)!);
    if (description.held) await control.devices.setQuarantine(id, true);
  }
}

/** The machines as discovered on the network, last seen now. */
export async function writeMachines(
  { core: { databases } }: EventScene["control"],
  hostile: boolean,
  now: number,
): Promise<void> {
  const machines = DEVICES.map(({ name }, index) => {
    const { system = "", away = false } = SAID[name];
    const seen = away ? now - 9 * 3_600_000 : now;
    const announced = (hostile ? HOSTILE.devices.get(name) : undefined) ?? name;
    return {
      mac: macOf(index),
      firstSeen: now - (29 - index) * 86_400_000,
      seenAt: seen,
      lastQuery: seen - 60_000,
      presentSince: seen - (index + 1) * 1_700_000,
      kind: "" as const,
      system,
      names: { mdns: announced },
      addresses: [[addressOf(index), seen]] as const,
      sources: ["query" as const],
    };
  });
  await new MachineTable(databases.box).write(machines);
}

const MACS = new Map(DEVICES.map((_, index) => [addressOf(index), macOf(index)]));

/** The hardware address for an address of the demonstration; undefined = no device has it. */
export function macOfDemo(address: string): string | undefined {
  return MACS.get(address);
}
