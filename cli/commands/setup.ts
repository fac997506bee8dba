/** `box setup`. */
import type { SetupResponse, SetupResponseResult } from "../../api/features/box/setup/routes.ts";
import type { TermsTextResponse } from "../../api/features/box/terms/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { readAnswer, readSecret } from "../prompt.ts";
import { LANGUAGES } from "../languages.ts";
import { clean, printJson, printTable } from "../terminal.ts";
import { foundLines } from "./import.ts";

/** Finishes the installation. */
export const setupCommand: Command = {
  name: "setup",
  summary: "Finishes the installation: account, terms of use and first choices",
  usage: ["[OPTIONS]", "show"],
  actions: { show: "Whether the installation is finished, and what can be chosen" },
  options: {
    name: {
      value: "NAME",
      summary: "Name of the account; its password is typed, or read from standard input",
    },
    email: { value: "ADDRESS", summary: "Where notifications go" },
    "accept-terms": { value: "VERSION", summary: "Accept the terms of use of this version" },
    telemetry: {
      value: "on|off",
      summary: "Whether the anonymous daily statistics are sent",
      words: ["on", "off"],
    },
    country: { value: "CODE", summary: "Country, such as FR" },
    "time-zone": { value: "ZONE", summary: "Time zone, such as Europe/Paris" },
    language: { value: "LANGUAGE", summary: "Language of the box", words: LANGUAGES },
    network: {
      value: "KIND",
      summary: "What the network is",
      words: ["home", "company", "school", "guests"],
    },
    upstreams: {
      value: "IDS",
      summary: "Public resolvers that are asked, separated by commas (box upstreams presets)",
    },
    lists: {
      value: "IDS",
      summary:
        "Lists of the catalogue, separated by commas, or none (box lists catalogue); at a terminal, those proposed for the network are offered",
    },
  },
  examples: [
    "box setup",
    "box setup show",
    "box setup --name anna --accept-terms 2026-10-13 --telemetry off --country FR < password.txt",
  ],
  most: 1,
  async run(call) {
    const [action] = call.positionals;
    if (action === "show") return await show(call);
    if (action !== undefined) throw usageError(`Unknown action, allowed is show: ${clean(action)}`);
    const { service, terminal, json } = call;
    const state = await service.call<SetupResponse>("GET", "/api/v1/setup");
    if (state.finished) throw new CommandError("The installation is finished already");
    const body = await readChoices(call, state);
    const done = await service.call<SetupResponseResult>("POST", "/api/v1/setup", { body });
    if (json) printJson(terminal, done);
    else {
      terminal.out(`The installation is finished; sign in as ${clean(done.account)}.\n`);
      if (done.restart_needed) {
        terminal.out("The time zone holds after a restart of the box: box restart\n");
      }
      for (const line of await foundLines(service)) terminal.out(`${line}\n`);
    }
    return EXIT.ok;
  },
};

/** The values of the options; the user is prompted for the others. */
async function readChoices(call: Call, state: SetupResponse): Promise<unknown> {
  const { terminal, values } = call;
  const language = values.language ?? "en";
  const version = values["accept-terms"] ?? await acceptedTerms(call, state, language);
  const ask = async (option: string, question: string, usual: string) =>
    values[option] ?? await readAnswer(terminal, question, usual);
  const name = await ask("name", "Name of your account", "");
  if (name === "") throw usageError("Name the account: --name NAME");
  const password = await readSecret(terminal, "Password", true);
  const question = "Country (two letters, or empty)";
  const country = await ask("country", question, "");
  const zone = await ask("time-zone", "Time zone", state.choices?.system_time_zone ?? "");
  const telemetry = await ask("telemetry", "Send anonymous statistics (on or off)", "on");
  const proposed = proposedLists(state, values.network ?? "home");
  const lists = values.lists ??
    (terminal.input?.interactive === true
      ? await readAnswer(terminal, "Lists to subscribe (identifiers, or none)", proposed)
      : "none");
  const words = (text: string) => text.split(",").map((word) => word.trim());
  return {
    account: { name, password, ...(values.email === undefined ? {} : { email: values.email }) },
    accept_terms: true,
    terms_version: version,
    telemetry: telemetry !== "off",
    language,
    ...(country === "" ? {} : { country }),
    ...(zone === "" || zone === state.choices?.system_time_zone ? {} : { time_zone: zone }),
    ...(values.network === undefined ? {} : { network: values.network }),
    ...(values.upstreams === undefined ? {} : { upstreams: words(values.upstreams) }),
    ...(lists === "none" ? {} : { lists: words(lists) }),
  };
}

/** The identifiers of the lists that are proposed for a kind of network. */
function proposedLists({ choices }: SetupResponse, network: string): string {
  const { lists = [] } = choices?.networks.find(({ id }) => id === network) ?? {};
  return lists.length === 0 ? "none" : lists.join(",");
}

/** The version of the terms that the user accepts after reading them. */
async function acceptedTerms(
  { service, terminal }: Call,
  state: SetupResponse,
  lang: string,
): Promise<string> {
  if (terminal.input?.interactive !== true) {
    throw usageError(
      `Read the terms (box terms) and accept them: --accept-terms ${state.terms_version}`,
    );
  }
  const text = await service.call<TermsTextResponse>("GET", "/api/v1/terms/text", {
    query: { lang },
  });
  const paragraphs = [
    text.title,
    ...text.before,
    ...text.sends.map((sent) => `- ${sent}`),
    ...text.after,
  ];
  terminal.err(`${paragraphs.map(clean).join("\n")}\n\n`);
  if (await readAnswer(terminal, "Do you accept these terms (yes or no)", "no") === "yes") {
    return text.version;
  }
  throw new CommandError("The terms are not accepted; the installation is not finished.");
}

async function show({ service, terminal, json }: Call): Promise<number> {
  const state = await service.call<SetupResponse>("GET", "/api/v1/setup");
  if (json) printJson(terminal, state);
  else {
    printTable(terminal, [], [
      ["Installation", state.finished ? "finished" : "not finished: box setup"],
      ["Terms", state.terms_version],
      ...(state.choices?.networks ?? []).flatMap(({ id, summary }) => [
        [`Network ${id}`, summary],
        ["", `Lists: ${proposedLists(state, id)}`],
      ]),
    ]);
  }
  return EXIT.ok;
}
