/** Devices in the API: what they are, their owners, group and quarantine (A 2.4, 4.4, 4.5). */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { deviceKindSchema } from "../../../http/shared_schemas.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { NEW_DEVICE_MODES } from "../../../../policy/model/household.ts";
import type { AuditDetail } from "../../../schema/audit_actions.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { recordId, reply, routeFor, wholeNumber } from "../../../http/route.ts";
import type { GroupService } from "../groups/service.ts";
import type { PeopleService } from "../people/service.ts";
import { type DeviceResponse, deviceSchema } from "../device_response.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { changeSettings } from "../../box/settings/service.ts";
import type { RestrictService } from "../../protection/restricted/service.ts";
import type { DeviceService } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly settings: SettingsService;
  readonly people: Pick<PeopleService, "byId">;
  readonly groups: Pick<GroupService, "list">;
  readonly devices: Pick<
    DeviceService,
    | "setPeople"
    | "setGroup"
    | "assign"
    | "page"
    | "get"
    | "add"
    | "change"
    | "remove"
    | "merge"
    | "setQuarantine"
    | "approve"
  >;
  readonly restricted: Pick<RestrictService, "flush">;
}

const route = routeFor<Needs>();

export type { DeviceResponse } from "../device_response.ts";

const { systemCharacters } = LIMITS.household;
const name = label({ mayBeEmpty: true }).describe(
  "1 to 64 characters; empty = the announced name",
);
const kind = deviceKindSchema.describe("Empty = as guessed");
const system = label({ most: systemCharacters, mayBeEmpty: true }).describe(
  "apple, android, android/<maker>, windows, linux, or free text; empty = as guessed",
);
const people = z.array(z.int().min(1)).max(1000).describe(
  "The people who use it, at most 20, without duplicates; none = no owner",
);
const personId = z.int().min(0).describe("Its owner, 0 = none");
const groupId = z.int().min(0).describe("0 = in no group");
const words = z.object({ name, kind, system }).partial();
const page = z.object({ devices: z.array(deviceSchema), next: nextCursor });

const newDevices = z.strictObject({
  mode: z.enum(NEW_DEVICE_MODES).describe(
    "open = as everyone, child = protected as a child's, held = in quarantine until approved",
  ),
});

/** The response of GET /api/v1/new-devices. */
export type NewDevicesResponse = z.infer<typeof newDevices>;
/** The response of GET /api/v1/devices. */
export type DevicePage = z.infer<typeof page>;

const params = z.object({ id: recordId });
const reads = { access: "devices.read", database: "box" } as const;
const writes = { access: "devices.write", database: "box", publishes: "rules" } as const;
const filterId = wholeNumber(0);

