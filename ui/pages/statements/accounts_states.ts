/** The states of accounts. */
import { DAY, SPYWARE_NOTICES } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

function invitation(state: string) {
  return { state, created: NOW, created_by: "anna", expires: NOW + DAY };
}

function accounts(...over: readonly Record<string, unknown>[]): Answers {
  const one = {
    name: "anna",
    kind: "administrator",
    role: "full",
    language: "",
    email: "",
    person_id: 0,
    rights: [],
    disabled: false,
    setup: false,
    factors: [],
    sessions: 0,
    created: NOW,
    changed: NOW,
    changed_by: "",
    last_sign_in: 0,
    last_address: "",
    invitation: invitation("none"),
  };
  return { "/api/v1/accounts": { accounts: over.map((each, id) => ({ ...one, id, ...each })) } };
}

function oneAccount(
  over: Readonly<Record<string, unknown>>,
  ...others: readonly Record<string, unknown>[]
): Answers {
  return { ...accounts({ id: 1, ...over }, ...others), "/api/v1/people": { people: [] } };
}

const ACCOUNT = { id: "1" };

function people(...names: readonly string[]): Answers {
  const all = names.map((name, at) => ({ id: at + 1, name, profile: "adult" }));
  return { "/api/v1/people": { people: all } };
}

const FACTORS = { required: false, totp_since: 0, passkeys: 0, recovery_codes: 0 };
const SESSION = { id: 1, current: true, user_agent: "Firefox Linux", address: "", seen: NOW };
const TOKEN = { id: 1, name: "Script", rights: [], expires: 0, expired: false, last_use: 0 };

interface Own {
  readonly factors?: Partial<typeof FACTORS>;
  readonly token?: Partial<typeof TOKEN>;
  readonly household?: unknown;
}

function own({ factors, token, household }: Own): Answers {
  const [account] = (accounts({})["/api/v1/accounts"] as { accounts: unknown[] }).accounts;
  return {
    "/api/v1/me": account,
    "/api/v1/me/factors": { ...FACTORS, passkeys_refused: "", ...factors },
    "/api/v1/me/passkeys": { passkeys: [] },
    "/api/v1/me/sessions": { sessions: [SESSION] },
    "/api/v1/me/spyware": { notices: [], up_to: 0, until: 0 },
    "/api/v1/tokens": { tokens: token === undefined ? [] : [{ ...TOKEN, ...token }] },
    ...household === undefined ? {} : { "/api/v1/me/household": household },
  };
}

