/** Threats: switches, what was found, and the devices in quarantine (A 2.5, 4.5). */
import { z } from "@hono/zod-openapi";
import { SPYWARE_LIST } from "../../../../policy/catalogue/spyware_names.ts";
import { guardedNetworks } from "../../../../policy/decide/rebinding.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Alerts, StoredAlert } from "../../../events/alerts.ts";
import { hasQueriedName } from "../../../events/queried_name.ts";
import { DomainError } from "../../../schema/errors.ts";
import { personIdOf, type Principal } from "../../../http/principal.ts";
import { routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { domainSchema, filteringField } from "../../../http/shared_schemas.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { ClientDirectory } from "../../insight/client_directory.ts";
import { asker, clientResponse } from "../../insight/client_response.ts";
import { NamePrivacy } from "../../insight/name_privacy.ts";
import type { DeviceService } from "../../household/devices/service.ts";
import { allowedDomainRoutes } from "../allowed_domain_routes.ts";
import { changeChecks, type Checks } from "../check_switches.ts";
import {
  findContacts,
  findThreats,
  type SpywareContact,
  THREAT_KINDS,
  type ThreatKind,
} from "./found.ts";
import type { SeenContacts, SpywareSeen } from "./seen.ts";
import type { SpywareList, SpywareListState } from "./spyware_list.ts";

/** The services that these routes use. */
interface Needs {
  readonly alerts: Pick<Alerts, "page">;
  readonly askers: ClientDirectory;
  readonly devices: Pick<DeviceService, "quarantined">;
  readonly settings: SettingsService;
  readonly spywareList: Pick<SpywareList, "state" | "accept" | "undoAccept">;
  readonly spywareSeen: Pick<SpywareSeen, "of" | "mark">;
  readonly runtime: Pick<Runtime, "now" | "networks">;
}

const route = routeFor<Needs>();

const found = z.object({
  kind: z.enum(THREAT_KINDS),
  time: seconds.describe("Unix seconds of the first time"),
  last: seconds.describe("Unix seconds of the last time"),
  count: z.int().describe("How often it happened"),
  device_id: z.int().describe("0 = unknown"),
  name: z.string().describe("The domain, or the tool for remote access"),
  extra: z.string().describe(
    "What the kind adds: the address of a rebinding, the interval of a beacon in seconds, the address of an unknown device and the number of random names (`|12`), `blocked` for spyware that was blocked, the category of a dangerous name",
  ),
  blocked: z.boolean().describe(
    "Whether the box blocked it; false for kinds that are only reported",
  ),
  acknowledged: z.boolean().describe("Whether the alert about it is acknowledged"),
  private: z.boolean().describe(
    "Whether name and extra are left out: an adult sharing the device did not agree to detailed reports",
  ),
  ...asker.shape,
}).meta({ id: "FoundThreat" });

const rebinding = z.boolean().describe(
  "Whether public names that answer with an address of the home are blocked",
);
const spyware = z.boolean().describe("Whether the servers of commercial spyware are blocked");
const remote = z.boolean().describe("Whether programs for remote access are reported");
const beacons = z.boolean().describe(
  "Whether devices that contact a young and rare domain at regular intervals are reported",
);

const threats = z.object({
  filtering: filteringField,
  rebinding,
  rebinding_allowed: z.array(z.string()).readonly().describe(
    "Domains that may answer with an address of the home",
  ),
  networks: z.array(z.string()).describe("The private networks of the box that are protected"),
  spyware,
  spyware_domains: z.int().describe("Number of known servers of spyware"),
  remote,
  beacons,
  found: z.array(found).describe("What was found in the last 30 days, newest first"),
  quarantined: z.array(z.int()).describe("Numbers of the devices in quarantine"),
}).meta({ id: "Threats" });

const spywareList = z.object({
  name: z.string().describe("The name that its publisher gives it"),
  homepage: z.string(),
  licence: z.string(),
  domains: z.int().describe("Number of names in force"),
  downloaded: z.boolean().describe(
    "Whether a list was downloaded, which adds to the names that came with the box",
  ),
  refreshed: seconds.describe(
    "Unix seconds when the server last sent or confirmed them, 0 = never",
  ),
  checked: seconds.describe("Unix seconds when the box last looked for a new list, 0 = never"),
  failing: z.boolean().describe("Whether the last download failed, or its list was refused"),
  error: z.string().describe("Why the last download failed; empty = it did not"),
  held: z.int().describe("Number of names of a new list that waits for a decision; 0 = no list"),
  held_version: z.string().describe("Version of the list that waits; empty = no list"),
  undo_until: seconds.describe(
    "Unix seconds until which the acceptance of a list can be undone; 0 = it cannot",
  ),
}).meta({ id: "SpywareList" });

const notice = z.object({
  time: seconds.describe("Unix seconds of the first time"),
  last: seconds.describe("Unix seconds of the last time"),
  count: z.int().describe("How often it happened"),
  name: z.string().describe("The server of spyware"),
  blocked: z.boolean().describe("Whether the box blocked it the last time"),
  new: z.boolean().describe("Whether the account has not marked its last contact as seen"),
  ...asker.pick({ device: true }).shape,
}).meta({ id: "SpywareNotice" });
const notices = z.object({
  notices: z.array(notice).describe(
    "One for each device and server of the last 30 days, the last first",
  ),
  up_to: z.int().describe("Number of the newest notice; 0 = there is none"),
  until: seconds.describe("Unix seconds of the last contact; 0 = there is none"),
});

/** The response of GET /api/v1/threats/spyware. */
export type SpywareListResponse = z.infer<typeof spywareList>;
/** The response of GET /api/v1/me/spyware. */
export type SpywareNotices = z.infer<typeof notices>;
/** What was found, in responses. */
export type FoundThreat = z.infer<typeof found>;
/** The response of GET and PUT /api/v1/threats. */
export type ThreatsResponse = z.infer<typeof threats>;

const body = z.strictObject({
  rebinding: rebinding.optional(),
  rebinding_allowed: z.array(domainSchema).max(LIMITS.rebinding.allowed).optional()
    .describe("All domains that may answer with an address of the home; replaces those before"),
  spyware: spyware.optional(),
  remote: remote.optional(),
  beacons: beacons.optional(),
}).refine((changes) => Object.keys(changes).length > 0, "name at least one field to change");

const CHECKS: Checks = {
  switches: [
    { field: "rebinding", key: "rebinding", logged: { on: "rebinding.on", off: "rebinding.off" } },
    { field: "spyware", key: "spyware" },
    { field: "remote", key: "remote_tools" },
    { field: "beacons", key: "beacons" },
  ],
  allowed: {
    field: "rebinding_allowed",
    key: "rebinding_allowed",
    action: "rebinding.allowed",
    most: LIMITS.rebinding.allowed,
  },
};

/** GET and PUT /api/v1/threats, the domains that may lead home, and the list of spyware. */
export const threatRoutes = [
  route({
    doc: "A 4.5",
    method: "get",
    path: "/api/v1/threats",
    operationId: "getThreats",
    summary: "Threats: the switches, what was found in the last 30 days, devices in quarantine",
    access: "rules.read",
    database: "box",
    answers: { 200: threats },
    handle: ({ principal }, services) => shown(services, principal),
  }),
  route({
    doc: "A 4.5",
    method: "put",
    path: "/api/v1/threats",
    operationId: "updateThreats",
    summary: "Turns checks for threats on or off, or replaces the domains that may lead home",
    description: "The switches need the right to change settings",
    access: "rules.write",
    publishes: true,
    database: "box",
    audit: ["rebinding.on", "rebinding.off", "rebinding.allowed", "settings.change"],
    body,
    answers: { 200: threats },
    refusals: ["no_right", "bad_value", "setting_fixed"],
    async handle({ body: changes, principal, audit }, services) {
      await changeChecks(CHECKS, changes, { principal, audit }, services);
      return await shown(services, principal);
    },
  }),
  ...allowedDomainRoutes({
    path: "/api/v1/threats",
    checks: CHECKS,
    answer: threats,
    shown,
    names: { put: "allowRebinding", delete: "disallowRebinding" },
    domain: "Domain whose names are devices at home",
    summaries: {
      put: "Lets one domain answer with addresses of the home; the others stay as they are",
      delete: "No longer lets one domain answer with addresses of the home",
    },
  }),
  route({
    doc: "A 7.4.2",
    method: "get",
    path: "/api/v1/threats/spyware",
    operationId: "getSpywareList",
    summary: "The list of spyware servers: where it is from, and how fresh it is",
    access: "rules.read",
    answers: { 200: spywareList },
    handle: (_, { spywareList }) => listOf(spywareList.state()),
  }),
  route({
    doc: "A 7.4.2",
    method: "post",
    path: "/api/v1/threats/spyware/accept",
    operationId: "acceptSpywareList",
    summary: "Uses the new list of spyware servers that waits because it changed too much",
    access: "rules.write",
    publishes: true,
    audit: ["list.accept"],
    body: z.strictObject({
      version: z.string().min(1).max(64).describe("`held_version` of the list as shown"),
    }),
    answers: { 200: spywareList },
    refusals: ["conflict", "changed_meanwhile"],
    async handle({ body: { version }, audit }, { spywareList }) {
      await spywareList.accept(version);
      audit("list.accept", { list: SPYWARE_LIST.name });
      return listOf(spywareList.state());
    },
  }),
  route({
    doc: "A 7.4.2, docs/decisions/0155-list-of-spyware.md",
    method: "post",
    path: "/api/v1/threats/spyware/undo",
    operationId: "undoSpywareList",
    summary: "Returns to the list of spyware servers before the one that was accepted within a day",
    description: "The accepted list waits again, unless a newer one does",
    access: "rules.write",
    publishes: true,
    audit: ["list.return"],
    answers: { 200: spywareList },
    refusals: ["conflict"],
    async handle({ audit }, { spywareList }) {
      await spywareList.undoAccept();
      audit("list.return", { list: SPYWARE_LIST.name });
      return listOf(spywareList.state());
    },
  }),
  route({
    doc: "A 7.4.2",
    method: "get",
    path: "/api/v1/me/spyware",
    operationId: "getOwnSpyware",
    summary: "Spyware on the devices of the account's person; nobody else can hide it",
    access: "account",
    database: "box",
    answers: { 200: notices },
    async handle({ principal }, services) {
      const contacts = await ownContacts(principal, services);
      const seen = "account" in principal
        ? await services.spywareSeen.of(principal.account.id)
        : NOTHING_SEEN;
      const all = allOf(contacts);
      return {
        notices: contacts.map((contact) => noticeOf(contact, seen, services.askers)),
        up_to: all.upTo,
        until: toSeconds(all.until),
      };
    },
  }),
  route({
    doc: "A 7.4.2",
    method: "post",
    path: "/api/v1/me/spyware/seen",
    operationId: "markOwnSpywareSeen",
    summary: "Marks notices of spyware as seen by the own account; a later contact is new again",
    access: "session",
    database: "box",
    unaudited: "it only marks the notices of the own account as seen",
    body: z.strictObject({
      up_to: z.int().min(0).describe("`up_to` of the notices that were shown"),
      until: z.int().min(0).describe("`until` of the notices that were shown, in Unix seconds"),
    }),
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ principal, body }, services) {
      if (!("account" in principal)) throw new DomainError("not_found");
      // Never beyond what is there: contacts to come must be new.
      const all = allOf(await ownContacts(principal, services));
      const upTo = Math.min(body.up_to, all.upTo);
      const until = Math.min(body.until * 1000 + LAST_OF_SECOND, all.until);
      if (upTo > 0) await services.spywareSeen.mark(principal.account.id, { upTo, until });
      return undefined;
    },
  }),
];

