/** The chapters of the API in its OpenAPI document. */
import type { ApiTag } from "../http/openapi/document.ts";

/** Every chapter; the first word of a path below `/api/v1` belongs to one. */
export const API_TAGS: readonly ApiTag[] = [
  {
    name: "Status",
    description: "Health and metrics of the box, for people and for monitoring.",
    paths: ["healthz", "stats", "status", "metrics", "diagnostic"],
  },
  {
    name: "Sign-in",
    description: "Sessions of browsers: by password, second factor, passkey or invitation.",
    paths: ["session", "invitation"],
  },
  {
    name: "Own account",
    description: "The own account: password, factors, sessions, time, and testing passwords.",
    paths: ["me", "pwned-range"],
  },
  {
    name: "Accounts",
    description: "Accounts with their rights, and tokens for programs.",
    paths: ["accounts", "tokens"],
  },
  {
    name: "Network",
    description: "Machines seen on the network, and scans for more.",
    paths: ["network", "hosts"],
  },
  {
    name: "People",
    description: "People of the household: their profiles, hours, limits, and vacations.",
    paths: [
      "people",
      "schedules",
      "schedule-allow",
      "cuts",
      "vacations",
      "holidays",
      "learning",
      "breaches",
    ],
  },
  {
    name: "Requests for time",
    description: "Requests of children and teenagers for more time, and the responses.",
    paths: ["ask", "requests"],
  },
  {
    name: "Devices",
    description: "Devices and groups of devices: owners and restrictions.",
    paths: ["devices", "new-devices", "groups", "restrict"],
  },
  {
    name: "Queries",
    description: "The query log, and looking up or explaining a name.",
    paths: ["queries", "query", "explain"],
  },
  {
    name: "Statistics",
    description: "Counts over time: by name, client, device, person and category.",
    paths: ["statistics", "top", "clients", "activity"],
  },
  {
    name: "Alerts",
    description: "Alerts, and the targets to which they are exported.",
    paths: ["alerts", "exports"],
  },
  {
    name: "Administration log",
    description: "Who changed what and when; append-only.",
    paths: ["audit"],
  },
  {
    name: "Lists",
    description: "Subscribed lists of names to block or allow: added, checked, refreshed.",
    paths: ["lists"],
  },
  {
    name: "Rules",
    description: "Rules of the household for single names, which precede all lists.",
    paths: ["rules", "tunnels", "lookalike", "threats"],
  },
  {
    name: "Protection",
    description: "Services, categories, safe search and pauses, for everyone or a scope.",
    paths: ["scopes", "blocked-services", "services", "categories", "safe-search", "pauses"],
  },
  {
    name: "Block page",
    description: "The certificate that devices install to see block pages of HTTPS sites.",
    paths: ["certificate"],
  },
  {
    name: "DNS records",
    description: "Names that the box answers itself, and routers that answer for it.",
    paths: ["dns-records"],
  },
  {
    name: "Upstreams",
    description: "Servers that names are forwarded to, and the cache of their answers.",
    paths: ["upstreams", "cache"],
  },
  {
    name: "Encrypted DNS",
    description: "Certificates and protocols of encrypted DNS, and HTTPS of the interface.",
    paths: ["dns-services", "https-redirect"],
  },
  {
    name: "Settings",
    description: "Installation, settings, time zone, terms and anonymous statistics.",
    paths: ["setup", "settings", "time-zone", "terms", "telemetry", "plan"],
  },
  {
    name: "Maintenance",
    description:
      "Tasks, updates, backups, imports, identity of the box, restarts, and this document.",
    paths: [
      "tasks",
      "updates",
      "import",
      "backups",
      "maintenance",
      "identity",
      "restart",
      "power-off",
      "openapi.json",
    ],
  },
];