/** The routes of devices, and PUT /api/v1/hosts/{mac}/assign. */
export const deviceRoutes = [
  route({
    ...reads,
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/devices",
    summary: "The devices of the household by number",
    query: z.strictObject({
      person: filterId.optional().describe(
        "Devices of this person, alone or shared; 0 = without owner",
      ),
      group: filterId.optional().describe("Devices of this group, 0 = without group"),
      q: z.string().max(255).optional().describe(
        "Part of the label, of an address, of the hardware address or of the manufacturer",
      ),
      ids: z.string().regex(/^\d{1,15}(,\d{1,15})*$/, "numbers divided by commas are wanted").max(
        16_000,
      ).optional().describe("Only these numbers, separated by commas"),
      ...pageQuery.shape,
    }),
    answers: { 200: page },
    async handle({ query: { cursor, limit, ids, ...others } }, { devices }) {
      const filter = { ...others, ids: ids?.split(",").map(Number) };
      const found = await devices.page(
        filter,
        limit,
        readCursor(cursor, ["number"])?.[0] as number | undefined,
      );
      return { devices: found, next: found.length < limit ? "" : cursorOf([found.at(-1)!.id]) };
    },
  }),
  route({
    ...reads,
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/devices/{id}",
    summary: "One device of the household",
    params,
    answers: { 200: deviceSchema },
    refusals: ["not_found"],
    handle: async ({ params: { id } }, { devices }) => await devices.get(id),
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "post",
    path: "/api/v1/devices",
    summary: "Adds a device by its hardware address before it is seen",
    audit: ["device.add"],
    body: z.strictObject({ mac: z.string().max(32).describe("aa:bb:cc:dd:ee:ff"), ...words.shape }),
    answers: { 201: deviceSchema },
    refusals: ["bad_value", "conflict"],
    async handle({ body: { mac, ...said }, audit }, { devices }) {
      const device = await devices.add(mac, said);
      audit("device.add", { device: device.label });
      return device;
    },
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "put",
    path: "/api/v1/devices/{id}",
    summary: "Sets name, kind and system of a device",
    audit: ["device.update"],
    params,
    body: z.strictObject(words.shape),
    answers: { 200: deviceSchema },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, body, audit }, { devices }) {
      const device = await devices.change(id, body);
      audit("device.update", { device: device.label, changed: Object.keys(body) });
      return device;
    },
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "delete",
    path: "/api/v1/devices/{id}",
    summary: "Removes a device with its rules and choices; when seen again, it is new",
    audit: ["device.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { devices }) {
      audit("device.remove", { device: (await devices.remove(id)).label });
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 7.2.6",
    method: "post",
    path: "/api/v1/devices/{id}/merge",
    summary: "Merges another device into this one, with its machines and rules",
    audit: ["device.merge"],
    params,
    body: z.strictObject({ device_id: z.int().min(0).describe("The device to merge into it") }),
    answers: { 200: deviceSchema },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { id }, body, audit }, { devices, restricted }) {
      // The kept device gets all names of the other one, also those of the last minute (A 7.2.6).
      await restricted.flush();
      const { kept, other } = await devices.merge(id, body.device_id);
      audit("device.merge", { device: other.label, into: kept.label });
      return kept;
    },
  }),
  route({
    ...writes,
    doc: "A 4.4",
    method: "put",
    path: "/api/v1/devices/{id}/person",
    summary: "Assigns a device to one person, to several who share it, or to nobody",
    audit: ["device.people"],
    params,
    body: z.strictObject(z.object({ person_id: personId, people }).partial().shape),
    answers: { 200: deviceSchema },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, body, audit }, services) {
      const device = await services.devices.setPeople(id, body);
      audit("device.people", givenTo(device, services));
      return device;
    },
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "put",
    path: "/api/v1/devices/{id}/group",
    summary: "Puts a device into a group, or removes it from its group",
    audit: ["device.group"],
    params,
    body: z.strictObject({ group_id: groupId }),
    answers: { 200: deviceSchema },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { id }, body, audit }, services) {
      const device = await services.devices.setGroup(id, body.group_id);
      audit("device.group", { device: device.label, group: await groupName(device, services) });
      return device;
    },
  }),
  route({
    ...writes,
    doc: "A 3.5, 4.5",
    method: "put",
    path: "/api/v1/devices/{id}/quarantine",
    summary:
      "Puts a device in quarantine, where only local and healing names are answered, or releases it",
    audit: ["device.quarantine.on", "device.quarantine.off"],
    params,
    body: z.strictObject({ on: z.boolean().describe("Whether the device is in quarantine") }),
    answers: { 200: deviceSchema },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, body: { on }, audit }, { devices }) {
      const { device, isChanged } = await devices.setQuarantine(id, on);
      if (isChanged) {
        audit(on ? "device.quarantine.on" : "device.quarantine.off", { device: device.label });
      }
      return device;
    },
  }),
  route({
    ...writes,
    doc: "A 3.5, docs/requirements.md#new-devices",
    method: "post",
    path: "/api/v1/devices/{id}/approve",
    summary: "Approves a new device: ends its quarantine, or its protection as a child's",
    audit: ["device.approve"],
    params,
    answers: { 200: deviceSchema },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { devices }) {
      const device = await devices.approve(id);
      audit("device.approve", { device: device.label });
      return device;
    },
  }),
  route({
    ...reads,
    doc: "docs/requirements.md#new-devices",
    method: "get",
    path: "/api/v1/new-devices",
    operationId: "getNewDevices",
    summary: "The policy of new devices until they are assigned",
    description: "It is the setting `new_devices`, for accounts that may read devices",
    answers: { 200: newDevices },
    handle: (_, { settings }) => ({ mode: settings.resolved().values.new_devices }),
  }),
  route({
    ...writes,
    doc: "docs/requirements.md#new-devices",
    method: "put",
    path: "/api/v1/new-devices",
    summary: "Sets the policy of new devices: open, as a child's, or held until they are approved",
    description: "Existing devices are not changed",
    audit: ["settings.change"],
    body: newDevices,
    answers: { 200: newDevices },
    refusals: ["setting_fixed"],
    async handle({ body: { mode }, principal, audit }, services) {
      const changed = await changeSettings({ new_devices: mode }, principal, services);
      if (changed.length > 0) audit("settings.change", { settings: changed });
      return { mode };
    },
  }),
  route({
    ...writes,
    doc: "A 4.4",
    method: "put",
    path: "/api/v1/hosts/{mac}/assign",
    summary: "Assigns a machine of the network to one person, to several, or to a group",
    audit: ["device.people", "device.group"],
    params: z.object({
      mac: z.string().min(1).max(32).describe("Hardware address of the machine"),
    }),
    body: z.strictObject(
      z.object({ person_id: personId, people, group_id: groupId }).partial().shape,
    ),
    answers: { 200: deviceSchema },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { mac }, body, audit }, services) {
      const device = await services.devices.assign(mac, body);
      if (body.group_id === undefined) audit("device.people", givenTo(device, services));
      else {audit("device.group", {
          device: device.label,
          group: await groupName(device, services),
        });}
      return device;
    },
  }),
];

/** Names of the owners of a device: none, one or several people. */
function givenTo(
  { label, person_id, people }: DeviceResponse,
  services: Pick<Needs, "people">,
): AuditDetail<"device.people"> {
  const ids = people ?? (person_id === 0 ? [] : [person_id!]);
  return { device: label, people: ids.map((id) => services.people.byId(id)?.name ?? String(id)) };
}

async function groupName(
  { group_id }: DeviceResponse,
  { groups }: Pick<Needs, "groups">,
): Promise<string> {
  return (await groups.list()).find(({ id }) => id === group_id)?.name ?? "";
}
