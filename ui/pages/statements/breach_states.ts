/** The states of the breach watch, of the own addresses, and of the password test. */
import type {
  BreachAddressResponse,
  BreachesResponse,
  CheckedBreachAddress,
} from "../../../api/features/household/breaches/routes.ts";
import { type Answers, NOW, type PageStates, type State } from "./state.ts";

const HOUR = 3600;

function address(over: Partial<BreachAddressResponse> = {}): BreachAddressResponse {
  return {
    id: 1,
    address: "Emma@example.com",
    person_id: 1,
    person_name: "Emma",
    created: NOW - 24 * HOUR,
    checked: NOW - HOUR,
    manual: 0,
    next_manual: 0,
    breaches: [],
    mine: false,
    ...over,
  };
}

const FOUND = address({ breaches: [{ name: "Adobe", found: "2026-11-20" }] });
const NEW = address({
  id: 2,
  address: "noah@example.com",
  person_id: 0,
  person_name: "",
  checked: 0,
});
const TWENTY = Array.from(
  { length: 20 },
  (_, id) => address({ id, address: `a${id}@example.com`, person_name: "" }),
);

function watch(
  addresses: readonly BreachAddressResponse[],
  state: Partial<BreachesResponse["state"]> = {},
  over: Partial<BreachesResponse> = {},
): BreachesResponse {
  const well = { status: "ok", at: NOW, last_ok: NOW, last_full: NOW, retry_at: 0, failures: 0 };
  return {
    addresses,
    max: 20,
    state: { ...well, ...state } as BreachesResponse["state"],
    next: NOW + 48 * HOUR,
    allowed: true,
    service: true,
    ...over,
  };
}

function watched(...given: Parameters<typeof watch>): Answers {
  const person = { id: 1, name: "Emma" };
  return { "/api/v1/breaches": watch(...given), "/api/v1/people": { people: [person] } };
}

const checkedNow = (
  over: Partial<BreachAddressResponse>,
  status: BreachesResponse["state"]["status"],
): CheckedBreachAddress => ({ ...address(over), state: watch([], { status }).state });

const own = (...given: Parameters<typeof watch>): Answers => ({
  "/api/v1/me/breaches": watch(...given),
});

/** Each state in which checks do not work, as a member sees it (A 3.3). */
function failures(): Record<string, State> {
  const sentences = {
    not_configured: /The online service doesn’t offer breach checks yet\./,
    limit: /Too many checks today\./,
    busy: /The online service is busy\./,
    unreachable: /The online service can’t be reached\./,
    error: /The last check didn’t work\./,
  } as const;
  return Object.fromEntries(
    Object.entries(sentences).map(([status, sentence]) => [status, {
      answers: own([FOUND], {
        status: status as keyof typeof sentences,
        retry_at: NOW + HOUR,
        failures: 1,
      }),
      rights: [],
      lead: /^1 address was found in a data breach\.$/,
      says: new RegExp(`${sentence.source} The box tries again on Nov 21, 2026`),
      never: /Check now|Remove|regular check/,
    }]),
  );
}

