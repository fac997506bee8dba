/** Groups of devices in the API. */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { deviceKindSchema } from "../../../http/shared_schemas.ts";
import { recordId, reply, routeFor, seconds } from "../../../http/route.ts";
import type { GroupService, GroupView } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly groups: Pick<GroupService, "list" | "add" | "change" | "remove">;
}

const route = routeFor<Needs>();

const name = label();
const kind = deviceKindSchema.describe("Kind of device used as its symbol, empty = none");
const group = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.string(),
  devices: z.array(z.int()).readonly().describe("Numbers of its devices"),
  created: seconds,
  changed: seconds,
}).meta({ id: "Group" });

/** A group in responses. */
export type GroupResponse = z.infer<typeof group>;
/** The response of GET /api/v1/groups. */
export type GroupsResponse = { readonly groups: readonly GroupResponse[] };

const params = z.object({ id: recordId });
const writes = {
  access: "devices.write",
  database: "box",
  publishes: "rules",
  doc: "A 2.4",
} as const;

/** GET and POST /api/v1/groups, PUT and DELETE /api/v1/groups/{id}. */
export const groupRoutes = [
  route({
    doc: "A 2.4",
    method: "get",
    path: "/api/v1/groups",
    summary: "The groups of devices, by name",
    access: "devices.read",
    database: "box",
    answers: { 200: z.object({ groups: z.array(group) }) },
    handle: async (_, { groups }) => ({ groups: (await groups.list()).map(shown) }),
  }),
  route({
    ...writes,
    method: "post",
    path: "/api/v1/groups",
    summary: "Adds a group of devices",
    audit: ["group.create"],
    body: z.strictObject({ name, kind: kind.default("") }),
    answers: { 201: group },
    refusals: ["bad_value", "conflict"],
    async handle({ body, audit }, { groups }) {
      const view = await groups.add(body);
      audit("group.create", { group: view.name });
      return shown(view);
    },
  }),
  route({
    ...writes,
    method: "put",
    path: "/api/v1/groups/{id}",
    summary: "Changes the name or the kind of a group",
    audit: ["group.update"],
    params,
    body: z.strictObject(z.object({ name, kind }).partial().shape),
    answers: { 200: group },
    refusals: ["bad_value", "conflict", "not_found"],
    async handle({ params: { id }, body, audit }, { groups }) {
      const view = await groups.change(id, body);
      audit("group.update", { group: view.name, changed: Object.keys(body) });
      return shown(view);
    },
  }),
  route({
    ...writes,
    method: "delete",
    path: "/api/v1/groups/{id}",
    summary: "Removes a group with its rules and choices; its devices are kept",
    audit: ["group.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { groups }) {
      audit("group.remove", { group: (await groups.remove(id)).name });
      return reply(204, undefined);
    },
  }),
];

function shown({ id, name, kind, devices, created, changed }: GroupView): GroupResponse {
  return { id, name, kind, devices, created, changed };
}
