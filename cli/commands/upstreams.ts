/** `box upstreams`. */
import type {
  PresetsResponse,
  UpstreamsResponse,
} from "../../api/features/network/upstreams/routes.ts";
import type { TestedUpstreams } from "../../api/features/network/upstreams/test_route.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import type {
  ScopesUpstreamsResponse,
  ScopeUpstreamsResponse,
} from "../../api/features/network/upstreams/scope_routes.ts";
import type { Call, Command, CommandOption } from "../command.ts";
import { type CommandError, EXIT, usageError } from "../command_error.ts";
import { resolveScope, SCOPE_OPTION, scopeText } from "../scope.ts";
import {
  ageText,
  type Cell,
  clean,
  numberText,
  printJson,
  printTable,
  type Terminal,
} from "../terminal.ts";

/** Maximum number of upstreams per test call. */
const MOST_TESTED = 64;
const ACTIONS = ["test", "presets", "scopes", "set", "reset"];
const SCOPES_PATH = "/api/v1/upstreams/scopes";
const OWN_SCOPE_OPTION: CommandOption = {
  ...SCOPE_OPTION,
  summary: "profile:child, group:1, person:2, device:3, or a name (`box scopes` lists them)",
};

/** Shows and tests the upstream servers of the box, and lists the public presets. */
export const upstreamsCommand: Command = {
  name: "upstreams",
  summary: "Shows, tests and chooses the upstream servers of the box",
  usage: [
    "",
    "test [UPSTREAM...]",
    "presets",
    "scopes",
    "set UPSTREAM... --scope WHOM",
    "reset --scope WHOM",
  ],
  actions: {
    test:
      "Asks each upstream of the settings, or those named, and says how it does; exit 1 when one does not answer",
    presets:
      "The public resolvers to choose from: `box settings set upstreams quad9,cloudflare/dot`",
    scopes: "Groups, ages, people and devices with servers of their own",
    set: "Chooses the servers of a group, an age, a person or a device",
    reset: "Removes them: those of the next wider scope are asked again",
  },
  arguments: {
    UPSTREAM:
      "Whatever the setting upstreams takes: 9.9.9.9, tls://dns.quad9.net, quic://…, h3://…, sdns://…, quad9/dot",
  },
  options: { scope: OWN_SCOPE_OPTION },
  examples: [
    "box upstreams",
    "box upstreams test",
    "box upstreams test quad9/dot tls://dns.example quic://dns.example",
    "box upstreams presets",
    "box upstreams set cloudflare-family --scope emma",
    "box upstreams reset --scope emma",
    "box upstreams --json",
  ],
  most: 1 + MOST_TESTED,
  async run(call) {
    const [action, ...rest] = call.positionals;
    if (action === "test") return await test(call, rest);
    if (action === "set") return await setOwn(call, rest);
    if (rest.length > 0) {
      throw usageError(`One argument too many for \`box upstreams ${action}\`: ${clean(rest[0])}`);
    }
    if (action === "presets") return await presets(call);
    if (action === "scopes") return await showOwn(call);
    if (action === "reset") return await resetOwn(call);
    if (action !== undefined) throw unknown(action);
    return await show(call);
  },
};

function unknown(action: string): CommandError {
  const near = suggestNearest(action, ACTIONS);
  const meant = near === undefined
    ? `allowed are ${ACTIONS.join(", ")}`
    : `perhaps ${near} is meant`;
  return usageError(`Unknown action, ${meant}: ${clean(action)}`);
}

async function test(
  { service, terminal, json }: Call,
  upstreams: readonly string[],
): Promise<number> {
  const body = upstreams.length === 0 ? {} : { upstreams };
  const answer = await service.call<TestedUpstreams>("POST", "/api/v1/upstreams/test", { body });
  const all = answer.upstreams.every(({ state }) => state === "answers") ? EXIT.ok : EXIT.failure;
  if (json) {
    printJson(terminal, answer);
    return all;
  }
  const milliseconds = (value: number) => value === 0 ? "" : `${value.toFixed(1)} ms`;
  const rows = answer.upstreams.map((row): Cell[] => [
    row.upstream,
    { text: row.state, color: row.state === "answers" ? "green" : "red" },
    milliseconds(row.connect_latency),
    milliseconds(row.latency),
    row.state === "fails" ? "" : row.dnssec,
    tcpCell(row.tcp),
    certificateText(row.certificate, terminal),
  ]);
  printTable(
    terminal,
    ["Upstream", "State", "Connect", "Then", "DNSSEC", "TCP", "Certificate"],
    rows,
    [2, 3],
  );
  const wrong = answer.upstreams.filter(({ error }) => error !== "");
  if (wrong.length > 0) terminal.out("\n");
  for (const { upstream, error } of wrong) terminal.out(`${clean(upstream)}: ${clean(error)}\n`);
  return all;
}

