/**
 * API of the learning period: its progress, the proposals of the box, and the choices of the
 * user.
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { profileSchema } from "../../../http/shared_schemas.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { routeFor, seconds } from "../../../http/route.ts";
import type { CatalogueList, ListService } from "../../protection/lists/service.ts";
import type { DeviceService } from "../devices/service.ts";
import { deviceSchema, type DeviceSummary } from "../device_response.ts";
import { TIMED_CATEGORIES } from "../../../../policy/model/person_time.ts";
import { ADVICE_KINDS, type AdviceServices, advise } from "./advice.ts";
import { applyProposals, type ApplyServices } from "./apply.ts";
import { PROPOSAL_KINDS } from "./proposals.ts";
import type { LearningService } from "./service.ts";

/** The services that these routes use. */
type Needs = AdviceServices & ApplyServices & {
  readonly lists: Pick<ListService, "list">;
  readonly learning: Pick<LearningService, "state" | "devices" | "gathered" | "end" | "proposals">;
  readonly devices: Pick<DeviceService, "page">;
  readonly catalogue: readonly CatalogueList[];
};

const route = routeFor<Needs>();

const proposal = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  name: z.string().describe(
    "The proposed name; for a protection the setting, or the list of the catalogue",
  ),
  devices: z.array(z.int()).readonly().describe("Affected devices"),
  to: z.int().describe("The existing person or group, 0 = a new one"),
}).meta({ id: "Proposal" });
const advice = z.object({
  kind: z.enum(ADVICE_KINDS),
  person_id: z.int(),
  name: z.string(),
  category: z.enum(["", ...TIMED_CATEGORIES]).describe("Category of a limit; empty = hours"),
  minutes: z.int().describe("Minutes spent on it in the last seven days, for a limit"),
}).meta({ id: "Advice" });
const learning = z.object({
  started: seconds.describe("Unix seconds, 0 = the box never learned"),
  until: seconds,
  active: z.boolean().describe("Whether the box learns now: no alert for each new device"),
  done: z.boolean().describe("Whether the proposals were dismissed"),
  gathered: z.int().describe(
    "Number of devices seen until learning ended, including those before the installation",
  ),
  devices: z.array(deviceSchema).describe("The newest of them, and those of proposals"),
  proposals: z.array(proposal),
  advice: z.array(advice).describe(
    "Suggestions: hours for children, limits for their most used categories",
  ),
});
const applied = z.object({ applied: z.int().describe("How many proposals were carried out") });

/** A proposal in responses. */
export type ProposalResponse = z.infer<typeof proposal>;
/** A piece of advice in responses. */
export type AdviceResponse = z.infer<typeof advice>;
/** The response of GET /api/v1/learning. */
export type LearningResponse = z.infer<typeof learning>;

const id = z.string().max(64);
const chosen = z.strictObject({
  ids: z.array(id).min(1).max(LIMITS.learning.atOnce).describe("The selected proposals"),
  names: z.record(id, label()).default({}).describe(
    "Names replacing the proposed ones, by proposal",
  ),
  profiles: z.record(id, profileSchema).default({}).describe(
    "Profiles of the people, by proposal; absent = adult",
  ),
});

/** GET /api/v1/learning, POST /api/v1/learning/apply and /api/v1/learning/end. */
export const learningRoutes = [
  route({
    doc: "docs/requirements.md#learning-days",
    method: "get",
    path: "/api/v1/learning",
    summary: "Progress of the first days, the devices seen, and the proposals",
    access: ["household.read", "devices.read"],
    database: "box",
    query: z.strictObject({
      brief: z.enum(["true", "false"]).default("false").describe(
        "Without devices and advice, and without proposals that were dismissed",
      ),
      newest: z.coerce.number().int().min(0).max(LIMITS.learning.shown)
        .default(LIMITS.learning.shown).describe(
          "How many of the newest devices are shown besides those that proposals are about",
        ),
    }),
    answers: { 200: learning },
    async handle({ principal, query: { brief, newest: most } }, services) {
      const { started, until, active, done } = await services.learning.state();
      const all = await services.learning.devices();
      const gathered = await services.learning.gathered(all);
      if (brief === "true") {
        const proposals = done || active ? [] : await proposed(all, services);
        const nothing = { devices: [], advice: [] };
        return { started, until, active, done, gathered: gathered.length, proposals, ...nothing };
      }
      const proposals = await proposed(all, services);
      const newest = most === 0 ? [] : gathered.slice(-most).map(({ id }) => id);
      const meant = proposals.flatMap(({ devices }) => devices);
      const devices = await services.devices.page({ ids: [...newest, ...meant] }, Infinity);
      const advice = await advise(services, principal);
      return {
        started,
        until,
        active,
        done,
        gathered: gathered.length,
        devices,
        proposals,
        advice,
      };
    },
  }),
  route({
    doc: "docs/requirements.md#learning-days",
    method: "post",
    path: "/api/v1/learning/apply",
    summary: "Carries out the selected proposals, each as if done by hand",
    access: ["household.write", "devices.write"],
    database: "box",
    audit: [
      ...[
        "person.create",
        "device.people",
        "device.update",
        "group.create",
        "device.group",
      ] as const,
      ...["settings.change", "list.add"] as const,
    ],
    publishes: "rules",
    body: chosen,
    answers: { 200: applied },
    refusals: ["bad_value", "conflict", "not_found", "no_right", "list_refused", "setting_fixed"],
    async handle({ body, principal, audit }, services) {
      const proposals = await proposed(await services.learning.devices(), services);
      return { applied: await applyProposals(proposals, body, services, principal, audit) };
    },
  }),
  route({
    doc: "docs/requirements.md#learning-days",
    method: "post",
    path: "/api/v1/learning/end",
    operationId: "endLearning",
    summary: "Ends learning early; afterwards, dismisses the proposals",
    access: ["household.write", "devices.write"],
    database: "box",
    audit: ["learning.end"],
    answers: { 200: learning.pick({ started: true, until: true, active: true, done: true }) },
    async handle({ audit }, services) {
      const state = await services.learning.end();
      audit("learning.end", {});
      return state;
    },
  }),
];

/** The proposals of the box, with catalogue lists that are not subscribed. */
async function proposed(
  devices: readonly DeviceSummary[],
  { learning, lists, catalogue }: Pick<Needs, "learning" | "lists" | "catalogue">,
) {
  const held = new Set((await lists.list()).map(({ url }) => url));
  return learning.proposals(
    devices,
    new Set(catalogue.filter(({ url }) => !held.has(url)).map(({ id }) => id)),
  );
}
