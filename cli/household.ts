/** People, groups and devices as they are named on the command line: by name or by number, devices by hardware address too. */
import type { DevicePage, ShownDevice } from "../api/features/household/devices/routes.ts";
import type { ShownGroup, ShownGroups } from "../api/features/household/groups/routes.ts";
import type { ShownPeople, ShownPerson } from "../api/features/household/people/routes.ts";
import { nearest } from "../policy/model/nearest.ts";
import { CommandError } from "./command.ts";
import type { ServiceClient } from "./socket.ts";
import { clean } from "./terminal.ts";

/** The kinds of devices that can be given. */
export const KIND_WORDS: readonly string[] = [
  ...[
    "phone",
    "tablet",
    "computer",
    "laptop",
    "tv",
    "console",
    "speaker",
    "camera",
    "printer",
    "nas",
    "router",
  ],
  ...["wearable", "appliance", "iot", "other"],
];

/** Devices asked for at once. */
const AT_ONCE = 1000;

/** Everybody of the household. */
export async function allPeople(service: ServiceClient): Promise<readonly ShownPerson[]> {
  return (await service.call<ShownPeople>("GET", "/api/v1/people")).people;
}

/** Every group. */
export async function allGroups(service: ServiceClient): Promise<readonly ShownGroup[]> {
  return (await service.call<ShownGroups>("GET", "/api/v1/groups")).groups;
}

/** Every device that the filter lets through. */
export async function allDevices(
  service: ServiceClient,
  filter: Readonly<Record<string, string | number | undefined>> = {},
): Promise<readonly ShownDevice[]> {
  const devices: ShownDevice[] = [];
  let cursor: string | undefined = undefined;
  while (cursor !== "") {
    const query: Record<string, string | number | undefined> = {
      ...filter,
      cursor,
      limit: AT_ONCE,
    };
    const page: DevicePage = await service.call<DevicePage>("GET", "/api/v1/devices", { query });
    devices.push(...page.devices);
    cursor = page.next;
  }
  return devices;
}

/** The person of a name or number. */
export async function findPerson(service: ServiceClient, text: string): Promise<ShownPerson> {
  return named(
    "person",
    text,
    (await allPeople(service)).map((row) => ({ row, names: [row.name] })),
  );
}

/** The group of a name or number. */
export async function findGroup(service: ServiceClient, text: string): Promise<ShownGroup> {
  return named(
    "group",
    text,
    (await allGroups(service)).map((row) => ({ row, names: [row.name] })),
  );
}

/** The device of a name, a number, a hardware address or an address. */
export async function findDevice(service: ServiceClient, text: string): Promise<ShownDevice> {
  const rows = (await allDevices(service)).map((row) => ({
    row,
    names: [row.name, row.label, ...row.macs, ...row.addresses].filter((name) => name !== ""),
  }));
  return named("device", text, rows);
}

interface Named<T> {
  readonly row: T;
  readonly names: readonly string[];
}

/** The one that is meant; refuses when there is none, or when several have the name. */
function named<T extends { readonly id: number }>(
  what: string,
  text: string,
  rows: readonly Named<T>[],
): T {
  const key = (name: string) => name.normalize("NFKC").toLowerCase();
  const found = rows.filter(({ names }) => names.some((name) => key(name) === key(text)));
  if (found.length === 1) return found[0].row;
  if (found.length > 1) {
    const numbers = found.map(({ row }) => row.id).join(", ");
    throw new CommandError(
      `Several have this name, say which by its number (${numbers}): ${clean(text)}`,
    );
  }
  const numbered = rows.find(({ row }) => String(row.id) === text);
  if (numbered !== undefined) return numbered.row;
  const near = nearest(text, rows.flatMap(({ names }) => names));
  const hint = near === undefined ? "" : `, perhaps ${clean(near)} is meant`;
  throw new CommandError(`There is no ${what} of this name or number${hint}: ${clean(text)}`);
}
