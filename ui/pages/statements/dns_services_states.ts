/** The states of encrypted DNS and of the block page. */
import { DAY, failing, HOME, HOUR } from "./answers.ts";
import { type Answers, NOW, type PageStates, type State } from "./state.ts";

const CERTIFICATE = {
  mode: "self",
  name: "box.example",
  provider: "",
  email: "",
  state: "ready",
  step: "",
  error: "",
  next: 0,
  remade: 0,
  chosen: 1,
  chosen_by: "anna",
  serving: "box.example",
  serving_mode: "self",
  names: ["box.example"],
  issuer: "X",
  fingerprint: "AB:CD",
  from: NOW - DAY,
  until: NOW + 60 * DAY,
};

const PROTOCOL = { enabled: true, listening: ["0.0.0.0:853"], port: 853, url: "https://b/dns" };

function dns(certificate: Record<string, unknown>, protocol = {}, blocked = "null"): Answers {
  const one = { ...PROTOCOL, ...protocol };
  const http_redirect = {
    enabled: true,
    active: false,
    name: "box.example",
    url: "",
    reason: "untrusted",
  };
  const encrypted = { name: "box.example", http_redirect, remade: 0 };
  return {
    ...HOME,
    "/api/v1/settings": { settings: [{ key: "blocked_response", value: blocked, fixed_by: "" }] },
    "/api/v1/dns-services": {
      certificate: { ...CERTIFICATE, ...certificate },
      protocols: { tls: one, https: one, quic: one },
      encrypted,
      providers: [],
      cloud: false,
    },
  };
}

/** The page after an imported certificate was refused. */
function refusedImport(error: string, rights?: State["rights"]): State {
  const failed = { code: "conflict", error, values: { mode: "import" } };
  const state = { answers: dns({}), shown: { failed } };
  return rights === undefined ? state : { ...state, rights };
}

const SIGNS_OTHERS =
  "The certificate may sign others (CA:TRUE): anyone who obtains its key can impersonate any site to devices that trust it. Have one made without that (openssl req -addext basicConstraints=critical,CA:FALSE), or confirm it";
const OF_OTHERS =
  "The certificate is for a well-known site, which the box would then answer itself; confirm only if the name is yours: google.com";

const NO_CERTIFICATE = { serving: "", names: [], serving_mode: "", from: 0, until: 0 };

const AUTHORITY = { name: "Box", fingerprint: "AB:CD", made: NOW, until: NOW + DAY, url: "" };
const NOT_MADE = Object.assign(new Error("later"), { code: "conflict" });

/** The states of encrypted DNS and of the block page. */
export const DNS_SERVICES_STATES: PageStates = {
  "/dns-services": {
    "no certificate": {
      answers: dns({ ...NO_CERTIFICATE, state: "none" }),
      lead: /^Devices ask the box unencrypted so far\./,
    },
    "on its way": {
      answers: dns({ ...NO_CERTIFICATE, state: "obtaining", step: "order" }),
      lead: /^The certificate is on its way\./,
    },
    "failed": {
      answers: dns({ ...NO_CERTIFICATE, state: "failed", error: "no answer", next: NOW + HOUR }),
      lead: /^No certificate could be obtained yet\./,
      never: /Try again now/,
    },
    "failed, and can be tried again": {
      answers: dns({ ...NO_CERTIFICATE, mode: "domain", state: "failed", error: "no answer" }),
      says: /Try again now/,
    },
    "failed, for who may not change it": {
      answers: dns({ ...NO_CERTIFICATE, mode: "domain", state: "failed", error: "no answer" }),
      rights: ["system.read"],
      never: /Try again now/,
    },
    "tried again": {
      answers: dns({ ...NO_CERTIFICATE, mode: "domain", state: "obtaining", step: "order" }),
      lead: /^The certificate is on its way\./,
      never: /Try again now|could be obtained/,
    },
    "an imported certificate that may sign others": {
      ...refusedImport(SIGNS_OTHERS),
      says: /This certificate may sign others \(CA:TRUE\)\..*Use it anyway/,
    },
    "an imported certificate for a site of others": {
      ...refusedImport(OF_OTHERS),
      says: /This certificate is for google\. ?com, a site of others\..*Use it anyway/,
    },
    "an imported certificate that no confirmation helps": {
      ...refusedImport("There is no private key: paste it too"),
      never: /Use it anyway|may sign others/,
    },
    "a name that the operator of the online service released": {
      answers: dns({
        mode: "box",
        state: "failed",
        error:
          "The operator of the online service took back the name of this box: turn encrypted DNS off",
      }),
      says: /The operator of the online service took back the name of this box: turn/,
    },
    "open": { answers: dns({}), lead: /^Devices can ask the box encrypted, under the name box/ },
    "a renewal that failed": {
      answers: dns({ state: "failed", error: "no answer" }),
      lead: /^Devices can ask the box encrypted/,
      says: /The previous certificate stays in use meanwhile\./,
    },
    "no port can be opened": {
      answers: dns({}, { listening: [], port: 0 }),
      lead: /^The box has a certificate for box\.example, but cannot open the ports/,
      never: /can ask the box encrypted/,
    },
    "every protocol is off": {
      answers: dns({}, { enabled: false, listening: [], port: 0 }),
      lead: /but no protocol is turned on\.$/,
    },
    "expired": { answers: dns({ until: NOW - 1 }), lead: /^The certificate for .* has expired/ },
    "not valid yet": {
      answers: dns({ from: NOW + HOUR }),
      lead: /^The certificate for box\.example isn’t valid yet/,
      never: /can ask the box encrypted/,
    },
    "HTTP leads to no name": {
      answers: dns({}),
      says: /For now HTTP leads to HTTPS at the address typed: browsers do not know who signed/,
    },
  },
  "/block-page": {
    "a page is shown": {
      answers: { ...dns({}, {}, "page"), "/api/v1/certificate": failing },
      lead: /^A blocked site shows a page that says why; over https only on devices with the cert/,
    },
    ...Object.fromEntries(["null", "nxdomain", "refused"].map((blocked) => [
      `blocked names are answered with ${blocked}`,
      { answers: dns({}, {}, blocked), lead: /^A blocked site does not open/ },
    ])),
  },
  "/certificate": {
    "made, whether or not the box shows pages": {
      answers: { "/api/v1/certificate": AUTHORITY },
      lead: /^If the box shows a page for blocked sites, this certificate makes it appear on https/,
      says: /It is not needed/,
    },
    "not made, for whatever reason": {
      answers: { "/api/v1/certificate": NOT_MADE },
      says:
        /cannot be made at the moment: the box doesn’t know what time it is, or cannot store it\./,
      never: /Download|fingerprint/,
    },
  },
};