function tcpCell(tcp: boolean | undefined): Cell {
  if (tcp === undefined) return "";
  return tcp ? "yes" : { text: "no", color: "red" };
}

type Certificate = TestedUpstreams["upstreams"][number]["certificate"];

function certificateText(certificate: Certificate, terminal: Pick<Terminal, "now">): string {
  if (certificate === undefined) return "";
  const { names, ends } = certificate;
  const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
  const past = ends * 1000 <= terminal.now();
  const name = `${names[0] ?? "no name"}${more}`;
  if (ends === 0) return name;
  return `${name}, ${past ? "ended" : "ends"} ${ageText(ends, terminal)}`;
}

async function show({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<UpstreamsResponse>("GET", "/api/v1/upstreams");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.upstreams.map((row): Cell[] => [
    row.upstream,
    row.down_until > 0 ? { text: "passed over", color: "red" } : { text: "in use", color: "green" },
    numberText(row.queries),
    numberText(row.failures),
    row.latency === 0 ? "" : `${row.latency.toFixed(1)} ms`,
    ageText(row.last_answer, terminal),
    row.last_error,
  ]);
  printTable(
    terminal,
    ["Upstream", "State", "Queries", "Failures", "Latency", "Last answer", "Last error"],
    rows,
    [
      2,
      3,
      4,
    ],
  );
  terminal.out(`\n${UNCHECKED}\n`);
  return EXIT.ok;
}

/** The scope of `set` and `reset`, which everyone's servers are not: these are a setting. */
async function ownScope(call: Call): Promise<string> {
  const scope = await resolveScope(call);
  if (scope !== undefined && scope !== "all") return scope;
  throw usageError(
    "Say whom with --scope; the servers of everyone are `box settings set upstreams`",
  );
}

async function setOwn(call: Call, upstreams: readonly string[]): Promise<number> {
  const { service, terminal, json } = call;
  if (upstreams.length === 0) {
    throw usageError("Name the servers: box upstreams set UPSTREAM... --scope WHOM");
  }
  const body = { scope: await ownScope(call), upstreams };
  const answer = await service.call<ScopeUpstreamsResponse>("PUT", SCOPES_PATH, { body });
  if (json) printJson(terminal, answer);
  else {
    const { scope, name, upstreams: held } = answer;
    terminal.out(`Servers of ${scopeText(scope, name)}: ${clean(held.join(", "))}\n`);
  }
  return EXIT.ok;
}

async function resetOwn(call: Call): Promise<number> {
  const scope = await ownScope(call);
  await call.service.call("DELETE", `${SCOPES_PATH}/${encodeURIComponent(scope)}`);
  if (!call.json) call.terminal.out(`No own servers any more: ${clean(scope)}\n`);
  return EXIT.ok;
}

async function showOwn({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<ScopesUpstreamsResponse>("GET", SCOPES_PATH);
  if (json) printJson(terminal, answer);
  else {
    printTable(
      terminal,
      ["Scope", "Name", "Servers"],
      answer.scopes.map(({ scope, name, upstreams }) => [scope, name, upstreams.join(", ")]),
    );
  }
  return EXIT.ok;
}

/** Answers are as true as the upstream says: the box trusts it. */
const UNCHECKED =
  "The box does not check DNSSEC signatures itself; `box upstreams test` shows which upstream does.";

async function presets({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<PresetsResponse>("GET", "/api/v1/upstreams/presets");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.presets.map((row) => [
    row.id,
    row.operator,
    row.country,
    row.filtering === "none" ? "nothing" : row.filtering,
    row.protocols.join(", "),
    row.note,
  ]);
  printTable(terminal, ["ID", "Operator", "Country", "Blocks", "Protocols", "Policy"], rows);
  terminal.out(
    "\nThe first protocol is used unless another is named: quad9, quad9/dot, quad9/plain.\n",
  );
  return EXIT.ok;
}
