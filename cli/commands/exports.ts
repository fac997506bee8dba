/** `box exports`. */
import type {
  ExportResponse,
  ExportsResponse,
  ExportTestResponse,
} from "../../api/features/box/exports/routes.ts";
import { printResult } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { readSecret } from "../prompt.ts";
import { ageText, type Cell, clean, numberText, printJson, printTable } from "../terminal.ts";
import { parseTarget, targetAddress } from "../export_target.ts";

type Action = (call: Call, name: string) => Promise<number>;

const ACTIONS: Readonly<Record<string, readonly [summary: string, run: Action]>> = {
  show: ["The targets with their state, or all that one is", one],
  add: ["Send alerts to a place: a SIEM, a webhook or mailboxes", add],
  change: ["Change what a target is sent, or where it is", change],
  enable: [
    "Turn a target on: it is sent what comes from now on",
    (call, name) => turn(call, name, true),
  ],
  disable: ["Turn a target off", (call, name) => turn(call, name, false)],
  retry: ["Send now what waits for a target that failed", retry],
  test: ["Send a test, and say exactly what happened", test],
  remove: ["Remove a target with what waits for it", remove],
};

/** Shows and changes where alerts and the administration log are sent. */
export const exportsCommand: Command = {
  name: "exports",
  summary: "Shows and changes where alerts and the administration log are sent",
  usage: [
    "[show [NAME]]",
    "add NAME PLACE [OPTIONS]",
    "change NAME [PLACE] [OPTIONS]",
    "enable|disable|retry|test|remove NAME",
  ],
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([name, [summary]]) => [name, summary])),
  arguments: {
    NAME: "Name or number of a target",
    PLACE:
      "udp://, tcp:// or tls://HOST:PORT (syslog), https://… (webhook), smtp:// or smtps://HOST:PORT (mail), " +
      "or - to be asked for it",
  },
  options: {
    kinds: {
      value: "KINDS",
      short: "k",
      summary: "Kinds of alerts, separated by commas, or all (`box alerts kinds`)",
    },
    audit: { value: "ON|OFF", summary: "Send the administration log too", words: ["on", "off"] },
    format: { value: "FORMAT", summary: "Format of syslog messages", words: ["rfc5424", "cef"] },
    ca: { value: "FILE", summary: "Certificate authority in PEM to trust too" },
    "allow-private": { summary: "The webhook may be inside the network" },
    user: { value: "NAME", summary: "Account at the mail server" },
    from: { value: "ADDRESS", summary: "Sender of the messages" },
    to: { value: "ADDRESSES", summary: "Recipients of the messages, separated by commas" },
    secret: { summary: "Ask for the password of the mail server, or the secret of the webhook" },
    stdin: { summary: "Read it from standard input instead of asking" },
  },
  examples: [
    "box exports",
    "box exports add siem tls://siem.example:6514 --ca ca.pem --audit on",
    "box exports add mail smtp://mail.example:587 --user box --from box@example.com --to ada@example.com --secret",
    "box exports test siem",
  ],
  most: 3,
  async run(call) {
    const [action = "show", name, place] = call.positionals;
    if (action === "show" && name === undefined) return await show(call);
    if (!Object.hasOwn(ACTIONS, action)) {
      throw usageError(`Unknown action (\`box exports --help\` lists them): ${clean(action)}`);
    }
    if (name === undefined) throw usageError(`Name the target: box exports ${action} NAME`);
    if (place !== undefined && action !== "add" && action !== "change") {
      throw usageError(`One argument too many for \`box exports ${action}\`: ${clean(place)}`);
    }
    return await ACTIONS[action][1](call, name);
  },
};

async function show({ service, terminal, json }: Call): Promise<number> {
  const answer = await service.call<ExportsResponse>("GET", "/api/v1/exports");
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.exports.map((target): Cell[] => [
    target.name,
    stateOf(target),
    targetAddress(target.config),
    target.kinds === null ? "all" : target.kinds.join(", "),
    target.audit ? "yes" : "no",
    numberText(target.waiting),
    numberText(target.dropped),
    ageText(target.last_ok, terminal),
    target.last_error,
  ]);
  const heads = [
    "Name",
    "State",
    "Place",
    "Kinds",
    "Log",
    "Waiting",
    "Dropped",
    "Last sent",
    "Last error",
  ];
  printTable(terminal, heads, rows);
  return EXIT.ok;
}

async function one(call: Call, name: string): Promise<number> {
  const target = await call.service.call<ExportResponse>(
    "GET",
    `/api/v1/exports/${(await findTarget(call, name)).id}`,
  );
  if (call.json) {
    printJson(call.terminal, target);
    return EXIT.ok;
  }
  const { config, kinds, last_ok, ...rest } = target;
  const facts = {
    ...rest,
    kinds: kinds?.join(", ") ?? "all",
    ...config,
    last_sent: ageText(last_ok, call.terminal),
  };
  const rows = Object.entries(facts).filter(([fact]) => fact !== "last_error_at").map(
    ([fact, value]) => {
      return [fact.replaceAll("_", " "), factText(fact, value)];
    },
  );
  printTable(call.terminal, ["What", "Is"], rows);
  return EXIT.ok;
}