/** The states. */
export const BREACH_STATES: PageStates = {
  "/breaches": {
    "no address": {
      answers: watched([]),
      lead: /^No e-mail address is being watched yet\.$/,
      says: /Add an address, and the box looks .*Whose address is it/,
      never: /regular check|Check now|terms of use/,
    },
    "no address, and terms that are not accepted": {
      answers: watched([], { status: "none" }, { allowed: false }),
      lead: /^No e-mail address is being watched yet\.$/,
      says: /Nothing is checked until the current terms of use are accepted\. Read and accept/,
    },
    "no address, and no online service": {
      answers: watched([], { status: "none" }, { service: false }),
      lead: /^No e-mail address is being watched yet\.$/,
      says: /This box has no online service, so it can’t check addresses\. Change .*Add an address/,
    },
    "none was found": {
      answers: watched([address(), address({ id: 2, address: "b@example.com" })]),
      lead: /^None of your 2 addresses was in a known data breach when last checked\.$/,
      says: /next regular check is on Nov 23, 2026.*No breach Emma · Checked 1 hour ago Check now/,
      never: /tries again|not checked/i,
    },
    "one was found": {
      answers: watched([FOUND, NEW]),
      lead: /^1 address was found in a data breach\.$/,
      says: /1 breach Emma .*Adobe · found on Nov 20, 2026/,
      never: /No breach/,
    },
    "found, with terms that are not accepted": {
      answers: watched([FOUND], {}, { allowed: false }),
      lead: /^1 address was found/,
      says: /Nothing is checked until the current terms .*Read and accept the terms/,
      never: /Check now|regular check/,
    },
    "not all are checked": {
      answers: watched([address(), NEW]),
      lead: /^No breach so far; 1 address hasn’t been checked yet\.$/,
      says: /noah@example\.com Not checked yet: the box does it within two minutes/,
    },
    "nothing was checked": {
      answers: watched([NEW], { status: "none" }),
      lead: /^Your addresses haven’t been checked yet\.$/,
      says: /within two minutes/,
      never: /No breach/,
    },
    "the terms are not accepted": {
      answers: watched([NEW], { status: "none" }, { allowed: false }),
      lead: /^Nothing is checked until the current terms of use are accepted\.$/,
      says: /Not checked yet Remove/,
      never: /two minutes|Check now/,
    },
    "the terms are not accepted, and cannot be by this account": {
      answers: watched([NEW], { status: "none" }, { allowed: false }),
      rights: ["household.read", "household.write"],
      never: /Read and accept/,
    },
    "no online service": {
      answers: watched([NEW], { status: "not_configured" }, { service: false }),
      says: /This box has no online service.*Not checked yet Remove/,
      never: /two minutes|Check now|tries again|regular check/,
    },
    "an online service without checks": {
      answers: watched([NEW], { status: "not_configured", retry_at: NOW + HOUR }),
      says: /doesn’t offer breach checks yet\. The box tries again on Nov 21, 2026, 09:30/,
      never: /two minutes/,
    },
    "too many checks today": {
      answers: watched([address()], { status: "limit", retry_at: NOW + HOUR }),
      says: /Too many checks today\. The box tries again on/,
      never: /Check now|used them up/,
    },
    "the weekly check left none for Check now": {
      answers: watched(TWENTY, { status: "limit", retry_at: NOW + HOUR }),
      says:
        /weekly check of 20 addresses used them up, so none is left for “Check now”\. The box tries again.*20 addresses are watched, which is the most/,
      never: /a0@example\.com No breach Checked 1 hour ago Check now|E-mail address/,
    },
    "too many checks today, not by the weekly check": {
      answers: watched(TWENTY, { status: "limit", retry_at: NOW + 24 * HOUR }),
      says: /Too many checks today\. The box tries again on/,
      never: /used them up/,
    },
    "busy": {
      answers: watched([NEW], { status: "busy", retry_at: NOW + HOUR }),
      says: /The online service is busy\. The box tries again on .*Not checked yet Check now/,
    },
    "not reached, and tried again now": {
      answers: watched([NEW], { status: "unreachable", retry_at: NOW - 5, failures: 2 }),
      says: /can’t be reached\. The box tries again within a minute or two/,
    },
    "failed by hand, with nothing to try again": {
      answers: watched([address()], { status: "error", retry_at: 0, failures: 1 }),
      says: /The last check didn’t work\. The next regular check is on/,
      never: /tries again/,
    },
    "failed by hand before the first check of a new address": {
      answers: watched([address(), NEW], { status: "unreachable", retry_at: 0, failures: 1 }),
      says: /can’t be reached\. The box tries again within a minute or two\./,
      never: /regular check/,
    },
    "checked by hand today": {
      answers: watched([address({ manual: NOW, next_manual: NOW + 24 * HOUR })]),
      says: /You can check it again on Nov 22, 2026, 08:30/,
    },
    "as many breaches as are kept": {
      answers: watched([
        address({
          breaches: Array.from({ length: 200 }, (_, i) => ({ name: `S${i}`, found: "2026-11-20" })),
        }),
      ]),
      says: /200 breaches .*Only the first 200 are kept/,
    },
    "for reading": {
      answers: watched([FOUND]),
      rights: ["household.read"],
      never: /Check now Emma|Check now Remove|Remove|Watch an address/,
    },
    "an address that is none": {
      answers: watched([]),
      shown: { failed: { code: "breach_address_invalid", error: "", values: {} } },
      says: /This is not an e-mail address/,
    },
    "an address that is watched already": {
      answers: watched([address()]),
      shown: { failed: { code: "breach_address_known", error: "", values: {} } },
      says: /This address is being watched already/,
    },
    "added with a person who was removed": {
      answers: watched([]),
      shown: { failed: { code: "breach_person_gone", error: "", values: {} } },
      says: /This person was removed meanwhile; choose another one/,
    },
    "added beside the twentieth": {
      answers: watched([address()]),
      shown: { failed: { code: "breach_addresses_full", error: "", values: {} } },
      says: /The box cannot watch any more addresses; remove one first/,
    },
    "checked on the other box of a pair": {
      answers: watched([address()]),
      shown: { failed: { code: "breach_primary_checks", error: "", values: {} } },
      says: /The main box of this pair checks the addresses/,
    },
    "an address that was removed meanwhile": {
      answers: watched([]),
      shown: { failed: { code: "breach_address_gone", error: "", values: {} } },
      says: /This address is not watched any more/,
    },
    "checked now, without a breach": {
      answers: watched([address()]),
      shown: { result: checkedNow({}, "ok") },
      says: /Emma@example\.com was checked: no known breach\./,
    },
    "checked now, with a breach": {
      answers: watched([FOUND]),
      shown: { result: checkedNow({ breaches: FOUND.breaches }, "ok") },
      says: /Emma@example\.com was checked: it’s in 1 breach\./,
    },
    "not checked now": {
      answers: watched([address()], { status: "unreachable" }),
      shown: { result: checkedNow({}, "unreachable") },
      says: /Emma@example\.com wasn’t checked\..*can’t be reached/,
      never: /was checked/,
    },
  },
  "/me/breaches": {
    "none of one's own": {
      answers: own([]),
      rights: [],
      lead: /^No address of yours is being watched\.$/,
      says: /An administrator of the box can add your e-mail address/,
      never: /Add an address/,
    },
    "found": {
      answers: own([FOUND]),
      rights: [],
      lead: /^1 address was found in a data breach\.$/,
      says: /Adobe .*Change the password at that site/,
      never: /Check now|Remove|accept the terms/,
    },
    "none was found": {
      answers: own([address()]),
      rights: [],
      lead: /^Your address wasn’t in any known data breach when last checked\.$/,
      says: /next regular check is on Nov 23, 2026/,
      never: /tries again|Check now/,
    },
    ...failures(),
    "without an online service": {
      answers: own([NEW], { status: "none" }, { service: false }),
      rights: [],
      says: /This box has no online service, so it can’t check addresses\./,
      never: /addresses\. Change|tries again/,
    },
    "waiting for the terms": {
      answers: own([NEW], { status: "none" }, { allowed: false }),
      rights: [],
      lead: /^Nothing is checked until the current terms of use are accepted/,
      never: /Read and accept/,
    },
  },
  "/password-test": {
    "on": {
      answers: { "/api/v1/pwned-range/state": { state: "on" } },
      lead: /^See whether a password is in a known data breach\. It never leaves this browser\.$/,
      says: /Password to test/,
    },
    "off": {
      answers: { "/api/v1/pwned-range/state": { state: "off" } },
      lead: /^The password test is turned off on this box\.$/,
      never: /Password to test|hash/,
    },
    "off, for who may not change it": {
      answers: { "/api/v1/pwned-range/state": { state: "off" } },
      rights: [],
      never: /Password to test|Change/,
    },
    "without a provider": {
      answers: { "/api/v1/pwned-range/state": { state: "no_provider" } },
      lead: /^The password test has no provider of leaked passwords\.$/,
      says: /Add one in the settings/,
      never: /Password to test/,
    },
  },
};
