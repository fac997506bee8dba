/** The states of the page that lists outbound connections. */
import { settings } from "./answers.ts";
import type { Answers, PageStates } from "./state.ts";

/** What the API answers about connections, by what is configured. */
function connections(given: {
  readonly cloud_url?: string;
  readonly holiday_service_url?: string;
  readonly acme_directory?: string;
  readonly bootstrap?: readonly string[];
  readonly mode?: string;
  readonly lists?: readonly (readonly [url: string, enabled: boolean])[];
  readonly holidays?: boolean;
  readonly exports?: readonly string[];
  readonly backups?: readonly string[];
  readonly sends?: boolean;
  readonly password_range_url?: string;
  readonly addresses?: number;
}): Answers {
  const { cloud_url = "", holiday_service_url = "", acme_directory = "", bootstrap = [] } = given;
  const values = {
    upstreams: ["https://dns.example/secret"],
    fallback_upstreams: [],
    bootstrap,
    cloud_url,
    holiday_service_url,
    acme_directory,
    network_scan: true,
    password_range_url: given.password_range_url ?? "",
    password_breach_check: true,
    router_address: "",
    private_upstreams: [],
  };
  const { mode = "", lists = [], holidays = false, exports = [], sends = false } = given;
  const { backups = [] } = given;
  const provider = { id: "desec", name: "deSEC", fields: [] };
  return {
    ...settings(...Object.entries(values).map(([key, value]) => ({ key, value }))),
    "/api/v1/lists": {
      lists: lists.map(([url, enabled]) => ({ source: "url", url, enabled })),
    },
    "/api/v1/vacations": { vacations: [], import: holidays ? { country: "FR" } : null },
    "/api/v1/breaches": { allowed: true, addresses: Array(given.addresses ?? 0).fill({}) },
    "/api/v1/dns-services": {
      certificate: { mode, provider: "desec", name: "dns.home.example" },
      providers: [provider],
    },
    "/api/v1/exports": {
      exports: exports.map((kind) => ({
        enabled: true,
        config: { kind, host: "target.example", url: "https://hook.example/secret" },
      })),
    },
    "/api/v1/backups": {
      targets: backups.map((kind) => ({
        enabled: true,
        config: { kind, host: "nas.example", url: "https://nas.example/secret" },
      })),
    },
    "/api/v1/telemetry": { sends },
  };
}

/** The states of the privacy page. */
export const PRIVACY_STATES: PageStates = {
  "/privacy": {
    "nothing can be seen": {
      answers: {},
      rights: [],
      lead: /^Your box connects to these places and no others\.$/,
      never: /In use|Not configured|Change or stop|State not known/,
    },
    "a new box": {
      answers: connections({}),
      lead: /^Your box connects to 1 destination on the Internet\.$/,
      says: /Upstream DNS servers In use .*dns\.example .*Online service of the box Not configured/,
      never: /secret/,
    },
    "everything is on": {
      answers: connections({
        cloud_url: "https://cloud.example/path",
        holiday_service_url: "https://holidays.example",
        acme_directory: "https://acme.example/directory",
        bootstrap: ["192.0.2.1"],
        mode: "domain",
        lists: [["https://lists.example/key?token=secret", true]],
        holidays: true,
        exports: ["mail", "webhook", "syslog"],
        backups: ["webdav", "s3", "sftp"],
        sends: true,
        password_range_url: "https://passwords.example",
        addresses: 2,
      }),
      lead: /^Your box connects to 16 destinations on the Internet\.$/,
      says: /Publishers of lists In use .*lists\.example .*Online service of the box Off/,
      never: /secret|\/key/,
    },
    "chosen and switched off": {
      answers: connections({
        cloud_url: "https://cloud.example",
        holiday_service_url: "https://holidays.example",
        lists: [["https://lists.example/a", false]],
      }),
      lead: /^Your box connects to 1 destination/,
      says:
        /Publishers of lists Off .*Holiday service Off .*Breach watch Off .*Anonymous statistics Off/,
    },
  },
};
