/** Times of commands are in the household's zone, whatever the zone of the machine is. */
import assert from "node:assert/strict";
import type { Call, Command } from "./command.ts";
import { alertsCommand } from "./commands/alerts.ts";
import { auditCommand } from "./commands/audit.ts";
import { certificateCommand } from "./commands/certificate.ts";
import { clientsCommand } from "./commands/clients.ts";
import { dnsServicesCommand } from "./commands/dns_services.ts";
import { logCommand } from "./commands/log.ts";
import { pauseCommand } from "./commands/pause.ts";
import { requestsCommand } from "./commands/requests.ts";
import { allowCommand } from "./commands/rules.ts";

const NOW = Date.UTC(2026, 2, 1) / 1000;
/** One second before clocks in Paris go back, and the second in which they do. */
const BEFORE = Date.UTC(2026, 9, 25, 0, 59, 59) / 1000;
const AFTER = BEFORE + 1;
/** The machine cannot be in both zones, so that its own zone never passes. */
const ZONES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "Europe/Paris": ["2026-10-25 02:59:59", "2026-10-25 02:00:00"],
  "Pacific/Auckland": ["2026-10-25 13:59:59", "2026-10-25 14:00:00"],
};

const QUERY = {
  time: 0,
  device: undefined,
  client: "192.0.2.1",
  status: "answered",
  reason: "",
  answer: "",
  origin: "",
  rule: "",
  rcode: "NOERROR",
  upstream: "",
  name: "a.example",
  type: "A",
  duration: 1,
};
const ALERT = {
  id: 1,
  kind: "list.failed",
  severity: 5,
  text: "",
  name: "",
  detail: "",
  count: 1,
  acknowledged: 0,
  device_id: 0,
};
const ENTRY = { by: { name: "anna", address: "" }, action: "list.add", text: "", detail: {} };
const CLIENT = { address: "192.0.2.1", name: "", queries: 1, blocked: 0 };
const REQUEST = {
  id: 1,
  person: "Emma",
  category: "",
  minutes: 30,
  given: 0,
  status: "waiting",
  message: "",
  answered_by: "",
  answered: 0,
};

/** What the API answers to a path, with a time in Unix seconds. */
function answered(path: string, time: number): unknown {
  switch (path) {
    case "/api/v1/queries":
      return { entries: [{ ...QUERY, time }], kept: true };
    case "/api/v1/queries/stream":
      return { ...QUERY, time };
    case "/api/v1/alerts":
      return { alerts: [{ ...ALERT, time }], open: 0 };
    case "/api/v1/alerts/stream":
      return { ...ALERT, time };
    case "/api/v1/audit":
      return { entries: [{ ...ENTRY, time }] };
    case "/api/v1/audit/export":
    case "/api/v1/audit/stream":
      return { ...ENTRY, time };
    case "/api/v1/clients":
      return { clients: [{ ...CLIENT, last_seen: time }] };
    case "/api/v1/requests/stream":
      return { ...REQUEST, created: time };
    case "/api/v1/certificate":
      return { name: "", fingerprint: "", made: time, until: time, url: "" };
    case "/api/v1/dns-services/certificate":
      return { certificate: { state: "ready", serving: "box.example", until: time }, warnings: [] };
    case "/api/v1/pauses":
      return { scope: "all", name: "", until: time };
    default:
      return undefined;
  }
}

interface Ran {
  readonly out: string;
  /** Bodies that were sent. */
  readonly bodies: readonly { readonly until?: number }[];
  readonly asked: readonly string[];
}

