/** `box tunnels`. */
import type { TunnelResponse, Tunnels } from "../../api/features/protection/tunnels/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";

const ACTIONS = {
  list: ["Domains that carried data inside DNS", list],
  allow: ["Let a domain carry data, for everyone", (call: Call) => change(call, "allow")],
  block: ["Block a domain again that was allowed", (call: Call) => change(call, "block")],
  forget: ["Forget a domain: it can be detected again", (call: Call) => change(call, "forget")],
} as const;

/** Shows the domains that carried data inside DNS, and allows or blocks them. */
export const tunnelsCommand: Command = {
  name: "tunnels",
  summary: "Shows the domains that carried data inside DNS",
  usage: ["[list]", "allow DOMAIN", "block DOMAIN", "forget DOMAIN"],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([word, [summary]]) => [word, summary])),
  arguments: { DOMAIN: "The domain, as `box tunnels` shows it" },
  examples: ["box tunnels", "box tunnels allow antivirus.example"],
  most: 2,
  async run(call) {
    const [word = "list", ...rest] = call.positionals;
    if (!Object.hasOwn(ACTIONS, word)) {
      throw usageError(
        `Unknown action, allowed are ${Object.keys(ACTIONS).join(", ")}: ${clean(word)}`,
      );
    }
    if (word === "list" && rest.length > 0) {
      throw usageError(`One argument too many: ${clean(rest[0])}`);
    }
    return await ACTIONS[word as keyof typeof ACTIONS][1](call);
  },
};

async function list({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<Tunnels>("GET", "/api/v1/tunnels");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  if (answer.detection !== "on") {
    const what = answer.detection === "off"
      ? "Tunnels are not looked for"
      : "Tunnels are reported, not blocked";
    terminal.out(`${what}: setting tunnel_detection\n`);
  }
  if (answer.tunnels.length === 0) {
    terminal.out("No tunnel was caught.\n");
    return EXIT.ok;
  }
  const rows = answer.tunnels.map((tunnel): Cell[] => [
    tunnel.domain,
    tunnel.private
      ? "a shared device"
      : tunnel.device || tunnel.client || `device ${tunnel.device_id}`,
    stateOf(tunnel),
    `${tunnel.score} %`,
    `${numberText(tunnel.names)} in ${numberText(tunnel.seconds)} s`,
    numberText(tunnel.length),
    tunnel.type,
    ageText(tunnel.found, terminal),
    ageText(tunnel.last, terminal),
  ]);
  printTable(terminal, [
    "Domain",
    "From",
    "State",
    "Sure",
    "Names",
    "Length",
    "Type",
    "Caught",
    "Last",
  ], rows);
  return EXIT.ok;
}

function stateOf({ allowed, blocked }: TunnelResponse): Cell {
  if (allowed) return { text: "allowed", color: "green" };
  return blocked ? { text: "blocked", color: "red" } : { text: "reported", color: "yellow" };
}

async function change(
  { service, terminal, json, positionals }: Call,
  what: "allow" | "block" | "forget",
): Promise<number> {
  const [, name] = positionals;
  if (name === undefined) throw usageError(`Name the domain: box tunnels ${what} DOMAIN`);
  const path = encodeURIComponent(name.toWellFormed());
  if (what === "allow") {
    await service.call("POST", "/api/v1/tunnels/allow", { body: { domain: name } });
  } else await service.call("DELETE", `/api/v1/tunnels/${what === "block" ? "allow/" : ""}${path}`);
  const done = {
    allow: "may carry data from now on",
    block: "is blocked again",
    forget: "is forgotten",
  }[what];
  if (json) printJson(terminal, { domain: name, done: what });
  else terminal.out(`${clean(name)} ${done}.\n`);
  return EXIT.ok;
}
