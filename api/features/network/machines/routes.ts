/** The network in the API: the known machines, and the networks of the box (A 2.8, 4.8). */
import { z } from "@hono/zod-openapi";
import { deviceKindSchema } from "../../../http/shared_schemas.ts";
import { DEVICE_KINDS } from "../../../../policy/catalogue/device_kinds.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { isRandomMac } from "../../../../policy/model/mac.ts";
import { cursorOf, nextCursor, readCursor } from "../../../http/paging.ts";
import { routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";
import type { DeviceService } from "../../household/devices/service.ts";
import type { Scan } from "../scan/service.ts";
import { scanResponse, scanSchema } from "../scan_response.ts";
import { type Machine, SOURCES } from "./machine.ts";
import type { MachineService } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly devices: Pick<DeviceService, "deviceOf">;
  readonly machines: Pick<MachineService, "all" | "addressesOf">;
  readonly scan: Pick<Scan, "networks" | "state">;
}

const route = routeFor<Needs>();

const machine = z.object({
  mac: z.string(),
  addr: z.string().describe(
    "The address at which it was last seen, IPv4 before IPv6; empty = unknown",
  ),
  addrs: z.array(z.string()),
  label: z.string().describe(
    "Text to display: the name of the device, else the announced name, else the manufacturer",
  ),
  vendor: z.string().describe("Manufacturer, empty = unknown"),
  random_mac: z.boolean().describe(
    "Whether its hardware address is randomised, as by phones for privacy",
  ),
  kind: deviceKindSchema.describe("Kind of device, entered or guessed"),
  system: z.string().describe("apple, android, android/<maker>, windows, linux, empty = unknown"),
  device_id: z.int().describe("The device of the household, 0 = none yet"),
  people: z.array(z.int()).readonly().describe("Its owners, sorted; several share it"),
  group: z.int().describe("0 = in no group"),
  present: z.boolean().describe("Whether it was seen in the last 45 minutes"),
  first_seen: seconds,
  seen_at: seconds,
  present_since: seconds.describe(
    "Unix seconds since when it was seen without a gap above 45 minutes",
  ),
  last_query: seconds,
  sources: z.array(z.enum(SOURCES)).describe("How it was found"),
}).meta({ id: "Machine" });
const network = z.object({
  interface: z.string(),
  address: z.string().describe("Addresses of the box in it"),
  network: z.string().describe("In CIDR"),
  size: z.int().describe("Its addresses"),
}).meta({ id: "Network" });
const page = z.object({
  machines: z.array(machine),
  next: nextCursor,
  total: z.int().describe("Number of known machines, regardless of the filter"),
  present: z.int().describe("How many of them are on the network now"),
  networks: z.array(network).describe("The IPv4 networks of the box"),
  scan: scanSchema,
});

/** A machine in responses. */
export type MachineResponse = z.infer<typeof machine>;
/** The response of GET /api/v1/network. */
export type NetworkPage = z.infer<typeof page>;

/** GET /api/v1/network. */
export const networkRoutes = [
  route({
    doc: "A 2.8",
    method: "get",
    path: "/api/v1/network",
    summary: "The machines of the network, most recently seen first, and the networks of the box",
    access: "devices.read",
    query: z.strictObject({
      q: z.string().max(255).optional().describe(
        "Part of the label, of an address, of the hardware address or of the manufacturer",
      ),
      present: z.enum(["true", "false"]).optional().describe(
        "Only machines that are present, or absent",
      ),
      cursor: z.string().max(200).optional().describe("`next` of the previous page"),
      limit: wholeNumber(1, LIMITS.machines.most).default(1000)
        .describe("Entries per page"),
    }),
    answers: { 200: page },
    handle({ query: { q, present, cursor, limit } }, services) {
      const { machines, scan, runtime } = services;
      const all = machines.all();
      const wanted = q?.trim().toLowerCase() ?? "";
      const isThere = (one: Machine) => one.isPresent(runtime.now());
      const after = readCursor(cursor, ["number", "string"]) as [number, string] | undefined;
      const found = all.filter((one) =>
        present === undefined || isThere(one) === (present === "true")
      )
        .filter((one) => after === undefined || isAfter(one, after));
      const rows: { readonly one: Machine; readonly shown: MachineResponse }[] = [];
      for (const one of found) {
        const row = { one, shown: shown(one, services) };
        if (wanted === "" || isMeant(row.shown, wanted)) rows.push(row);
        if (rows.length > limit) break;
      }
      const rest = rows.splice(limit).length > 0;
      const last = rows.at(-1)?.one;
      return {
        machines: rows.map(({ shown }) => shown),
        next: rest && last !== undefined ? cursorOf([last.seenAt, last.mac]) : "",
        total: all.length,
        present: all.filter(isThere).length,
        networks: scan.networks(),
        scan: scanResponse(scan.state()),
      };
    },
  }),
];

/** Whether a machine comes after the last one of the previous page. */
function isAfter({ seenAt, mac }: Machine, [time, last]: readonly [number, string]): boolean {
  return seenAt < time || (seenAt === time && mac > last);
}

function isMeant({ label, mac, addrs, vendor }: MachineResponse, wanted: string): boolean {
  return [label, mac, vendor, ...addrs].some((text) => text.toLowerCase().includes(wanted));
}

function shown(
  one: Machine,
  { machines, devices, runtime }: Pick<Needs, "machines" | "devices" | "runtime">,
): MachineResponse {
  const { mac, vendor, name } = one;
  const device = devices.deviceOf(mac);
  const addrs = machines.addressesOf(one);
  const alone = device === undefined || device.personId === 0 ? [] : [device.personId];
  return {
    mac,
    addr: addrs[0] ?? "",
    addrs,
    vendor,
    random_mac: isRandomMac(mac),
    label: (device?.label || name) || (vendor === "" ? mac : `${vendor} ${mac.slice(-5)}`),
    kind: DEVICE_KINDS.find((kind) => kind !== "" && kind === device?.kind) ?? one.guessedKind,
    system: one.system,
    device_id: device?.id ?? 0,
    people: device === undefined || device.people.length === 0 ? alone : device.people,
    group: device?.groupId ?? 0,
    present: one.isPresent(runtime.now()),
    first_seen: toSeconds(one.firstSeen),
    seen_at: toSeconds(one.seenAt),
    present_since: toSeconds(one.presentSince),
    last_query: toSeconds(one.lastQuery),
    sources: [...one.sources],
  };
}