/** Runs a command in a household of a zone. */
async function ran(
  command: Command,
  zone: string,
  time: number,
  given: Partial<Pick<Call, "positionals" | "values" | "json">> & { switches?: string[] } = {},
): Promise<Ran> {
  let out = "";
  const bodies: { until?: number }[] = [];
  const asked: string[] = [];
  const ended = new AbortController();
  const terminal = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (out += text),
    now: () => NOW * 1000,
    colors: false,
    signal: ended.signal,
  };
  const service = {
    call: (_: string, path: string, request: { body?: { until?: number } } = {}) => {
      asked.push(path);
      if (request.body !== undefined) bodies.push(request.body);
      if (path === "/api/v1/time-zone") return Promise.resolve({ in_force: zone });
      if (path.startsWith("/api/v1/rules/")) {
        const rule = { domain: "a.example", scope: "all", action: "allow", types: [], to: [] };
        return Promise.resolve({ ...rule, until: time });
      }
      const answer = answered(path, time);
      return answer === undefined ? Promise.reject(new Error(path)) : Promise.resolve(answer);
    },
    async *lines(path: string) {
      yield await Promise.resolve(answered(path, time));
      ended.abort();
    },
  };
  const { switches = [], ...rest } = given;
  const call = { service, terminal, json: false, positionals: [], values: {}, ...rest };
  await command.run({ ...call, switches: new Set(switches) } as unknown as Call);
  return { out, bodies, asked };
}

const FOLLOW = { switches: ["follow"] };
const COMMANDS: readonly (readonly [string, Command, Parameters<typeof ran>[3]])[] = [
  ["log", logCommand, {}],
  ["log --follow", logCommand, FOLLOW],
  ["alerts", alertsCommand, {}],
  ["alerts --follow", alertsCommand, FOLLOW],
  ["audit", auditCommand, {}],
  ["audit --all", auditCommand, { switches: ["all"] }],
  ["audit --follow", auditCommand, FOLLOW],
  ["clients", clientsCommand, {}],
  ["certificate", certificateCommand, {}],
  ["requests --follow", requestsCommand, FOLLOW],
  ["pause", pauseCommand, { positionals: ["1h"] }],
  ["allow", allowCommand, { positionals: ["a.example"] }],
];

for (const [name, command, given] of COMMANDS) {
  Deno.test(`box ${name} prints times in the household's zone, around a clock change too`, async () => {
    for (const [zone, [before, after]] of Object.entries(ZONES)) {
      assert.match((await ran(command, zone, BEFORE, given)).out, new RegExp(before));
      assert.match((await ran(command, zone, AFTER, given)).out, new RegExp(after));
    }
  });
}

Deno.test("JSON keeps Unix seconds, and the zone is not read for it", async () => {
  for (const [name, command, given] of COMMANDS) {
    const { out, asked } = await ran(command, "Europe/Paris", BEFORE, { ...given, json: true });
    assert.match(out, new RegExp(String(BEFORE)), name);
    assert.ok(!asked.includes("/api/v1/time-zone"), name);
  }
});

Deno.test("a local time that is given for an end is one of the household", async () => {
  const ends: readonly (readonly [zone: string, until: string, end: string])[] = [
    ["Europe/Paris", "2026-10-25T01:59", "2026-10-24T23:59:00Z"],
    ["Europe/Paris", "2026-10-25 04:00", "2026-10-25T03:00:00Z"],
    ["Europe/Paris", "2026-03-29T01:59:59", "2026-03-29T00:59:59Z"],
    ["Europe/Paris", "2026-03-29T03:00", "2026-03-29T01:00:00Z"],
    ["Europe/Paris", "2026-12-24", "2026-12-23T23:00:00Z"],
    ["Pacific/Auckland", "2026-12-24T18:00", "2026-12-24T05:00:00Z"],
  ];
  for (const [zone, until, end] of ends) {
    const given = { positionals: ["a.example"], values: { until } };
    const { bodies } = await ran(allowCommand, zone, BEFORE, given);
    assert.equal(bodies[0].until, Date.parse(end) / 1000, `${zone} ${until}`);
    const paused = await ran(pauseCommand, zone, BEFORE, { values: { until } });
    assert.equal(paused.bodies[0].until, Date.parse(end) / 1000, `${zone} ${until}`);
  }
});

Deno.test("the end of a certificate is a day of the household", async () => {
  const given = { positionals: ["certificate", "self"] };
  const { out } = await ran(dnsServicesCommand, "Pacific/Kiritimati", BEFORE + 10 * 3600, given);
  assert.match(out, /until 2026-10-26\./);
});
