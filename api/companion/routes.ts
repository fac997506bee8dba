/** The routes of the online service, each declared once. */
import { z } from "zod";
import { LIMITS } from "../../policy/limits.ts";
import { registrableDomain } from "../../policy/lookalikes/registrable.ts";
import { ProviderBusyError } from "./breaches/provider.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import type { Names } from "./names.ts";
import { CompanionError } from "./refusal.ts";
import { type CompanionRoute, companionRoute, type CompanionServices } from "./route.ts";
import { telemetrySignal } from "./telemetry.ts";

const nameRequest = z.strictObject({
  /** The box accepts another name than it had. */
  new_name: z.literal(true).optional(),
});
const givenName = z.strictObject({ name: z.string(), dns_domain: z.string() });
const challengeValue = z.string().regex(
  /^[A-Za-z0-9_-]{43}$/,
  "the 43 characters of a DNS-01 value are wanted",
);
const challengeValues = z.strictObject({
  values: z.array(challengeValue).min(1).max(COMPANION_LIMITS.challenge.values)
    .refine((values) => new Set(values).size === values.length, "each value may stand there once"),
});
const ageRequest = z.strictObject({
  domain: z.string().max(253).regex(/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/),
});
/** Unix seconds; 0 = unknown. */
const ageAnswer = z.strictObject({ created: z.int() });
const rangeRequest = z.strictObject({
  // A message of our own, which does not repeat the prefix.
  prefix: z.string().regex(/^[0-9A-F]{6}$/, "six hexadecimal digits in capitals are wanted"),
});
const rangeAnswer = z.strictObject({
  suffixes: z.array(z.strictObject({ suffix: z.string(), breaches: z.array(z.string()) })),
});
const health = z.strictObject({ ok: z.boolean(), database: z.boolean(), dns: z.boolean() });

/** The health, which every listener serves. */
export const HEALTH_ROUTE: CompanionRoute = companionRoute({
  doc: "docs/requirements.md#operation",
  method: "GET",
  path: "/healthz",
  summary: "Whether database and DNS work",
  signed: false,
  answers: { 200: health, 503: health },
  refusals: [],
  async handle(_, services) {
    const { database, dns } = await services.health();
    const ok = database && dns;
    return { status: ok ? 200 : 503, body: { ok, database, dns } };
  },
});

