/**
 * People in the API: administrators manage them, every signed-in user sees their own person (A
 * 2.4, 4.4, 5.2).
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { profileSchema } from "../../../http/shared_schemas.ts";
import type { AccountService } from "../../../accounts/service.ts";
import { DomainError } from "../../../schema/errors.ts";
import { personIdOf } from "../../../http/principal.ts";
import { recordId, reply, routeFor, seconds } from "../../../http/route.ts";
import type { DeviceService } from "../devices/service.ts";
import { deviceSchema } from "../device_response.ts";
import type { PeopleService, PersonView } from "./service.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly people: Pick<PeopleService, "list" | "add" | "change" | "remove" | "find" | "agree">;
  readonly devices: Pick<DeviceService, "get">;
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

const name = label();
const profile = profileSchema;
const person = z.object({
  id: z.int(),
  name: z.string(),
  profile,
  devices: z.array(z.int()).readonly().describe("Numbers of the devices that only they use"),
  shared_devices: z.array(z.int()).readonly().describe("Numbers of the devices that they share"),
  detailed_reports: z.boolean().describe(
    "Whether this adult agreed that names queried by shared devices are shown",
  ),
  accounts: z.array(z.object({ id: z.int(), name: z.string() })).describe(
    "Accounts that are linked to them",
  ),
  created: seconds,
  changed: seconds,
}).meta({ id: "Person" });
const own = z.object({
  person: z.object({ id: z.int(), name: z.string(), profile, detailed_reports: z.boolean() })
    .meta({ id: "OwnPerson" })
    .optional()
    .describe("Absent when the account is not linked to a person"),
  devices: z.array(deviceSchema),
  shared_devices: z.array(deviceSchema),
}).meta({ id: "OwnHousehold" });

/** A person as the API shows them. */
export type PersonResponse = z.infer<typeof person>;
/** The response of GET /api/v1/people. */
export type PeopleResponse = { readonly people: readonly PersonResponse[] };
/** The response of GET /api/v1/me/household. */
export type OwnHousehold = z.infer<typeof own>;

const params = z.object({ id: recordId });
const writes = { access: "household.write", database: "box", publishes: "rules" } as const;

/**
 * GET and POST /api/v1/people, PUT and DELETE /api/v1/people/{id}, and what an account sees of its
 * own person.
 */
export const peopleRoutes = [
  route({
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/people",
    summary: "The people of the household with their devices",
    access: "household.read",
    database: "box",
    answers: { 200: z.object({ people: z.array(person) }) },
    async handle(_, services) {
      await services.accounts.ready();
      return { people: (await services.people.list()).map((view) => shown(view, services)) };
    },
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "post",
    path: "/api/v1/people",
    summary: "Adds a person",
    audit: ["person.create"],
    body: z.strictObject({ name, profile }),
    answers: { 201: person },
    refusals: ["bad_value", "conflict"],
    async handle({ body, audit }, services) {
      await services.accounts.ready();
      const view = await services.people.add(body);
      audit("person.create", { person: view.name, profile: view.profile });
      return shown(view, services);
    },
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "put",
    path: "/api/v1/people/{id}",
    summary: "Changes the name or the profile of a person",
    audit: ["person.update"],
    params,
    body: z.strictObject(z.object({ name, profile }).partial().shape),
    answers: { 200: person },
    refusals: ["bad_value", "conflict", "not_found"],
    async handle({ params: { id }, body, audit }, services) {
      await services.accounts.ready();
      const view = await services.people.change(id, body);
      audit("person.update", { person: view.name, changed: Object.keys(body) });
      return shown(view, services);
    },
  }),
  route({
    ...writes,
    doc: "A 2.4",
    method: "delete",
    path: "/api/v1/people/{id}",
    summary:
      "Removes a person with their rules; their devices have no owner, or remain with the others who share them",
    audit: ["person.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { people, accounts }) {
      await accounts.ready();
      const view = await people.remove(id);
      audit("person.remove", { person: view.name });
      await accounts.accounts.unlinkPerson(id);
      return reply(204, undefined);
    },
  }),
  route({
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/me/household",
    summary: "The person of the own account, with own and shared devices",
    access: "account",
    database: "box",
    answers: { 200: own },
    async handle({ principal }, { people, devices }) {
      const view = await people.find(personIdOf(principal));
      if (view === undefined) return { devices: [], shared_devices: [] };
      const get = (ids: readonly number[]) => Promise.all(ids.map((id) => devices.get(id)));
      return {
        person: shownOwn(view),
        devices: await get(view.devices),
        shared_devices: await get(view.sharedDevices),
      };
    },
  }),
  route({
    doc: "A 7.1.5",
    method: "put",
    path: "/api/v1/me/detailed-reports",
    summary:
      "Sets whether an adult agrees that names queried by shared devices are shown; applies immediately",
    // A token may be used by someone other than the person.
    access: "session",
    database: "box",
    audit: ["consent.change"],
    body: z.strictObject({
      agree: z.boolean().describe("Whether the names are shown to administrators"),
    }),
    answers: { 200: own.shape.person.unwrap() },
    refusals: ["no_right", "not_found"],
    async handle({ principal, body: { agree }, audit }, { people }) {
      const before = await people.find(personIdOf(principal));
      if (before === undefined) {
        throw new DomainError("not_found", sentence`This account is linked to no person`);
      }
      // A session is ended when its account is detached from the person.
      const isTheirs = () => principal.kind === "session" && principal.ended?.aborted !== true;
      const view = await people.agree(before.id, agree, isTheirs);
      audit("consent.change", { person: view.name, agreed: agree });
      return shownOwn(view);
    },
  }),
];

function shownOwn({ id, name, profile, detailedReports }: PersonView) {
  return { id, name, profile, detailed_reports: detailedReports };
}

function shown(view: PersonView, { accounts }: Pick<Needs, "accounts">): PersonResponse {
  const { id, devices, sharedDevices, created, changed } = view;
  const linked = accounts.accounts.list().filter(({ personId }) => personId === id);
  return {
    ...shownOwn(view),
    devices,
    shared_devices: sharedDevices,
    created,
    changed,
    accounts: linked.map((account) => ({ id: account.id, name: account.name })),
  };
}
