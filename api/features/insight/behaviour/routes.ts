/** Whether a device behaves: first contacts, countries, alerts, and a verdict in one word. */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { isDangerous } from "../../../../policy/catalogue/categories.ts";
import { companyOf } from "../../../../policy/catalogue/companies.ts";
import { findService } from "../../../../policy/catalogue/services.ts";
import { isBlocking } from "../../../../policy/model/list_effect.ts";
import type { Alerts, AlertSummary } from "../../../events/alerts.ts";
import { count, routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { DeviceService } from "../../household/devices/service.ts";
import type { ListService, ListState } from "../../protection/lists/service.ts";
import { asker, clientResponse } from "../client_response.ts";
import type { ClientDirectory } from "../client_directory.ts";
import type { Countries } from "../countries/service.ts";
import type { Journal } from "../journal/service.ts";
import { NamePrivacy } from "../name_privacy.ts";
import {
  type ContactedDomain,
  countriesOf,
  newCompanies,
  type Novelty,
  noveltyOf,
  SIGNS,
  verdictOf,
  VERDICTS,
} from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly journal: Pick<Journal, "contacts" | "isOn">;
  readonly alerts: Pick<Alerts, "summary">;
  readonly askers: ClientDirectory;
  readonly countries: Pick<Countries, "find" | "state">;
  readonly devices: Pick<DeviceService, "get">;
  readonly lists: Pick<ListService, "list">;
  readonly settings: Pick<SettingsService, "resolved">;
}

const route = routeFor<Needs>();

const DAY = 86_400_000;
const { days: DAYS, alertDays: ALERT_DAYS, shown: SHOWN } = LIMITS.behaviour;
/** Checks that may be off. */
const CHECKS = ["malicious", "lookalike", "rebinding", "tunnel", "remote", "beacons"] as const;

const country = z.string().describe("ISO 3166-1 alpha-2, such as FR");
const contact = z.object({
  domain: z.string(),
  first: seconds,
  last: seconds,
  count,
  countries: z.array(country).describe("Where the addresses of its answers are; empty = unknown"),
  service: z.string().describe(
    "The service, or else the company, that it belongs to, such as Netflix; empty = unknown",
  ),
}).meta({ id: "DeviceContact" });
const behaviour = z.object({
  ...asker.required({ device: true }).shape,
  verdict: z.enum(VERDICTS).describe(
    "look = unacknowledged alerts; unrecorded = its queries are not recorded; silent = no contact in these days; learning = not known long enough; changed = something is new for a device that always does the same; acknowledged = only alerts that were acknowledged; quiet = none of these",
  ),
  private: z.boolean().describe("Whether names and countries are hidden, as an adult wishes"),
  since: seconds.describe("Start of the days that are compared with those before"),
  known_since: seconds.describe("The oldest query of the device that was compared; 0 = none"),
  recorded: z.boolean().describe("Whether queries of devices are recorded"),
  comparable: z.boolean().describe("Whether the device is known long enough to say what is new"),
  contacts: count.describe("Domains that it contacted in these days"),
  new_contacts: count.describe("Domains that it contacted for the first time"),
  first_contacts: z.array(contact).describe("The newest of them; none where private"),
  new_companies: z.array(z.string()).describe(
    "Companies, such as Netflix, that it contacted for the first time; none where private",
  ),
  countries: z.array(z.object({ country, domains: count })).describe(
    "Countries where it contacted servers in these days; none where private",
  ),
  new_countries: z.array(country).describe(
    "The ones among them where it contacted no server before",
  ),
  country_data: z.object({
    state: z.enum(["ready", "off", "missing"]),
    built: seconds.describe("When the database was made; 0 = there is none"),
    source: z.string().describe("The host that it came from"),
  }),
  signs: z.array(z.object({
    kind: z.enum(SIGNS),
    count: count.describe("Alerts of 30 days, and older ones that are not acknowledged"),
    open: count.describe("Alerts that are not acknowledged"),
    last: seconds,
  })).describe("Alerts about the device, the most serious kind first"),
  unwatched: z.array(z.enum(CHECKS)).describe("Checks that are turned off or cannot work"),
}).meta({ id: "DeviceBehaviour" });

/** The response of GET /api/v1/devices/{id}/behaviour. */
export type BehaviourResponse = z.infer<typeof behaviour>;