function factText(fact: string, value: unknown): string {
  if (fact === "ca" && value !== "") return "given";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function stateOf({ enabled, last_error, last_error_at, last_ok }: ExportResponse): Cell {
  if (!enabled) return { text: "off", color: "gray" };
  return last_error !== "" && last_error_at >= last_ok
    ? { text: "failing", color: "red" }
    : { text: "ok", color: "green" };
}

async function add(call: Call, name: string): Promise<number> {
  const place = await placeOf(call);
  if (place === undefined) throw usageError("Say where to send to: box exports add NAME PLACE");
  const body = {
    name,
    config: await parseTarget(place, call),
    ...choicesOf(call),
    ...await secretOf(call),
  };
  const made = await call.service.call<ExportResponse>("POST", "/api/v1/exports", { body });
  return printResult(
    call,
    made,
    `The target ${clean(made.name)} is added; try it with \`box exports test ${
      clean(made.name)
    }\`.`,
  );
}

async function change(call: Call, name: string): Promise<number> {
  const target = await findTarget(call, name);
  const place = await placeOf(call) ?? targetAddress(target.config);
  const config = await parseTarget(place, call, target.config);
  const changed = await put(call, target, { config, ...choicesOf(call), ...await secretOf(call) });
  return printResult(call, changed, `The target ${clean(changed.name)} is changed.`);
}

async function turn(call: Call, name: string, enabled: boolean): Promise<number> {
  const target = await put(call, await findTarget(call, name), { enabled });
  return printResult(
    call,
    target,
    `The target ${clean(target.name)} is ${enabled ? "on" : "off"}.`,
  );
}

async function put(
  { service }: Call,
  target: ExportResponse,
  change: object,
): Promise<ExportResponse> {
  const { id, name, enabled, config, kinds, audit, version } = target;
  const body = { name, enabled, config, kinds, audit, version, ...change };
  return await service.call<ExportResponse>("PUT", `/api/v1/exports/${id}`, { body });
}

async function test(call: Call, name: string): Promise<number> {
  const { id } = await findTarget(call, name);
  const { terminal, service, json } = call;
  const outcome = await service.call<ExportTestResponse>("POST", `/api/v1/exports/${id}/test`);
  if (json) printJson(terminal, outcome);
  else {
    for (const step of outcome.steps) terminal.out(`${clean(step)}\n`);
    terminal.out(outcome.ok ? "It was taken.\n" : `It was not taken: ${clean(outcome.error)}\n`);
  }
  return outcome.ok ? EXIT.ok : EXIT.failure;
}

async function retry(call: Call, name: string): Promise<number> {
  const { id } = await findTarget(call, name);
  const target = await call.service.call<ExportResponse>("POST", `/api/v1/exports/${id}/retry`);
  const { last_error, waiting } = target;
  const sent = waiting === 0 ? "Nothing waits any more." : `Still waiting: ${waiting}.`;
  printResult(call, target, last_error === "" ? sent : `It was not taken: ${clean(last_error)}`);
  return last_error === "" ? EXIT.ok : EXIT.failure;
}

async function remove(call: Call, name: string): Promise<number> {
  const target = await findTarget(call, name);
  await call.service.call("DELETE", `/api/v1/exports/${target.id}`);
  return printResult(call, target, `The target ${clean(target.name)} is removed.`);
}

async function findTarget({ service }: Call, name: string): Promise<ExportResponse> {
  const { exports } = await service.call<ExportsResponse>("GET", "/api/v1/exports");
  const target = exports.find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
    exports.find((one) => String(one.id) === name);
  if (target === undefined) {
    throw new CommandError(`There is no target of this name or number: ${clean(name)}`);
  }
  return target;
}

/**
 * The given target address; `-` prompts for it, since it may contain a secret, which must not
 * appear in the process list.
 */
async function placeOf(
  { positionals: [, , place], terminal, switches }: Call,
): Promise<string | undefined> {
  if (place !== "-") return place;
  return switches.has("stdin") ? await terminal.input?.line() : await readSecret(terminal, "Place");
}

function choicesOf(
  { values: { kinds, audit } }: Call,
): { kinds?: string[] | null; audit?: boolean } {
  if (audit !== undefined && audit !== "on" && audit !== "off") {
    throw usageError(`Bad value for --audit, allowed are on and off: ${clean(audit)}`);
  }
  const chosen = kinds === "all"
    ? null
    : kinds?.split(",").map((kind) => kind.trim()).filter((kind) => kind !== "");
  return {
    ...(chosen === undefined ? {} : { kinds: chosen }),
    ...(audit === undefined ? {} : { audit: audit === "on" }),
  };
}

async function secretOf({ switches, terminal }: Call): Promise<{ password?: string }> {
  if (!switches.has("secret")) return {};
  const password = switches.has("stdin")
    ? await terminal.input?.line()
    : await readSecret(terminal, "Password or secret");
  if (password === undefined) {
    throw new CommandError("No password was given, and nothing is changed.");
  }
  return { password };
}
