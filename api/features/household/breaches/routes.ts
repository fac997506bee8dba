/** The breach watch in the API: addresses, checks by hand, and `/me/breaches` (A 2.1, 4.1). */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Principal } from "../../../http/principal.ts";
import { recordId, reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { AddressView, BreachOverview, BreachWatch } from "./service.ts";
import { CHECK_STATES, type CheckState } from "./table.ts";

/** The services that these routes use. */
interface Needs {
  readonly breaches: Pick<BreachWatch, "overview" | "add" | "remove" | "checkNow">;
}

const route = routeFor<Needs>();

const breach = z.object({
  name: z.string().describe("Name of the breach, at most 128 characters"),
  found: z.string().describe("The day on which the box saw it, YYYY-MM-DD"),
}).meta({ id: "Breach" });
const address = z.object({
  id: z.int(),
  address: z.string().describe("As it was typed"),
  person_id: z.int().describe("The person it belongs to, 0 = nobody"),
  person_name: z.string(),
  created: seconds,
  checked: seconds.describe("Unix seconds of the last check, 0 = never"),
  manual: seconds.describe("Unix seconds of the last check by hand, 0 = never"),
  next_manual: seconds.describe("When it may be checked by hand again, 0 = now"),
  breaches: z.array(breach).readonly().describe("The newest first, at most 200"),
  mine: z.boolean().describe("Whether it belongs to the person of the account"),
}).meta({ id: "BreachAddress" });
const state = z.object({
  status: z.enum(CHECK_STATES).describe("`none` = nothing was checked yet"),
  at: seconds.describe("Unix seconds of the last attempt, 0 = never"),
  last_ok: seconds.describe("Unix seconds of the last answer of the online service, 0 = never"),
  last_full: seconds.describe("Unix seconds when no address was left to check, 0 = never"),
  retry_at: seconds.describe("Unix seconds when a failed check is tried again, 0 = none failed"),
  failures: z.int().describe("Attempts in a row without an answer that could be used"),
}).meta({ id: "BreachCheckState" });
const list = z.object({
  addresses: z.array(address).readonly(),
  max: z.int().describe("How many addresses can be watched"),
  state,
  next: seconds.describe("Unix seconds of the next regular check"),
  allowed: z.boolean().describe("Whether the terms of use in force are accepted"),
  service: z.boolean().describe("Whether an online service is configured"),
}).meta({ id: "BreachWatch" });
const checked = address.extend({ state }).meta({ id: "CheckedBreachAddress" });

/** A watched address in responses. */
export type BreachAddressResponse = z.infer<typeof address>;
/** The response of GET /api/v1/breaches and GET /api/v1/me/breaches. */
export type BreachesResponse = z.infer<typeof list>;
/** The response of POST /api/v1/breaches/{id}/check. */
export type CheckedBreachAddress = z.infer<typeof checked>;

const params = z.object({ id: recordId });
const writes = { access: "household.write", database: "box" } as const;

/**
 * GET and POST /api/v1/breaches, DELETE /api/v1/breaches/{id}, POST /api/v1/breaches/{id}/check,
 * and GET /api/v1/me/breaches.
 */
export const breachRoutes = [
  route({
    doc: "A 4.1",
    method: "get",
    path: "/api/v1/breaches",
    summary: "The addresses that are watched for data breaches, and how the checks go",
    access: "household.read",
    database: "box",
    answers: { 200: list },
    handle: async ({ principal }, { breaches }) => shown(await breaches.overview(), principal),
  }),
  route({
    ...writes,
    doc: "A 4.1",
    method: "post",
    path: "/api/v1/breaches",
    operationId: "createBreachAddress",
    summary: "Watches an e-mail address; it is checked within two minutes",
    plan: { name: "subscription" },
    audit: ["breach.address.add"],
    body: z.strictObject({
      address: z.string().min(1).max(2 * LIMITS.breaches.addressCharacters).describe(
        "An e-mail address, at most 254 characters",
      ),
      person_id: z.int().min(0).optional().describe("The person it belongs to, 0 = nobody"),
    }),
    answers: { 201: address },
    refusals: [
      "breach_address_invalid",
      "breach_person_gone",
      "breach_address_known",
      "breach_addresses_full",
    ],
    async handle({ body: { address, person_id = 0 }, principal, audit }, { breaches }) {
      const view = await breaches.add(address, person_id);
      const { personName: person } = view;
      audit("breach.address.add", { address, ...(person === "" ? {} : { person }) });
      return shownAddress(view, principal);
    },
  }),
  route({
    ...writes,
    doc: "A 4.1",
    method: "delete",
    path: "/api/v1/breaches/{id}",
    operationId: "deleteBreachAddress",
    summary: "Stops watching an address, and removes its breaches and alerts",
    audit: ["breach.address.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["breach_address_gone"],
    async handle({ params: { id }, audit }, { breaches }) {
      audit("breach.address.remove", { address: await breaches.remove(id) });
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 4.1",
    method: "post",
    path: "/api/v1/breaches/{id}/check",
    operationId: "checkBreachAddress",
    summary: "Checks an address now: once a day each, and any two half a minute apart",
    description: "A refusal with `checked_recently` has `next`: Unix seconds from which it works",
    audit: ["breach.check"],
    params,
    answers: { 200: checked },
    refusals: [
      "breach_address_gone",
      "breach_primary_checks",
      "check_running",
      "terms_first",
      "checked_recently",
    ],
    async handle({ params: { id }, principal, audit }, { breaches }) {
      const { view, state } = await breaches.checkNow(id);
      audit("breach.check", { address: view.address, state: state.status });
      return { ...shownAddress(view, principal), state: shownState(state) };
    },
  }),
  route({
    doc: "A 4.1",
    method: "get",
    path: "/api/v1/me/breaches",
    summary: "The watched addresses of the person of the own account",
    access: "account",
    database: "box",
    answers: { 200: list },
    async handle({ principal }, { breaches }) {
      // No person has the id -1: an account without a person has no addresses.
      return shown(await breaches.overview(personOf(principal) || -1), principal);
    },
  }),
];

/** The person of the account; 0 = none. */
function personOf(by: Principal): number {
  return by.kind === "session" || by.kind === "token" ? by.account.personId : 0;
}

function shown(overview: BreachOverview, by: Principal): BreachesResponse {
  const { addresses, state, next, allowed, hasService } = overview;
  return {
    addresses: addresses.map((each) => shownAddress(each, by)),
    max: LIMITS.breaches.addresses,
    state: shownState(state),
    next: toSeconds(next),
    allowed,
    service: hasService,
  };
}

function shownState(state: CheckState): BreachesResponse["state"] {
  const { status, at, lastOk, lastFull, retryAt, failures } = state;
  return {
    status,
    at: toSeconds(at),
    last_ok: toSeconds(lastOk),
    last_full: toSeconds(lastFull),
    retry_at: toSeconds(retryAt),
    failures,
  };
}

function shownAddress(view: AddressView, by: Principal): BreachAddressResponse {
  const { id, address, personId, personName, created, checked, manual, nextManual } = view;
  return {
    id,
    address,
    person_id: personId,
    person_name: personName,
    created: toSeconds(created),
    checked: toSeconds(checked),
    manual: toSeconds(manual),
    next_manual: toSeconds(nextManual),
    breaches: view.breaches,
    mine: personId !== 0 && personId === personOf(by),
  };
}