/** The states of accounts. */
export const ACCOUNTS_STATES: PageStates = {
  "/accounts": {
    "one, with a password alone": { answers: accounts({}), lead: /^1 account can sign in\.$/ },
    "one of two has a second factor": {
      answers: accounts({}, { factors: ["totp"] }),
      lead: /^1 account can sign in with a password alone\.$/,
    },
    "one is invited, one accepted": {
      answers: accounts(
        { invitation: invitation("accepted") },
        { name: "emma", invitation: invitation("invited") },
      ),
      lead: /^1 account can sign in\.$/,
      says: /[Ii]nvited/,
    },
    "one is turned off": { answers: accounts({}, { disabled: true }), lead: /^1 account can sign/ },
  },
  "/accounts/{id}": {
    "never signed in": {
      answers: oneAccount({}),
      params: ACCOUNT,
      lead: /^Everything, has never signed in\.$/,
      says: /the only account that may do everything/,
    },
    "signed in, and not the only one": {
      answers: oneAccount({ last_sign_in: NOW - 3600 }, { id: 2, name: "ben" }),
      params: ACCOUNT,
      lead: /^Everything, last signed in 1 hour ago\.$/,
      never: /the only account/,
    },
    "another may do everything once its person accepts": {
      answers: oneAccount({}, { id: 2, name: "ben", invitation: invitation("invited") }),
      params: ACCOUNT,
      says: /the only account that may do everything/,
    },
    "another may do everything, and is turned off": {
      answers: oneAccount({}, { id: 2, name: "ben", disabled: true }),
      params: ACCOUNT,
      says: /the only account that may do everything/,
    },
    "turned off": {
      answers: oneAccount({ disabled: true }, { id: 2, name: "ben" }),
      params: ACCOUNT,
      lead: /has never signed in\. cannot sign in$/,
      never: /the only account/,
    },
    "invited": {
      answers: oneAccount({ invitation: invitation("invited") }, { id: 2, name: "ben" }),
      params: ACCOUNT,
      lead: /invited until Nov 22, 2026/,
    },
    "the invitation ended": {
      answers: oneAccount({ invitation: invitation("expired") }, { id: 2, name: "ben" }),
      params: ACCOUNT,
      lead: /invitation expired$/,
      never: /invited until/,
    },
  },
  "/accounts/new": {
    "for who may invite too": {
      answers: {},
      lead: /^Whoever gets the account signs in with this name and password/,
      says: /invite them instead/,
    },
    "for who may not invite": {
      answers: {},
      rights: ["accounts.write"],
      lead: /^Whoever gets the account signs in/,
      never: /invite them instead/,
    },
  },
  "/accounts/invite": {
    "people": {
      answers: people("Emma"),
      lead: /^You choose the person, they choose the password\./,
      never: /nobody in the household yet/,
    },
    "nobody": {
      answers: people(),
      says: /There’s nobody in the household yet\. Add the person first\./,
    },
    "an invitation was made": {
      answers: people("Emma"),
      shown: {
        result: {
          secret: "s",
          url: "https://b/",
          name: "emma",
          person_id: 1,
          invitation: { expires: NOW },
        },
      },
      says: /Invitation for emma.*Send Emma this link.*works once, until Nov 21, 2026/,
    },
  },
  "/me": {
    "a password alone": {
      answers: own({}),
      lead: /^You are signed in as anna\.$/,
      says: /Your password alone is enough to sign in\./,
      never: /On since|codes? (is|are) left|In the household/,
    },
    "an authenticator": {
      answers: own({ factors: { required: true, totp_since: NOW, recovery_codes: 1 } }),
      says: /A second factor is asked for.*On since November 21, 2026\..*One code is left\./,
      never: /password alone is enough/,
    },
    "no recovery code is left": {
      answers: own({ factors: { required: true, totp_since: NOW } }),
      says: /No code is left\. Make new ones/,
      never: /0 codes|Each works once/,
    },
    "tokens": {
      answers: own({ token: { expires: NOW - 1, expired: true } }),
      says: /Script Expired/,
    },
    "spyware on a device": {
      answers: { ...own({}), ...SPYWARE_NOTICES },
      says:
        /Spyware on your devices.*My phone.*spy\.example\. It was blocked\. New .*other\.example\. It wasn’t blocked.*cut the program off.*administrators of the box were told too.*Got it/,
      never: /Only you see/,
    },
    "spyware that is not blocked": {
      answers: {
        ...own({}),
        "/api/v1/me/spyware": {
          notices: [SPYWARE_NOTICES["/api/v1/me/spyware"].notices[1]],
          up_to: 7,
          until: NOW,
        },
      },
      says: /It wasn’t blocked.*administrators of the box were told too/,
      // It was seen before.
      never: /cut the program off|blocked\. New|Got it/,
    },
    "spyware on several days": {
      answers: {
        ...own({}),
        "/api/v1/me/spyware": {
          notices: SPYWARE_NOTICES["/api/v1/me/spyware"].notices.slice(0, 1).map((notice) => ({
            ...notice,
            time: NOW - 28 * DAY,
            count: 58,
          })),
          up_to: 7,
          until: NOW,
        },
      },
      says: /My phone.*spy\.example.* \S+ \d.*–.* · 58 times, last 1 minute ago/,
    },
    "notices of spyware that cannot be read": {
      answers: (({ "/api/v1/me/spyware": _, ...rest }) => rest)(own({})),
      says: /can’t say right now whether there is spyware/,
      never: /Spyware on your devices/,
    },
    "no spyware": { answers: own({}), never: /Spyware on your devices|can’t say right now/ },
    "a person of the household without a device": {
      answers: own({
        household: { person: { name: "Emma", profile: "child" }, devices: [], shared_devices: [] },
      }),
      says: /belongs to Emma\..*No device is assigned to this person yet\./,
    },
  },
};