/** Every route for boxes. */
export const COMPANION_ROUTES: readonly CompanionRoute[] = [
  companionRoute({
    doc: "A 2.7",
    method: "POST",
    path: "/v1/names",
    summary: "Gives the calling box its name, the same one until the operator releases it",
    signed: true,
    body: nameRequest,
    answers: { 201: givenName, 200: givenName },
    refusals: ["too_many", "name_released", "names_exhausted"],
    async handle({ signer, key, network, body }, { names, copies, dnsDomain, limits }) {
      const known = await names.find(key);
      if (known !== undefined) return { status: 200, body: { name: known, dns_domain: dnsDomain } };
      if (body.new_name !== true) await refuseReleased(key, names);
      admit(
        limits.take("names-per-network", network),
        "Too many names were given to this network; try again later",
      );
      if (!limits.admitsName(await names.count())) {
        throw new CompanionError("names_exhausted", "This service assigns no more names", {
          "retry-after": "3600",
        });
      }
      const name = await names.give(key);
      await copies.note(signer);
      return { status: 201, body: { name, dns_domain: dnsDomain } };
    },
  }),
  companionRoute({
    doc: "A 2.7",
    method: "GET",
    path: "/v1/names/own",
    summary: "The name of the calling box",
    signed: true,
    answers: { 200: givenName },
    refusals: ["no_name", "name_released"],
    async handle({ key }, services) {
      return {
        status: 200,
        body: { name: await nameOf(key, services), dns_domain: services.dnsDomain },
      };
    },
  }),
  companionRoute({
    doc: "A 2.7",
    method: "PUT",
    path: "/v1/names/own/challenge",
    summary:
      "Replaces the DNS-01 record of the calling box's name; the record expires after an hour",
    signed: true,
    body: challengeValues,
    answers: { 200: challengeValues },
    refusals: ["no_name", "name_released"],
    async handle({ key, body: { values } }, services) {
      await services.names.setChallenge(await nameOf(key, services), values);
      return { status: 200, body: { values } };
    },
  }),
  companionRoute({
    doc: "A 2.7",
    method: "DELETE",
    path: "/v1/names/own/challenge",
    summary: "Removes the DNS-01 record of the calling box's name",
    signed: true,
    answers: { 204: null },
    refusals: ["no_name", "name_released"],
    async handle({ key }, services) {
      await services.names.setChallenge(await nameOf(key, services), []);
      return { status: 204 };
    },
  }),
  companionRoute({
    doc: "docs/requirements.md#backups",
    method: "DELETE",
    path: "/v1/instances/own",
    summary: "Ends the notice of a copy, because the calling box uses another key from now on",
    signed: true,
    answers: { 204: null },
    refusals: [],
    async handle({ signer }, { copies }) {
      await copies.leave(signer);
      return { status: 204 };
    },
  }),
  companionRoute({
    doc: "docs/requirements.md#backups",
    method: "GET",
    path: "/v1/instances/own",
    summary: "Changes nothing; the header box-copies says whether another box uses the key",
    signed: true,
    answers: { 204: null },
    refusals: [],
    handle: () => Promise.resolve({ status: 204 }),
  }),
  companionRoute({
    doc: "A 7.5.5",
    method: "POST",
    path: "/v1/domains/age",
    summary: "When a domain was registered, as its registry says by RDAP",
    signed: true,
    body: ageRequest,
    answers: { 200: ageAnswer },
    refusals: ["bad_request", "too_many", "not_configured"],
    async handle({ key, body: { domain } }, { ages, limits }) {
      if (registrableDomain(domain) !== domain) {
        throw new CompanionError("bad_request", "This is no registrable domain in lower case");
      }
      if (!ages.isConfigured) {
        throw new CompanionError("not_configured", "This service does not know ages of domains");
      }
      admit(
        limits.take("ages-per-box", key),
        "This box asked for too many ages; try again later",
      );
      return { status: 200, body: { created: await ages.find(domain) } };
    },
  }),
  companionRoute({
    doc: "A 4.1",
    method: "POST",
    path: "/v1/breaches/range",
    summary: "The breached addresses whose hash begins with six hexadecimal digits",
    signed: true,
    body: rangeRequest,
    answers: { 200: rangeAnswer },
    refusals: [
      "bad_request",
      "not_configured",
      "prefixes_used",
      "provider_busy",
      "provider_failed",
    ],
    async handle({ key, home, body: { prefix } }, { breaches, limits }) {
      if (!breaches.isConfigured) {
        // A 4.1 prescribes this text.
        throw new CompanionError("not_configured", "not configured");
      }
      takePrefix({ key, home }, limits);
      try {
        return { status: 200, body: { suffixes: await breaches.find(prefix) } };
      } catch (error) {
        limits.uncount("prefixes-per-box", key);
        limits.uncount("prefixes-per-home", home);
        throw providerRefusal(error);
      }
    },
  }),
  companionRoute({
    doc: "A 7.12.3",
    method: "POST",
    path: "/v1/telemetry",
    summary: "Takes the anonymous daily signal of a box and counts it",
    signed: false,
    body: telemetrySignal,
    answers: { 204: null },
    refusals: ["bad_request", "too_many"],
    async handle({ body, network, userAgent }, { telemetry, limits }) {
      if (userAgent !== `Box/${body.version}`) {
        throw new CompanionError(
          "bad_request",
          "The User-Agent must be Box/ and the version of the signal",
        );
      }
      admit(
        limits.take("signals-per-network", network),
        "Too many signals came from this network; try again later",
      );
      await telemetry.take(body);
      return { status: 204 };
    },
  }),
  HEALTH_ROUTE,
];

/** Counts a prefix for a box and its home; throws when one has reached its daily limit. */
function takePrefix(
  { key, home }: { readonly key: string; readonly home: string },
  limits: CompanionServices["limits"],
): void {
  const ofBox = limits.take("prefixes-per-box", key);
  const ofHome = ofBox > 0 ? 0 : limits.take("prefixes-per-home", home);
  if (ofHome > 0) limits.uncount("prefixes-per-box", key);
  const wait = Math.max(ofBox, ofHome);
  if (wait === 0) return;
  const { retryFirst, retryLast } = LIMITS.breaches;
  const delay = Math.min(retryLast, Math.max(retryFirst, wait));
  const message = "Too many checks today; try again later";
  throw new CompanionError("prefixes_used", message, { "retry-after": String(delay) });
}

/** The refusal for a failure of the provider; BreachRanges has logged the failure. */
function providerRefusal(error: unknown): CompanionError {
  if (error instanceof ProviderBusyError) {
    return new CompanionError("provider_busy", "The provider of breaches is busy", {
      "retry-after": String(error.delay),
    });
  }
  return new CompanionError("provider_failed", "The provider of breaches does not work now");
}

async function nameOf(key: string, { names }: CompanionServices): Promise<string> {
  const name = await names.find(key);
  if (name !== undefined) return name;
  await refuseReleased(key, names);
  throw new CompanionError("no_name", "This box has no name yet: ask for one first");
}

/** Refuses a box whose name the operator released, until it accepts another one. */
async function refuseReleased(key: string, names: Names): Promise<void> {
  const name = await names.released(key);
  if (name === undefined) return;
  throw new CompanionError(
    "name_released",
    `The operator of the service released the name ${name} of this box`,
  );
}

function admit(wait: number, message: string): void {
  if (wait > 0) throw new CompanionError("too_many", message, { "retry-after": String(wait) });
}
