/** Local zones and forwarding to a router: a simple form of settings of the box (A 7.2.3). */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../../schema/errors.ts";
import { reply, routeFor } from "../../../http/route.ts";
import type { BoxState } from "../../../schema/box_state.ts";
import { forwardedOf, zonesOf } from "../../../settings/local_zones.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { changeSettings } from "../../box/settings/service.ts";
import { type HomeFacts, readForwarding, readZone } from "./home_names.ts";
import { readName } from "./owner.ts";
import type { RecordService } from "./service.ts";
import { readableName } from "./table.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly state: () => BoxState;
  readonly records: Pick<RecordService, "all" | "ownNames">;
  readonly settings: SettingsService;
}

const route = routeFor<Needs>();

const zone = z.object({
  zone: z.string(),
  readable: z.string().describe("The name in Unicode"),
  records: z.int().describe("Local records in it"),
}).meta({ id: "DnsZone" });
const zones = z.object({ zones: z.array(zone) });
const forwarding = z.object({
  domain: z.string().describe("Domain whose names are forwarded to the router; empty = none"),
  router: z.string().describe(
    "Its address, with a port if it is not 53; empty = nothing is forwarded",
  ),
  reverse: z.boolean().describe("Whether reverse queries of private addresses are forwarded to it"),
}).meta({ id: "HomeForwarding" });

/** The response of GET /api/v1/dns-records/zones. */
export type ZonesResponse = z.infer<typeof zones>;
/** The response of GET /api/v1/dns-records/forwarding. */
export type ForwardingResponse = z.infer<typeof forwarding>;

const params = z.object({ zone: z.string().min(1).max(255).describe("Domain name") });
const reads = { doc: "A 7.2.3", method: "get", access: "rules.read", database: "box" } as const;
const changes = {
  doc: "A 7.2.3",
  access: "rules.write",
  database: "box",
  publishes: "rules",
} as const;

/** GET, PUT and DELETE of local zones, GET and PUT of the forwarding. */
export const homeRoutes = [
  route({
    ...reads,
    path: "/api/v1/dns-records/zones",
    summary: "The domains for which the box is authoritative",
    answers: { 200: zones },
    handle: (_, services) => shownZones(services),
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/dns-records/zones/{zone}",
    operationId: "setDnsRecordZone",
    summary: "Makes the box authoritative for a domain: names without a record do not exist",
    audit: ["zone.change"],
    params,
    answers: { 200: zones },
    refusals: ["bad_value", "setting_fixed"],
    async handle({ params, principal, audit }, services) {
      const facts = await factsOf(services);
      const read = readZone(params.zone, facts);
      if ("problem" in read) throw new DomainError("bad_value", read.problem);
      if (!facts.zones.includes(read.name)) {
        await changeSettings(
          { local_zones: [...facts.zones, read.name].sort() },
          principal,
          services,
        );
        audit("zone.change", { zone: read.name });
      }
      return await shownZones(services);
    },
  }),
  route({
    ...changes,
    method: "delete",
    path: "/api/v1/dns-records/zones/{zone}",
    summary: "Ends the authority for a domain; its records are kept",
    audit: ["zone.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found", "setting_fixed"],
    async handle({ params, principal, audit }, services) {
      const { zones } = await factsOf(services);
      const read = readName(params.zone);
      const name = "name" in read ? read.name : "";
      if (!zones.includes(name)) {
        throw new DomainError("not_found", sentence`There is no local zone: ${params.zone}`);
      }
      await changeSettings(
        { local_zones: zones.filter((each) => each !== name) },
        principal,
        services,
      );
      audit("zone.remove", { zone: name });
      return reply(204, undefined);
    },
  }),
  route({
    ...reads,
    path: "/api/v1/dns-records/forwarding",
    summary: "The router to which names of the home are forwarded",
    answers: { 200: forwarding },
    handle: (_, services) => shownForwarding(services),
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/dns-records/forwarding",
    summary:
      "Forwards the names of a domain, of private addresses, or both to a router; an empty router ends it",
    audit: ["settings.change"],
    body: z.strictObject({
      domain: z.string().max(255).default("").describe("Domain of the home; empty = none"),
      router: z.string().max(255).default("").describe(
        "Address of the router, with a port if it is not 53; empty = nothing is forwarded",
      ),
      reverse: z.boolean().default(false).describe(
        "Whether reverse queries of private addresses are forwarded to it",
      ),
    }),
    answers: { 200: forwarding },
    refusals: ["bad_value", "setting_fixed"],
    async handle({ body, principal, audit }, services) {
      const read = readForwarding(body, await factsOf(services));
      if (typeof read === "string") throw new DomainError("bad_value", read);
      const values = {
        router_address: read.router,
        router_domain: read.domain,
        router_reverse: read.reverse,
      };
      const held = services.settings.resolved().values;
      const seen = Object.fromEntries(
        Object.keys(values).map((key) => [key, held[key as keyof typeof values]]),
      );
      const settings = await changeSettings(values, principal, services, { seen });
      if (settings.length > 0) audit("settings.change", { settings });
      return shownForwarding(services);
    },
  }),
];

async function shownZones(
  { records, settings }: Pick<Needs, "records" | "settings">,
): Promise<ZonesResponse> {
  const rows = await records.all();
  const names = rows.map(({ name }) => name.replace(/^\*\./, ""));
  return {
    zones: zonesOf(settings.resolved().values.local_zones).map((zone) => ({
      zone,
      readable: readableName(zone),
      records: names.filter((name) => name === zone || name.endsWith(`.${zone}`)).length,
    })),
  };
}

function shownForwarding({ settings }: Pick<Needs, "settings">): ForwardingResponse {
  const { router_address: router, router_domain: domain, router_reverse: reverse } =
    settings.resolved().values;
  return { domain, router, reverse };
}

async function factsOf(services: Needs): Promise<HomeFacts> {
  const { values } = services.settings.resolved();
  const { addresses, listeners } = services.state();
  const records = await services.records.all();
  const aliases = records.filter(({ type }) => type === "CNAME").map(({ name }) => name);
  const stars = records.filter(({ name, enabled }) => enabled && name.startsWith("*."));
  const ports = listeners.filter((each) => /^(udp|tcp) /.test(each)).map((each) =>
    Number(/:(\d+)$/.exec(each)?.[1])
  );
  return {
    ownNames: services.records.ownNames,
    zones: zonesOf(values.local_zones),
    forwarding: shownForwarding(services),
    forwarded: forwardedOf(values.upstreams),
    wildcards: stars.map(({ name }) => name.slice(2)),
    aliases,
    addresses,
    ports: ports.length === 0 ? [53] : ports,
  };
}
