/**
 * Finds people, groups and devices named on the command line: by name or number, devices also by
 * hardware address.
 */
import type { TimeZoneResponse } from "../api/features/box/time_zone/routes.ts";
import type { ClientResponse } from "../api/features/insight/client_response.ts";
import type { DevicePage, DeviceResponse } from "../api/features/household/devices/routes.ts";
import type { GroupResponse, GroupsResponse } from "../api/features/household/groups/routes.ts";
import type { PeopleResponse, PersonResponse } from "../api/features/household/people/routes.ts";
import { suggestNearest } from "../policy/model/nearest.ts";
import { printResult } from "./actions.ts";
import type { Call } from "./command.ts";
import { CommandError } from "./command_error.ts";
import type { ServiceClient } from "./socket.ts";
import { clean } from "./terminal.ts";

/** The kinds of devices that can be set. */
export const DEVICE_KIND_WORDS: readonly string[] = [
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
  "wearable",
  "appliance",
  "iot",
  "other",
];

/**
 * IANA name of the household's time zone; "" = the time zone of the machine, or it cannot be read
 * now.
 */
export async function householdZone(service: Pick<ServiceClient, "call">): Promise<string> {
  const path = "/api/v1/time-zone";
  const answer = await service.call<TimeZoneResponse>("GET", path).catch(() => undefined);
  return answer?.in_force ?? "";
}

/** Devices per request. */
const AT_ONCE = 1000;

/** All people of the household. */
export async function allPeople(service: ServiceClient): Promise<readonly PersonResponse[]> {
  return (await service.call<PeopleResponse>("GET", "/api/v1/people")).people;
}

/** Every group. */
export async function allGroups(service: ServiceClient): Promise<readonly GroupResponse[]> {
  return (await service.call<GroupsResponse>("GET", "/api/v1/groups")).groups;
}

/** All devices that match the filter. */
export async function allDevices(
  service: ServiceClient,
  filter: Readonly<Record<string, string | number | undefined>> = {},
): Promise<readonly DeviceResponse[]> {
  const devices: DeviceResponse[] = [];
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

/** Finds a person by name or number. */
export async function findPerson(service: ServiceClient, text: string): Promise<PersonResponse> {
  return named(
    "person",
    text,
    (await allPeople(service)).map((row) => ({ row, names: [row.name] })),
  );
}

/** Finds a group by name or number. */
export async function findGroup(service: ServiceClient, text: string): Promise<GroupResponse> {
  return named(
    "group",
    text,
    (await allGroups(service)).map((row) => ({ row, names: [row.name] })),
  );
}

/** Finds a device by name, number, hardware address or IP address. */
export async function findDevice(service: ServiceClient, text: string): Promise<DeviceResponse> {
  const rows = (await allDevices(service)).map((row) => ({
    row,
    names: namesOf(row),
  }));
  return named("device", text, rows);
}

function namesOf({ name, label, macs, addresses }: DeviceResponse): string[] {
  return [name, label, ...macs, ...addresses].filter((each) => each !== "");
}

/**
 * Finds a device as findDevice does, or a group by name; returns `device:3` or `group:1`. A bare
 * number is a device.
 */
export async function findDeviceOrGroup(
  service: ServiceClient,
  text: string,
): Promise<`${"device" | "group"}:${number}`> {
  const [devices, groups] = await Promise.all([allDevices(service), allGroups(service)]);
  const rows = [
    ...devices.map((device) => ({
      row: { id: device.id, kind: "device" as const },
      names: namesOf(device),
    })),
    ...groups.map(({ id, name }) => ({
      row: { id, kind: "group" as const },
      names: [name],
      number: `group:${id}`,
    })),
  ];
  const { kind, id } = named<{ id: number; kind: "device" | "group" }>(
    "device or group",
    text,
    rows,
  );
  return `${kind}:${id}`;
}

/** Puts a device in quarantine or releases it, and says so. */
export async function setQuarantine(call: Call, text: string, isOn: boolean): Promise<number> {
  const { id } = await findDevice(call.service, text);
  const path = `/api/v1/devices/${id}/quarantine`;
  const body = { on: isOn };
  const device = await call.service.call<DeviceResponse>("PUT", path, { body });
  const words = isOn ? "in quarantine" : "out of quarantine";
  return printResult(call, device, `${clean(device.label)} is ${words}.`);
}

/** The device of a row by its label, if it has one, with its person. */
export function deviceText(
  { device_id, device, person }: { readonly device_id: number } & ClientResponse,
): string {
  const label = device?.label || `device ${device_id}`;
  return person === undefined ? label : `${label} of ${person.name}`;
}

interface Named<T> {
  readonly row: T;
  readonly names: readonly string[];
  /** What names it beside its names; its number, if absent. */
  readonly number?: string;
}

/** Finds the only match; throws if there is none, or if several have the name. */
function named<T extends { readonly id: number }>(
  what: string,
  text: string,
  rows: readonly Named<T>[],
): T {
  const key = (name: string) => name.normalize("NFKC").toLowerCase();
  const numberOf = ({ row, number }: Named<T>) => number ?? String(row.id);
  const found = rows.filter(({ names }) => names.some((name) => key(name) === key(text)));
  if (found.length === 1) return found[0].row;
  if (found.length > 1) {
    const numbers = found.map(numberOf).join(", ");
    throw new CommandError(
      `Several have this name, say which by its number (${numbers}): ${clean(text)}`,
    );
  }
  const numbered = rows.find((row) => numberOf(row) === text);
  if (numbered !== undefined) return numbered.row;
  const near = suggestNearest(text, rows.flatMap(({ names }) => names));
  const hint = near === undefined ? "" : `, perhaps ${clean(near)} is meant`;
  throw new CommandError(`There is no ${what} of this name or number${hint}: ${clean(text)}`);
}