/** The spyware on devices of the account's person. */
async function ownContacts(
  by: Principal,
  { alerts, runtime }: Needs,
): Promise<readonly SpywareContact[]> {
  const person = personIdOf(by);
  return person === 0 ? [] : await findContacts(alerts, runtime, person);
}

const NOTHING_SEEN: SeenContacts = { upTo: 0, until: 0 };
/** Milliseconds that the API leaves out of a time. */
const LAST_OF_SECOND = 999;

/** What an account has seen that has seen all of these contacts. */
function allOf(contacts: readonly SpywareContact[]): SeenContacts {
  return contacts.reduce(({ upTo, until }, { newest, last }) => ({
    upTo: Math.max(upTo, newest),
    until: Math.max(until, last),
  }), NOTHING_SEEN);
}

function listOf(state: SpywareListState): SpywareListResponse {
  const { url: _, ...about } = SPYWARE_LIST;
  return {
    ...about,
    domains: state.domains,
    downloaded: state.isDownloaded,
    refreshed: toSeconds(state.refreshed),
    checked: toSeconds(state.checked),
    failing: state.error !== "",
    error: state.error,
    held: state.held,
    held_version: state.heldVersion,
    undo_until: toSeconds(state.undoUntil),
  };
}

function noticeOf(
  { deviceId, time, last, count, name, blocked, newest }: SpywareContact,
  seen: SeenContacts,
  askers: ClientDirectory,
): SpywareNotices["notices"][number] {
  const { device } = clientResponse(askers, deviceId);
  return {
    time: toSeconds(time),
    last: toSeconds(last),
    count,
    name,
    blocked,
    // The number alone would miss a repeated contact, the time alone one after the clock was set back.
    new: newest > seen.upTo || last > seen.until,
    ...(device && { device }),
  };
}

