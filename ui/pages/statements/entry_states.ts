/** The states of the pages on the way in: sign-in, setup, invitation and terms. */
import { HOUR, STATUS } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

const session = (passkeys_refused = "") => ({
  "/api/v1/session": { finished: true, passkeys_refused },
});

function failed(code: string, facts: Readonly<Record<string, unknown>> = {}) {
  return { failed: { code, error: "No", facts, values: {} } };
}

const CHOICES = {
  system_time_zone: "UTC",
  time_zones: [],
  languages: ["en"],
  countries: [],
  networks: [],
  lists: [],
  fixed: [],
};
const SETUP: Answers = {
  "/api/v1/setup": { finished: false, choices: CHOICES },
  "/api/v1/terms/text": { version: "1.0", before: [], sends: [], after: [] },
  "/api/v1/upstreams/presets": { presets: [] },
  "/api/v1/settings": { settings: [{ key: "upstreams", value: [] }] },
};

function ready(addresses: readonly string[], ...clients: readonly string[]): Answers {
  return {
    "/api/v1/status": { ...STATUS, addresses },
    "/api/v1/clients": { clients: clients.map((address) => ({ address })) },
    "/api/v1/backups": { key: null },
  };
}

const INVITED: Answers = {
  "/api/v1/invitation": { account: "emma", person: "Emma", expires: NOW + HOUR },
};

function terms(state: Readonly<Record<string, unknown>>): Answers {
  return {
    "/api/v1/terms/text": { version: "1.0", before: [], sends: [], after: [] },
    "/api/v1/terms": { accepted: false, terms_accepted_by: "", terms_accepted_at: 0, ...state },
  };
}

/** The states of the pages on the way in: sign-in, setup, invitation and terms. */
export const ENTRY_STATES: PageStates = {
  "/sign-in": {
    "nothing was sent": {
      answers: session(),
      lead: /^Your box is running\. Sign in to look after it\.$/,
      says: /Sign in with a passkey/,
      never: /password is right/,
    },
    "browsers take no passkeys at this name": {
      answers: session("no_name"),
      never: /passkey/,
    },
    "the password was right, and a code is needed": {
      answers: session(),
      shown: failed("code_needed", { factors: ["totp"] }),
      lead: /^Your password is right\. Now enter the code of your second factor\.$/,
    },
    "the code was wrong": {
      answers: session(),
      shown: failed("wrong_code", { factors: ["totp"] }),
      lead: /^Your password is right\./,
    },
    "name or password was wrong": {
      answers: session(),
      shown: failed("wrong_sign_in"),
      lead: /^Your box is running\./,
      never: /password is right/,
    },
    "too many tries": {
      answers: session(),
      shown: failed("throttled", { retry_after: 30 }),
      lead: /^Your box is running\./,
      never: /password is right/,
    },
  },
  "/setup": {
    "a visitor without the code of the start, while names may not be answered": {
      answers: SETUP,
      lead: /^Your box is running\. Four short steps make it yours\.$/,
      never: /answering/,
    },
    "who came in": {
      answers: SETUP,
      setup: true,
      lead: /^Four short steps, then your box is set up\.$/,
    },
  },
  "/ready": {
    "no device has asked": {
      answers: ready(["192.0.2.1"], "127.0.0.1"),
      lead: /^One thing is left: tell your router to send every device to the box\.$/,
      says: /No device has asked yet\..*In case the box ever breaks.*Make a recovery key/,
    },
    "there is a recovery key": {
      answers: { ...ready(["192.0.2.1"], "192.0.2.9"), "/api/v1/backups": { key: {} } },
      lead: /^Your box is in use\./,
      never: /recovery key/,
    },
    "one has asked": {
      answers: ready(["192.0.2.1"], "192.0.2.9"),
      lead: /^Your box is in use\. To protect every device, enter its address in your router\.$/,
      says: /It works: one device has asked the box\./,
      never: /One thing is left/,
    },
    "some have asked": {
      answers: ready(["192.0.2.1"], "192.0.2.9", "192.0.2.10", "::1"),
      lead: /^Your box is in use\./,
      says: /It works: 2 devices have asked the box\./,
    },
  },
  "/invitation": {
    "no code": { answers: {}, lead: /^Enter the code of your invitation\.$/ },
    "a code that is over, or that there never was": {
      answers: {},
      query: { code: "abcd" },
      lead: /^This invitation doesn’t work\. Check the code, or ask for a new one\.$/,
      never: /no longer/,
    },
    "a good code": {
      answers: INVITED,
      query: { code: "abcd" },
      lead: /^Choose a password for your account emma\./,
      says: /The account belongs to Emma\. The invitation works until Nov 21, 2026, 09:30/,
    },
  },
  "/terms": {
    "accepted": {
      answers: terms({
        accepted: true,
        terms_accepted_by: "anna",
        terms_accepted_at: NOW,
      }),
      lead: /^Version 1\.0 was accepted by anna on November 21, 2026\.$/,
    },
    "waiting": { answers: terms({}), lead: /^Version 1\.0 is waiting to be accepted\.$/ },
    "for who may not see whether they are accepted": {
      answers: terms({}),
      rights: [],
      lead: /^This is version 1\.0\.$/,
      never: /in force/,
    },
  },
};