/** GET /api/v1/devices/{id}/behaviour. */
export const behaviourRoutes = [
  route({
    doc: "A 4.4, 7.4, 7.12.2",
    method: "get",
    path: "/api/v1/devices/{id}/behaviour",
    summary: "Whether a device behaves: first contacts, countries and alerts about it",
    access: "reports.read",
    params: z.object({ id: wholeNumber(1).describe("Number of the device") }),
    database: "journal",
    answers: { 200: behaviour },
    refusals: ["not_found"],
    async handle({ params: { id }, principal }, services): Promise<BehaviourResponse> {
      const { runtime, journal, alerts, askers, countries, devices, lists, settings } = services;
      const { kind } = await devices.get(id);
      const now = runtime.now();
      const since = now - DAYS * DAY;
      const isRecorded = journal.isOn &&
        settings.resolved().values.anonymize_clients === "off";
      const [contacts, found, data, subscribed] = await Promise.all([
        journal.contacts(id),
        alerts.summary(id, SIGNS, now - ALERT_DAYS * DAY),
        countries.state(),
        lists.list(),
      ]);
      const pause = () => new Promise<void>((then) => void runtime.after(0, then));
      const novelty = await noveltyOf(contacts, since, pause);
      const countryOf = await countries.find(addressesOf(novelty));
      const places = placesOf(novelty, countryOf);
      const signs = signsOf(found);
      const privacy = NamePrivacy.of(askers, principal);
      // A domain of a time that is private stays hidden after an adult agreed.
      const visible = visibleOf(novelty, ({ first }) => !privacy.hides(id, first));
      const isHidden = novelty.recent.length > 0 && visible.recent.length === 0;
      const isPrivate = privacy.hides(id, Infinity) || isHidden;
      const shownPlaces = placesOf(visible, countryOf);
      const sumOf = (field: "count" | "open") => signs.reduce((sum, sign) => sum + sign[field], 0);
      const client = clientResponse(askers, id);
      return {
        ...client,
        device: client.device!,
        verdict: verdictOf({
          kind,
          isRecorded,
          isComparable: novelty.isComparable,
          recent: novelty.recent.length,
          fresh: novelty.fresh.length,
          newCountries: places.fresh.length,
          alerts: sumOf("count"),
          open: sumOf("open"),
        }),
        private: isPrivate,
        since: toSeconds(since),
        known_since: toSeconds(contacts.since),
        recorded: isRecorded,
        comparable: novelty.isComparable,
        contacts: novelty.recent.length,
        new_contacts: novelty.fresh.length,
        first_contacts: isPrivate
          ? []
          : visible.fresh.slice(0, SHOWN).map((domain) => shown(domain, countryOf)),
        new_companies: isPrivate ? [] : newCompanies(visible),
        countries: isPrivate ? [] : shownPlaces.recent,
        new_countries: isPrivate ? [] : shownPlaces.fresh,
        country_data: { state: data.state, built: toSeconds(data.built), source: data.host },
        signs,
        unwatched: unwatchedOf(settings, subscribed),
      };
    },
  }),
];

function addressesOf({ recent, before }: Novelty): Set<string> {
  return new Set([...recent, ...before].flatMap(({ addresses }) => addresses));
}

/** The contacts that may be shown. They are compared with all contacts before. */
function visibleOf(novelty: Novelty, isVisible: (domain: ContactedDomain) => boolean): Novelty {
  const { recent, fresh } = novelty;
  return { ...novelty, recent: recent.filter(isVisible), fresh: fresh.filter(isVisible) };
}

/** The countries of the contacts, and the new ones among them. */
function placesOf(
  { recent, before, isComparable }: Novelty,
  countryOf: ReadonlyMap<string, string>,
): { readonly recent: { country: string; domains: number }[]; readonly fresh: string[] } {
  const known = new Set(countriesOf(before, countryOf).map(({ country }) => country));
  const all = countriesOf(recent, countryOf);
  const fresh = all.map(({ country }) => country).filter((country) => !known.has(country));
  return { recent: all, fresh: isComparable ? fresh : [] };
}

function shown(
  { domain, first, last, count, addresses, service }: ContactedDomain,
  countryOf: ReadonlyMap<string, string>,
): BehaviourResponse["first_contacts"][number] {
  const countries = new Set(addresses.flatMap((address) => countryOf.get(address) ?? []));
  return {
    domain,
    first: toSeconds(first),
    last: toSeconds(last),
    count,
    countries: [...countries].sort(),
    service: findService(service)?.name ?? companyOf(domain),
  };
}

/** Alerts by kind, in the order of `SIGNS`. */
function signsOf(
  found: readonly AlertSummary<typeof SIGNS[number]>[],
): BehaviourResponse["signs"] {
  return found.toSorted((a, b) => SIGNS.indexOf(a.kind) - SIGNS.indexOf(b.kind))
    .map(({ last, ...rest }) => ({ ...rest, last: toSeconds(last) }));
}

/** Spyware and random names are always looked for. */
function unwatchedOf(
  settings: Needs["settings"],
  lists: readonly ListState[],
): BehaviourResponse["unwatched"] {
  const { values } = settings.resolved();
  const { filtering, lookalike, rebinding, remote_tools, tunnel_detection } = values;
  const isOn = {
    malicious: filtering && lists.some(namesDangers),
    lookalike: filtering && lookalike,
    rebinding: filtering && rebinding,
    tunnel: tunnel_detection !== "off",
    remote: remote_tools,
    beacons: values.beacons && values.lookalike_ask && values.cloud_url !== "",
  };
  return CHECKS.filter((check) => !isOn[check]);
}

/** Whether a list against malware or phishing blocks something. */
function namesDangers(list: ListState): boolean {
  const { inForce, counts = null } = list;
  return isDangerous(list) && isBlocking({ ...list, in_force: inForce, counts });
}
