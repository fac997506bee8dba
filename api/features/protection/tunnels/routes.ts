/**
 * Tunnels: domains that carried data inside DNS, the clients for which they are blocked, and the
 * decisions of people (A 7.2.3).
 */
import { z } from "@hono/zod-openapi";
import { typeToText } from "../../../../resolver/wire/codes.ts";
import { reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { domainSchema } from "../../../http/shared_schemas.ts";
import { TUNNEL_DETECTIONS } from "../../../settings/list.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { ClientDirectory } from "../../insight/client_directory.ts";
import { NamePrivacy } from "../../insight/name_privacy.ts";
import type { StoredTunnel, TunnelService } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly tunnels: Pick<TunnelService, "list" | "allow" | "block" | "forget">;
  readonly askers: ClientDirectory;
  readonly settings: Pick<SettingsService, "resolved">;
}

const route = routeFor<Needs>();

const tunnel = z.object({
  domain: z.string().describe("The domain below which data was carried"),
  client: z.string().describe("Address of the client, if the device is unknown; else empty"),
  device_id: z.int().describe("The device, 0 = unknown"),
  device: z.string().describe("Name of the device"),
  private: z.boolean()
    .describe(
      "Whether the client is hidden: an adult sharing the device did not agree to detailed reports",
    ),
  blocked: z.boolean().describe("Whether the domain is blocked for it"),
  allowed: z.boolean().describe("Whether a user allowed it"),
  score: z.int().describe("Confidence in percent"),
  found: seconds.describe("Unix seconds when it was detected"),
  last: seconds.describe("Unix seconds of the last query, to ten minutes"),
  names: z.int().describe("Distinct names queried before the detection"),
  length: z.int().describe("Their mean length in bytes, without the domain"),
  seconds: z.int().describe("Seconds within which they were queried"),
  type: z.string().describe("The most unusual record type among them"),
  sent: z.int().describe("Bytes of all those names"),
  received: z.int().describe("Bytes of data in the responses"),
}).meta({ id: "Tunnel" });
const tunnels = z.object({
  detection: z.enum(TUNNEL_DETECTIONS).describe(
    "Action on tunnels: on = blocked and reported",
  ),
  tunnels: z.array(tunnel),
});

/** A tunnel in responses. */
export type TunnelResponse = z.infer<typeof tunnel>;
/** The response of GET /api/v1/tunnels. */
export type Tunnels = z.infer<typeof tunnels>;

const params = z.object({ domain: domainSchema.describe("Domain that carried data") });
const changes = { access: "rules.write", database: "box", publishes: "rules" } as const;

/** GET /api/v1/tunnels, POST and DELETE of permissions, DELETE of a tunnel. */
export const tunnelRoutes = [
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/tunnels",
    summary: "Domains that carried data inside DNS, with the clients, newest first",
    access: "rules.read",
    database: "box",
    answers: { 200: tunnels },
    async handle(_, { tunnels, askers, settings }) {
      const detection = settings.resolved().values.tunnel_detection;
      const all = await tunnels.list();
      return { detection, tunnels: all.map((row) => shown(row, detection === "on", askers)) };
    },
  }),
  route({
    ...changes,
    doc: "A 7.2.3",
    method: "post",
    path: "/api/v1/tunnels/allow",
    operationId: "allowTunnel",
    summary:
      "Allows a detected domain to carry data, for everyone and permanently; in force when this responds",
    audit: ["tunnel.allow"],
    body: z.strictObject({ domain: domainSchema.describe("Domain that carried data") }),
    answers: { 204: z.undefined() },
    refusals: ["not_found", "conflict"],
    async handle({ body: { domain }, audit }, { tunnels }) {
      await tunnels.allow(domain);
      audit("tunnel.allow", { name: domain });
      return reply(204, undefined);
    },
  }),
  route({
    ...changes,
    doc: "A 7.2.3",
    method: "delete",
    path: "/api/v1/tunnels/allow/{domain}",
    operationId: "disallowTunnel",
    summary:
      "Revokes the permission of a domain to carry data: it is blocked again for its clients",
    audit: ["tunnel.block"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { domain }, audit }, { tunnels }) {
      await tunnels.block(domain);
      audit("tunnel.block", { name: domain });
      return reply(204, undefined);
    },
  }),
  route({
    ...changes,
    doc: "A 7.2.3",
    method: "delete",
    path: "/api/v1/tunnels/{domain}",
    summary: "Forgets a domain: it is neither blocked nor allowed, and can be detected again",
    audit: ["tunnel.forget"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { domain }, audit }, { tunnels }) {
      await tunnels.forget(domain);
      audit("tunnel.forget", { name: domain });
      return reply(204, undefined);
    },
  }),
];

/**
 * A person needs the domain in order to decide, so for a private device the device is hidden
 * instead (A 7.1.5).
 */
function shown(
  { who, evidence, ...row }: StoredTunnel,
  blocks: boolean,
  askers: ClientDirectory,
): TunnelResponse {
  const known = who.startsWith("device:") ? Number(who.slice("device:".length)) : 0;
  const isPrivate = new NamePrivacy(askers).hides(known, row.last);
  const id = isPrivate ? 0 : known;
  return {
    domain: row.domain,
    client: known === 0 ? who : "",
    device_id: id,
    device: askers.device(id)?.label ?? "",
    private: isPrivate,
    blocked: blocks && !row.allowed,
    allowed: row.allowed,
    score: row.score,
    found: toSeconds(row.found),
    last: toSeconds(row.last),
    ...evidence,
    type: typeToText(evidence.type),
  };
}