async function shown(services: Needs, by: Principal): Promise<ThreatsResponse> {
  const { alerts, askers, devices, runtime, settings, spywareList } = services;
  const { values } = settings.resolved();
  const privacy = NamePrivacy.of(askers, by);
  const stored = await findThreats(alerts, runtime);
  return {
    filtering: values.filtering,
    rebinding: values.rebinding,
    rebinding_allowed: values.rebinding_allowed,
    networks: guardedNetworks(runtime.networks()),
    spyware: values.spyware,
    spyware_domains: spywareList.state().domains,
    remote: values.remote_tools,
    beacons: values.beacons,
    found: stored.map((alert) => threatOf(alert, askers, privacy)),
    quarantined: await devices.quarantined(),
  };
}

function threatOf(alert: StoredAlert, askers: ClientDirectory, privacy: NamePrivacy): FoundThreat {
  const { deviceId, time, last, count } = alert;
  const isPrivate = hasQueriedName(alert) && privacy.hides(deviceId, time);
  return {
    kind: alert.kind as ThreatKind,
    time: toSeconds(time),
    last: toSeconds(last),
    count,
    blocked: isBlocked(alert),
    acknowledged: alert.acknowledged > 0,
    device_id: deviceId,
    name: isPrivate ? "" : alert.name,
    extra: isPrivate ? "" : alert.detail,
    private: isPrivate,
    ...clientResponse(askers, deviceId),
  };
}

/** Whether a threat was blocked. The others are only reported. */
function isBlocked({ kind, detail }: StoredAlert): boolean {
  if (kind === "spyware") return detail === "blocked";
  return kind === "rebinding" || kind === "malicious";
}
